import { club, coFounders, terms } from "#shared/club.ts";
import { paths } from "#shared/paths.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { LinkButton, TextLink } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rail } from "#web/ui/rail.tsx";

const values = [
  {
    title: "In the open",
    text: "Every fee is on the membership page, with the sum worked out. If something costs you money, you read it before you need it.",
  },
  {
    title: "Beside you",
    text: "The club and its founders invest in every opportunity they show. We gain when the shares do, and lose when they do.",
  },
  {
    title: "Always learning",
    text: "Nobody is born able to read a cap table. Members ask in front of one another, and each deal teaches the next one.",
  },
];

export function AboutPage() {
  usePageMeta("About", `Who is behind ${club.product}, what the club is for and what it holds to.`);
  return (
    <div className="page-end">
      <PageHead side="About" title="A club for people who back people" lead={club.mission} />
      <section className="wrap section">
        <Rail side="Mission">
          <h2 className="d2 max-w-[42rem]">
            Bring members vetted opportunities, keep fees low, and say plainly how it works
          </h2>
          <p className="mt-5 max-w-(--measure) text-ink-2">
            We meet about {terms.foundersMetPerWeek} founders a week and bring {terms.dealsPerYear} rounds a year to
            members. Each has its own special purpose vehicle, so that members can pool their money and still choose for
            themselves.
          </p>
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="Vision">
          <h2 className="d2 max-w-[42rem]">
            Early-stage investing that anyone who qualifies can join, understand and afford
          </h2>
          <p className="mt-5 max-w-(--measure) text-ink-2">
            A good company should find its first backers without a fund in between, and its backers should keep what
            they earn. {club.taglines[1]}.
          </p>
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="Team">
          <h2 className="d2">Two co-founders</h2>
          <dl className="principles">
            {coFounders.map(({ name, role, text }) => (
              <div key={name}>
                <dt className="d4">{name}</dt>
                <dd className="small">{role}</dd>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="Values">
          <h2 className="d2">What we hold to</h2>
          <dl className="principles principles-3">
            {values.map(({ title, text }) => (
              <div key={title}>
                <dt className="d4">{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <div className="button-row mt-12 gap-x-6">
            <LinkButton to={paths.membership} variant="ember">
              Become a Member
            </LinkButton>
            <TextLink to={paths.contact}>Contact us</TextLink>
          </div>
          <p className="risk-line mt-6">{club.riskWarning}</p>
        </Rail>
      </section>
    </div>
  );
}
