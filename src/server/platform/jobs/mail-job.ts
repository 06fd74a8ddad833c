import type { MailRequest } from "../mail/mail-request.ts";

export interface MailJob {
  /** Stable across retries. */
  id: string;
  request: MailRequest;
  /** Aborted on timeout or shutdown. */
  signal: AbortSignal;
}
