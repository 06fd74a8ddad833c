import { formatPounds } from "#shared/format-pounds.ts";
import { breakEvenPence, examplePence, getPlan } from "#shared/settings/plan-costs.ts";
import type { Plan } from "#shared/settings/settings.ts";
import { useClub } from "#web/lib/use-club.ts";
import { PlanCard } from "./plan-card.tsx";

export function Plans() {
  const club = useClub();
  const vip = getPlan(club.plans, "VIP");
  const premium = getPlan(club.plans, "Premium");
  const breakEven = breakEvenPence(vip, premium);
  return (
    <>
      <div className="plans">
        {club.plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </div>
      <p className="note mt-4">
        Bars show what a {formatPounds(examplePence)} investment takes: the fee, charged on top, and the investment
        itself, on one scale.
        {breakEven !== null && (
          <>
            {" "}
            The break-even compares the yearly price and fees of VIP with Premium:{" "}
            <span className="whitespace-nowrap">
              ({formatPounds(vip.annual_price_pence)} − {formatPounds(premium.annual_price_pence)}) ÷{" "}
              {feeDifference(premium, vip)} = {formatPounds(breakEven)}
            </span>
            .
          </>
        )}
      </p>
    </>
  );
}

/** "4%", or "(5% − 1%)". */
const feeDifference = (cheaper: Plan, dearer: Plan): string =>
  dearer.investment_fee_percent === 0
    ? `${cheaper.investment_fee_percent}%`
    : `(${cheaper.investment_fee_percent}% − ${dearer.investment_fee_percent}%)`;
