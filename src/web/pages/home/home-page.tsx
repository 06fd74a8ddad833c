import { formatPounds } from "#shared/format-pounds.ts";
import { anchors, paths } from "#shared/paths.ts";
import { getPlan, namesOf, plansWith, slack } from "#shared/settings/plan-costs.ts";
import type { Club, Plan } from "#shared/settings/settings.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useArticles } from "#web/lib/site-content.ts";
import { useClub } from "#web/lib/use-club.ts";
import { InlineLink, LinkButton, TextLink } from "#web/ui/link.tsx";
import { BannerFlame, HeroFlame, StepPicture } from "#web/ui/pictures/home-pictures.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { ArticleCard } from "../insights/article-card.tsx";
import { FeeComparison, Plans } from "../plans/plans.tsx";
import { ClubCarousel } from "./club-carousel.tsx";

export function HomePage() {
  const club = useClub();
  usePageMeta(null, club.identity.mission);
  return (
    <>
      <Hero />
      <Stats />
      <AboutClub />
      <Philosophy />
      <HowItWorks />
      <MembershipSection />
      <LatestInsights />
      <ContactSection />
      <JoinBanner />
    </>
  );
}

function Hero() {
  const club = useClub();
  const [title, returns] = club.identity.taglines;
  return (
    <section className="hero">
      <div className="wrap relative z-1">
        <div className="hero-copy">
          <h1 className="hero-title">{title}</h1>
          <p className="hero-returns">{returns}</p>
          <p className="lead">{club.identity.mission}</p>
          <div className="hero-actions">
            <LinkButton to={paths.membership} variant="primary">
              Become a Member
            </LinkButton>
            <TextLink to={paths.about}>
              Learn More<span className="sr-only"> about {club.identity.name}</span>
            </TextLink>
          </div>
          <p className="risk-line">
            {club.warnings.risk} <InlineLink to={paths.hnwiSi}>{club.warnings.offers}</InlineLink>
          </p>
        </div>
      </div>
      {club.is_sample && <HeroFlame />}
    </section>
  );
}

const benefits = [
  "Exclusive networking events",
  "Access to SaaS investment opportunities",
  "Access to industry experts",
  "Collaboration opportunities",
  "Community support system",
  "Digital and physical resources",
];

function AboutClub() {
  const club = useClub();
  return (
    <section className="wrap section" id={anchors.about}>
      <Rail side="About the club">
        <h2 className="d1 max-w-[46rem]">Small cheques, pooled with care, can start something large</h2>
        <p className="lead mt-6 max-w-(--measure)">
          Each deal has its own vehicle, so a member can come in from {formatPounds(club.minimum_investment_pence)}.
          {club.is_sample && " The club and its founders invest in every one, beside the members who choose it."}
        </p>
        {club.is_sample && (
          <>
            <h3 className="d3 mt-12">Why Join Our Community?</h3>
            <ul className="stick-list">
              {benefits.map((benefit) => (
                <li key={benefit}>{benefit}</li>
              ))}
            </ul>
          </>
        )}
        <TextLink to={paths.about} className="mt-4">
          Learn More About Us
        </TextLink>
        <ClubCarousel />
      </Rail>
    </section>
  );
}

const principlesOf = (club: Club) => [
  club.is_sample && {
    title: "We invest beside you",
    text: "The club and its founders put their own money into every opportunity they show you. If we would not, you do not see it.",
  },
  {
    title: club.is_sample ? "Software first" : "One cheque from us all",
    text: `${club.is_sample ? "Early-stage technology, mostly SaaS, from pre-seed to Series A. " : ""}A company we back receives ${formatPounds(club.figures.cheque_minimum_pence)} to ${formatPounds(club.figures.cheque_maximum_pence)} from the club as a whole.`,
  },
  {
    title: "You decide, deal by deal",
    text: `No fund chooses for you, and nothing obliges you to invest. You pick the companies you believe in, from ${formatPounds(club.minimum_investment_pence)} each.`,
  },
  {
    title: "Many, not one",
    text: "Most start-ups fail, and a few may repay the rest. Several small stakes bear that better than one large one, and none of them should be money you need.",
  },
];

function Philosophy() {
  return (
    <section className="wrap section">
      <Rail side="Investment philosophy">
        <h2 className="d1 max-w-[46rem]">Chosen slowly, held for years</h2>
        <dl className="principles">
          {principlesOf(useClub()).map(
            (principle) =>
              principle && (
                <div key={principle.title}>
                  <dt className="d4">{principle.title}</dt>
                  <dd>{principle.text}</dd>
                </div>
              ),
          )}
        </dl>
      </Rail>
    </section>
  );
}

