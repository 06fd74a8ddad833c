import { anchors } from "#shared/paths.ts";
import { FeeComparison } from "#web/pages/plans/fee-comparison.tsx";
import { Plans } from "#web/pages/plans/plans.tsx";
import { Rail } from "#web/ui/rail.tsx";

export function MembershipSection() {
  return (
    <section className="section-band" id={anchors.membership}>
      <div className="wrap">
        <Rail side="Membership">
          <h2 className="d1 max-w-[44rem]">A fee on the way in, nothing on the way out</h2>
          <p className="lead mt-5 max-w-(--measure)">
            One fee per deal, set by your plan. No annual investment fee, and no share of the profit when a company
            sells.
          </p>
        </Rail>
        <Plans />
        <FeeComparison />
      </div>
    </section>
  );
}
