import type { ComposedMail } from "./mail-content.ts";

/** The id is stable across retries, for deduplication. */
export interface OutgoingMail extends ComposedMail {
  id: string;
}

/** The mail is sent at least once. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;

/** Retry is unlikely to help: few attempts. */
export class PermanentError extends Error {
  override name = "PermanentError";
}

/** File and URL access disabled. */
export function mailMessage(
  { id, to, sender, replyTo, subject, html, text, unsubscribeUrl, calendar }: OutgoingMail,
  mailFrom: string | undefined,
) {
  return {
    from: mailFrom ?? sender,
    to: { name: "", address: to },
    ...(replyTo && { replyTo: { name: sender.name, address: replyTo } }),
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
