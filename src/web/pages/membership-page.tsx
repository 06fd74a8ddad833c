import { club } from "#shared/club.ts";
import { anchors, paths } from "#shared/paths.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Questions } from "#web/ui/questions.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { memberBenefits, memberQuestions } from "./membership/membership-texts.ts";
import { FeeComparison } from "./plans/fee-comparison.tsx";
import { Plans } from "./plans/plans.tsx";

export function MembershipPage() {
  usePageMeta(
    "Membership",
    "What belonging to the club costs, what it brings, and the questions people ask before they apply.",
  );
  return (
    <div className="page-end">
      <PageHead
        side="Membership"
        title="Choose how you pay, keep what you earn"
        lead="Three plans, one difference: the less you pay for the year, the more you pay per deal. None of them takes a share of your profit."
      />
      <section className="wrap section" id={anchors.whyJoin}>
        <Rail side="Benefits">
          <h2 className="d1">Why join the {club.product} club?</h2>
          <dl className="principles">
            {memberBenefits.map(({ title, text }) => (
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
            <h2 className="d1 max-w-[44rem]">A fee on the way in, nothing on the way out</h2>
            <p className="lead mt-5 max-w-(--measure)">
              Applying takes you to a form in a new tab. We read it, and if it fits we invite you to a call.
            </p>
          </Rail>
          <Plans />
          <FeeComparison />
        </div>
      </section>
      <section className="wrap section" id={anchors.faq}>
        <Rail side="FAQ">
          <h2 className="d1 mb-8">Before you apply</h2>
          <Questions questions={memberQuestions} />
          <p className="mt-8">
            Something else? <InlineLink to={paths.contact}>Ask us</InlineLink>.
          </p>
          <p className="risk-line">{club.riskWarning}</p>
        </Rail>
      </section>
    </div>
  );
}
