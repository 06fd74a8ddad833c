import { club, terms } from "#shared/club.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { pounds } from "#web/lib/pounds.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Questions } from "#web/ui/questions.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { founderQuestions } from "./founders/founder-questions.ts";

const figures = [
  {
    figure: `${pounds(terms.chequeMinimumPence)}–${pounds(terms.chequeMaximumPence)}`,
    label: "Cheque size",
    note: "From pre-seed to Series A, as one line on your cap table",
  },
  {
    figure: `${terms.weeksToCloseForFounders} weeks`,
    label: "To funds",
    note: "From first call, when papers are in order",
  },
  {
    figure: `${terms.founderSuccessFeePercent}%`,
    label: "Success fee",
    note: "Of total funds raised. No upfront fee to pitch",
  },
];

export function FoundersPage() {
  usePageMeta(
    "Founders",
    "What the club looks for in a start-up, what it invests, what it costs a founder and how long it takes.",
  );
  return (
    <div className="page-end">
      <PageHead
        side="Founders"
        title="Pitch once, to everyone who might back you"
        lead="We back early-stage technology companies, most of them SaaS. Members meet you on one call, pool their money in one vehicle, and stay on hand afterwards."
      >
        <LinkButton to={club.links.founderEnquiry} variant="ember" className="mt-8">
          Tell us about your company
        </LinkButton>
      </PageHead>
      <section className="wrap mt-16" aria-label="In figures">
        <div className="stats border-t border-t-ink">
          {figures.map(({ figure, label, note }) => (
            <div className="stat" key={label}>
              <p className="d2 num text-[clamp(1.75rem,1rem+1.7vw,2.5rem)]">{figure}</p>
              <p className="stat-label">
                {label}
                <small>{note}</small>
              </p>
            </div>
          ))}
        </div>
      </section>
      <section className="wrap section">
        <Rail side="What we look for">
          <h2 className="d1">Evidence over eloquence</h2>
          <ul className="stick-list">
            <li>Software that customers already pay for, or are queuing to try</li>
            <li>Founders who know their market from the inside</li>
            <li>Numbers you can explain, the bad ones first</li>
            <li>A round with a purpose, and a plan for the next one</li>
          </ul>
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="FAQ">
          <h2 className="d1 mb-8">What founders ask</h2>
          <Questions questions={founderQuestions} />
        </Rail>
      </section>
    </div>
  );
}
