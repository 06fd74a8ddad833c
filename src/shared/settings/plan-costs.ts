import { formatPounds } from "#shared/format-pounds.ts";
import { type PlanName, syndicateRates } from "./plans.ts";
import type { Club, Plan } from "./settings.ts";

/** The investment that the plan cards show the fee on. */
export const examplePence = 10_000_00;

/** The fee on an investment, charged on top of it, in pence. */
export const feePence = (plan: Plan, investmentPence: number): number =>
  Math.round((investmentPence * plan.investment_fee_percent) / 100);

/** The most that any plan takes out of an account for the example, which is the scale of the cards' bars. */
export const largestOutlayPence = (plans: readonly Plan[]): number =>
  Math.max(...plans.map((plan) => examplePence + feePence(plan, examplePence)));

/**
 * From how much a year, in whole pounds as pence, the dearer plan costs less than the cheaper one: difference in price ÷
 * difference in fee. @returns null where a higher price does not go with a lower fee.
 */
export function breakEvenPence(dearer: Plan, cheaper: Plan): number | null {
  const priceDifference = dearer.annual_price_pence - cheaper.annual_price_pence;
  const feeDifference = cheaper.investment_fee_percent - dearer.investment_fee_percent;
  return priceDifference > 0 && feeDifference > 0 ? 100 * Math.round(priceDifference / feeDifference) : null;
}

/** Names in a sentence, of plans that say this among their features: "Premium and VIP"; empty for none. */
export const plansWith = (plans: readonly Plan[], words: RegExp): string =>
  namesOf(plans.filter(({ features }) => features.some((feature) => words.test(feature))));

/** The community that the sample's plans offer; texts name it only where a plan does. */
export const slack = /\bslack\b/i;

export const namesOf = (plans: readonly Plan[]): string => plans.map(({ name }) => name).join(" and ");

export const isTradeOff = (plans: readonly Plan[]): boolean =>
  plans.every((plan, index) => {
    const before = plans[index - 1];
    return before === undefined || breakEvenPence(plan, before) !== null;
  });

export function getPlan(plans: readonly Plan[], name: PlanName): Plan {
  const plan = plans.find((candidate) => candidate.name === name);
  if (!plan) throw new Error(`There is no plan ${name}.`);
  return plan;
}

const dearest = (plans: readonly Plan[], of: (plan: Plan) => number): number => Math.max(...plans.map(of));

/**
 * A row each for investment fee, carry, annual fee and membership, whose words are the page’s. Ranges are in per cent, or in pounds a year for the membership; each bar is
 * drawn on a scale from nought to `scaleMaximum`.
 */
export function feeComparison({ plans }: Pick<Club, "plans">) {
  const fees = plans.map(({ investment_fee_percent }) => investment_fee_percent);
  const feeRange: [number, number] = [Math.min(...fees), Math.max(...fees)];
  const price = dearest(plans, ({ annual_price_pence }) => annual_price_pence);
  return [
    {
      club: feeRange[0] === feeRange[1] ? `${feeRange[0]}%` : `${feeRange[0]}-${feeRange[1]}%`,
      syndicates: "2-15%",
      clubRange: feeRange,
      syndicatesRange: syndicateRates.entryPercent,
      scaleMaximum: 20,
    },
    {
      club: "0%",
      syndicates: "20%",
      clubRange: [0, 0],
      syndicatesRange: [0, syndicateRates.carryPercent],
      scaleMaximum: 20,
    },
    {
      club: "0%",
      syndicates: "0-10%",
      clubRange: [0, 0],
      syndicatesRange: [0, 10],
      scaleMaximum: 20,
    },
    {
      club: price === 0 ? "Free" : `up to ${formatPounds(price)}`,
      syndicates: "up to £10,000",
      clubRange: [0, price / 100],
      syndicatesRange: [0, 10_000],
      scaleMaximum: 10_000,
    },
  ] satisfies FeeRow[];
}

interface FeeRow {
  club: string;
  syndicates: string;
  clubRange: [number, number];
  syndicatesRange: [number, number];
  scaleMaximum: number;
}
