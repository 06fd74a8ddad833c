import type { OutgoingMail } from "./send-mail.ts";

/** File and URL access disabled. */
export function mailMessage({ id, to, subject, html, text }: OutgoingMail, from: string) {
  return {
    from,
    to: { name: "", address: to },
    subject,
    html,
    text,
    messageId: `<${id}@${domainOf(from)}>`,
    // Suppresses auto-replies.
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
