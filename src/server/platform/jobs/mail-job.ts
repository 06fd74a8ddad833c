import type { MailRequest } from "../mail/mail-request.ts";

export interface MailJob {
  /** The same at every try. */
  id: string;
  request: MailRequest;
  /** Aborted when the try has taken too long, or when this process has to end. */
  signal: AbortSignal;
}
