import type { HeldCompanyDetails } from "#shared/portfolio.ts";
import { priceAfter } from "#shared/share-actions.ts";
import { orNaN, readCount } from "#shared/typed-numbers.ts";

/** What the controls hold. */
export interface SplitValues {
  new_shares: string;
  old_shares: string;
  /** Empty for all. */
  share_class: string;
  effective_on: string;
  source: string;
}

/** What cannot be read becomes a value that the schema refuses at its field. */
export const toSplitInput = ({ new_shares, old_shares, share_class, effective_on, source }: SplitValues) => ({
  ...{ new_shares: orNaN(readCount(new_shares)), old_shares: orNaN(readCount(old_shares)) },
  ...{ share_class: share_class || null, effective_on, source },
});

interface Effect {
  before: number;
  after: number;
  /** Null where rounds of before are worth different prices. */
  price: { before: string; after: string } | null;
}

/** Of the rounds that were issued before its day, as they stand now; null while something of it is missing. */
export function effectOfSplit({ rounds }: HeldCompanyDetails, values: SplitValues): Effect | null {
  const { new_shares, old_shares, share_class, effective_on } = toSplitInput(values);
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
