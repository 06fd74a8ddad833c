import type { ShownSection } from "#shared/content/site-pages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { anchors, paths } from "#shared/paths.ts";
import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import { feePence } from "#shared/settings/plan-costs.ts";
import type { Plan } from "#shared/settings/settings.ts";
import { useFaqs } from "#web/lib/site-content.ts";
import { Principles, useSitePage, Words } from "#web/lib/site-page.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { TextLink } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { Faq } from "./faq.tsx";
import { FeeComparison, Plans } from "./plans/plans.tsx";

export function MembershipPage() {
  const { heading, lead, title, section } = useSitePage("membership");
  const club = useClub();
  const benefits = section("benefits");
  const plans = section("plans");
  const comparison = section("comparison");
  return (
    <div className="page-end">
      <PageHead side={title} title={heading} lead={lead && <Words text={lead} />} />
      {benefits && (
        <section className="wrap section" id={whyJoinAnchor(club.identity.name)}>
          <Rail side={benefits.side}>
            <h2 className="d1">{benefits.title}</h2>
            <Principles points={benefits.points} />
          </Rail>
        </section>
      )}
      <section className="section-band" id={anchors.membership}>
        <div className="wrap">
          {plans && (
            <Rail side={plans.side}>
              <h2 className="d1 max-w-[44rem]">{plans.title}</h2>
              <p className="lead mt-5 max-w-(--measure)">
                <Words text={plans.text} />
              </p>
            </Rail>
          )}
          <Plans />
          <YearlyCost words={section("yearly_cost")} />
          {comparison && <FeeComparison words={comparison} />}
        </div>
      </section>
      <MemberFaq words={section("faq")} />
    </div>
  );
}

/** "why-join-the-harbour-angels-club" */
function whyJoinAnchor(name: string): string {
  const bare = nameWithoutArticle(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
  return `why-join-the-${bare.replace(/-club$/, "")}-club`;
}

interface SectionProps {
  words: ShownSection | undefined;
}

function MemberFaq({ words }: SectionProps) {
  const club = useClub();
  const faqs = useFaqs("members");
  const sections = [...new Set(faqs.map(({ section }) => section))];
  if (!words) return null;
  return (
    <section className="wrap section" id={anchors.faq}>
      <Rail side={words.side}>
        <h2 className="d1">{words.title}</h2>
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
function YearlyCost({ words }: SectionProps) {
  const club = useClub();
  if (!words) return null;
  return (
    <>
      <h3 className="d2 mt-20" id="yearly-cost">
        {words.title}
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
        <Words text={words.note} />
      </p>
      <TextLink to={paths.calculator} className="mt-2">
        Put in your own figures
      </TextLink>
    </>
  );
}
