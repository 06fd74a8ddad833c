import type { Tier } from "#shared/people/people-messages.ts";
import type { PlanName } from "./plans.ts";
import type { Club } from "./settings.ts";

/** Returns fees in basis points. A fee is a per cent with at most two decimals. */
export function tierFees({ plans }: Pick<Club, "plans">): Record<Tier, number> {
  const of = (name: PlanName) =>
    Math.round((plans.find((plan) => plan.name === name)?.investment_fee_percent ?? 0) * 100);
  return { trial: of("Trial"), premium: of("Premium"), vip: of("VIP") };
}
