import type { ExitKind } from "#shared/funds-exits-messages.ts";
import { costPence } from "#shared/share-costs.ts";
import { isBlank, orNaN, readCount, readPounds, readPrice } from "#shared/typed-numbers.ts";

/** What the controls hold. */
export interface ExitValues {
  kind: ExitKind;
  earlier_id: string;
  happened_on: string;
  price: string;
  shares: string;
  costs: string;
  costs_payee: string;
  note: string;
}

export const emptyExit: ExitValues = {
  ...{ kind: "sale", earlier_id: "", happened_on: "", price: "", shares: "", costs: "", costs_payee: "", note: "" },
};

/** A dividend and a holdback are on every share. */
export const takesShares = (kind: ExitKind): boolean => kind !== "dividend" && kind !== "holdback";

/** What cannot be read becomes a value that the schema refuses at its field. */
export function toExitInput({ kind, earlier_id, happened_on, price, shares, costs, costs_payee, note }: ExitValues) {
  const costsPence = isBlank(costs) ? 0 : orNaN(readPounds(costs));
  return {
    ...{ kind, happened_on, note, price: readPrice(price) ?? "" },
    earlier_id: kind === "holdback" && earlier_id ? earlier_id : null,
    shares: takesShares(kind) && !isBlank(shares) ? orNaN(readCount(shares)) : null,
    ...{ costs_pence: costsPence, costs_payee: costsPence === 0 ? null : costs_payee },
  };
}

/** What it brings before costs; null while something is missing. */
export function grossOf(values: ExitValues, sharesLeft: number): { shares: number; pence: number } | null {
  const { price, shares } = toExitInput(values);
  const count = shares ?? sharesLeft;
  if (values.kind === "holdback" || price === "") return null;
  return Number.isInteger(count) && count > 0 && count <= sharesLeft
    ? { shares: count, pence: costPence(price, count) }
    : null;
}

const fields: Record<string, string> = { costs_pence: "costs" };
export const exitFieldOf = (path: string): string => fields[path] ?? path;
