import { formatPounds } from "#shared/format-pounds.ts";
import { anchors, paths } from "#shared/paths.ts";
import { plansWith, slack } from "#shared/settings/plan-costs.ts";
import type { Club } from "#shared/settings/settings.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useFaqs } from "#web/lib/site-content.ts";
import { useClub } from "#web/lib/use-club.ts";
import { InlineLink, LinkButton, TextLink } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { Faq } from "./faq.tsx";

export function FoundersPage() {
  const club = useClub();
  const faqs = useFaqs("founders");
  usePageMeta(
    "Founders",
    "What the club looks for in a start-up, what it invests, what it costs a founder and how long it takes.",
  );
  return (
    <div className="page-end">
      <PageHead
        side="Founders"
        title="Pitch once, to everyone who might back you"
        lead={`${club.is_sample ? "We back early-stage technology companies, most of them SaaS. " : ""}Members meet you on one call and put their money into one vehicle${club.is_sample ? ", and the club and its founders invest with them" : ""}.`}
      >
        <div className="mt-8">
          <EnquiryButton />
        </div>
      </PageHead>
      <FounderFigures />
      <section className="wrap section">
        <Rail side="What we look for">
          <h2 className="d1">Evidence over eloquence</h2>
          <ul className="stick-list">
            {lookedFor(club).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="How it goes">
          <h2 className="d1">
            {club.links.founder_enquiry ? "From the form to the funds" : "From the email to the funds"}
          </h2>
          <RaiseStepList />
          <p className="note mt-3">One stick is a week, an outlined one a week it may take. A guide, not a promise.</p>
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="What to bring">
          <h2 className="d1">The data room, in short</h2>
          <dl className="principles">
            {dataRoom.map(({ title, text }) => (
              <div key={title}>
                <dt className="d4">{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-8 max-w-(--measure) text-ink-2">
            At pre-seed half of this does not exist yet. Say so; an empty folder with a reason in it is an answer.
          </p>
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="If we say no">
          <h2 className="d2 max-w-[42rem]">Most founders who write to us hear a no</h2>
          <div className="mt-5 grid max-w-(--measure) gap-4 text-ink-2">
            <p>
              We meet about {club.figures.founders_met_per_week} founders a week and bring {club.figures.deals_per_year}{" "}
              rounds a year to members. Often it is the stage, the timing, or that nobody here knows your market well
              enough to judge it. A no from us is no verdict on the company, and a yes is no promise: members may still
              commit too little for the round to close.
            </p>
            <p>
              A no costs you nothing, and members do not see papers of a company we turn down. Ask us to delete them if
              you like; the <InlineLink to={`${paths.privacy}#deletion-requests`}>privacy policy</InlineLink> says how.
            </p>
          </div>
        </Rail>
      </section>
      <section className="wrap section" id={anchors.faq}>
        <Rail side="FAQ">
          <h2 className="d1 mb-8">What founders ask</h2>
          <Faq faqs={faqs} />
          <div className="button-row mt-10 gap-x-6">
            <EnquiryButton />
            <TextLink to={paths.contact}>Ask us something first</TextLink>
          </div>
        </Rail>
      </section>
    </div>
  );
}

function EnquiryButton() {
  const { links, identity } = useClub();
  return (
    <LinkButton to={links.founder_enquiry ?? `mailto:${identity.contact_email}`} variant="primary">
      Tell us about your company
    </LinkButton>
  );
}

const lookedFor = (club: Pick<Club, "figures" | "is_sample">) => [
  `${club.is_sample ? "Software" : "Something"} that customers already pay for, or are queuing to try${club.is_sample ? "; most of it SaaS" : ""}`,
  "Founders who know their market from the inside",
  "Numbers you can explain, the bad ones first",
  "Code and brand that the company owns, not a former contractor",
  "A round with a purpose, and a plan for the next one",
  `Room in it for ${formatPounds(club.figures.cheque_minimum_pence)} to ${formatPounds(club.figures.cheque_maximum_pence)} from us`,
];

const dataRoom = [
  { title: "Overview", text: "One page on the company, the main figures, and who owns what today." },
  { title: "The company", text: "Articles, registers, board minutes and any shareholders’ agreement." },
  {
    title: "Cap table",
    text: "Fully diluted: options, convertible notes and advance subscriptions counted, with vesting.",
  },
  {
    title: "Money and tax",
    text: "Accounts, management accounts, cash in the bank, a forecast with its assumptions, and S/EIS papers if you have any.",
  },
  { title: "Product and figures", text: "Retention by cohort, churn with its reasons, uptime, and what comes next." },
  { title: "Customers", text: "The largest contracts, the pipeline, and why the last customers left." },
  {
    title: "People and rights",
    text: "Contracts, and a signed assignment of intellectual property from every founder and contractor.",
  },
  { title: "Law and security", text: "Disputes, data protection, security policies, and the papers of this round." },
];

function RaiseStepList() {
  const club = useClub();
  return (
    <ol className="mt-8 border-b border-line">
      {raiseSteps(club).map(({ title, text, weeks }, index) => (
        <li key={title} className="grid gap-x-10 gap-y-2 border-t border-line py-5 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
          <div className="flex items-center gap-4 sm:grid sm:content-start sm:gap-2">
            <p className="small num text-ink-2">
              <b className="font-semibold text-ink">{index + 1}</b> · {duration(weeks)}
            </p>
            <Marks certain={weeks[0]} possible={weeks[1] - weeks[0]} />
          </div>
          <div>
            <h3 className="d4">{title}</h3>
            <p className="mt-1 max-w-(--measure) text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function duration([shortest, longest]: readonly [number, number]): string {
  if (longest === 0) return "Start here";
  if (shortest === 0) return "Up to a week";
  return shortest === longest ? "A week" : `${shortest} to ${longest} weeks`;
}

function FounderFigures() {
  const club = useClub();
  const { figures } = club;
  const [shortestWeeks, longestWeeks] = weeksToFunds(club);
  const { cheque_minimum_pence: smallest, cheque_maximum_pence: largest, founder_success_fee_percent: fee } = figures;
  return (
    <section className="wrap mt-16" aria-label="In figures">
      <div className="stats border-t border-t-ink">
        <div className="stat">
          <Marks certain={1} possible={largest / smallest - 1} />
          <Figure words={`${formatPounds(smallest)} to ${formatPounds(largest)}`} />
          <p className="stat-label">
            Cheque size
            <small>
              {club.is_sample && "From pre-seed to Series A. "}A stick is {formatPounds(smallest)}.
            </small>
          </p>
        </div>
        <div className="stat">
          <Marks certain={shortestWeeks} possible={longestWeeks - shortestWeeks} />
          <Figure words={`${figures.weeks_to_close_for_founders} weeks`} />
          <p className="stat-label">
            To funds
            <small>From first call. A stick is a week.</small>
          </p>
        </div>
        <div className="stat">
          <div className="flex h-6.5 items-end" aria-hidden="true">
            <div className="fee-stick w-full max-w-60">
              <b style={{ width: `${fee}%` }} />
              <i style={{ width: `${100 - fee}%` }} />
            </div>
          </div>
          <Figure words={`${fee}%`} />
          <p className="stat-label">
            Success fee
            <small>Of total funds raised through the club, if you raise. There is no upfront pitch fee.</small>
          </p>
        </div>
      </div>
    </section>
  );
}

const Figure = ({ words }: { words: string }) => (
  <p className="d2 num text-[clamp(1.75rem,1rem+1.7vw,2.5rem)]">{words}</p>
);

interface MarksProps {
  /** This many are certain; each is one stick. */
  certain: number;
  possible?: number;
}

/** One stick per thing counted, solid for what is certain and outlined for what may be. The words beside it say the same. */
function Marks({ certain, possible = 0 }: MarksProps) {
  const sticks = Array.from({ length: certain + possible }, (_, index) => index);
  return (
    <div className="marks" aria-hidden="true">
      {sticks.map((index) => (
        <i key={index} className={index < certain ? "" : "is-possible"} />
      ))}
    </div>
  );
}

/** The steps run from the enquiry to the money. The weeks add up to what the founders' page promises, which a test checks. */
const raiseSteps = ({ deals, links, plans }: RaiseTerms): RaiseStep[] => [
  {
    title: "Write to us",
    weeks: [0, 0],
    text: `Tell us what you make, who pays for it and how much you are raising. ${links.founder_enquiry ? "The form" : "It"} costs nothing and binds nobody.`,
  },
  {
    title: "First call and screening",
    weeks: [1, 1],
    text: "We talk, look at the deck and the main figures, and tell you whether we go on. This is where most companies stop.",
  },
  {
    title: "Data room and due diligence",
    weeks: [1, 4],
    text: "We read what you put in and ask about what is missing. Papers that are ready when you write to us save the most time here.",
  },
  {
    title: "Pitch to members",
    weeks: [1, 1],
    text: `Members get your deck and data room by email${plansWith(plans, slack) && " and in the Slack and WhatsApp community"}, then meet you on one video call: your pitch, then their questions.`,
  },
  {
    title: "Members commit",
    weeks: [1, 1],
    text: "Each member decides alone and registers an amount. Only now do you know how large the cheque will be.",
  },
  {
    title: "Funds and shares",
    weeks: [0, 1],
    text: `The special purpose vehicle is created, members have ${deals.funds_window_hours} hours to transfer, and you issue shares to the vehicle. Certificates and, where they apply, S/EIS forms follow.`,
  },
];

type RaiseTerms = Pick<Club, "deals" | "links" | "plans">;

interface RaiseStep {
  title: string;
  weeks: readonly [shortest: number, longest: number];
  text: string;
}

/** The shortest and the longest time from enquiry to money. */
export const weeksToFunds = (club: RaiseTerms): [shortest: number, longest: number] =>
  raiseSteps(club).reduce<[number, number]>(
    ([shortest, longest], { weeks }) => [shortest + weeks[0], longest + weeks[1]],
    [0, 0],
  );
