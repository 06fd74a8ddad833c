/** Days are London days; a price is a decimal string of pounds with up to six decimals. Everything is computed in BigInt. */

/** A split or a consolidation: so many new shares for so many old ones, from a day on. */
export interface ShareAction {
  company_id: string;
  /** `null` means every share class. */
  share_class: string | null;
  effective_on: string;
  new_shares: number;
  old_shares: number;
}

/** What a split added to a lot, or took from it where that is below 0. */
export interface ShareChange {
  day: string;
  shares_added: number;
}

/** So many shares of a later day are so many of an earlier one. */
export interface ShareRatio {
  newShares: bigint;
  oldShares: bigint;
}

type About = Pick<ShareAction, "company_id" | "share_class">;

/** Of one lot, rounded down at each split, as PostgreSQL counts a lot that is recorded after it. */
export const sharesAfter = (
  shares: number,
  splits: readonly Pick<ShareAction, "new_shares" | "old_shares">[],
): number =>
  splits.reduce(
    (held, { new_shares, old_shares }) => Number((BigInt(held) * BigInt(new_shares)) / BigInt(old_shares)),
    shares,
  );

/** After the day on which something was told, until another day. What is told on the day of a split is told in the new shares. */
export const splitsBetween = <Action extends ShareAction>(
  actions: readonly Action[],
  { company_id, share_class }: About,
  told: string,
  until: string,
): Action[] =>
  actions.filter(
    (action) =>
      action.company_id === company_id &&
      (action.share_class === null || action.share_class === share_class) &&
      action.effective_on > told &&
      action.effective_on <= until,
  );

/** Of prices and shares told on a day, until another day. */
export function ratioBetween(actions: readonly ShareAction[], about: About, told: string, until: string): ShareRatio {
  let [newShares, oldShares] = [1n, 1n];
  for (const action of splitsBetween(actions, about, told, until)) {
    newShares *= BigInt(action.new_shares);
    oldShares *= BigInt(action.old_shares);
  }
  return { newShares, oldShares };
}

/** What so many shares are worth at a price of before, in pence, rounded half up. */
export function worthPence(price: string, shares: number, { newShares, oldShares }: ShareRatio): number {
  const dividend = toMicropounds(price) * BigInt(shares) * oldShares;
  const divisor = microPerPenny * newShares;
  return Number((2n * dividend + divisor) / (2n * divisor));
}

/** What a price of before comes to for a share of now, rounded half up to six decimals, as PostgreSQL does. Values follow from the exact one. */
export function priceAfter(price: string, { newShares, oldShares }: ShareRatio): string {
  if (newShares === oldShares) return price;
  const dividend = toMicropounds(price) * oldShares;
  const digits = String((2n * dividend + newShares) / (2n * newShares)).padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** Above 0 where the price is more than another of before, below 0 where it is less. */
export function comparePrices(price: string, before: string, { newShares, oldShares }: ShareRatio): number {
  const [one, other] = [toMicropounds(price) * newShares, toMicropounds(before) * oldShares];
  return one === other ? 0 : one > other ? 1 : -1;
}

/** Returns the shares as if none of them were sold. */
export const sharesUntil = (
  { shares, changes = [] }: { shares: number; changes?: readonly ShareChange[] },
  day: string,
): number => changes.reduce((sum, change) => sum + (change.day <= day ? change.shares_added : 0), shares);

/** Of pence, what falls to a part of a whole, rounded half up to the penny. */
export const partPence = (pence: number, part: number, whole: number): number =>
  Number((2n * BigInt(pence) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));

const microPerPenny = 10_000n;

function toMicropounds(price: string): bigint {
  const [pounds = "0", decimals = ""] = price.split(".");
  return BigInt(pounds + decimals.slice(0, 6).padEnd(6, "0"));
}
