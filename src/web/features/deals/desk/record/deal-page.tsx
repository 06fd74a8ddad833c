import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { dealRecordMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealStateLabels, interestLabels } from "#shared/deals/deal-messages.ts";
import { dealMailingMessages } from "#shared/deals/deal-register-messages.ts";
import { type DealInterest, type DealRecord, noteInputSchema } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { shortMoment } from "#shared/london-time.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { formatDateTime, shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useList } from "#web/lib/use-list.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Textarea } from "#web/ui/input.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { WordTabs } from "#web/ui/tabs.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { NextCard } from "../../next-card.tsx";
import { useDealChanged } from "../deal-queries.ts";
import { deskSearch, type RecordPart, recordParts } from "../desk-search.ts";
import { DealHead } from "./deal-head.tsx";

const pageForm = lazyPage(() => import("./page/page-part.tsx").then((file) => file.PagePart));
const terms = lazyPage(() => import("./terms/terms-part.tsx").then((file) => file.TermsPart));
const room = lazyPage(() => import("./room/room-part.tsx").then((file) => file.RoomPart));
const versions = lazyPage(() => import("./versions/versions-part.tsx").then((file) => file.VersionsPart));
const questions = lazyPage(() => import("./questions/questions-part.tsx").then((file) => file.QuestionsPart));
const calls = lazyPage(() => import("./calls/calls-part.tsx").then((file) => file.CallsPart));
const mails = lazyPage(() => import("./mails/mails-part.tsx").then((file) => file.MailsPart));

interface DealPageProps {
  id: string;
  userId: string;
  /** The pipeline as it was filtered. */
  backTo: string;
}

/** All that admins know of one round. */
export function DealPage({ id, userId, backTo }: DealPageProps) {
  const {
    data: deal,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeys.deal(id),
    queryFn: ({ signal }) => callApi<DealRecord>("GET", `/deals/${id}`, undefined, signal),
    retry: (count, failure) => !isMissing(failure) && count < 3,
  });
  return (
    <div className="grid gap-4">
      <BackLink to={backTo} className="pt-2">
        Deals
      </BackLink>
      {deal && <Shown deal={deal} userId={userId} />}
      {!deal && !error && <RowSkeletons label={messages.loading} count={4} />}
      {!deal && error && isMissing(error) && (
        <EmptyState
          isCard
          heading="h1"
          title="There is no such deal"
          text="It may have been opened with an old link."
        />
      )}
      {!deal && error && !isMissing(error) && (
        <LoadFailed heading="h1" title="This deal did not load" onRetry={refetch} />
      )}
    </div>
  );
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "not_found";

function Shown({ deal, userId }: { deal: DealRecord; userId: string }) {
  const { state, linkTo } = useSearchState(deskSearch);
  const current: RecordPart = state.part === "" || state.part === "closing" ? "page" : state.part;
  useOpenedTitle(`${deal.company_name}: ${partLabel(current)}`);
  return (
    <>
      <DealHead deal={deal} userId={userId} />
      {isWork(deal) && <NextCard key={deal.id} dealId={deal.id} place="record" />}
      <WordTabs
        label="Parts of the record"
        items={recordParts.map((part) => ({
          label: partLabel(part),
          to: linkTo({ part }),
          isCurrent: part === current,
        }))}
      />
      <Suspense fallback={<RowSkeletons label={messages.loading} count={4} />}>
        {current === "page" && <Page page={pageForm} deal={deal} userId={userId} />}
        {current === "terms" && <Page page={terms} deal={deal} userId={userId} />}
        {current === "room" && <Page page={room} deal={deal} />}
        {current === "versions" && <Page page={versions} deal={deal} userId={userId} />}
        {current === "questions" && <Page page={questions} deal={deal} userId={userId} />}
        {current === "call" && <Page page={calls} deal={deal} userId={userId} />}
        {current === "mails" && <Page page={mails} deal={deal} />}
      </Suspense>
      {current === "moves" && <Moves deal={deal} />}
      {current === "notes" && <Notes deal={deal} userId={userId} />}
      {current === "interest" && <Interests deal={deal} />}
    </>
  );
}

const partLabel = (part: RecordPart): string => (part === "mails" ? dealMailingMessages.mails : messages[part]);

const isWork = ({ state }: DealRecord): boolean =>
  !["declined", "withdrawn", "parked", "cancelled", "exited"].includes(state);

