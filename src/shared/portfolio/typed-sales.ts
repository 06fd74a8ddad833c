import { linesOfOwner } from "#shared/funds/exit-lines.ts";
import type { Proceeds } from "./portfolio-figures.ts";

interface TypedLot {
  id: string;
  shares: number;
  issued_on: string;
}

interface TypedSale {
  sold_on: string;
  shares: number;
  gross_pence: number;
  costs_pence: number;
}

/**
 * What each lot of a company brought: the earliest lots go first, as in the club's exits.
 * @param lots from the earliest on.
 * @param sales by day, each of no more shares than were then held (`firstOversold`).
 */
export function proceedsOfSales(lots: readonly TypedLot[], sales: readonly TypedSale[]): Proceeds[] {
  const sold = new Map<string, number>();
  return sales.flatMap(({ sold_on, shares, gross_pence, costs_pence }) => {
    const left = lots
      .filter(({ issued_on }) => issued_on <= sold_on)
      .map((lot) => ({ holding_id: lot.id, shares: lot.shares - (sold.get(lot.id) ?? 0) }))
      .filter((lot) => lot.shares > 0);
    const lines = linesOfOwner(left, { shares, grossPence: gross_pence, costsPence: costs_pence });
    for (const line of lines) sold.set(line.holding_id, (sold.get(line.holding_id) ?? 0) + line.shares);
    return lines.map((line) => ({
      lot_id: line.holding_id,
      happened_on: sold_on,
      shares_sold: line.shares,
      gross_pence: line.gross_pence,
      costs_pence: line.costs_pence,
      paid_on: sold_on,
    }));
  });
}

/** The first sale of more shares than were then held, and how many those were; undefined where all were held. */
export function firstOversold(
  lots: readonly TypedLot[],
  sales: readonly TypedSale[],
): { sold_on: string; held: number } | undefined {
  let sold = 0;
  for (const { sold_on, shares } of sales.toSorted((one, other) => (one.sold_on < other.sold_on ? -1 : 1))) {
    const bought = lots.reduce((sum, lot) => sum + (lot.issued_on <= sold_on ? lot.shares : 0), 0);
    if (sold + shares > bought) return { sold_on, held: Math.max(0, bought - sold) };
    sold += shares;
  }
  return undefined;
}
