import type { ComposedMail } from "./mail-content.ts";

/** A mail of the queue. Whoever tries twice does so with the same id, by which a repeated mail is recognised. */
export interface OutgoingMail extends ComposedMail {
  id: string;
}

/** Resolves when the mail is in safe hands, which may be more than once for the same mail. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;
