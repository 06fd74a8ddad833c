import { serverNow } from "#web/lib/server-time.ts";
import "#web/styles/members-area.css";
import "../portfolio.css";
import "./advisers.css";
import { Suspense } from "react";
import { londonDate } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { AdviserView } from "#shared/portfolio/adviser-seats.ts";
import {
  adviserPaperLabel,
  adviserWords,
  adviserPageMessages as messages,
} from "#shared/portfolio/adviser-seats-messages.ts";
import { exportMessages } from "#shared/portfolio/own-bundle-messages.ts";
import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import { ownPortfolioMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { downloadFile, useDownload } from "#web/lib/download-button.tsx";
import { longDate, shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { QueryArea } from "#web/lib/query-client.tsx";
import { useSearchState, uuid } from "#web/lib/search-state.ts";
import { useClub } from "#web/lib/use-club.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { AsOf } from "../as-of.tsx";
import { CalendarPart } from "../calendar-part.tsx";
import { CompanyFigures, CompanyHead, Lots } from "../company/company-page.tsx";
import { Prices } from "../company/prices.tsx";
import { TaxTimeline } from "../company/tax-timeline.tsx";
import { CompanyPart } from "../company-part.tsx";
import { FigureFold, MainFigures } from "../head-figures.tsx";
import { HoldingsTable } from "../holdings-table.tsx";
import { ReaderWordsProvider } from "../reader-words.ts";
import { Splits } from "../splits.tsx";
import { ValuePart } from "../value-part.tsx";

interface AdviserHoldingsProps {
  view: AdviserView;
  token: string;
  onDay: (on: string) => void;
  /** @returns whether the link has stopped working, which the page then says. */
  onRefused: (error: Error) => boolean;
}

const search = { company: uuid };

/** What a member holds, to read: nothing here changes or asks for anything. */
export function AdviserHoldings({ view, token, onDay, onRefused }: AdviserHoldingsProps) {
  const { seat, portfolio, companies, papers, tax_years } = view;
  const { state, linkTo } = useSearchState(search);
  const club = useClub();
  const today = londonDate(serverNow());
  const save = (path: string, more: object = {}) =>
    downloadFile("POST", path, { token, ...more }).catch((error: Error) => {
      if (!onRefused(error)) throw error;
    });
  const company = companies.find((one) => one.company.company_id === state.company);
  return (
    <QueryArea>
      <ReaderWordsProvider value={adviserWords}>
        <div className="wrap adviser-page">
          <h1 className="d2 wrap-anywhere">{messages.heading(seat.member_name ?? "a member")}</h1>
          <div className="mt-3 grid max-w-(--measure) gap-[0.6rem]">
            <p>
              {club.identity.name} shows this to {seat.name}, as the member asked, until {longDate(seat.expires_at)}.
              Each opening is recorded and the member sees it.
            </p>
            <p className="note">
              {seat.shows_reliefs
                ? messages.noAdvice
                : `${messages.noAdvice} Reliefs that the member recorded are not shown, so what is open to claim may be claimed already.`}
            </p>
          </div>
          <div className="mt-4">
            <AsOf day={portfolio.as_of} today={today} onChange={onDay} />
          </div>
          {company && (
            <div className="own-company">
              <BackLink to={linkTo({ company: "" })} className="own-back">
                All holdings
              </BackLink>
              <Company own={company} />
            </div>
          )}
          {!company && portfolio.companies.length === 0 && <EmptyState isCard title="The member holds nothing." />}
          {!company && portfolio.companies.length > 0 && (
            <div className="own-portfolio">
              <div>
                <h2 className="sr-only">{ownPortfolioMessages.figures}</h2>
                <MainFigures portfolio={portfolio} />
                <FigureFold portfolio={portfolio} />
              </div>
              <HoldingsTable portfolio={portfolio} linkOf={(id) => linkTo({ company: id })} />
              <ValuePart portfolio={portfolio} />
              <CompanyPart portfolio={portfolio} />
              <CalendarPart portfolio={portfolio} />
              <Splits portfolio={portfolio} />
              <Tables save={save} />
              <YearEnds years={tax_years} save={save} />
              {seat.shows_reliefs && <Reliefs companies={companies} />}
              {seat.shows_papers && <Papers papers={papers} save={save} />}
            </div>
          )}
        </div>
      </ReaderWordsProvider>
    </QueryArea>
  );
}

const shareChanges = lazyPage<{ splits: OwnCompany["splits"]; hasDocuments: boolean }>(() =>
  import("../company/share-changes.tsx").then((file) => file.ShareChanges),
);

function Company({ own }: { own: OwnCompany }) {
  const { company, prices, splits, calendar, reliefs } = own;
  return (
    <>
      <CompanyHead own={own} />
      <CompanyFigures own={own} />
      <div className="own-columns">
        <div className="own-main">
          <Prices origin={company.origin} prices={prices} hasDocuments={false} />
          {company.lots.length > 0 && <Lots lots={company.lots} hasLinks={false} />}
          {splits.length > 0 && (
            <Suspense fallback={<CardSkeletons />}>
              <Page page={shareChanges} splits={splits} hasDocuments={false} />
            </Suspense>
          )}
        </div>
        <aside className="own-aside">
          <TaxTimeline lots={company.lots} calendar={calendar} reliefs={reliefs} isReadOnly />
        </aside>
      </div>
    </>
  );
}

function Reliefs({ companies }: { companies: readonly OwnCompany[] }) {
  const rows = companies.flatMap(({ company, reliefs }) =>
    reliefs.map((relief) => ({ ...relief, name: company.name })),
  );
  return (
    <section className="own-part is-table" aria-labelledby="adviser-reliefs">
      <h2 className="d4" id="adviser-reliefs">
        {messages.reliefs}
      </h2>
      {rows.length === 0 ? (
        <p className="note">None recorded.</p>
      ) : (
        <RecordTable
          caption={messages.reliefs}
          columns={[
            {
              header: "Claimed on",
              className: "num whitespace-nowrap",
              cell: ({ claimed_on }) => shortDate(claimed_on),
            },
            { header: "Shares", className: "wrap-anywhere", cell: ({ name }) => name },
            {
              header: "What",
              cell: ({ kind, is_carried_back }) =>
                is_carried_back ? `${messages.relief[kind]}, carried back to the year before` : messages.relief[kind],
            },
            {
              header: "Tax",
              isRight: true,
              className: "num",
              cell: ({ pence }) => formatPence(pence),
            },
          ]}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
      <p className="note mt-3">As the member recorded them; the club has not checked them.</p>
    </section>
  );
}

type Save = (path: string, more?: object) => Promise<void>;

/** Every number of the page can be worked out again from these tables. */
function Tables({ save }: { save: Save }) {
  const { download, isPending } = useDownload(
    (name: string) => save(`/adviser-links/${name}.csv`),
    messages.downloadFailed,
  );
  return (
    <section className="own-part" aria-labelledby="adviser-tables">
      <h2 className="d4" id="adviser-tables">
        {exportMessages.tables}
      </h2>
      <ul className="adviser-papers">
        {Object.entries(exportMessages.serverTables).map(([name, label]) => (
          <li key={name}>
            {label}
            <RowAction labelEnd={label} aria-disabled={isPending} onClick={() => download(name)}>
              {messages.fileTypes.csv}
            </RowAction>
          </li>
        ))}
      </ul>
    </section>
  );
}

function YearEnds({ years, save }: { years: readonly number[]; save: Save }) {
  const { download, isPending } = useDownload(
    ({ type, tax_year }: { type: "pdf" | "csv"; tax_year: number }) =>
      save(`/adviser-links/year-end.${type}`, { tax_year }),
    messages.downloadFailed,
  );
  return (
    <section className="own-part" aria-labelledby="adviser-years">
      <h2 className="d4" id="adviser-years">
        Year-end summaries
      </h2>
      <ul className="adviser-papers">
        {years.map((tax_year) => (
          <li key={tax_year}>
            <span className="num">{messages.taxYear(tax_year)}</span>
            <span className="own-parts">
              {(["pdf", "csv"] as const).map((type) => (
                <RowAction
                  key={type}
                  labelEnd={messages.taxYear(tax_year)}
                  aria-disabled={isPending}
                  onClick={() => download({ type, tax_year })}
                >
                  {messages.fileTypes[type]}
                </RowAction>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PapersProps {
  papers: AdviserView["papers"];
  save: Save;
}

function Papers({ papers, save }: PapersProps) {
  const { download, isPending } = useDownload(
    (path: string) => save(`/adviser-links/${path}`),
    messages.downloadFailed,
  );
  return (
    <section className="own-part" aria-labelledby="adviser-papers">
      <h2 className="d4" id="adviser-papers">
        Documents
      </h2>
      {papers.length === 0 && <p className="note">No documents yet.</p>}
      <ul className="adviser-papers">
        {papers.map((paper) => (
          <li key={paper.id}>
            <span className="wrap-anywhere">
              {adviserPaperLabel(paper)}
              <span className="note num block">
                {paper.company_name}, {longDate(paper.dated_on)}
              </span>
            </span>
            <RowAction
              labelEnd={`${adviserPaperLabel(paper)}, ${paper.company_name}`}
              aria-disabled={isPending}
              onClick={() => download(`papers/${paper.id}`)}
            >
              Download
            </RowAction>
          </li>
        ))}
        <li>
          <span>
            {messages.ledger}
            <span className="note block">Of this member alone</span>
          </span>
          <RowAction labelEnd={messages.ledger} aria-disabled={isPending} onClick={() => download("ledger.csv")}>
            {messages.fileTypes.csv}
          </RowAction>
        </li>
      </ul>
    </section>
  );
}
