import { formatPounds } from "#shared/format-pounds.ts";
import { anchors, paths } from "#shared/paths.ts";
import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import { feePence, isTradeOff, plansWith, slack } from "#shared/settings/plan-costs.ts";
import type { Club, Plan } from "#shared/settings/settings.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useFaqs } from "#web/lib/site-content.ts";
import { useClub } from "#web/lib/use-club.ts";
import { TextLink } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { Faq } from "./faq.tsx";
import { FeeComparison, leadsToForm, Plans } from "./plans/plans.tsx";

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

function memberBenefits(club: Club) {
  const withSlack = plansWith(club.plans, slack);
  const withAcademy = plansWith(club.plans, /\bonline academy\b/i);
  return [
    {
      title: "Deals that have been screened",
      text: `We meet about ${club.figures.founders_met_per_week} founders a week. ${club.figures.deals_per_year} rounds a year go to members, each with a data room and a founder deck.`,
    },
    {
      title: "Your own decision",
      text: `You meet the founders on a call, ask what you like, and invest from ${formatPounds(club.minimum_investment_pence)} or not at all.`,
    },
    {
      title: "People to think with",
      text: withSlack
        ? `Members’ events, a directory of who knows what, and on ${withSlack} the Slack community.`
        : "Members’ events, and a directory of who knows what.",
    },
    {
      title: "Learning that goes on",
      text: `${withAcademy ? `The Online Academy on ${withAcademy}, articles for everyone,` : "Articles for everyone"} and founder calls on which you hear what experienced members ask.`,
    },
  ];
}

function MemberFaq() {
  const club = useClub();
  const faqs = useFaqs("members");
  const sections = [...new Set(faqs.map(({ section }) => section))];
  return (
    <section className="wrap section" id={anchors.faq}>
      <Rail side="FAQ">
        <h2 className="d1">Before you apply</h2>
        {faqs.length === 0 && (
          <div className="mt-6">
            <Faq faqs={[]} />
          </div>
        )}
      </Rail>
      <div className={sections.length > 0 ? "mt-10 grid gap-12" : undefined}>
        {sections.map((section) => (
          <Rail side={section} key={section}>
            <div className="lg:-mt-[0.9rem] lg:[&>.questions]:border-t-0">
              <Faq faqs={faqs.filter((faq) => faq.section === section)} />
            </div>
          </Rail>
        ))}
      </div>
      <Rail side="More" className="mt-12">
        <div className="flex flex-wrap gap-x-8">
          <TextLink to={paths.hnwiSi}>Investor types</TextLink>
          <TextLink to={paths.terms}>Terms of use</TextLink>
          <TextLink to={paths.contact}>{faqs.length > 0 ? "Ask us something else" : "Ask us something"}</TextLink>
        </div>
        <p className="risk-line">{club.warnings.risk_warning}</p>
      </Rail>
    </section>
  );
}

/** What is invested in a year, in pence. */
const examplesPence = [2_000_00, 5_000_00, 10_000_00, 20_000_00, 50_000_00];

const yearlyCosts = (plans: readonly Plan[]) =>
  examplesPence.map((investedPence) => {
    const costs = plans.map((plan) => ({
      name: plan.name,
      pence: plan.annual_price_pence + feePence(plan, investedPence),
    }));
    return { investedPence, costs, lowestPence: Math.min(...costs.map(({ pence }) => pence)) };
  });

/** Price and fees of a year together, plan beside plan, so that a reader can find their own row. */
function YearlyCost() {
  const club = useClub();
  return (
    <>
      <h3 className="d2 mt-20" id="yearly-cost">
        What a year costs you
      </h3>
      <table className="table num mt-7 sm:table-fixed" aria-labelledby="yearly-cost">
        <thead>
          <tr>
            <th scope="col">Invested in the year</th>
            {club.plans.map(({ name }) => (
              <th key={name} scope="col" className="is-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {yearlyCosts(club.plans).map(({ investedPence, costs, lowestPence }) => (
            <tr key={investedPence}>
              <th scope="row">{formatPounds(investedPence)}</th>
              {costs.map(({ name, pence }) => (
                <td key={name} className={pence === lowestPence ? "is-right font-semibold text-pine" : "is-right"}>
                  {pence === lowestPence ? (
                    <span className="inline-flex flex-col-reverse items-end sm:flex-row sm:items-baseline sm:gap-2.5">
                      <span className="text-note font-medium">lowest</span>
                      {formatPounds(pence)}
                    </span>
                  ) : (
                    formatPounds(pence)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note mt-3">
        Yearly price and investment fees together. Shares, and what they gain or lose, are not in it.
      </p>
      <TextLink to={paths.calculator} className="mt-2">
        Put in your own figures
      </TextLink>
    </>
  );
}
