import "#web/styles/people.css";
import "./desk.css";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Navigate, useLocation } from "react-router";
import type { Session } from "#shared/account/session.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import { dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealSchemeLabels, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { shortMoment } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { Today } from "#shared/waiting-counts/to-do.ts";
import { isErrand } from "#shared/waiting-counts/to-do-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { useSearchState } from "#web/lib/search-state.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { todayQuery } from "#web/lib/today-query.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { deskSearch } from "./desk-search.ts";

const dealPage = lazyPage(() => import("./record/deal-page.tsx").then((file) => file.DealPage));
const MoveDialog = lazy(() => import("./move-dialog.tsx").then((file) => ({ default: file.MoveDialog })));

/** All deals that are running, or were, or the one that the address names. */
export function Deals({ session }: { session: Session }) {
  const { state, change } = useSearchState(deskSearch);
  if (state.deal) return <OneDeal key={state.deal} id={state.deal} userId={session.user.id} />;
  const choice = (
    <Segments
      label="Which deals"
      value={state.status}
      options={[
        { value: "", label: "Running" },
        { value: "done", label: "Completed" },
        { value: "not_taken_on", label: "Not taken on" },
      ]}
      onChange={(status) => change({ status, q: "" }, { replace: true })}
    />
  );
  const add = (
    <LinkButton to={`${adminPaths.enquiries}&write=enquiry`} variant="outline" isSmall>
      {messages.addCompany}
    </LinkButton>
  );
  return state.status === "" ? (
    <Running>
      {choice}
      {add}
    </Running>
  ) : (
    <Over status={state.status} tools={choice} />
  );
}

