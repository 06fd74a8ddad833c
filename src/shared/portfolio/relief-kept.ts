import { groupBy, sumOf } from "#shared/group-by.ts";
import { partPence, type ShareChange, sharesUntil } from "./share-actions.ts";
import { heldThreeYearsOn } from "./tax-dates.ts";

/** Days are London days; money is whole pence. */

/** Of a lot, its proceeds and what was recorded for it, what the relief on it turns on: `Lot`, `Proceeds` and `RecordedRelief`. */
interface SoldLot {
  id: string;
  shares: number;
  cost_pence: number;
  issued_on: string;
  changes?: readonly ShareChange[];
}
interface Sale {
  lot_id: string;
  happened_on: string;
  shares_sold: number;
  gross_pence: number;
  is_liquidation?: boolean;
}
interface Claim {
  lot_id: string;
  kind: "income" | "loss";
  day: string;
  pence: number;
}

/** Relief on shares that are sold before three years are up is reduced; a liquidation is no such sale. */
export const isEarlySale = (
  { issued_on }: Pick<SoldLot, "issued_on">,
  { happened_on, shares_sold, is_liquidation = false }: Omit<Sale, "gross_pence">,
): boolean => shares_sold > 0 && !is_liquidation && happened_on < heldThreeYearsOn(issued_on);

/**
 * What the shares cost that each sale took of its lot: of what the shares cost that were left until then, the part that was sold,
 * rounded half up to the penny. With the cost of those left it is the cost of the lot. A split changes no cost.
 * @param proceeds those of a day as they were recorded.
 */
export function costsOfSales<OwnSale extends Sale>(
  lots: readonly SoldLot[],
  proceeds: readonly OwnSale[],
): Map<OwnSale, number> {
  const ofLot = groupBy(
    proceeds.filter(({ shares_sold }) => shares_sold > 0),
    ({ lot_id }) => lot_id,
  );
  return new Map(
    lots.flatMap((lot) => {
      const sales = (ofLot.get(lot.id) ?? []).toSorted((one, other) =>
        one.happened_on.localeCompare(other.happened_on),
      );
      let [costLeft, taken] = [lot.cost_pence, 0];
      return sales.map((sale): [OwnSale, number] => {
        const cost = partPence(costLeft, sale.shares_sold, sharesUntil(lot, sale.happened_on) - taken);
        costLeft -= cost;
        taken += sale.shares_sold;
        return [sale, cost];
      });
    }),
  );
}

/** Those of a lot that were too early for its relief, each with what the shares cost. */
const earlySalesOf = <OwnSale extends Sale>(lot: SoldLot, proceeds: readonly OwnSale[]) =>
  [...costsOfSales([lot], proceeds)].filter(([sale]) => isEarlySale(lot, sale));

/** Of a lot's shares, what those on which relief is kept cost, and the sales that were too early for it. */
export function keptOf<OwnSale extends Sale>(lot: SoldLot, proceeds: readonly OwnSale[]) {
  const early = earlySalesOf(lot, proceeds);
  return { cost_pence: lot.cost_pence - sumOf(early, ([, cost]) => cost), early: early.map(([sale]) => sale) };
}

/**
 * Of relief that was recorded for a lot, what is kept on some of its shares: a claim is for the shares that were not sold too early
 * by its day.
 * @param costPence of these shares, none of them sold too early.
 */
export function reliefKeptOn(
  costPence: number,
  lot: SoldLot,
  proceeds: readonly Sale[],
  reliefs: readonly { day: string; pence: number }[],
): number {
  return sumOf(reliefs, ({ day, pence }) => {
    const claimedFor = keptOf(
      lot,
      proceeds.filter(({ happened_on }) => happened_on <= day),
    ).cost_pence;
    return claimedFor === 0 ? 0 : partPence(pence, costPence, claimedFor);
  });
}

/**
 * Of relief that was recorded before an early sale, what the shares had that it took, and what is kept of it. At arm's length the sale
 * takes what it brought at the rate of the relief, or in the proportion in which less than that was claimed: Income Tax Act 2007
 * sections 209, 210, 257FA and 257FB.
 * @param costPence of the shares that were sold.
 */
export function reliefOnEarlySale(
  sale: Sale,
  costPence: number,
  lot: SoldLot,
  proceeds: readonly Sale[],
  reliefs: readonly Pick<Claim, "day" | "pence">[],
): { had_pence: number; kept_pence: number } {
  const had_pence = reliefKeptOn(
    costPence,
    lot,
    proceeds,
    // A claim on the day of a sale is for the shares that are left.
    reliefs.filter(({ day }) => day < sale.happened_on),
  );
  const kept_pence = costPence > sale.gross_pence ? had_pence - partPence(had_pence, sale.gross_pence, costPence) : 0;
  return { had_pence, kept_pence };
}

/** Each relief with what is kept of it by the sales that are given; a claim for a loss is kept whole. */
export function keptReliefs<OwnClaim extends Claim>(
  lots: readonly SoldLot[],
  proceeds: readonly Sale[],
  reliefs: readonly OwnClaim[],
): OwnClaim[] {
  const [byId, sales] = [new Map(lots.map((lot) => [lot.id, lot])), groupBy(proceeds, ({ lot_id }) => lot_id)];
  return reliefs.map((relief) => {
    const [lot, sold] = [byId.get(relief.lot_id), sales.get(relief.lot_id) ?? []];
    if (!lot || relief.kind === "loss") return relief;
    const keptOnEarly = sumOf(
      earlySalesOf(lot, sold),
      ([sale, cost]) => reliefOnEarlySale(sale, cost, lot, sold, [relief]).kept_pence,
    );
    const pence = reliefKeptOn(keptOf(lot, sold).cost_pence, lot, sold, [relief]) + keptOnEarly;
    return { ...relief, pence: Math.min(relief.pence, pence) };
  });
}
