import { paths } from "#shared/paths.ts";
import type { Club } from "#shared/settings/settings.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useCoFounders } from "#web/lib/site-content.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { ExampleMark } from "#web/ui/badge.tsx";
import { InlineLink, LinkButton, TextLink } from "#web/ui/link.tsx";
import { Decoration } from "#web/ui/pictures/decoration.tsx";
import people from "#web/ui/pictures/drawn/about-people.svg";
import { CarouselPicture } from "#web/ui/pictures/home-pictures.tsx";
import { Rail } from "#web/ui/rail.tsx";

const values: { title: string; text: string; isOfSample?: true }[] = [
  {
    title: "In the open",
    text: "Every fee that a member pays is on the membership page, with the sum worked out. If something costs you money, you read it before you pay it.",
  },
  {
    title: "Beside you",
    isOfSample: true,
    text: "The club and its founders invest in every opportunity they show. Our fees aside, we gain and lose as you do.",
  },
  {
    title: "Always learning",
    text: "Nobody is born able to read a cap table. Members ask founders in front of one another, so that one good question serves all.",
  },
];

const aimsOf = ({ figures, is_sample }: Club) =>
  [
    {
      side: "Mission",
      title: is_sample
        ? "Vetted opportunities, low fees, clear information, and investors who keep learning"
        : "Each round in a vehicle of its own",
      text: `We meet about ${figures.founders_met_per_week} founders a week and bring ${figures.deals_per_year} rounds a year to members. Each has its own special purpose vehicle, so that members can pool their money and still choose for themselves.`,
      picture: 4,
    },
    {
      side: "Vision",
      title: "Early-stage investing that anyone who qualifies can join, understand and afford",
      text: "A good company should find its first backers without a fund in between, and its backers should keep what they earn. All of your returns stay yours, and so do the losses: we take no share of either.",
      picture: 2,
    },
  ] as const;

export function AboutPage() {
  const club = useClub();
  usePageMeta("About", `Who is behind ${club.identity.name}, what the club is for and what it holds to.`);
  return (
    <>
      <div className="wrap page">
        <Rail side="About">
          <div className="about-head">
            <div>
              <h1 className="d1">
                {club.is_sample ? "A club for people who back people" : `About ${club.identity.name}`}
              </h1>
              <p className="lead mt-6 max-w-(--measure)">{club.identity.mission}</p>
            </div>
            <Decoration src={people} width={480} height={262} />
          </div>
        </Rail>
      </div>
      <section className="wrap section">
        <div className="aims on-dark">
          {aimsOf(club).map(({ side, title, text, picture }) => (
            <article className="aim" key={side}>
              <div className="aim-picture">
                <CarouselPicture n={picture} />
              </div>
              <p className="note">{side}</p>
              <h2 className="d3">{title}</h2>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </section>
      <Team />
      <section className="wrap section">
        <Rail side="Values">
          <h2 className="d2">What we hold to</h2>
          <dl className="principles">
            {values
              .filter(({ isOfSample }) => !isOfSample || club.is_sample)
              .map(({ title, text }) => (
                <div key={title}>
                  <dt className="d4">{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
          </dl>
        </Rail>
      </section>
      <section className="section-band">
        <div className="wrap">
          <Rail side="The company">
            <h2 className="d2">Who runs it, and what it lives on</h2>
            <p className="mt-5 max-w-(--measure) text-ink-2">
              {club.identity.operator} is a company registered in the United Kingdom, number{" "}
              {club.identity.company_number}. It earns the yearly price of members’ plans, the investment fee on each
              deal, and, from <InlineLink to={paths.founders}>founders</InlineLink> who raise,{" "}
              {club.figures.founder_success_fee_percent}% of total funds raised. It does not earn a share of your
              profit.
            </p>
            <div className="button-row mt-10 gap-x-6">
              <LinkButton to={paths.membership} variant="primary">
                Become a Member
              </LinkButton>
              <TextLink to={paths.contact}>Contact us</TextLink>
            </div>
            <p className="risk-line mt-6">{club.warnings.risk_warning}</p>
          </Rail>
        </div>
      </section>
    </>
  );
}

function Team() {
  const coFounders = useCoFounders();
  if (coFounders.length === 0) return null;
  return (
    <section className="wrap section">
      <Rail side="Team">
        <h2 className="d2">{countInWords(coFounders.length)}</h2>
        <dl className="principles">
          {coFounders.map(({ id, name, role, text, picture, is_example }) => (
            <div key={id}>
              <dt className="flex items-center gap-4">
                <Avatar name={name} imageUrl={picture} size="large" />
                <span>
                  <span className="d3 block">{name}</span>
                  <span className="small muted">{role}</span>
                </span>
              </dt>
              {is_example && (
                <dd>
                  <ExampleMark />
                </dd>
              )}
              <dd className="pt-2">{text}</dd>
            </div>
          ))}
        </dl>
      </Rail>
    </section>
  );
}

const numbers = ["No", "One", "Two", "Three", "Four", "Five", "Six"];

const countInWords = (count: number): string =>
  `${numbers[count] ?? count} ${count === 1 ? "co-founder" : "co-founders"}`;