function MembershipSection() {
  const club = useClub();
  return (
    <section className="section-band" id={anchors.membership}>
      <div className="wrap">
        <Rail side="Membership">
          <h2 className="d1 max-w-[44rem]">One price a year, one fee per deal, no carry</h2>
          <p className="lead mt-5 max-w-(--measure)">
            {whatPlansSet(club.plans)} There is no annual investment fee, and we take no share of the profit when a
            company sells.
          </p>
        </Rail>
        <Plans />
        <FeeComparison />
      </div>
    </section>
  );
}

function whatPlansSet(plans: readonly Plan[]): string {
  const free = namesOf(plans.filter(({ annual_price_pence }) => annual_price_pence === 0));
  const withoutFee = namesOf(plans.filter(({ investment_fee_percent }) => investment_fee_percent === 0));
  if (free && withoutFee) return `Your plan sets both: on ${free} the price is nothing, and on ${withoutFee} the fee.`;
  if (free) return `Your plan sets both: on ${free} the price is nothing.`;
  return withoutFee ? `Your plan sets both: on ${withoutFee} the fee is nothing.` : "Your plan sets both.";
}

const shownCount = 4;

function LatestInsights() {
  const articles = useArticles();
  if (articles.length === 0) return null;
  return (
    <section className="wrap section">
      <Rail side="Latest insights" className="mb-9">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <h2 className="d1">Read before you invest</h2>
          <TextLink to={paths.insights}>View All Insights</TextLink>
        </div>
      </Rail>
      <div className="article-cards article-cards-4">
        {articles.slice(0, shownCount).map((article) => (
          <ArticleCard key={article.id} article={article} />
        ))}
      </div>
    </section>
  );
}

function ContactSection() {
  const club = useClub();
  return (
    <section className="wrap section">
      <Rail side="Contact">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-7">
          <div>
            <h2 className="d1">Ask us first</h2>
            <p className="lead mt-5 max-w-(--measure)">
              Write to{" "}
              <InlineLink to={`mailto:${club.identity.contact_email}`}>{club.identity.contact_email}</InlineLink>
              {club.links.booking && ", or book a call with one of us"} before you apply.
            </p>
          </div>
          {club.links.booking && (
            <LinkButton to={club.links.booking} variant="outline">
              Book a call
            </LinkButton>
          )}
        </div>
      </Rail>
    </section>
  );
}

function JoinBanner() {
  const club = useClub();
  const trial = getPlan(club.plans, "Trial");
  return (
    <section className="band on-dark mt-(--section)">
      {club.is_sample && <BannerFlame />}
      <div className="wrap relative">
        <div className="band-text">
          <h2 className="d1">{club.is_sample ? "Bring your stick to the fire" : "Invest with us"}</h2>
          <p className="lead mt-5">
            Membership is by application.
            {trial.annual_price_pence === 0 && ` Start free on ${trial.name}, and move up when the fees say so.`}
          </p>
          <LinkButton to={paths.membership} variant="on-dark" className="mt-8">
            Join Now
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

/** One stick per fifth of the profit, per deal of a year, per week of a quarter. */
const statsOf = ({ figures }: Club) => [
  {
    figure: "0%",
    label: "Carry",
    note: "Traditional syndicates keep one part in five of the profit",
    marks: marks(["", 5]),
  },
  {
    figure: figures.deals_per_year,
    label: "Deals per year",
    note: `Chosen from about ${inWords(figures.founders_met_per_week)} met each week`,
    marks: marks(["", 6], ["is-possible", 6]),
  },
  {
    figure: `${figures.weeks_to_close} weeks`,
    label: "To close",
    note: "From first call to funds, when the papers are ready",
    marks: marks(["is-ember", figures.weeks_to_close], ["is-track", 13 - figures.weeks_to_close]),
  },
];

function Stats() {
  return (
    <section className="wrap" aria-label="The club in figures">
      <div className="stats">
        {statsOf(useClub()).map((stat) => (
          <div className="stat" key={stat.label}>
            <div className="marks" aria-hidden="true">
              {stat.marks.map(({ key, kind }) => (
                <i key={key} className={kind} />
              ))}
            </div>
            <p className="figure">{stat.figure}</p>
            <p className="stat-label">
              {stat.label}
              <small>{stat.note}</small>
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}

function marks(...groups: [kind: string, count: number][]): { key: number; kind: string }[] {
  return groups.flatMap(([kind, count]) => Array<string>(count).fill(kind)).map((kind, key) => ({ key, kind }));
}

const words = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const inWords = (count: number) => `${words[count] ?? count} ${count === 1 ? "founder" : "founders"}`;

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

function HowItWorks() {
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
