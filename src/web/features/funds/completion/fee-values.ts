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
  decision === "waived" ? { decision, reason } : { decision, article, allowed_bp: parsePercent(allowed) };

/** "8", "8 %" and "8.00%" are 800 basis points. */
function parsePercent(text: string): number {
  const [, whole = "", part = ""] = /^\s*(\d{1,3})(?:\.(\d{1,2}))?\s*%?\s*$/.exec(text) ?? [];
  return whole === "" ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

export const feeFieldOf = (path: string): string => (path === "allowed_bp" ? "allowed" : path);
