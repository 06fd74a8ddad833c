import { z } from "zod";
import type { EnteredPrice } from "#shared/portfolio/held-rounds.ts";
import { sharePriceInputSchema } from "#shared/portfolio/portfolio.ts";
import { enteredPriceBases } from "#shared/portfolio/portfolio-messages.ts";
import { optionalText, price, sharesOrNull, typedAs } from "#web/lib/form-codecs.ts";

const fields = z.object({
  basis: z.enum(enteredPriceBases),
  /** An empty text means every share class. */
  share_class: optionalText,
  as_of: z.string(),
  price,
  is_far_meant: z.boolean(),
  impaired_percent: z.string().transform(Number),
  source: z.string(),
  shares_in_issue: sharesOrNull,
});
export type PriceValues = z.input<typeof fields>;

/** The API ignores what does not belong to the basis. */
export const priceForm = typedAs(fields, sharePriceInputSchema, {
  as_of: "Please enter the day",
  source: "Please say where it can be checked",
  shares_in_issue: (shares) =>
    shares === 0 ? "Please enter at least 1 share" : "Please enter a whole number of shares",
});

export const isTyped = (basis: PriceValues["basis"]): boolean => basis !== "impaired" && basis !== "nil";

/** Returns the price for the notes about it; null while something of it is missing. */
export function toEntered(values: PriceValues): EnteredPrice | null {
  const entered = fields.parse(values);
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(entered.as_of)) return null;
  if (isTyped(entered.basis) && !(Number(entered.price) > 0)) return null;
  return entered;
}
