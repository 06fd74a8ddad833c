import { incomeTaxReliefPence } from "./deal-result.ts";
import type { Lot, Proceeds, RecordedRelief } from "./portfolio-figures.ts";
import { heldThreeYearsOn, taxYearOf } from "./tax-dates.ts";
import { yearEnd } from "./year-end.ts";

/** Days are London days; money is whole pence. */

export interface LossOfLot {
  lot: Lot & { scheme: "SEIS" | "EIS" | null };
  proceeds: readonly Proceeds[];
  /** The amounts are as the member recorded them; what was claimed for a loss lessens none. */
  reliefs: readonly RecordedRelief[];
  /** Nothing is left of what is still held, since then. */
  writtenOffOn: string | null;
}

/** What members may claim once: for one sale below cost, or for what was written off. */
export interface LossClaim {
  lot_id: string;
  kind: "sold" | "written_off";
  day: string;
  shares: number;
  cost_pence: number;
  /** Of what the member recorded, the part of these shares. */
  relief_kept_pence: number;
  /** Of what was recorded for them before they were sold within three years, what the sale took. */
  relief_withdrawn_pence: number;
  /** What relief on these shares comes to, for who claimed some; null without a scheme, and of an early sale. */
  usual_relief_pence: number | null;
  /** The sum is after the costs of the sale. */
  proceeds_pence: number;
  loss_pence: number;
  claim_until: string;
  /** Sold before the shares were held for three years, so that relief is withdrawn; null otherwise. */
  three_years_on: string | null;
}

/** Of one lot, the earliest first: cost less relief kept less proceeds, as in the year-end figures. */
export function lossClaims({ lot, proceeds, reliefs, writtenOffOn }: LossOfLot, day: string): LossClaim[] {
  const happened = proceeds.filter(({ happened_on }) => happened_on <= day);
  const lostOn = writtenOffOn !== null && writtenOffOn <= day ? writtenOffOn : null;
  const days = [...happened.map(({ happened_on }) => happened_on), ...(lostOn === null ? [] : [lostOn])];
  const years = [...new Set(days.map(taxYearOf))].toSorted((one, other) => one - other);
  return years.flatMap((year) => {
    const { proceeds: sold, lost } = yearEnd(year, {
      lots: [lot],
      proceeds: happened,
      prices: [],
      reliefs,
      schemeOf: () => lot.scheme,
      lostOn: () => lostOn,
    });
    return [
      ...sold.flatMap(({ loss, happened_on, shares, cost_pence, gross_pence, costs_pence, is_early, ...row }) =>
        loss && loss.allowable_pence > 0
          ? [
              {
                lot_id: lot.id,
                kind: "sold" as const,
                day: happened_on,
                shares,
                cost_pence,
                ...reliefOf(is_early ? { scheme: null } : lot, loss.relief_kept_pence, cost_pence),
                relief_withdrawn_pence: row.relief_withdrawn_pence,
                proceeds_pence: gross_pence - costs_pence,
                loss_pence: loss.allowable_pence,
                claim_until: loss.claim_until,
                three_years_on: is_early ? heldThreeYearsOn(lot.issued_on) : null,
              },
            ]
          : [],
      ),
      ...lost.flatMap(({ loss, lost_on, shares, cost_pence }) =>
        loss.allowable_pence > 0
          ? [
              {
                lot_id: lot.id,
                kind: "written_off" as const,
                day: lost_on,
                shares,
                cost_pence,
                ...reliefOf(lot, loss.relief_kept_pence, cost_pence),
                relief_withdrawn_pence: 0,
                proceeds_pence: 0,
                loss_pence: loss.allowable_pence,
                claim_until: loss.claim_until,
                three_years_on: null,
              },
            ]
          : [],
      ),
    ];
  });
}

const reliefOf = ({ scheme }: Pick<LossOfLot["lot"], "scheme">, relief_kept_pence: number, costPence: number) => ({
  relief_kept_pence,
  usual_relief_pence: scheme && incomeTaxReliefPence(scheme, costPence),
});
