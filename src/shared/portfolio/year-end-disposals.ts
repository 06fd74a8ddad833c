import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { yearEndMessages as messages } from "./year-end-messages.ts";
import type { YearEndPack } from "./year-end-pack.ts";

type OfLot = Pick<YearEndPack["paid"][number], "lot_id" | "company_id" | "name" | "deal_name">;
export interface Disposal extends OfLot {
  day: string;
  shares: number;
  /** Nothing is left of them, in place of a sale. */
  is_lost: boolean;
  cost_pence: number;
  /** The amount is after the costs of a sale. */
  brought_pence: number;
  gross_pence: number;
  costs_pence: number;
  /** Below 0 a loss, less the relief that is kept; null where that relief is not known. */
  gain_pence: number | null;
  /** A sale within three years took this of the relief that was recorded; `null` where that is not shown. */
  relief_withdrawn_pence: number | null;
  /** Of a loss alone, as the day until which it may be claimed. */
  relief_kept_pence: number | null;
  claim_until: string | null;
}

/** Shares that were sold, and those of which nothing is left: each with its gain, or below 0 its loss. */
export const disposalsOf = ({ proceeds, lost }: Pick<YearEndPack, "proceeds" | "lost">): Disposal[] =>
  [
    ...proceeds.flatMap(
      ({ happened_on: day, shares, cost_pence, gross_pence, costs_pence, gain_pence, loss, ...row }) =>
        shares === 0
          ? []
          : [
              {
                ...ofLot(row),
                day,
                shares,
                is_lost: false,
                cost_pence,
                gross_pence,
                costs_pence,
                gain_pence,
                brought_pence: gross_pence - costs_pence,
                relief_withdrawn_pence: row.relief_withdrawn_pence,
                relief_kept_pence: loss?.relief_kept_pence ?? null,
                claim_until: loss?.claim_until ?? null,
              },
            ],
    ),
    ...lost.map(({ lost_on: day, shares, cost_pence, loss, ...row }) => ({
      ...ofLot(row),
      day,
      shares,
      is_lost: true,
      cost_pence,
      brought_pence: 0,
      gross_pence: 0,
      costs_pence: 0,
      gain_pence: loss.allowable_pence === null ? null : 0 - loss.allowable_pence,
      relief_withdrawn_pence: 0,
      relief_kept_pence: loss.relief_kept_pence,
      claim_until: loss.claim_until,
    })),
  ].toSorted((one, other) => one.day.localeCompare(other.day));

/** What the figures are, and the relief that may have to go back, by name. */
export const disposalsText = (disposals: readonly Disposal[]): string =>
  [
    messages.disposalsText,
    ...disposals.flatMap(({ name, day, relief_withdrawn_pence: pence }) =>
      pence ? [messages.goesBack(name, formatPence(pence), formatDay(day))] : [],
    ),
  ].join(" ");

/** The limits of the schemes are told of every year. */
export const isEmptyYear = ({
  paid,
  unissued,
  bought,
  certificates,
  proceeds,
  received,
  lost,
  reliefs,
}: YearEndPack): boolean =>
  [paid, unissued, bought, certificates, proceeds, received, lost, reliefs].every((rows) => rows.length === 0);

const ofLot = ({ lot_id, company_id, name, deal_name }: OfLot): OfLot => ({ lot_id, company_id, name, deal_name });
