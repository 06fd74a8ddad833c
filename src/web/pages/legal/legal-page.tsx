import type { Toc } from "@stefanprobst/rehype-extract-toc";
import type { ComponentType, ReactNode } from "react";
import type { Club } from "#shared/club-settings.ts";
import { Email, proseElements } from "#web/content/prose-elements.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useClub } from "#web/lib/use-club.ts";
import { ContentsFold, ContentsRail } from "#web/ui/contents.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Rail } from "#web/ui/rail.tsx";

interface LegalPageProps {
  path: string;
  title: string;
  description: string;
  /** The side-head. */
  side: string;
  /** ISO date. */
  updated: string;
  /** What the page is for, in a sentence or two. */
  lead: ReactNode;
  Text: ComponentType<{ components?: object; club?: Club }>;
  headings: Toc;
}

const elements = { ...proseElements, Notice, OperatorDetails };

export function LegalPage({ path, title, description, side, updated, lead, Text, headings }: LegalPageProps) {
  const club = useClub();
  usePageMeta(title, description);
  return (
    <div className="wrap page page-end">
      <Rail
        side={
          <div className="grid gap-6 lg:sticky lg:top-24">
            <div>
              <LastUpdated side={side} date={updated} />
            </div>
            <ContentsRail path={path} headings={headings} />
          </div>
        }
      >
        <h1 className="d1 max-w-[46rem]">{title}</h1>
        <p className="lead mt-6 mb-10 max-w-(--measure)">{lead}</p>
        <ContentsFold path={path} headings={headings} />
        <div className="prose">
          <Text components={elements} club={club} />
        </div>
      </Rail>
    </div>
  );
}

/** "10 Feb 2025": the pages' words are the agreed ones, with the month cut short. */
const short = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "Europe/London",
});

interface LastUpdatedProps {
  side: string;
  /** ISO date. */
  date: string;
}

function LastUpdated({ side, date }: LastUpdatedProps) {
  return (
    <>
      <p>{side}</p>
      <p className="by num">
        <span>
          Last updated <time dateTime={date}>{short.format(new Date(date))}</time>
        </span>
      </p>
    </>
  );
}

/** Who answers for the site: the company, its number, its postal address and its contact e-mail. */
function OperatorDetails() {
  const club = useClub();
  const [company, ...lines] = club.identity.address;
  return (
    <address className="not-italic">
      <span className="block">{company}</span>
      <span className="block">Company number {club.identity.company_number}</span>
      {lines.map((line) => (
        <span className="block" key={line}>
          {line}
        </span>
      ))}
      <span className="block">
        Email: <Email />
      </span>
    </address>
  );
}
