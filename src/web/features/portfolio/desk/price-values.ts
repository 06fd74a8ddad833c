import type { EnteredPrice } from "#shared/held-rounds.ts";
import { isBlank, orNaN, readCount, readPrice } from "#shared/typed-numbers.ts";

/** What the controls hold. */
export interface PriceValues {
  basis: EnteredPrice["basis"];
  /** Empty for all. */
  share_class: string;
  as_of: string;
  price: string;
  impaired_percent: string;
  source: string;
  shares_in_issue: string;
}

export const isTyped = (basis: PriceValues["basis"]): boolean => basis !== "impaired" && basis !== "nil";

/** What cannot be read becomes a value that the schema refuses at its field. */
export function toPriceInput({ basis, share_class, as_of, price, impaired_percent, source, ...rest }: PriceValues) {
  return {
    ...{ basis, share_class: share_class || null, as_of, source },
    shares_in_issue: isBlank(rest.shares_in_issue) ? null : orNaN(readCount(rest.shares_in_issue)),
    ...(isTyped(basis) && { price: readPrice(price) ?? "" }),
    ...(basis === "impaired" && { impaired_percent: Number(impaired_percent) }),
  };
}

/** For what is said about it; null while something of it is missing. */
export function toEntered(values: PriceValues): EnteredPrice | null {
  const { basis, share_class, as_of, impaired_percent } = values;
  const price = readPrice(values.price) ?? "";
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(as_of)) return null;
  if (isTyped(basis) && !(Number(price) > 0)) return null;
  return { basis, share_class: share_class || null, as_of, price, impaired_percent: Number(impaired_percent) };
}
