import { z } from "zod";
import { type HeldCompanyDetails, shareActionInputSchema } from "#shared/portfolio/portfolio.ts";
import { portfolioMessages } from "#shared/portfolio/portfolio-messages.ts";
import { priceAfter } from "#shared/portfolio/share-actions.ts";
import { optionalText, shares, typedAs } from "#web/lib/form-codecs.ts";

const fields = z.object({
  new_shares: shares,
  old_shares: shares,
  /** An empty text means every share class. */
  share_class: optionalText,
  effective_on: z.string(),
  source: z.string(),
});
export type SplitValues = z.input<typeof fields>;

export const splitForm = typedAs(fields, shareActionInputSchema, {
  new_shares: portfolioMessages.wholeShares,
  old_shares: portfolioMessages.wholeShares,
  effective_on: "Please enter the day",
  source: "Please say where it can be checked",
});

interface Effect {
  before: number;
  after: number;
  /** The value is null where earlier rounds are worth different prices. */
  price: { before: string; after: string } | null;
}

/** Of the rounds that were issued before its day, as they stand now; null while something of it is missing. */
export function effectOfSplit({ rounds }: HeldCompanyDetails, values: SplitValues): Effect | null {
  const { new_shares, old_shares, share_class, effective_on } = fields.parse(values);
  if (!isPart(new_shares) || !isPart(old_shares) || new_shares === old_shares || effective_on === "") return null;
  const touched = rounds.filter(
    (round) =>
      round.shares_left > 0 &&
      round.issued_on < effective_on &&
      (share_class === null || round.share_class === share_class),
  );
  const ratio = { newShares: BigInt(new_shares), oldShares: BigInt(old_shares) };
  const classes = Map.groupBy(touched, (round) => round.share_class);
  const lefts = [...classes.values()].map((held) => held.reduce((sum, { shares_left }) => sum + shares_left, 0));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const [price, ...others] = new Set(
    touched.filter(({ worth }) => worth.as_of < effective_on).map(({ worth }) => worth.price),
  );
  return {
    before: sum(lefts),
    after: sum(lefts.map((left) => Number((BigInt(left) * ratio.newShares) / ratio.oldShares))),
    price: price !== undefined && others.length === 0 ? { before: price, after: priceAfter(price, ratio) } : null,
  };
}

const isPart = (count: number): boolean => Number.isInteger(count) && count >= 1 && count <= 1_000_000;
