import type { YearEndPack } from "./year-end-pack.ts";

type OfLot = Pick<YearEndPack["paid"][number], "lot_id" | "company_id" | "name" | "deal_name">;
export interface YearEndLoss extends OfLot {
  day: string;
  cost_pence: number;
  brought_pence: number;
  relief_kept_pence: number;
  allowable_pence: number;
  claim_until: string;
}

/** Of shares that were sold for less than they cost, and of those of which nothing is left. */
export const lossesOf = ({ proceeds, lost }: Pick<YearEndPack, "proceeds" | "lost">): YearEndLoss[] =>
  [
    ...proceeds.flatMap(({ happened_on: day, gross_pence, costs_pence, loss, ...row }) =>
      loss
        ? [{ ...ofLot(row), day, cost_pence: row.cost_pence, brought_pence: gross_pence - costs_pence, ...loss }]
        : [],
    ),
    ...lost.map(({ lost_on: day, loss, ...row }) => ({
      ...{ ...ofLot(row), day, cost_pence: row.cost_pence, brought_pence: 0, ...loss },
    })),
  ].toSorted((one, other) => one.day.localeCompare(other.day));

const ofLot = ({ lot_id, company_id, name, deal_name }: OfLot): OfLot => ({ lot_id, company_id, name, deal_name });
