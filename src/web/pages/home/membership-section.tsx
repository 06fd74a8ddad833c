import { anchors } from "#shared/paths.ts";
import { Rail } from "#web/ui/rail.tsx";
import { FeeComparison } from "../plans/fee-comparison.tsx";
import { Plans } from "../plans/plans.tsx";

export function MembershipSection() {
  return (
    <section className="section-band" id={anchors.membership}>
      <div className="wrap">
        <Rail side="Membership">
          <h2 className="d1 max-w-[44rem]">One price a year, one fee per deal, no carry</h2>
          <p className="lead mt-5 max-w-(--measure)">
            Your plan sets both: on Trial the price is nothing, and on VIP the fee. There is no annual investment fee,
            and we take no share of the profit when a company sells.
          </p>
        </Rail>
        <Plans />
        <FeeComparison />
      </div>
    </section>
  );
}
