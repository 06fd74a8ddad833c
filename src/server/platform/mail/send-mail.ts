import type { ComposedMail } from "./mail-content.ts";

/** The id is stable across retries, for deduplication. */
export interface OutgoingMail extends ComposedMail {
  id: string;
}

/** At least once. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;
