import type { OutgoingMail } from "./send-mail.ts";

/** The mail as nodemailer takes it; a text of ours never makes it read a file or fetch an address. */
export function mailMessage({ id, to, subject, html, text }: OutgoingMail, from: string) {
  return {
    from,
    to: { name: "", address: to },
    subject,
    html,
    text,
    messageId: `<${id}@${domainOf(from)}>`,
    // Answering machines keep silent.
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const domainOf = (mailbox: string) =>
  mailbox
    .slice(mailbox.lastIndexOf("@") + 1)
    .replace(/>.*$/, "")
    .trim();
