import { sumOf } from "#shared/group-by.ts";
import { schemes } from "./deal-result.ts";
import {
  allowableLossPence,
  type Lot,
  type Payment,
  type Portfolio,
  type RecordedRelief,
} from "./portfolio-figures.ts";
import type { ReliefKind } from "./portfolio-messages.ts";
import { costsOfSales, isEarlySale, reliefKeptOn } from "./relief-kept.ts";
import { sharesUntil } from "./share-actions.ts";
import { lossClaimableUntil, reliefClaimableUntil, taxYearOf } from "./tax-dates.ts";

/** Days are London days; money is whole pence; a tax year is the calendar year in which it begins, from 6 April to 5 April. */

export interface YearEndInput<OwnLot extends Lot = Lot> extends Portfolio {
  lots: readonly OwnLot[];
  reliefs: readonly (RecordedRelief & { kind: ReliefKind })[];
  /** Of each lot, null without one. */
  schemeOf: (lot: OwnLot) => "SEIS" | "EIS" | null;
  /** From when nothing is left of a lot's shares: the day of a price of nil. */
  lostOn: (lot: OwnLot) => string | null;
}

/** What may be set against income or gains: what the shares cost, less the relief that is kept and what they brought. */
export interface Loss {
  relief_kept_pence: number;
  allowable_pence: number;
  claim_until: string;
}

export interface YearEnd {
  tax_year: number;
  /** Arrived at the club's account in the year, cost and fee. */
  paid: ({ lot_id: string } & Payment)[];
  /** Shares issued in the year. */
  bought: {
    lot_id: string;
    issued_on: string;
    shares: number;
    cost_pence: number;
    fee_pence: number;
    scheme: "SEIS" | "EIS" | null;
    /** Null without a scheme. */
    claim_until: string | null;
  }[];
  /** Shares sold and dividends paid in the year. */
  proceeds: {
    lot_id: string;
    happened_on: string;
    /** 0 for a dividend, and for what was kept back at a sale. */
    shares: number;
    is_holdback: boolean;
    /** Before three years were up, of shares under a scheme: none of the relief on them is kept. */
    is_early: boolean;
    /** Of the shares that were sold. */
    cost_pence: number;
    gross_pence: number;
    costs_pence: number;
    paid_on: string | null;
    /** Null where there is no loss, or no shares were sold. */
    loss: Loss | null;
    /** What the shares brought more than they cost, or below 0 the loss; null where no shares were sold. */
    gain_pence: number | null;
  }[];
  /** Paid out in the year, after costs, whenever it was sold. */
  received: { lot_id: string; day: string; pence: number }[];
  /** Shares of which nothing is left since a day of the year. */
  lost: { lot_id: string; lost_on: string; shares: number; cost_pence: number; loss: Loss }[];
  /** As recorded by the member on days of the year. */
  reliefs: { lot_id: string; kind: ReliefKind; day: string; pence: number }[];
  fees_pence: number;
  /** Subscriptions under a scheme, in the year and in the one before, beside the most that relief is given on in one. */
  limits: { scheme: "SEIS" | "EIS"; used_pence: number; used_before_pence: number; limit_pence: number }[];
}

