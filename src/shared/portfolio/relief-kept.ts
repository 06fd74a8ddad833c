import { groupBy, sumOf } from "#shared/group-by.ts";
import type { Lot, Proceeds } from "./portfolio-figures.ts";
import { partPence, sharesUntil } from "./share-actions.ts";
import { heldThreeYearsOn } from "./tax-dates.ts";

/** Days are London days; money is whole pence. */

type SoldLot = Pick<Lot, "id" | "shares" | "changes" | "cost_pence" | "issued_on">;

/** Relief is withdrawn from shares that are sold before three years are up; a liquidation is no such sale. */
export const isEarlySale = (
  { issued_on }: Pick<Lot, "issued_on">,
  { happened_on, shares_sold, is_liquidation = false }: Proceeds,
): boolean => shares_sold > 0 && !is_liquidation && happened_on < heldThreeYearsOn(issued_on);

/**
 * What the shares cost that each sale took of its lot: of what the shares cost that were left until then, the part that was sold,
 * rounded half up to the penny. With the cost of those left it is the cost of the lot. A split changes no cost.
 * @param proceeds those of a day as they were recorded.
 */
export function costsOfSales(lots: readonly SoldLot[], proceeds: readonly Proceeds[]): Map<Proceeds, number> {
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
      return sales.map((sale): [Proceeds, number] => {
        const cost = partPence(costLeft, sale.shares_sold, sharesUntil(lot, sale.happened_on) - taken);
        costLeft -= cost;
        taken += sale.shares_sold;
        return [sale, cost];
      });
    }),
  );
}

/** Of a lot's shares, those on which relief is kept, and how many were sold too early for it. */
export function keptOf(lot: SoldLot, proceeds: readonly Proceeds[]): { cost_pence: number; early_shares: number } {
  const early = [...costsOfSales([lot], proceeds)].filter(([sale]) => isEarlySale(lot, sale));
  return {
    cost_pence: lot.cost_pence - sumOf(early, ([, cost]) => cost),
    early_shares: sumOf(early, ([sale]) => sale.shares_sold),
  };
}

/**
 * Of relief that was recorded for a lot, what is kept on some of its shares: a claim is for the shares that were not sold too early
 * by its day.
 * @param costPence of these shares, none of them sold too early.
 */
export function reliefKeptOn(
  costPence: number,
  lot: SoldLot,
  proceeds: readonly Proceeds[],
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
