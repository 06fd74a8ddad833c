import type { ShownSection } from "#shared/content/site-pages.ts";
import { anchors, paths } from "#shared/paths.ts";
import type { Club } from "#shared/settings/settings.ts";
import { useArticles } from "#web/lib/site-content.ts";
import { Principles, type SitePage, useSitePage, Words } from "#web/lib/site-page.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { InlineLink, LinkButton, TextLink } from "#web/ui/link.tsx";
import { BannerFlame, HeroFlame, StepPicture } from "#web/ui/pictures/home-pictures.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { ArticleCard } from "../insights/article-card.tsx";
import { FeeComparison, Plans } from "../plans/plans.tsx";
import { ClubCarousel } from "./club-carousel.tsx";

export function HomePage() {
  const page = useSitePage("home");
  const { section } = page;
  return (
    <>
      <Hero page={page} />
      <Stats words={section("stats")} />
      <AboutClub page={page} />
      <Philosophy words={section("philosophy")} />
      <HowItWorks words={section("how_it_works")} />
      <MembershipSection words={section("membership")} comparison={section("comparison")} />
      <LatestInsights words={section("insights")} />
      <ContactSection words={section("contact")} />
      <JoinBanner words={section("banner")} />
    </>
  );
}

interface SectionProps {
  words: ShownSection | undefined;
}

function Hero({ page }: { page: SitePage }) {
  const club = useClub();
  const returns = page.section("hero")?.text;
  return (
    <section className="hero">
      <div className="wrap relative z-1">
        <div className="hero-copy">
          <h1 className="hero-title">{page.heading}</h1>
          {returns && (
            <p className="hero-returns">
              <Words text={returns} />
            </p>
          )}
          <p className="lead">
            <Words text={page.lead} />
          </p>
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

function AboutClub({ page: { section } }: { page: SitePage }) {
  const words = section("about");
  const benefits = section("why_join");
  const carousel = section("carousel");
  if (!words && !benefits && !carousel) return null;
  return (
    <section className="wrap section" id={anchors.about}>
      <Rail side={words?.side ?? ""}>
        {words && (
          <>
            <h2 className="d1 max-w-[46rem]">{words.title}</h2>
            <p className="lead mt-6 max-w-(--measure)">
              <Words text={words.text} />
            </p>
          </>
        )}
        {benefits && (
          <>
            <h3 className="d3 mt-12">{benefits.title}</h3>
            <ul className="stick-list">
              {benefits.points.map(({ text }) => (
                <li key={text}>
                  <Words text={text} />
                </li>
              ))}
            </ul>
          </>
        )}
        <TextLink to={paths.about} className="mt-4">
          Learn More About Us
        </TextLink>
        {carousel && carousel.points.length > 0 && <ClubCarousel cards={carousel.points} />}
      </Rail>
    </section>
  );
}

function Philosophy({ words }: SectionProps) {
  if (!words) return null;
  return (
    <section className="wrap section">
      <Rail side={words.side}>
        <h2 className="d1 max-w-[46rem]">{words.title}</h2>
        <Principles points={words.points} />
      </Rail>
    </section>
  );
}

interface MembershipSectionProps extends SectionProps {
  comparison: ShownSection | undefined;
}

function MembershipSection({ words, comparison }: MembershipSectionProps) {
  if (!words) return null;
  return (
    <section className="section-band" id={anchors.membership}>
      <div className="wrap">
        <Rail side={words.side}>
          <h2 className="d1 max-w-[44rem]">{words.title}</h2>
          <p className="lead mt-5 max-w-(--measure)">
            <Words text={words.text} />
          </p>
        </Rail>
        <Plans />
        {comparison && <FeeComparison words={comparison} />}
      </div>
    </section>
  );
}

const shownCount = 4;

function LatestInsights({ words }: SectionProps) {
  const articles = useArticles();
  if (!words || articles.length === 0) return null;
  return (
    <section className="wrap section">
      <Rail side={words.side} className="mb-9">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <h2 className="d1">{words.title}</h2>
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

function ContactSection({ words }: SectionProps) {
  const club = useClub();
  if (!words) return null;
  return (
    <section className="wrap section">
      <Rail side={words.side}>
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-7">
          <div>
            <h2 className="d1">{words.title}</h2>
            <p className="lead mt-5 max-w-(--measure)">
              <Words text={words.text} />
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

function JoinBanner({ words }: SectionProps) {
  const club = useClub();
  if (!words) return null;
  return (
    <section className="band on-dark mt-(--section)">
      {club.is_sample && <BannerFlame />}
      <div className="wrap relative">
        <div className="band-text">
          <h2 className="d1">{words.title}</h2>
          <p className="lead mt-5">
            <Words text={words.text} />
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
  { figure: "0%", marks: marks(["", 5]) },
  { figure: figures.deals_per_year, marks: marks(["", 6], ["is-possible", 6]) },
  {
    figure: `${figures.weeks_to_close} weeks`,
    marks: marks(["is-ember", figures.weeks_to_close], ["is-track", 13 - figures.weeks_to_close]),
  },
];

function Stats({ words }: SectionProps) {
  const stats = statsOf(useClub());
  if (!words) return null;
  return (
    <section className="wrap" aria-label="The club in figures">
      <div className="stats">
        {stats.map(({ figure, marks }, index) => {
          const { title, text } = words.points[index] as ShownSection["points"][number];
          return (
            <div className="stat" key={title}>
              <div className="marks" aria-hidden="true">
                {marks.map(({ key, kind }) => (
                  <i key={key} className={kind} />
                ))}
              </div>
              <p className="figure">{figure}</p>
              <p className="stat-label">
                {title}
                <small>{text}</small>
              </p>
            </div>
          );
        })}
      </div>
    </section>
  );
}

function marks(...groups: [kind: string, count: number][]): { key: number; kind: string }[] {
  return groups.flatMap(([kind, count]) => Array<string>(count).fill(kind)).map((kind, key) => ({ key, kind }));
}

/** The bars run from ink over pine and clay to ember and amber, each from where the last one ended. */
const stepBars = [
  "from-ink to-pine",
  "from-pine to-moss",
  "from-moss to-umber",
  "from-umber to-ember",
  "from-ember to-amber",
  "from-amber to-amber",
];

function HowItWorks({ words }: SectionProps) {
  if (!words) return null;
  return (
    <section className="wrap section" id={anchors.howItWorks}>
      <Rail side={words.side}>
        <h2 className="d1">{words.title}</h2>
      </Rail>
      <ol className="steps">
        {words.points.map(({ note, title, text }, index) => {
          const [start, end] = inTwoLines(title);
          return (
            <li key={title}>
              <StepPicture n={index + 1} />
              <div>
                <div className={`step-bar bg-linear-to-r ${stepBars[index]}`} />
                <div className="step-text">
                  <p className="step-when num">
                    <b>{index + 1}</b>
                    <span>{note}</span>
                  </p>
                  <h3 className="d4">
                    {start} <br />
                    {end}
                  </h3>
                  <p>
                    <Words text={text} />
                  </p>
                </div>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Breaks a title where its longer line is shortest, and later where two places are as good. */
function inTwoLines(title: string): [start: string, end: string] {
  const words = title.split(" ");
  const breaks = words
    .map((_, index): [string, string] => [words.slice(0, index).join(" "), words.slice(index).join(" ")])
    .slice(1);
  const longest = ([start, end]: [string, string]) => Math.max(start.length, end.length);
  return breaks.reduce((best, next) => (longest(next) <= longest(best) ? next : best), breaks[0] ?? [title, ""]);
}
