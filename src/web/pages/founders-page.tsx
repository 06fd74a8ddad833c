import type { ShownSection } from "#shared/content/site-pages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { anchors, paths } from "#shared/paths.ts";
import { useFaqs } from "#web/lib/site-content.ts";
import { Principles, useSitePage, Words } from "#web/lib/site-page.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { LinkButton, TextLink } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { Faq } from "./faq.tsx";

export function FoundersPage() {
  const faqs = useFaqs("founders");
  const { heading, lead, title, section } = useSitePage("founders");
  const lookedFor = section("looked_for");
  const howItGoes = section("how_it_goes");
  const dataRoom = section("data_room");
  const ifNo = section("if_no");
  const faq = section("faq");
  return (
    <div className="page-end">
      <PageHead side={title} title={heading} lead={lead && <Words text={lead} />}>
        <div className="mt-8">
          <EnquiryButton />
        </div>
      </PageHead>
      <FounderFigures words={section("figures")} />
      {lookedFor && (
        <section className="wrap section">
          <Rail side={lookedFor.side}>
            <h2 className="d1">{lookedFor.title}</h2>
            <ul className="stick-list">
              {lookedFor.points.map(({ text }) => (
                <li key={text}>
                  <Words text={text} />
                </li>
              ))}
            </ul>
          </Rail>
        </section>
      )}
      {howItGoes && (
        <section className="wrap section">
          <Rail side={howItGoes.side}>
            <h2 className="d1">{howItGoes.title}</h2>
            <RaiseStepList points={howItGoes.points} />
            <p className="note mt-3">
              <Words text={howItGoes.note} />
            </p>
          </Rail>
        </section>
      )}
      {dataRoom && (
        <section className="wrap section">
          <Rail side={dataRoom.side}>
            <h2 className="d1">{dataRoom.title}</h2>
            <Principles points={dataRoom.points} />
            <p className="mt-8 max-w-(--measure) text-ink-2">
              <Words text={dataRoom.note} />
            </p>
          </Rail>
        </section>
      )}
      {ifNo && (
        <section className="wrap section">
          <Rail side={ifNo.side}>
            <h2 className="d2 max-w-[42rem]">{ifNo.title}</h2>
            <div className="mt-5 grid max-w-(--measure) gap-4 text-ink-2">
              {ifNo.text.split(/\n{2,}/).map((paragraph) => (
                <p key={paragraph}>
                  <Words text={paragraph} />
                </p>
              ))}
            </div>
          </Rail>
        </section>
      )}
      {faq && (
        <section className="wrap section" id={anchors.faq}>
          <Rail side={faq.side}>
            <h2 className="d1 mb-8">{faq.title}</h2>
            <Faq faqs={faqs} />
            <div className="button-row mt-10 gap-x-6">
              <EnquiryButton />
              <TextLink to={paths.contact}>Ask us something first</TextLink>
            </div>
          </Rail>
        </section>
      )}
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

function RaiseStepList({ points }: Pick<ShownSection, "points">) {
  return (
    <ol className="mt-8 border-b border-line">
      {points.map(({ title, text, note }, index) => {
        const [shortest, longest] = weeksOf(note);
        return (
          <li
            key={title}
            className="grid gap-x-10 gap-y-2 border-t border-line py-5 sm:grid-cols-[8.5rem_minmax(0,1fr)]"
          >
            <div className="flex items-center gap-4 sm:grid sm:content-start sm:gap-2">
              <p className="small num text-ink-2">
                <b className="font-semibold text-ink">{index + 1}</b> · {duration([shortest, longest])}
              </p>
              <Marks certain={shortest} possible={longest - shortest} />
            </div>
            <div>
              <h3 className="d4">{title}</h3>
              <p className="mt-1 max-w-(--measure) text-ink-2">
                <Words text={text} />
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** @param typed "4", or "4-8" with either dash. */
function weeksOf(typed: string): [shortest: number, longest: number] {
  const [shortest = 0, longest = shortest] = (typed.match(/\d+/g) ?? []).map(Number);
  return [shortest, longest];
}

function duration([shortest, longest]: readonly [number, number]): string {
  if (longest === 0) return "Start here";
  if (shortest === 0) return "Up to a week";
  return shortest === longest ? "A week" : `${shortest} to ${longest} weeks`;
}

function FounderFigures({ words }: { words: ShownSection | undefined }) {
  const { figures } = useClub();
  const { cheque_minimum_pence: smallest, cheque_maximum_pence: largest, founder_success_fee_percent: fee } = figures;
  const [shortestWeeks, longestWeeks] = weeksOf(figures.weeks_to_close_for_founders);
  const [cheque, time, success] = words?.points ?? [];
  if (!cheque || !time || !success) return null;
  return (
    <section className="wrap mt-16" aria-label="In figures">
      <div className="stats border-t border-t-ink">
        <div className="stat">
          <Marks certain={1} possible={largest / smallest - 1} />
          <Figure words={`${formatPounds(smallest)} to ${formatPounds(largest)}`} />
          <FigureLabel {...cheque} />
        </div>
        <div className="stat">
          <Marks certain={shortestWeeks} possible={longestWeeks - shortestWeeks} />
          <Figure words={`${figures.weeks_to_close_for_founders} weeks`} />
          <FigureLabel {...time} />
        </div>
        <div className="stat">
          <div className="flex h-6.5 items-end" aria-hidden="true">
            <div className="fee-stick w-full max-w-60">
              <b style={{ width: `${fee}%` }} />
              <i style={{ width: `${100 - fee}%` }} />
            </div>
          </div>
          <Figure words={`${fee}%`} />
          <FigureLabel {...success} />
        </div>
      </div>
    </section>
  );
}

const FigureLabel = ({ title, text }: ShownSection["points"][number]) => (
  <p className="stat-label">
    {title}
    <small>
      <Words text={text} />
    </small>
  </p>
);

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