/** Who moved it, when, from where and why, and who proposed and confirmed another closing. */
function Moves({ deal: { moves, closings } }: { deal: DealRecord }) {
  const moved = moves.map((move) => ({
    ...{ id: move.id, at: move.moved_at, reason: move.reason, by: messages.movedBy(move) },
    what: messages.moved(move.from && dealStateLabels[move.from], dealStateLabels[move.to]),
  }));
  const entries = [...moved, ...closings.flatMap(closingEntries)].toSorted((one, other) =>
    other.at.localeCompare(one.at),
  );
  return (
    <ol className="history max-w-3xl" aria-label={messages.moves}>
      {entries.map(({ id, at, what, by, reason }) => (
        <li key={id}>
          <time className="note num" dateTime={at}>
            {formatDateTime(at)}
          </time>
          <div className="min-w-0 wrap-anywhere">
            {what}, {by}
            {reason && <p className="note whitespace-pre-line">{reason}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The confirmation above the proposal; one entry where somebody announced it alone. */
function closingEntries(closing: DealRecord["closings"][number]) {
  const { id, proposed_at, proposed_by_name, closes_at, instead_of, reason, confirmed_at, confirmed_by_name } = closing;
  const what = (step: "announced" | "confirmed" | "proposed") =>
    messages.closingStep(step, shortMoment(closes_at), shortMoment(instead_of));
  const isAlone = confirmed_at === proposed_at;
  const proposed = {
    ...{ id, at: proposed_at, reason, by: messages.by(proposed_by_name) },
    what: what(isAlone ? "announced" : "proposed"),
  };
  if (!confirmed_at || isAlone) return [proposed];
  const confirmed = { id: `${id} confirmed`, at: confirmed_at, reason: null, by: messages.by(confirmed_by_name) };
  return [{ ...confirmed, what: what("confirmed") }, proposed];
}

/** What admins heard and think; never for members. */
function Notes({ deal: { id, notes }, userId }: { deal: DealRecord; userId: string }) {
  const changed = useDealChanged();
  const form = useApiForm({
    schema: noteInputSchema,
    defaultValues: { text: "" },
    send: ({ text }) => callApi("POST", `/deals/${id}/notes`, { text }),
    onSent: async () => {
      form.reset();
      forgetDraft();
      await changed();
      toast({ title: "Note added" });
    },
    onRefused: (error, isAtField) => isAtField || toastFailure("Note not added", error),
    refusalFocus: "text",
  });
  const { forgetDraft } = useDraft(`deal-note:${id}:${userId}`, form);
  return (
    <div className="grid max-w-3xl gap-6">
      <Form form={form} className="grid gap-3" aria-label={messages.noteLabel}>
        <FormFields form={form}>
          <FormField
            form={form}
            name="text"
            label={messages.noteLabel}
            hint="For admins alone. Notes cannot be changed afterwards."
          >
            <Textarea className="field-sizing-content max-h-80" rows={3} />
          </FormField>
        </FormFields>
        <p>
          <SubmitButton form={form} variant="outline" isSmall busyLabel="Adding...">
            Add note
          </SubmitButton>
        </p>
      </Form>
      {notes.length === 0 && <p className="note">No note yet.</p>}
      <ol className="history" aria-label={messages.notes}>
        {notes.map(({ id, created_at, author_name, text }) => (
          <li key={id}>
            <time className="note num" dateTime={created_at}>
              {formatDateTime(created_at)}
            </time>
            <div className="min-w-0 wrap-anywhere">
              <p className="whitespace-pre-line" dir="auto">
                {text}
              </p>
              <p className="note">{messages.by(author_name)}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** By level, each with its sums, which are of all. */
function Interests({ deal: { id, interest_sums } }: { deal: DealRecord }) {
  const list = useList<DealInterest>({
    path: `/deals/${id}/interests`,
    failureMessage: "What members think could not be loaded",
  });
  return (
    <ListView
      list={list}
      noun="answers"
      loading="Loading who thinks what"
      empty={
        <p className="note">
          Nobody has said what they think yet. Members do so on the deal’s page once it is released.
        </p>
      }
    >
      {(interests) => (
        <div className="grid gap-6">
          {interest_sums.map(({ level, count, amount_pence }) => {
            const rows = interests.filter((interest) => interest.level === level);
            return (
              <section key={level} aria-label={interestLabels[level]}>
                <h2 className="d4 mb-1">
                  {interestLabels[level]} <span className="muted num">{count.toLocaleString("en-GB")}</span>
                  {amount_pence > 0 && <span className="muted num">, {formatPounds(amount_pence)}</span>}
                </h2>
                {rows.length > 0 && (
                  <RecordTable
                    caption={`Who thinks what: ${interestLabels[level]}`}
                    columns={columns}
                    rows={rows}
                    rowKey={({ id }) => id}
                    isDense
                  />
                )}
              </section>
            );
          })}
        </div>
      )}
    </ListView>
  );
}

const columns: RecordColumn<DealInterest>[] = [
  { header: "Name", className: "wrap-anywhere", cell: ({ full_name }) => full_name ?? "A sealed record" },
  {
    header: "Amount",
    isRight: true,
    className: "num whitespace-nowrap",
    cell: ({ amount_pence }) => (amount_pence === null ? "–" : formatPounds(amount_pence)),
  },
  { header: "Reason", className: "wrap-anywhere", cell: ({ reason }) => reason },
  { header: "Said on", className: "num whitespace-nowrap", cell: ({ updated_at }) => shortDate(updated_at) },
];
