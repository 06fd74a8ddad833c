import "../portfolio.css";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import type { OwnDelivery } from "#shared/deals/deals.ts";
import { londonDate } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import type { OwnDocument } from "#shared/portfolio/own-documents.ts";
import { documentsMessages, documentsMessages as messages } from "#shared/portfolio/own-documents-messages.ts";
import { ownPortfolioMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { downloadFile, useDownload } from "#web/lib/download-button.tsx";
import { type LazyPage, lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { PaperHead } from "#web/lib/paper-head.tsx";
import { oneOf, useSearchState, uuid } from "#web/lib/search-state.ts";
import { useSession } from "#web/lib/session.ts";
import { useList } from "#web/lib/use-list.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { FilterChoice } from "#web/ui/list/filters.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { portfolioQuery } from "../portfolio-query.ts";
import {
  type DocumentGroup,
  type DocumentGroups,
  type DocumentRow,
  type DocumentTarget,
  documentGroups,
} from "./document-groups.ts";

interface PartProps {
  backTo: string;
  backLabel: string;
}

const parts = {
  export: lazyPage(() => import("../export/export-page.tsx").then((file) => file.ExportPage)),
  shown: lazyPage(() => import("./shown-page.tsx").then((file) => file.ShownPage)),
  "year-end": lazyPage(() => import("../year-end/year-end-page.tsx").then((file) => file.YearEndPage)),
} satisfies Record<string, LazyPage<PartProps>>;

const search = { part: oneOf(["export", "shown", "year-end"]) };

/** The reader's documents, or what the address names: the export, a tax year, the deals that they were shown. */
export function Documents() {
  const { part } = useSearchState(search).state;
  if (!part) return <DocumentsPage />;
  return (
    <ViewBoundary name={part}>
      <Page key={part} page={parts[part]} backTo={paths.documents} backLabel={documentsMessages.title} />
    </ViewBoundary>
  );
}

const yearIn = (typed: string): string => (/^\d{4}$/.test(typed) ? typed : "");
const listSearch = { holder: uuid, year: yearIn };

/** Filters appear from this number of rows. */
const filteredFrom = 21;
const shownAtFirst = 2;
const yearsAtFirst = 3;

/** Everything of the reader's that is a file, by what it is for. */
function DocumentsPage() {
  const list = useAllDocuments();
  const holdings = useQuery(portfolioQuery);
  const isApproved = useSession().session?.membership_status === "approved";
  const deliveries = useList<OwnDelivery>({ path: "/deliveries/me" }, isApproved);
  const shownAt = deliveries.items?.[0]?.delivered_at ?? null;
  const isPending = list.isPending || holdings.isPending;
  const groups = documentGroups(list.items ?? [], holdings.data ?? noHoldings, shownAt);
  const all = rowsOf(groups);
  const { state, change } = useSearchState(listSearch);
  const hasFilters = !isPending && (all.length >= filteredFrom || state.holder !== "" || state.year !== "");
  const isFiltered = hasFilters && (state.holder !== "" || state.year !== "");
  return (
    <section className="own-documents" aria-labelledby="own-documents">
      <PaperHead title={messages.ofPerson} />
      <ViewHead id="own-documents" title={messages.title}>
        {hasFilters && (
          <>
            <FilterChoice
              {...{ label: "Company", all: "All companies", value: state.holder, options: companiesOf(all) }}
              onChange={(holder) => change({ holder }, { replace: true })}
            />
            <FilterChoice
              {...{ label: "Year", all: "All years", value: state.year, options: yearsOf(all) }}
              onChange={(year) => change({ year }, { replace: true })}
            />
          </>
        )}
        {holdings.data && holdings.data.companies.length > 0 && (
          <LinkButton variant="outline" isSmall to={paths.export}>
            {ownPortfolioMessages.export}
          </LinkButton>
        )}
      </ViewHead>
      {isPending && <Loading />}
      {!isPending && !list.items && (
        <LoadFailed
          title="Your documents could not be loaded"
          text={ownPortfolioMessages.failedText}
          onRetry={list.refetch}
        />
      )}
      {!isPending && list.items && !holdings.data && (
        <SectionFailed
          text="What you hold could not be loaded: amounts and certificates that are awaited are missing here."
          onRetry={holdings.refetch}
        />
      )}
      {!isPending && list.items && all.length === 0 && (
        <EmptyState
          isCard
          title="No documents yet"
          text="They come here once you sign a statement, and when a deal that you joined is completed."
        />
      )}
      {!isPending && list.items && all.length > 0 && (
        <>
          <p className="note -mt-[0.6rem] print:hidden">For your tax return first; in each group the newest first</p>
          <Groups
            groups={isFiltered ? filtered(groups, state) : groups}
            isWhole={isFiltered}
            onClear={() => change({ holder: "", year: "" }, { replace: true })}
          />
        </>
      )}
    </section>
  );
}

const noHoldings = { as_of: londonDate(new Date()), companies: [], unissued: [], events: [], steps: [] };

/** Groups need all of them: the pages are read one after the other. */
function useAllDocuments() {
  const list = useList<OwnDocument>({ path: "/portfolio/me/documents", parameters: { limit: "100" } });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return list;
}

const rowsOf = ({ tax, others }: DocumentGroups): DocumentRow[] => [...tax, ...others].flatMap(({ rows }) => rows);

function companiesOf(rows: readonly DocumentRow[]) {
  const companies = new Map(rows.flatMap(({ company }) => (company ? [[company.id, company.name]] : [])));
  return [...companies]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

const yearsOf = (rows: readonly DocumentRow[]) =>
  [...new Set(rows.flatMap(({ years }) => years))]
    .toSorted((one, other) => other - one)
    .map((year) => ({ value: String(year), label: String(year) }));

function filtered({ tax, others }: DocumentGroups, { holder, year }: { holder: string; year: string }): DocumentGroups {
  const fits = ({ company, years }: DocumentRow) =>
    (holder === "" || company?.id === holder) && (year === "" || years.includes(Number(year)));
  const narrowed = (groups: readonly DocumentGroup[]) =>
    groups.map((group) => ({ ...group, rows: group.rows.filter(fits) })).filter(({ rows }) => rows.length > 0);
  return { tax: narrowed(tax), others: narrowed(others) };
}

interface GroupsProps {
  groups: DocumentGroups;
  /** Nothing is folded: what was asked for is short. */
  isWhole: boolean;
  onClear: () => void;
}

function Groups({ groups: { tax, others }, isWhole, onClear }: GroupsProps) {
  if (tax.length + others.length === 0)
    return (
      <div role="status">
        <EmptyState
          isCard
          title="Nothing fits"
          text="None of your documents has all of that."
          action={
            <Button variant="outline" onClick={onClear}>
              Show all
            </Button>
          }
        />
      </div>
    );
  const first = isWhole ? tax : tax.slice(0, yearsAtFirst);
  const earlier = tax.slice(first.length);
  return (
    <div className="own-document-columns">
      {tax.length > 0 && (
        <div>
          {first.map((group, index) => (
            <Group key={group.heading} group={group} isWhole hasNote={index === 0} />
          ))}
          {earlier.length > 0 && (
            <Fold summary={messages.earlierYears(earlier.length)}>
              {earlier.map((group) => (
                <Group key={group.heading} group={group} isWhole />
              ))}
            </Fold>
          )}
        </div>
      )}
      <div>
        {others.map((group) => (
          <Group key={group.heading} group={group} isWhole={isWhole} hasNote />
        ))}
      </div>
    </div>
  );
}

interface GroupProps {
  group: DocumentGroup;
  isWhole: boolean;
  hasNote?: boolean;
}

function Group({ group: { heading, note, rows }, isWhole, hasNote }: GroupProps) {
  const id = useId();
  // A single hidden row is shown, as it is shorter than the fold that would hide it.
  const count = isWhole || rows.length <= shownAtFirst + 1 ? rows.length : shownAtFirst;
  const rest = rows.slice(count);
  return (
    <section className="own-document-group" aria-labelledby={id}>
      <h2 id={id}>
        {heading} {hasNote && <span className="note">{note}</span>}
      </h2>
      <Rows rows={rows.slice(0, count)} />
      {rest.length > 0 && (
        <Fold summary={messages.more(rest.length)}>
          <Rows rows={rest} />
        </Fold>
      )}
    </section>
  );
}

const Rows = ({ rows }: { rows: readonly DocumentRow[] }) => (
  <ul>
    {rows.map((row) => (
      <li key={row.key}>
        <div>
          <Name row={row} />
          <p className="note num">{row.note}</p>
        </div>
        <State row={row} />
      </li>
    ))}
  </ul>
);

function Name({ row: { name, target } }: { row: DocumentRow }) {
  if ("file" in target) return <FileName path={target.file} name={name} />;
  return (
    <RouteLink className="own-document-name wrap-anywhere" to={pathOf(target)}>
      {name}
    </RouteLink>
  );
}

/** Saves the file under its own name. */
function FileName({ path, name }: { path: string; name: string }) {
  const { download, isPending } = useDownload(() => downloadFile("GET", path), "The document was not opened");
  return (
    <button
      type="button"
      className="own-document-name wrap-anywhere"
      aria-disabled={isPending || undefined}
      onClick={() => download()}
    >
      {name}
      <span className="sr-only"> PDF</span>
    </button>
  );
}

function pathOf(target: Exclude<DocumentTarget, { file: string }>): string {
  if ("deal" in target) return paths.openDeal(target.deal);
  return "company" in target ? paths.ownCompany(target.company) : paths.shownDeals;
}

function State({ row: { state, target } }: { row: DocumentRow }) {
  if (state)
    return (
      <Badge tone={state === "late" ? "refused" : "waiting"} isPlain>
        {messages.states[state]}
      </Badge>
    );
  return (
    <span className="note" aria-hidden="true">
      {"file" in target ? "PDF" : "Open"}
    </span>
  );
}

const Loading = () => (
  <Skeletons label="Loading your documents" count={2} className="own-document-columns">
    <div>
      <Skeleton className="h-4 w-1/3" />
      <Skeleton className="mt-3 h-12" />
      <Skeleton className="mt-3 h-12" />
      <Skeleton className="mt-3 h-12" />
    </div>
  </Skeletons>
);
