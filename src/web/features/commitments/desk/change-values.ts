export interface ChangeValues {
  /** Whole shares, as typed. */
  shares: string;
  reason: string;
}

/** What cannot be read becomes a value that the schema refuses at its field. */
export function toChangeInput({ shares, reason }: ChangeValues) {
  const digits = shares.replace(/[\s,]/g, "");
  return { shares: /^\d+$/.test(digits) ? Number(digits) : Number.NaN, reason };
}
