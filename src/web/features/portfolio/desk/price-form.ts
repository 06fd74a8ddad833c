import { z } from "zod";
import { formatPrice, withTwoDecimals } from "#shared/pence.ts";
import { type EnteredPrice, effectOfPrice, type PriceEffect } from "#shared/portfolio/held-rounds.ts";
import { type HeldCompanyDetails, sharePriceInputSchema } from "#shared/portfolio/portfolio.ts";
import { priceDeskMessages as messages } from "#shared/portfolio/portfolio-desk-messages.ts";
import { enteredPriceBases, portfolioMessages } from "#shared/portfolio/portfolio-messages.ts";
import { worthWords } from "#shared/portfolio/portfolio-page-messages.ts";
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

/** What a price does to what members hold, in words. */
export function effectWords(company: HeldCompanyDetails, entered: EnteredPrice): string[] {
  if (entered.as_of > company.as_of) return [`${portfolioMessages.notLaterThanToday}.`];
  const { price, before, after, isInForce } = effectOfPrice(company, company.prices, entered, company.as_of);
  if (price === null)
    return ["There is nothing to impair on that day, or the classes cost different prices: choose one class."];
  const share = formatPrice(withTwoDecimals(price));
  if (!isInForce)
    return [
      `It records ${share} a share.`,
      "It changes no value: a newer price, or one that this would raise, stays in force.",
      messages.effectSame(worth(before)),
    ];
  const words = [`A share is worth ${share}.`];
  if (before.range_pence === 0 && after.range_pence === 0 && before.value_pence === after.value_pence)
    return [...words, messages.effectSame(worth(after))];
  return [...words, `What members hold goes from ${worth(before)} to ${worth(after)}, ${change(before, after)}.`];
}

type Worth = PriceEffect["before"];

const worth = ({ value_pence, range_pence }: Worth): string => worthWords(value_pence, range_pence);

/** "+100%". */
function change(before: Worth, after: Worth): string {
  const [was, is] = [before.value_pence + before.range_pence, after.value_pence + after.range_pence];
  return `${is < was ? "−" : "+"}${was === 0 ? 0 : Math.round((100 * Math.abs(is - was)) / was)}%`;
}
