import { costPence, splitLargestRemainder } from "#shared/commitments/share-costs.ts";
import { groupBy, sumOf } from "#shared/group-by.ts";

/** Shares of one issue that one owner holds. */
export interface ExitLot {
  holding_id: string;
  owner_id: string;
  /** "2027-02-02". */
  issued_on: string;
  shares: number;
}

export interface ExitTerms {
  /** Pounds for a share, up to six decimals. */
  price: string;
  /** The count is of all owners together; `null` means all that they hold. */
  shares: number | null;
  costsPence: number;
}

export interface ExitLine {
  holding_id: string;
  shares: number;
  gross_pence: number;
  costs_pence: number;
}

/**
 * What each lot has of an exit, in the order of `lots`' owners, whatever theirs was. Shares are split over owners by what they
 * hold, and of an owner's lots the earliest go first. What is paid for all is rounded half up once; it and the costs are split
 * over owners by their shares, then over an owner's lots. Every split is by largest remainder, ties to the lower id.
 * @throws RangeError for more shares than are held, or none.
 */
export function exitLines(lots: readonly ExitLot[], { price, shares, costsPence }: ExitTerms): ExitLine[] {
  const owners = groupByOwner(lots);
  const held = owners.map((own) => sumOf(own, (lot) => lot.shares));
  const all = sumOf(held, (number) => number);
  if (shares !== null && shares > all) throw new RangeError(`${shares} shares are more than are held.`);
  const sold = shares === null ? held : splitLargestRemainder(shares, held);
  const gross = splitLargestRemainder(costPence(price, shares ?? all), sold);
  const costs = splitLargestRemainder(costsPence, sold);
  return owners.flatMap((own, place) =>
    linesOfOwner(own, { shares: sold[place] ?? 0, grossPence: gross[place] ?? 0, costsPence: costs[place] ?? 0 }),
  );
}

/** By id, and each owner's lots from the earliest on. */
function groupByOwner(lots: readonly ExitLot[]): ExitLot[][] {
  const sorted = lots
    .filter((lot) => lot.shares > 0)
    .toSorted(
      (one, other) =>
        compare(one.owner_id, other.owner_id) ||
        compare(one.issued_on, other.issued_on) ||
        compare(one.holding_id, other.holding_id),
    );
  return [...groupBy(sorted, ({ owner_id }) => owner_id).values()];
}

interface OwnersPart {
  shares: number;
  grossPence: number;
  costsPence: number;
}

/** Of one owner's lots, from the earliest on. */
export function linesOfOwner(
  lots: readonly Pick<ExitLot, "holding_id" | "shares">[],
  { shares, grossPence, costsPence }: OwnersPart,
): ExitLine[] {
  if (shares === 0) return [];
  let left = shares;
  const taken = lots.map((lot) => {
    const part = Math.min(lot.shares, left);
    left -= part;
    return part;
  });
  const gross = splitLargestRemainder(grossPence, taken);
  const costs = splitLargestRemainder(costsPence, taken);
  return lots.flatMap(({ holding_id }, place) => {
    const line = { shares: taken[place] ?? 0, gross_pence: gross[place] ?? 0, costs_pence: costs[place] ?? 0 };
    return line.shares > 0 ? [{ holding_id, ...line }] : [];
  });
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
