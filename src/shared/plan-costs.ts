import { type MembershipPlan, membershipPlans } from "./club.ts";

/** The investment that the plan cards show the fee on. */
export const examplePence = 10_000_00;

/** The fee on an investment, charged on top of it, in pence. */
export const feePence = (plan: MembershipPlan, investmentPence: number): number =>
  Math.round((investmentPence * plan.investmentFeePercent) / 100);

/** The most that any plan takes out of an account for the example, which is the scale of the cards' bars. */
export const largestOutlayPence = Math.max(
  ...membershipPlans.map((plan) => examplePence + feePence(plan, examplePence)),
);

/** From how much a year, in pence, the dearer plan costs less than the cheaper one: difference in price ÷ difference in fee. */
export function breakEvenPence(dearer: MembershipPlan, cheaper: MembershipPlan): number {
  const priceDifference = dearer.pricePencePerYear - cheaper.pricePencePerYear;
  return Math.round((priceDifference * 100) / (cheaper.investmentFeePercent - dearer.investmentFeePercent));
}

export function getPlan(name: MembershipPlan["name"]): MembershipPlan {
  const plan = membershipPlans.find((candidate) => candidate.name === name);
  if (!plan) throw new Error(`There is no plan ${name}.`);
  return plan;
}
