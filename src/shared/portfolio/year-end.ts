import { sumOf } from "#shared/group-by.ts";
import { incomeTaxReliefPence, schemes } from "./deal-result.ts";
import { allowableLossPence, type Lot, type Payment, type Portfolio } from "./portfolio-figures.ts";
import type { ReliefKind } from "./portfolio-messages.ts";
import { costsOfSales, isEarlySale, keptOf, reliefKeptOn, reliefOnEarlySale } from "./relief-kept.ts";
import { partPence, sharesUntil } from "./share-actions.ts";
import { lossClaimableUntil, taxYearOf } from "./tax-dates.ts";

/** Days are London days; money is whole pence; a tax year is the calendar year in which it begins, from 6 April to 5 April. */

export interface YearEndInput<OwnLot extends Lot = Lot> extends Portfolio {
  lots: readonly OwnLot[];
  /** Of each lot, null without one. */
  schemeOf: (lot: OwnLot) => "SEIS" | "EIS" | null;
  /** Returns the day from which nothing is left of a lot's shares: the day of a price of nil. */
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
  }[];
  /** Shares sold and dividends paid in the year. */
  proceeds: {
    lot_id: string;
    happened_on: string;
    /** 0 for a dividend, and for what was kept back at a sale. */
    shares: number;
    is_holdback: boolean;
    /** Before three years were up, of shares under a scheme: relief on them is reduced by what they brought. */
    is_early: boolean;
    /** The cost is that of the shares that were sold. */
    cost_pence: number;
    gross_pence: number;
    costs_pence: number;
    paid_on: string | null;
    /** Of relief that was recorded before an early sale, what the sale took: it may have to go back to HMRC. */
    relief_withdrawn_pence: number;
    /** `null` means that there is no loss, or that no shares were sold. */
    loss: Loss | null;
    /** What the shares brought more than they cost, or below 0 the loss; null where no shares were sold. */
    gain_pence: number | null;
  }[];
  /** Paid out in the year, after costs, whenever it was sold. */
  received: { lot_id: string; day: string; pence: number }[];
  /** Shares of which nothing is left since a day of the year. */
  lost: { lot_id: string; lost_on: string; shares: number; cost_pence: number; loss: Loss }[];
  reliefs: {
    lot_id: string;
    kind: ReliefKind;
    day: string;
    pence: number;
    /** The tax year before that of the shares; null where it is not carried back. */
    carried_back_to: number | null;
  }[];
  fees_pence: number;
  /**
   * Subscriptions under a scheme, in the year and in the one before, beside the most that relief is given on in one. The part whose
   * relief is carried back counts for the year before.
   */
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
  const recordedFor = (lot: OwnLot) => ({
    sales: proceeds.filter(({ lot_id }) => lot_id === lot.id),
    claims: reliefs.filter(({ lot_id, kind }) => lot_id === lot.id && kind === "income"),
  });
  const keptOnHeld = (lot: OwnLot, costPence: number) => {
    const { sales, claims } = recordedFor(lot);
    return reliefKeptOn(costPence, lot, sales, claims);
  };
  const lossOf = (
    lot: OwnLot,
    day: string,
    costPence: number,
    relief_kept_pence: number,
    broughtPence: number,
  ): Loss => ({
    relief_kept_pence,
    allowable_pence: allowableLossPence(costPence, relief_kept_pence, broughtPence),
    claim_until: lossClaimableUntil(day, { hasScheme: schemeOf(lot) !== null }),
  });
  /**
   * Shares that were claimed as worthless cost nothing at a later sale. Unclaimed shares that are sold are lost by their sale
   * alone.
   */
  const isClaimedAsLost = (lot: OwnLot): boolean => {
    const day = lostOn(lot);
    return (
      day !== null &&
      reliefs.some(({ lot_id, kind, lost_on }) => lot_id === lot.id && kind === "loss" && lost_on === day)
    );
  };
  const bought = lots.filter(({ issued_on }) => isOf(issued_on));
  const carriedBack = (scheme: "SEIS" | "EIS", lot: OwnLot): number => {
    const sales = proceeds.filter(({ lot_id }) => lot_id === lot.id);
    const parts = reliefs
      .filter(({ lot_id, is_carried_back = false }) => lot_id === lot.id && is_carried_back)
      .map(({ day, pence }) => {
        const soldBy = sales.filter(({ happened_on }) => happened_on <= day);
        const whole = incomeTaxReliefPence(scheme, keptOf(lot, soldBy).cost_pence);
        return whole === 0 ? 0 : partPence(lot.cost_pence, pence, whole);
      });
    return Math.min(lot.cost_pence, sumOf(parts, Number));
  };
  const used = (scheme: "SEIS" | "EIS", year: number) =>
    sumOf(
      lots.filter((lot) => schemeOf(lot) === scheme),
      (lot) => {
        const after = taxYearOf(lot.issued_on) - year;
        if (after !== 0 && after !== 1) return 0;
        const back = carriedBack(scheme, lot);
        return after === 1 ? back : lot.cost_pence - back;
      },
    );
  return {
    tax_year: taxYear,
    paid: lots.flatMap(({ id, payments }) =>
      payments.filter(({ day }) => isOf(day)).map((payment) => ({ lot_id: id, ...shownPayment(payment) })),
    ),
    bought: bought.map((lot) => {
      const { id, issued_on, shares, cost_pence, fee_pence } = lot;
      return { lot_id: id, issued_on, shares, cost_pence, fee_pence, scheme: schemeOf(lot) };
    }),
    proceeds: proceeds.flatMap((one) => {
      const { lot_id, happened_on, shares_sold, is_holdback = false, gross_pence, costs_pence, paid_on } = one;
      const lot = byId.get(lot_id);
      if (!isOf(happened_on) || !lot) return [];
      const cost_pence = isClaimedAsLost(lot) && happened_on > (lostOn(lot) ?? "") ? 0 : (costs.get(one) ?? 0);
      const brought = gross_pence - costs_pence;
      const is_early = schemeOf(lot) !== null && isEarlySale(lot, one);
      const { sales, claims } = recordedFor(lot);
      const early = is_early ? reliefOnEarlySale(one, cost_pence, lot, sales, claims) : null;
      const loss =
        shares_sold > 0 && brought < cost_pence
          ? lossOf(lot, happened_on, cost_pence, early ? early.kept_pence : keptOnHeld(lot, cost_pence), brought)
          : null;
      return [
        {
          lot_id,
          happened_on,
          shares: shares_sold,
          is_holdback,
          is_early,
          cost_pence,
          gross_pence,
          costs_pence,
          paid_on,
          relief_withdrawn_pence: early ? early.had_pence - early.kept_pence : 0,
          loss,
          gain_pence: shares_sold === 0 ? null : loss ? 0 - loss.allowable_pence : brought - cost_pence,
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
      const isClaimed = isClaimedAsLost(lot);
      const got = proceeds.filter(
        ({ lot_id, happened_on }) => lot_id === lot.id && (!isClaimed || happened_on <= lost_on),
      );
      const until = [lost_on, ...got.map(({ happened_on }) => happened_on)].toSorted().at(-1) ?? lost_on;
      const shares = sharesUntil(lot, until) - got.reduce((sum, { shares_sold }) => sum + shares_sold, 0);
      if (shares <= 0) return [];
      const cost_pence = lot.cost_pence - sumOf(got, (sale) => costs.get(sale) ?? 0);
      const loss = lossOf(lot, lost_on, cost_pence, keptOnHeld(lot, cost_pence), 0);
      return [{ lot_id: lot.id, lost_on, shares, cost_pence, loss }];
    }),
    reliefs: reliefs.flatMap(({ lot_id, kind, day, pence, is_carried_back = false }) => {
      const lot = byId.get(lot_id);
      if (!isOf(day) || !lot) return [];
      const carried_back_to = is_carried_back ? taxYearOf(lot.issued_on) - 1 : null;
      return [{ lot_id, kind, day, pence, carried_back_to }];
    }),
    fees_pence: bought.reduce((sum, { fee_pence }) => sum + fee_pence, 0),
    limits: (["SEIS", "EIS"] as const).map((scheme) => ({
      scheme,
      used_pence: used(scheme, taxYear),
      used_before_pence: used(scheme, taxYear - 1),
      limit_pence: yearlyLimitPence(scheme, taxYear),
    })),
  };
}

/** The arrived sum is given only where it is more. */
export const shownPayment = ({ day, pence, arrived_pence = pence }: Payment): Payment => ({
  day,
  pence,
  ...(arrived_pence > pence && { arrived_pence }),
});

/** SEIS relieves twice as much from 6 April 2023 on as before. */
const yearlyLimitPence = (scheme: "SEIS" | "EIS", taxYear: number): number =>
  schemes[scheme].yearlyLimitPence / (scheme === "SEIS" && taxYear < 2023 ? 2 : 1);