/** An address that names a part beside the deal leads to its section. */
function OneDeal({ id, userId }: { id: string; userId: string }) {
  const { state, linkTo } = useSearchState(deskSearch);
  const { hash } = useLocation();
  if (state.part !== "")
    return <Navigate to={`${linkTo({ part: "" })}${state.part === "closing" ? hash : `#${state.part}`}`} replace />;
  return (
    <Suspense fallback={<RowSkeletons label={messages.loading} count={4} />}>
      <Page page={dealPage} id={id} userId={userId} backTo={adminPaths.deals} />
    </Suspense>
  );
}

type RunningDeal = Today["deals"][number];

function Running({ children }: { children: ReactNode }) {
  const { data, isPending, refetch } = useQuery(todayQuery);
  return (
    <section aria-labelledby="deals" tabIndex={-1} className="outline-none">
      <ViewHead id="deals" title="Deals">
        {children}
      </ViewHead>
      {isPending && <RowSkeletons label={messages.loading} count={4} />}
      {!isPending && !data && <LoadFailed title="The deals could not be loaded" onRetry={refetch} />}
      {data?.deals.length === 0 && (
        <EmptyState
          isCard
          title="No deal is running"
          text="A deal is here from the day that an enquiry is taken on until its money and certificates are done."
        />
      )}
      {data && data.deals.length > 0 && (
        <RecordTable
          caption="Deals that are running"
          columns={runningColumns}
          rows={data.deals}
          rowKey={({ id }) => id}
          isMarked={isErrand}
        />
      )}
    </section>
  );
}

const runningColumns: RecordColumn<RunningDeal>[] = [
  {
    header: "Deal",
    className: "@min-[40rem]:w-1/4 wrap-anywhere",
    cell: ({ id, company_name, scheme, people }) => (
      <>
        <InlineLink to={adminPaths.deal(id)} isQuiet>
          {company_name}
        </InlineLink>
        <span className="note block">
          {[scheme && dealSchemeLabels[scheme], people > 0 && (people === 1 ? "1 person" : `${people} people`)]
            .filter(Boolean)
            .join(", ")}
        </span>
      </>
    ),
  },
  {
    header: "Where it stands",
    isBeside: true,
    className: "whitespace-nowrap",
    cell: ({ state }) => dealStateLabels[state],
  },
  {
    header: "Next, and by when",
    isPlain: true,
    className: "@min-[40rem]:w-2/5 wrap-anywhere",
    cell: ({ next, by, ...deal }) => (
      <>
        <span className={isErrand(deal) ? "font-semibold" : undefined}>{next}</span>
        {by && <span className="note num block">By {shortMoment(by)}</span>}
      </>
    ),
  },
  { header: "Asked or called", isRight: true, className: "num", cell: ({ asked_pence }) => pence(asked_pence) },
  { header: "Paid", isRight: true, className: "num", cell: ({ paid_pence }) => pence(paid_pence) },
  {
    header: "Late",
    isRight: true,
    className: "num",
    cell: ({ late_pence }) => late_pence > 0 && <b className="late">{formatPence(late_pence)}</b>,
  },
];

const pence = (amount: number): string | null => (amount > 0 ? formatPence(amount) : null);

/** Deals that are over; what was declined or put off can be taken up again. */
function Over({ status, tools }: { status: "done" | "not_taken_on"; tools: ReactNode }) {
  const [asked, setAsked] = useState<{ deal: ListedDeal; key: number; isOpen: boolean }>();
  return (
    <>
      <ListScreen<ListedDeal>
        key={status}
        title="Deals"
        path="/deals"
        fixed={{ state: status }}
        noun="deals"
        loading={messages.loading}
        search="Company or founder"
        tools={tools}
        exportTo={{
          path: "/deals.csv",
          label: "Export CSV",
          busy: "Exporting...",
          failed: "The deals could not be exported",
        }}
        table={(deals) => (
          <DealTable
            deals={deals}
            linkTo={({ id }) => adminPaths.deal(id)}
            onAsk={(deal) => setAsked({ deal, key: (asked?.key ?? 0) + 1, isOpen: true })}
          />
        )}
        empty={{
          title: status === "done" ? "No deal is completed yet" : "No deal was turned down",
          text: "What is in work is under Running.",
        }}
        nothing={{ title: "No deal found", text: "No deal has these words and this state.", showAll: "Show all" }}
      />
      <Suspense>
        {asked && <MoveDialog {...asked} to="" key={asked.key} onClose={() => setAsked({ ...asked, isOpen: false })} />}
      </Suspense>
    </>
  );
}

interface DealTableProps {
  deals: ListedDeal[];
  linkTo: (deal: ListedDeal) => string;
  onAsk: (deal: ListedDeal) => void;
}

function DealTable({ deals, linkTo, onAsk }: DealTableProps) {
  const company: RecordColumn<ListedDeal> = {
    header: "Company",
    className: "wrap-anywhere",
    cell: (deal) => (
      <InlineLink to={linkTo(deal)} isQuiet>
        {deal.company_name}
      </InlineLink>
    ),
  };
  const actions: RecordColumn<ListedDeal> = {
    header: "Actions",
    isActions: true,
    cell: (deal) =>
      deal.can.move_to.length > 0 && (
        <RowAction labelEnd={deal.company_name} onClick={() => onAsk(deal)}>
          {`${messages.move}...`}
        </RowAction>
      ),
  };
  return (
    <RecordTable
      caption="Deals, newest first"
      columns={[company, ...columns, actions]}
      rows={deals}
      rowKey={({ id }) => id}
      isDense
    />
  );
}

const columns: RecordColumn<ListedDeal>[] = [
  { header: "Round", isWideOnly: true, className: "@min-[56rem]:min-w-36 wrap-anywhere", cell: ({ name }) => name },
  { header: "Stage", isBeside: true, className: "whitespace-nowrap", cell: ({ state }) => dealStateLabels[state] },
  {
    header: "Scheme",
    className: "whitespace-nowrap",
    cell: ({ scheme }) => (scheme ? dealSchemeLabels[scheme] : messages.notSaid),
  },
  {
    header: "Whole round",
    isRight: true,
    isWideOnly: true,
    className: "num whitespace-nowrap",
    cell: ({ round_total_pence }) => (round_total_pence === null ? messages.notSaid : formatPounds(round_total_pence)),
  },
  { header: "Who", className: "wrap-anywhere", cell: ({ owner_name }) => owner_name ?? messages.nobody },
  {
    header: "In stage since",
    className: "num whitespace-nowrap",
    cell: ({ state_since }) => shortDate(state_since),
  },
  { header: "Reply due", className: "num whitespace-nowrap", cell: (deal) => <Due deal={deal} /> },
  { header: "Next", isWideOnly: true, className: "num wrap-anywhere", cell: (deal) => nextOf(deal) },
];

function Due({ deal: { days_overdue, reply_due_on } }: { deal: ListedDeal }) {
  if (!reply_due_on) return null;
  if (days_overdue === null) return shortDate(reply_due_on);
  return <b className="late">{shortDate(reply_due_on)}, late</b>;
}

/** What is to be done next, or what comes next by itself. */
export function nextOf({ next_step, parked_until, state, opens_at }: ListedDeal, now = serverNow()): string | null {
  if (parked_until) return [`Until ${shortDate(parked_until)}`, next_step].filter(Boolean).join(", ");
  if (next_step) return next_step;
  const isAhead = state === "released" && opens_at !== null && new Date(opens_at) > now;
  return isAhead ? `Opens ${shortMoment(opens_at)}` : null;
}
