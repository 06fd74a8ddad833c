import { formatPounds } from "#shared/format-pounds.ts";
import { anchors } from "#shared/paths.ts";
import { plansWith, slack } from "#shared/settings/plan-costs.ts";
import type { Club } from "#shared/settings/settings.ts";
import { useClub } from "#web/lib/use-club.ts";
import { StepPicture } from "#web/ui/pictures/home-pictures.tsx";
import { Rail } from "#web/ui/rail.tsx";

/** A title is cut where it breaks in the row of six. The bars run from ink over pine and clay to ember and amber, each from where the last one ended. */
const stepsOf = (club: Club) => [
  {
    n: 1 as const,
    when: "Start here",
    title: ["Apply", "to join"],
    text: "We review your application. If accepted, you are invited to an onboarding call and added to the community.",
    bar: "from-ink to-pine",
  },
  {
    n: 2 as const,
    when: `${club.figures.deals_per_year} a year`,
    title: ["Access", "Deals"],
    text: `After screening, deals are released by email, to members who ask for it${plansWith(club.plans, slack) && ", and in the Slack and WhatsApp community"}, with a data room and founder deck.`,
    bar: "from-pine to-moss",
  },
  {
    n: 3 as const,
    when: "One call",
    title: ["Meet the", "Founders"],
    text: "A video call with the pitch, then your questions, answered in front of everyone.",
    bar: "from-moss to-umber",
  },
  {
    n: 4 as const,
    when: `From ${formatPounds(club.minimum_investment_pence)}`,
    title: ["Register your", "Interest"],
    text: "Once due diligence is done, you say how much you want to commit.",
    bar: "from-umber to-ember",
  },
  {
    n: 5 as const,
    when: `${club.deals.funds_window_hours} hours`,
    title: ["Send", "Funds"],
    text: `An SPV is created and you have ${club.deals.funds_window_hours} hours to transfer funds. A share certificate and, where the shares qualify, an S/EIS tax form follow, and dashboard access.`,
    bar: "from-ember to-amber",
  },
  {
    n: 6 as const,
    when: "Years",
    title: ["Access your", "Dashboard"],
    text: "Follow how each investment performs, for as long as you hold it.",
    bar: "from-amber to-amber",
  },
];

export function HowItWorks() {
  return (
    <section className="wrap section" id={anchors.howItWorks}>
      <Rail side="How It Works">
        <h2 className="d1">Six steps, from application to dashboard</h2>
      </Rail>
      <ol className="steps">
        {stepsOf(useClub()).map(({ n, when, title, text, bar }) => (
          <li key={n}>
            <StepPicture n={n} />
            <div>
              <div className={`step-bar bg-linear-to-r ${bar}`} />
              <div className="step-text">
                <p className="step-when num">
                  <b>{n}</b>
                  <span>{when}</span>
                </p>
                <h3 className="d4">
                  {title[0]} <br />
                  {title[1]}
                </h3>
                <p>{text}</p>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
