import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { dealFilterLabels, dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import {
  asksReason,
  type DealFilter,
  type DealState,
  dealFilters,
  dealStateLabels,
  dealStates,
  replyWorkingDays,
  workStates,
} from "#shared/deals/deal-messages.ts";
import type { DealCounts, ListedDeal } from "#shared/deals/deals.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { withCount } from "#web/lib/format.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { useList, withQuery } from "#web/lib/use-list.ts";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { FilterChoice } from "#web/ui/list/filter-choice.tsx";
import { Filters } from "#web/ui/list/filters.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { dealCountsQuery } from "../deal-counts-query.ts";
import { useMoveDeal, useMovedDeals } from "../deal-queries.ts";
import { deskSearch } from "../desk-search.ts";
import { Board } from "./board.tsx";
import { DealTable } from "./deal-table.tsx";
import { type CardMoves, useCardMoves } from "./use-card-moves.ts";
import { type Look, useLook } from "./use-look.ts";

const MoveDialog = lazy(() => import("../move-dialog.tsx").then((file) => ({ default: file.MoveDialog })));

const lookOptions = [
  { value: "board", label: messages.board },
  { value: "table", label: "Table" },
] as const;

/** Filtered or searched, it is a table. */
export function Pipeline({ userId }: { userId: string }) {
  const { state, change, linkTo } = useSearchState(deskSearch);
  const { status, q } = state;
  const [look, setLook] = useLook(userId);
  const isTable = look === "table" || status !== "" || q !== "";
  const filter = { state: status || "work", q };
  const list = useList<ListedDeal>({
    path: "/deals",
    parameters: { ...filter, limit: "100" },
    failureMessage: "The deals could not be loaded",
  });
  const deals = useMovedDeals(list.items);
  const { data: counts } = useQuery(dealCountsQuery);
  const [asked, setAsked] = useState<{ deal: ListedDeal; to: DealState | ""; key: number; isOpen: boolean }>();
  const ask = (deal: ListedDeal, to: DealState | "" = "") =>
    setAsked({ deal, to, key: (asked?.key ?? 0) + 1, isOpen: true });
  const { mutate } = useMoveDeal();
  const moves = useCardMoves((deal, to) =>
    asksReason(deal.state, to) ? ask(deal, to) : mutate({ deal, to, reason: null, until: null }),
  );
  const box = useRef<HTMLInputElement>(null);
  const narrow = (changes: Partial<typeof state>) => change(changes, { replace: true });
  const chooseLook = (next: Look) => {
    setLook(next);
    if (next === "board") narrow({ status: "", q: "" });
  };
  const toRecord = ({ id }: ListedDeal) => linkTo({ deal: id });
  const isNew = counts && Object.values(counts.states).every((number) => number === 0);
  return (
    // The focus comes here when a move takes its card away.
    <section aria-labelledby="pipeline" tabIndex={-1} className="outline-none">
      <ViewHead id="pipeline" title={messages.pipeline}>
        {isTable && (
          <Filters
            label="Filter deals"
            searchBox={
              <SearchBox words={q} onSearch={(q) => narrow({ q })} placeholder="Company or founder" ref={box} />
            }
            active={status ? 1 : 0}
          >
            <FilterChoice
              label="State"
              all={dealFilterLabels.work}
              value={status === "work" ? "" : status}
              options={dealFilters
                .filter((filter) => filter !== "work")
                .map((value) => ({ value, label: withCount(dealFilterLabels[value], countOf(value)) }))}
              onChange={(status) => narrow({ status })}
            />
          </Filters>
        )}
        <Segments label="Show as" value={isTable ? "table" : "board"} options={lookOptions} onChange={chooseLook} />
        {isTable && (
          <DownloadButton
            path={withQuery("/deals.csv", filter)}
            busy="Exporting..."
            failed="The deals could not be exported"
          >
            CSV
          </DownloadButton>
        )}
        <LinkButton to={linkTo({ write: "import" })} variant="outline" isSmall>
          Import enquiries
        </LinkButton>
        <LinkButton to={linkTo({ write: "enquiry" })} isSmall className="deal-add">
          {messages.addCompany}
        </LinkButton>
      </ViewHead>
      {!isNew && <Sums counts={counts} current={status} moves={moves} linkTo={(status) => linkTo({ status, q: "" })} />}
      <p className="sr-only" role="status" aria-live="assertive">
        {moves.said}
      </p>
      <ListView list={list} items={deals} noun="deals" loading={messages.loading} empty={emptyOf()}>
        {(deals) =>
          isTable ? (
            <DealTable deals={deals} linkTo={toRecord} onAsk={ask} />
          ) : (
            <Board
              deals={deals}
              counts={list.hasNextPage ? counts?.states : undefined}
              moves={moves}
              linkTo={toRecord}
              onAsk={ask}
            />
          )
        }
      </ListView>
      <Suspense>
        {asked && <MoveDialog {...asked} key={asked.key} onClose={() => setAsked({ ...asked, isOpen: false })} />}
      </Suspense>
    </section>
  );

  function countOf(filter: (typeof dealFilters)[number]): number | undefined {
    if (filter === "overdue") return counts?.overdue;
    const state = dealStates.find((known) => known === filter);
    return state && counts && (counts.states[state] ?? 0);
  }

  function emptyOf() {
    if (q || (status && status !== "work")) {
      const onClear = () => {
        narrow({ status: "", q: "" });
        box.current?.focus();
      };
      return {
        title: "No deal found",
        text: "No deal has these words and this state.",
        clear: { label: "Show all in work", onClear },
      };
    }
    if (!isNew)
      return {
        title: "Nothing is in work",
        text: "What was declined, withdrawn or completed is behind the figures above.",
      };
    return (
      <EmptyState
        isCard
        title="No enquiry yet"
        text="Type one in, or import a list."
        action={<LinkButton to={linkTo({ write: "enquiry" })}>{messages.addCompany}</LinkButton>}
      />
    );
  }
}

const ends = ["completed", "exited", "declined", "withdrawn", "parked", "cancelled"] as const;

interface SumsProps {
  counts: DealCounts | undefined;
  current: DealFilter | "";
  moves: CardMoves;
  linkTo: (status: DealFilter) => string;
}

/** How many deals are in work and how many have left it; each is a filter of the table, and takes a card. */
function Sums({ counts, current, moves, linkTo }: SumsProps) {
  const of = (state: DealState) => counts?.states[state] ?? 0;
  const inWork = workStates.reduce((sum, state) => sum + of(state), 0);
  const overdue = counts?.overdue ?? 0;
  const link = (status: DealFilter) => ({
    to: linkTo(status),
    "aria-current": current === status ? ("true" as const) : undefined,
  });
  const figure = (number: number) => <b className="num">{counts ? number.toLocaleString("en-GB") : "–"}</b>;
  return (
    <nav className="pipeline-sums" aria-label="The deals by state">
      <RouteLink {...link("work")}>{figure(inWork)} in work</RouteLink>
      <RouteLink {...link("overdue")} className={classNames(overdue > 0 && "late")}>
        {figure(overdue)} {overdue === 1 ? "enquiry" : "enquiries"} past{" "}
        {replyWorkingDays === 10 ? "ten" : replyWorkingDays} working days
      </RouteLink>
      {ends
        .filter((state) => state !== "cancelled" || of(state) > 0)
        .map((state) => (
          <RouteLink key={state} {...link(state)} {...moves.targetProps(state)}>
            {dealStateLabels[state]} {figure(of(state))}
          </RouteLink>
        ))}
    </nav>
  );
}
