import { orNaN, readBp } from "#shared/typed-numbers.ts";

/** As typed; what does not belong to the decision stays unread. */
export interface FeeValues {
  decision: "allowed" | "waived";
  article: string;
  /** Per cent. */
  allowed: string;
  reason: string;
}

/** What cannot be read becomes a value that the schema refuses at its field. */
export const toFeeInput = ({ decision, article, allowed, reason }: FeeValues) =>
  decision === "waived" ? { decision, reason } : { decision, article, allowed_bp: orNaN(readBp(allowed)) };

export const feeFieldOf = (path: string): string => (path === "allowed_bp" ? "allowed" : path);
