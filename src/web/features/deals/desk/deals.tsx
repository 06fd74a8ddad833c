import "#web/styles/people.css";
import "./desk.css";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealSchemeLabels, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { DealRecord, ListedDeal } from "#shared/deals/deals.ts";
import { shortMoment } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import type { Today } from "#shared/waiting-counts/to-do.ts";
import { isErrand } from "#shared/waiting-counts/to-do-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { todayQuery } from "#web/lib/today-query.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { DealTable } from "./deal-table.tsx";
import { deskSearch } from "./desk-search.ts";

const dealPage = lazyPage(() => import("./record/deal-page.tsx").then((file) => file.DealPage));
const dealClosing = lazyPage(() => import("../closing/deal-closing.tsx").then((file) => file.DealClosing));
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
    <LinkButton to={`${paths.enquiries}&write=enquiry`} variant="outline" isSmall>
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

/** What it shows first depends on how far it is: its closing once members are shown it, before that its record. */
function OneDeal({ id, userId }: { id: string; userId: string }) {
  const { state } = useSearchState(deskSearch);
  const { data: deal, isPending } = useQuery({
    queryKey: queryKeys.deal(id),
    queryFn: ({ signal }) => callApi<DealRecord>("GET", `/deals/${id}`, undefined, signal),
    enabled: state.part === "",
  });
  if (state.part === "" && isPending) return <RowSkeletons label={messages.loading} count={4} />;
  const isClosing =
    state.part === "closing" ||
    (state.part === "" &&
      deal &&
      (["released", "closing", "completed", "exited"].includes(deal.state) || deal.is_unsettled));
  return (
    <Suspense fallback={<RowSkeletons label={messages.loading} count={4} />}>
      {isClosing ? (
        <Page page={dealClosing} key="closing" id={id} backTo={paths.deals} />
      ) : (
        <Page page={dealPage} key="record" id={id} userId={userId} backTo={paths.deals} />
      )}
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
    className: "wrap-anywhere",
    cell: ({ id, company_name, scheme, people }) => (
      <>
        <InlineLink to={paths.deal(id)} isQuiet>
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
  { header: "Where it stands", className: "whitespace-nowrap", cell: ({ state }) => dealStateLabels[state] },
  {
    header: "Next, and by when",
    className: "@min-[40rem]:w-1/2 wrap-anywhere",
    cell: ({ next, act, state, by }) => (
      <>
        <span className={isErrand({ act, state }) ? "font-semibold" : undefined}>{next}</span>
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
        failed="The deals could not be loaded"
        search="Company or founder"
        tools={tools}
        exportTo={{
          path: "/deals.csv",
          label: "Export",
          busy: "Exporting...",
          failed: "The deals could not be exported",
        }}
        table={(deals) => (
          <DealTable
            deals={deals}
            linkTo={({ id }) => paths.deal(id)}
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
