import type { ReactNode } from "react";
import type { Investment } from "#shared/companies/companies.ts";
import { longDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Rail } from "#web/ui/rail.tsx";

/** A section for each thing the club has written. */
export function InvestmentFacts({ investment }: { investment: Investment }) {
  const { what_it_does, reason, updates, documents } = investment;
  const deal = dealFacts(investment);
  return (
    <>
      {what_it_does && (
        <Section heading="What it does">
          <Paragraphs text={what_it_does} />
        </Section>
      )}
      {deal.length > 0 && (
        <Section heading="The deal">
          <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
            {deal.map(([name, value]) => (
              <div key={name} className="wrap-anywhere">
                <dt className="small muted">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      {reason && (
        <Section heading="Why the club invested">
          <Paragraphs text={reason} />
        </Section>
      )}
      {updates.length > 0 && (
        <Section heading="Updates">
          <Updates updates={updates} />
        </Section>
      )}
      {documents.length > 0 && (
        <Section heading="Documents">
          <Documents documents={documents} />
        </Section>
      )}
    </>
  );
}

const Section = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Rail side={<h2 className="font-text font-[550]">{heading}</h2>}>{children}</Rail>
);

const Paragraphs = ({ text }: { text: string }) => (
  <p className="max-w-(--measure) whitespace-pre-line wrap-anywhere">{text}</p>
);

function dealFacts({ sector, stage, round, instrument, tax_relief, invested_on }: Investment) {
  const facts: [string, ReactNode][] = [
    ["Sector", sector],
    ["Stage", stage],
    ["Round", round],
    ["Instrument", instrument],
    ["SEIS or EIS", tax_relief],
    ["The club invested", invested_on && <time dateTime={invested_on}>{longDate(invested_on)}</time>],
  ];
  return facts.filter(([, value]) => value !== null);
}

function Updates({ updates }: Pick<Investment, "updates">) {
  return (
    <ol className="grid max-w-(--measure) gap-7">
      {updates.map(({ date, title, text }) => (
        <li key={`${date} ${title}`}>
          <time className="note num" dateTime={date}>
            {longDate(date)}
          </time>
          <h3 className="d4 mt-1 wrap-anywhere">{title}</h3>
          <p className="mt-1.5 whitespace-pre-line text-ink-2 wrap-anywhere">{text}</p>
        </li>
      ))}
    </ol>
  );
}

function Documents({ documents }: Pick<Investment, "documents">) {
  return (
    <ul className="max-w-2xl">
      {documents.map(({ name, url }) => (
        <li
          key={name}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line border-b py-3 first:pt-0"
        >
          <span className="wrap-anywhere">{url ? <InlineLink to={url}>{name}</InlineLink> : name}</span>
          {!url && <Badge tone="waiting">To come</Badge>}
        </li>
      ))}
    </ul>
  );
}
