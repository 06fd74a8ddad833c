import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { Investment } from "#shared/companies/companies.ts";
import { paths } from "#shared/paths.ts";
import { longDate } from "#web/lib/format.ts";
import { NotFoundPage } from "#web/lib/not-found-page.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Badge } from "#web/ui/badge.tsx";
import { InlineLink, LinkButton, TextLink } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { hostOf, InvestmentLogo, statusTones, useInvestments } from "./investments.tsx";

export function InvestmentDetail() {
  const { slug } = useParams();
  const { items, isPending, refetch } = useInvestments();
  const investment = items?.find((candidate) => candidate.slug === slug);
  if (isPending) return <DetailSkeleton />;
  if (!items) return <DetailFailed onRetry={() => refetch()} />;
  return investment ? <Detail investment={investment} /> : <NotFoundPage />;
}

function Detail({ investment }: { investment: Investment }) {
  const { name, website, status } = investment;
  const club = useClub();
  usePageMeta(`${name}, Investments`, `${name}, a company in the portfolio of ${club.identity.name}.`);
  return (
    <div className="wrap page page-end">
      <Rail side="Our Investment Portfolio">
        <h1 className="d1 wrap-anywhere">{name}</h1>
        <p className="mt-5">
          <Badge tone={statusTones[status]}>Status: {status}</Badge>
        </p>
        <div className="card mt-8 grid max-w-xl place-items-center px-6 py-12">
          <InvestmentLogo investment={investment} />
        </div>
        {website && (
          <LinkButton to={website} variant="outline" className="mt-6">
            {hostOf(website)}
          </LinkButton>
        )}
      </Rail>
      <div className="mt-14 grid gap-12">
        <InvestmentFacts investment={investment} />
        <Rail side="Risk">
          <p className="small muted max-w-(--measure)">{club.warnings.risk_warning}</p>
          <TextLink to={paths.portfolio} className="mt-8">
            All investments
          </TextLink>
        </Rail>
      </div>
    </div>
  );
}

function DetailSkeleton() {
  usePageMeta("Investment", "A company in the club’s portfolio.");
  return (
    <div className="wrap page page-end">
      <Rail side="Our Investment Portfolio">
        <div role="status" aria-label="Loading" className="grid gap-6">
          <Skeleton className="h-14 w-72 max-w-full" />
          <Skeleton isRound className="h-6 w-28" />
          <Skeleton className="h-36 max-w-xl" />
        </div>
      </Rail>
    </div>
  );
}

function DetailFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="wrap page page-end">
      <LoadFailed
        heading="h1"
        title="This company could not be loaded"
        text="Something broke on the way. Trying again often helps."
        onRetry={onRetry}
      />
    </div>
  );
}

/** A section for each thing the club has written. */
function InvestmentFacts({ investment }: { investment: Investment }) {
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
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-3 first:pt-0"
        >
          <span className="wrap-anywhere">{url ? <InlineLink to={url}>{name}</InlineLink> : name}</span>
          {!url && <Badge tone="waiting">To come</Badge>}
        </li>
      ))}
    </ul>
  );
}
