import type { ComposedMail } from "./mail-content.ts";

/** The id is stable across retries, for deduplication. */
export interface OutgoingMail extends ComposedMail {
  id: string;
}

/** The mail is sent at least once. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;

/** The recipient is refused for good: few attempts. */
export class PermanentError extends Error {
  override name = "PermanentError";
  /** Such as "550 5.1.1". */
  readonly answer: string;

  constructor(message: string, answer: string) {
    super(message);
    this.answer = answer;
  }
}

/** The connection ended before the mail server said whether it took the mail. */
export class UncertainError extends Error {
  override name = "UncertainError";
}

/** File and URL access disabled. */
export function mailMessage(
  { id, to, sender, senderName, replyTo, subject, html, text, unsubscribeUrl, calendar }: OutgoingMail,
  mailFrom: string | undefined,
) {
  return {
    from: fromOf({ sender, senderName }, mailFrom),
    to: { name: "", address: to },
    ...(replyTo && { replyTo: { name: senderName ?? sender.name, address: replyTo } }),
    subject,
    html,
    text,
    messageId: `<${id}@${domainOf(mailFrom ?? sender.address)}>`,
    // Suppresses auto-replies.
    headers: { "Auto-Submitted": "auto-generated", ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) },
    ...(calendar && { icalEvent: { method: calendar.method, filename: "event.ics", content: calendar.text } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The name alone can be an admin's; the address stays the club's, which the mail server signs. */
function fromOf({ sender, senderName }: Pick<OutgoingMail, "sender" | "senderName">, mailFrom: string | undefined) {
  if (senderName === undefined) return mailFrom ?? sender;
  const address = mailFrom === undefined ? sender.address : (/<([^<>]*)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom).trim();
  return { name: senderName, address };
}

/** RFC 8058. */
const unsubscribeHeaders = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

const domainOf = (mailbox: string) =>
  mailbox
    .slice(mailbox.lastIndexOf("@") + 1)
    .replace(/>.*$/, "")
    .trim();
