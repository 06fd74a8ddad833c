import type { PublishedCoFounder } from "#shared/content/content.ts";
import type { ShownSection } from "#shared/content/site-pages.ts";
import { paths } from "#shared/paths.ts";
import { hasSampleBrand } from "#shared/settings/sample-identity.ts";
import { useCoFounders } from "#web/lib/site-content.ts";
import { Principles, useSitePage, Words } from "#web/lib/site-page.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { ExampleMark } from "#web/ui/badge.tsx";
import { LinkButton, TextLink } from "#web/ui/link.tsx";
import { Decoration } from "#web/ui/pictures/decoration.tsx";
import people from "#web/ui/pictures/drawn/about-people.svg";
import { CarouselPicture } from "#web/ui/pictures/home-pictures.tsx";
import { Rail } from "#web/ui/rail.tsx";

export function AboutPage() {
  const coFounders = useCoFounders();
  const { heading, lead, title, section } = useSitePage("about", { co_founders: countInWords(coFounders.length) });
  const club = useClub();
  const aims = [
    { words: section("mission"), picture: 4 },
    { words: section("vision"), picture: 2 },
  ].filter(({ words }) => words);
  const values = section("values");
  const company = section("company");
  return (
    <>
      <div className="wrap page">
        <Rail side={title}>
          <div className="about-head">
            <div>
              <h1 className="d1">{heading}</h1>
              <p className="lead mt-6 max-w-(--measure)">
                <Words text={lead} />
              </p>
            </div>
            {/* People around a fire: the sample club's own picture. */}
            {hasSampleBrand(club) && <Decoration src={people} width={480} height={262} />}
          </div>
        </Rail>
      </div>
      {aims.length > 0 && (
        <section className="wrap section">
          <div className="aims on-dark">
            {aims.map(
              ({ words, picture }) =>
                words && (
                  <article className="aim" key={words.key}>
                    <div className="aim-picture">
                      <CarouselPicture n={picture} />
                    </div>
                    <p className="note">{words.side}</p>
                    <h2 className="d3">{words.title}</h2>
                    <p>
                      <Words text={words.text} />
                    </p>
                  </article>
                ),
            )}
          </div>
        </section>
      )}
      <Team words={section("team")} coFounders={coFounders} />
      {values && (
        <section className="wrap section">
          <Rail side={values.side}>
            <h2 className="d2">{values.title}</h2>
            <Principles points={values.points} />
          </Rail>
        </section>
      )}
      <section className="section-band">
        <div className="wrap">
          <Rail side={company?.side ?? ""}>
            {company && (
              <>
                <h2 className="d2">{company.title}</h2>
                <p className="mt-5 max-w-(--measure) text-ink-2">
                  <Words text={company.text} />
                </p>
              </>
            )}
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

interface TeamProps {
  words: ShownSection | undefined;
  coFounders: readonly PublishedCoFounder[];
}

function Team({ words, coFounders }: TeamProps) {
  if (!words || coFounders.length === 0) return null;
  return (
    <section className="wrap section">
      <Rail side={words.side}>
        <h2 className="d2">{words.title}</h2>
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
