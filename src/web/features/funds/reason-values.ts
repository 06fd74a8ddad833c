import { orNaN, readCount, readPounds } from "#shared/typed-numbers.ts";

/** What is asked beside the reason. */
export type ReasonKind = "reason" | "call" | "amount" | "extension";

export interface ReasonValues {
  reason: string;
  /** Pounds, as typed. */
  amount: string;
  hours: string;
}

/** What cannot be read becomes a value that the schema refuses at its field. */
export function toReasonInput(kind: ReasonKind, { reason, amount, hours }: ReasonValues) {
  if (kind === "amount") return { reason, amount_pence: orNaN(readPounds(amount)) };
  if (kind === "extension") return { reason, hours: orNaN(readCount(hours)) };
  return { reason };
}

const fields: Record<string, string> = { amount_pence: "amount" };
export const reasonFieldOf = (path: string): string => fields[path] ?? path;
