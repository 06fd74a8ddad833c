import { membershipPlans } from "#shared/club.ts";
import { breakEvenPence, examplePence, getPlan } from "#shared/plan-costs.ts";
import { formatPounds } from "#web/lib/format.ts";
import { PlanCard } from "./plan-card.tsx";

export function Plans() {
  const vip = getPlan("VIP");
  const premium = getPlan("Premium");
  return (
    <>
      <div className="plans">
        {membershipPlans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </div>
      <p className="note mt-4">
        Bars show what a {formatPounds(examplePence)} investment takes: the fee, charged on top, and the investment
        itself, on one scale. The break-even compares the yearly price and fees of VIP with Premium:{" "}
        <span className="whitespace-nowrap">
          ({formatPounds(vip.pricePencePerYear)} − {formatPounds(premium.pricePencePerYear)}) ÷{" "}
          {premium.investmentFeePercent}% = {formatPounds(breakEvenPence(vip, premium))}
        </span>
        .
      </p>
    </>
  );
}
