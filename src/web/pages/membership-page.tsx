import { anchors } from "#shared/paths.ts";
import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import { isTradeOff } from "#shared/settings/plan-costs.ts";
import type { Plan } from "#shared/settings/settings.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useClub } from "#web/lib/use-club.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { memberBenefits } from "./membership/member-benefits.ts";
import { MemberFaq } from "./membership/member-faq.tsx";
import { YearlyCost } from "./membership/yearly-cost.tsx";
import { FeeComparison } from "./plans/fee-comparison.tsx";
import { leadsToForm, Plans } from "./plans/plans.tsx";

export function MembershipPage() {
  const club = useClub();
  usePageMeta(
    "Membership",
    "What belonging to the club costs, what it brings, and the questions people ask before they apply.",
  );
  return (
    <div className="page-end">
      <PageHead
        side="Membership"
        title="Choose how you pay, keep what you earn"
        lead={`${isTradeOff(club.plans) ? "Three plans: the more you pay for the year, the less you pay per deal." : "Three plans, each with a price for the year and a fee per deal."} None of them takes a share of your profit, and none of them shares your losses.`}
      />
      <section className="wrap section" id={anchors.whyJoin}>
        <Rail side="Benefits">
          <h2 className="d1">{whyJoin(club.identity.name)}</h2>
          <dl className="principles">
            {memberBenefits(club).map(({ title, text }) => (
              <div key={title}>
                <dt className="d4">{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Rail>
      </section>
      <section className="section-band" id={anchors.membership}>
        <div className="wrap">
          <Rail side="Plans and fees">
            <h2 className="d1 max-w-[44rem]">What you pay for a year, and for each deal</h2>
            <p className="lead mt-5 max-w-(--measure)">
              {howToApply(club.plans)} We read it, and if it fits we invite you to a call.
            </p>
          </Rail>
          <Plans />
          <YearlyCost />
          <FeeComparison />
        </div>
      </section>
      <MemberFaq />
    </div>
  );
}

/** Where plans differ, each says at its button where that leads. */
function howToApply(plans: readonly Plan[]): string {
  if (plans.every(leadsToForm)) return "Applying takes you to a form in a new tab.";
  return plans.some(leadsToForm) ? "You apply at the plan of your choice." : "To apply, write to us.";
}

function whyJoin(name: string): string {
  const bare = nameWithoutArticle(name);
  return `Why join the ${bare}${/\bclub$/i.test(bare) ? "" : " club"}?`;
}