/** What a tax return or an accountant asks of a year: facts, not advice. */
export function yearEnd<OwnLot extends Lot>(
  taxYear: number,
  { lots, proceeds, reliefs, schemeOf, lostOn }: YearEndInput<OwnLot>,
): YearEnd {
  const isOf = (day: string) => taxYearOf(day) === taxYear;
  const byId = new Map(lots.map((lot) => [lot.id, lot]));
  const costs = costsOfSales(lots, proceeds);
  const lossOf = (lot: OwnLot, cost_pence: number, day: string, broughtPence: number, isEarly = false): Loss => {
    const claims = reliefs.filter(({ lot_id, kind }) => lot_id === lot.id && kind === "income");
    const sales = proceeds.filter(({ lot_id }) => lot_id === lot.id);
    const relief_kept_pence = isEarly ? 0 : reliefKeptOn(cost_pence, lot, sales, claims);
    const allowable_pence = allowableLossPence(cost_pence, relief_kept_pence, broughtPence);
    return { relief_kept_pence, allowable_pence, claim_until: lossClaimableUntil(day) };
  };
  const bought = lots.filter(({ issued_on }) => isOf(issued_on));
  const used = (scheme: "SEIS" | "EIS", year: number) =>
    lots
      .filter((lot) => schemeOf(lot) === scheme && taxYearOf(lot.issued_on) === year)
      .reduce((sum, { cost_pence }) => sum + cost_pence, 0);
  return {
    tax_year: taxYear,
    paid: lots.flatMap(({ id, payments }) =>
      payments
        .filter(({ day }) => isOf(day))
        .map(({ day, pence, arrived_pence = pence }) => ({
          ...{ lot_id: id, day, pence },
          ...(arrived_pence > pence && { arrived_pence }),
        })),
    ),
    bought: bought.map((lot) => {
      const { id, issued_on, shares, cost_pence, fee_pence } = lot;
      const scheme = schemeOf(lot);
      const claim_until = scheme && reliefClaimableUntil(issued_on);
      return { lot_id: id, issued_on, shares, cost_pence, fee_pence, scheme, claim_until };
    }),
    proceeds: proceeds.flatMap((one) => {
      const { lot_id, happened_on, shares_sold, is_holdback = false, gross_pence, costs_pence, paid_on } = one;
      const lot = byId.get(lot_id);
      if (!isOf(happened_on) || !lot) return [];
      const cost_pence = costs.get(one) ?? 0;
      const brought = gross_pence - costs_pence;
      const is_early = schemeOf(lot) !== null && isEarlySale(lot, one);
      const loss =
        shares_sold > 0 && brought < cost_pence ? lossOf(lot, cost_pence, happened_on, brought, is_early) : null;
      return [
        {
          ...{ lot_id, happened_on, shares: shares_sold, is_holdback, is_early, cost_pence, gross_pence, costs_pence },
          ...{
            paid_on,
            loss,
            gain_pence: shares_sold === 0 ? null : loss ? 0 - loss.allowable_pence : brought - cost_pence,
          },
        },
      ];
    }),
    received: proceeds.flatMap(({ lot_id, gross_pence, costs_pence, paid_on }) =>
      paid_on !== null && isOf(paid_on) && byId.has(lot_id)
        ? [{ lot_id, day: paid_on, pence: gross_pence - costs_pence }]
        : [],
    ),
    lost: lots.flatMap((lot) => {
      const lost_on = lostOn(lot);
      if (!lost_on || !isOf(lost_on) || lot.issued_on > lost_on) return [];
      const got = proceeds.filter(({ lot_id, happened_on }) => lot_id === lot.id && happened_on <= lost_on);
      const shares = sharesUntil(lot, lost_on) - got.reduce((sum, { shares_sold }) => sum + shares_sold, 0);
      if (shares <= 0) return [];
      const cost_pence = lot.cost_pence - sumOf(got, (sale) => costs.get(sale) ?? 0);
      const loss = lossOf(lot, cost_pence, lost_on, 0);
      return [{ lot_id: lot.id, lost_on, shares, cost_pence, loss }];
    }),
    reliefs: reliefs
      .filter(({ day, lot_id }) => isOf(day) && byId.has(lot_id))
      .map(({ lot_id, kind, day, pence }) => ({ lot_id, kind, day, pence })),
    fees_pence: bought.reduce((sum, { fee_pence }) => sum + fee_pence, 0),
    limits: (["SEIS", "EIS"] as const).map((scheme) => ({
      scheme,
      used_pence: used(scheme, taxYear),
      used_before_pence: used(scheme, taxYear - 1),
      limit_pence: yearlyLimitPence(scheme, taxYear),
    })),
  };
}

/** From 6 April 2023 on twice as much is relieved under SEIS as before. */
const yearlyLimitPence = (scheme: "SEIS" | "EIS", taxYear: number): number =>
  schemes[scheme].yearlyLimitPence / (scheme === "SEIS" && taxYear < 2023 ? 2 : 1);
