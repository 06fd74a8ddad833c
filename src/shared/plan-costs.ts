import type { PlanName } from "./plans.ts";
import type { Plan } from "./settings.ts";

/** The investment that the plan cards show the fee on. */
export const examplePence = 10_000_00;

/** The fee on an investment, charged on top of it, in pence. */
export const feePence = (plan: Plan, investmentPence: number): number =>
  Math.round((investmentPence * plan.investment_fee_percent) / 100);

/** The most that any plan takes out of an account for the example, which is the scale of the cards' bars. */
export const largestOutlayPence = (plans: readonly Plan[]): number =>
  Math.max(...plans.map((plan) => examplePence + feePence(plan, examplePence)));

/** From how much a year, in whole pounds as pence, the dearer plan costs less than the cheaper one: difference in price ÷ difference in fee. */
export function breakEvenPence(dearer: Plan, cheaper: Plan): number {
  const priceDifference = dearer.annual_price_pence - cheaper.annual_price_pence;
  return 100 * Math.round(priceDifference / (cheaper.investment_fee_percent - dearer.investment_fee_percent));
}

export function getPlan(plans: readonly Plan[], name: PlanName): Plan {
  const plan = plans.find((candidate) => candidate.name === name);
  if (!plan) throw new Error(`There is no plan ${name}.`);
  return plan;
}
