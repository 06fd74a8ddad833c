import {
  breakEvenMultiple,
  cheaperFromMultiple,
  type Deal,
  type DealResult,
  dealResult,
  higherGainsTaxRate,
  membershipCosts,
  totalLossCostPence,
  traditionalSyndicate,
  usableScheme,
  yearResult,
} from "#shared/portfolio/deal-result.ts";
import { getPlan } from "#shared/settings/plan-costs.ts";
import type { Plan } from "#shared/settings/settings.ts";
import type { DealEntry } from "./deal-entry.ts";

/** One side of the comparison: a deal, the year of deals like it, and either of them when every company fails. */
export interface Side {
  deal: Deal;
  result: DealResult;
  totalLossPence: number;
  year: DealResult;
  yearTotalLossPence: number;
}

export interface DealSums {
  entry: DealEntry;
  plan: Plan;
  club: Side;
  syndicate: Side;
  /** Before tax, and with relief. */
  breakEven: number;
  breakEvenWithRelief: number;
  /** From which multiple on the club leaves more than the syndicate; 0 always, Infinity never. */
  crossing: number;
  totalLossAgainstGainsPence: number;
  memberships: ReturnType<typeof membershipCosts>;
}

/** @param plans of today. */
export function dealSums(entry: DealEntry, plans: readonly Plan[]): DealSums {
  const plan = getPlan(plans, entry.plan);
  const incomeTaxRate = entry.incomeTaxPercent / 100;
  const deal = {
    investmentPence: entry.investmentPence,
    side: entry.side,
    exitMultiple: entry.exitMultiple,
    scheme: usableScheme(entry.scheme, incomeTaxRate),
    incomeTaxRate,
  };
  const clubDeal: Deal = { ...deal, feeRate: plan.investment_fee_percent / 100 };
  return {
    entry,
    plan,
    club: side(clubDeal, entry.dealsPerYear),
    syndicate: side({ ...deal, ...traditionalSyndicate }, entry.dealsPerYear),
    breakEven: breakEvenMultiple({ ...clubDeal, scheme: "none" }),
    breakEvenWithRelief: breakEvenMultiple(clubDeal),
    // Rounded, so that it can equal a typed multiple.
    crossing: Number(cheaperFromMultiple(clubDeal).toFixed(6)),
    totalLossAgainstGainsPence: totalLossCostPence({ ...clubDeal, gainsTaxRate: higherGainsTaxRate }),
    memberships: membershipCosts(plans, entry.investmentPence, entry.dealsPerYear),
  };
}

const side = (deal: Deal, dealsPerYear: number): Side => ({
  deal,
  result: dealResult(deal),
  totalLossPence: totalLossCostPence(deal),
  year: yearResult(deal, dealsPerYear),
  yearTotalLossPence: -yearResult({ ...deal, exitMultiple: 0 }, dealsPerYear).netResultPence,
});
