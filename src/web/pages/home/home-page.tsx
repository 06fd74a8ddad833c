import { formatPounds } from "#shared/format-pounds.ts";
import { anchors, paths } from "#shared/paths.ts";
import { getPlan, namesOf } from "#shared/settings/plan-costs.ts";
import { isSampleIdentity } from "#shared/settings/sample-identity.ts";
import type { Club, Plan } from "#shared/settings/settings.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useArticles } from "#web/lib/site-content.ts";
import { useClub } from "#web/lib/use-club.ts";
import { InlineLink, LinkButton, TextLink } from "#web/ui/link.tsx";
import { BannerFlame, HeroFlame } from "#web/ui/pictures/home-pictures.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { ArticleCard } from "../insights/article-card.tsx";
import { FeeComparison } from "../plans/fee-comparison.tsx";
import { Plans } from "../plans/plans.tsx";
import { ClubCarousel } from "./club-carousel.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Stats } from "./stats.tsx";

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
      <HeroFlame />
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
          {isSampleIdentity(club.identity) &&
            " The club and its founders invest in every one, beside the members who choose it."}
        </p>
        <h3 className="d3 mt-12">Why Join Our Community?</h3>
        <ul className="stick-list">
          {benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
        <TextLink to={paths.about} className="mt-4">
          Learn More About Us
        </TextLink>
        <ClubCarousel />
      </Rail>
    </section>
  );
}

const principlesOf = (club: Club) => [
  {
    title: "We invest beside you",
    text: "The club and its founders put their own money into every opportunity they show you. If we would not, you do not see it.",
  },
  {
    title: "Software first",
    text: `Early-stage technology, mostly SaaS, from pre-seed to Series A. A company we back receives ${formatPounds(club.figures.cheque_minimum_pence)} to ${formatPounds(club.figures.cheque_maximum_pence)} from the club as a whole.`,
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
          {principlesOf(useClub()).map(({ title, text }) => (
            <div key={title}>
              <dt className="d4">{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
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
  const trial = getPlan(useClub().plans, "Trial");
  return (
    <section className="band on-dark mt-(--section)">
      <BannerFlame />
      <div className="wrap relative">
        <div className="band-text">
          <h2 className="d1">Bring your stick to the fire</h2>
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
