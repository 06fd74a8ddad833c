import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { counted } from "#shared/counted.ts";
import { dealDeskMessages, dealRecordMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealStateLabels, interestLabels } from "#shared/deals/deal-messages.ts";
import {
  type DealInterest,
  type DealRecord,
  type DealUpdate,
  nextStepInputSchema,
  noteInputSchema,
} from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { shortMoment } from "#shared/london-time.ts";
import { formatPrice } from "#shared/pence.ts";
import type { Admin } from "#shared/people/people.ts";
import { personName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime, longDate, shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useList } from "#web/lib/use-list.ts";
import { replaced, useOptimisticSave } from "#web/lib/use-optimistic-save.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { None, type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { conflictingDeal, useDealChanged } from "../deal-queries.ts";
import { deskSearch, type RecordPart, recordParts } from "../desk-search.ts";

const pageForm = lazyPage(() => import("./page/page-part.tsx").then((file) => file.PagePart));
const terms = lazyPage(() => import("./terms/terms-part.tsx").then((file) => file.TermsPart));
const room = lazyPage(() => import("./room/room-part.tsx").then((file) => file.RoomPart));
const versions = lazyPage(() => import("./versions/versions-part.tsx").then((file) => file.VersionsPart));
const questions = lazyPage(() => import("./questions/questions-part.tsx").then((file) => file.QuestionsPart));
const calls = lazyPage(() => import("./calls/calls-part.tsx").then((file) => file.CallsPart));
const mails = lazyPage(() => import("./mails/mails-part.tsx").then((file) => file.MailsPart));

interface RecordPartsProps {
  deal: DealRecord;
  userId: string;
  /** That the company and who works on it are shown at once. */
  isEarly: boolean;
}

/** What the deal is made of, each part folded until somebody opens it or the address names it. */
export function RecordParts({ deal, userId, isEarly }: RecordPartsProps) {
  const { state } = useSearchState(deskSearch);
  return (
    <div className="grid">
      {recordParts.map((part) => (
        <Fold
          key={part}
          id={part}
          isOpen={(part === "company" && isEarly) || (part === "room" && state.document !== "")}
          summary={
            <>
              <h3>{messages[part]}</h3>
              <span className="note num wrap-anywhere">{lineOf(part, deal)}</span>
            </>
          }
        >
          {() => (
            <Suspense fallback={<RowSkeletons label={messages.loading} count={4} />}>
              {contentOf(part, deal, userId)}
            </Suspense>
          )}
        </Fold>
      ))}
    </div>
  );
}

export function useIsPartNamed(): boolean {
  const { hash } = useLocation();
  const { state } = useSearchState(deskSearch);
  return state.document !== "" || recordParts.some((part) => hash === `#${part}`);
}

function contentOf(part: RecordPart, deal: DealRecord, userId: string): ReactNode {
  // The typed text of the forms is frozen too: they begin again with what was saved then.
  const frozen = deal.versions[0]?.id;
  switch (part) {
    case "company":
      return <DealFacts deal={deal} userId={userId} />;
    case "room":
      return <Page page={room} deal={deal} />;
    case "terms":
      return <Page page={terms} key={frozen} deal={deal} userId={userId} />;
    case "page":
      return <Page page={pageForm} key={frozen} deal={deal} userId={userId} />;
    case "versions":
      return <Page page={versions} deal={deal} userId={userId} />;
    case "questions":
      return <Page page={questions} deal={deal} userId={userId} />;
    case "call":
      return <Page page={calls} deal={deal} userId={userId} />;
    case "interest":
      return <Interests deal={deal} />;
    case "mails":
      return <Page page={mails} deal={deal} />;
    case "notes":
      return <Notes deal={deal} userId={userId} />;
    case "moves":
      return <Moves deal={deal} />;
  }
}

/** Returns the most important line of a part that is folded. */
function lineOf(part: RecordPart, deal: DealRecord): string | undefined {
  const [newest] = deal.terms;
  const [version] = deal.versions;
  const answers = deal.interest_sums.reduce((sum, { count }) => sum + count, 0);
  switch (part) {
    case "company":
      return deal.owner_name ?? dealDeskMessages.nobody;
    case "terms":
      return newest ? `Terms ${newest.number}, ${formatPrice(newest.price)} a share` : "Not written yet";
    case "page":
      return deal.page.why_we_like_it.length > 0 ? undefined : "Not written yet";
    case "versions":
      return version
        ? `Version ${version.number}, ${version.approved_at ? "signed by two" : "to be signed by two"}`
        : "None yet";
    case "interest":
      return answers > 0 ? counted(answers, "answer") : undefined;
    case "notes":
      return deal.notes.length > 0 ? counted(deal.notes.length, "note") : undefined;
    default:
      return undefined;
  }
}

/** Who moved it, when, from where and why, and who proposed and confirmed another closing. */
function Moves({ deal: { moves, closings } }: { deal: DealRecord }) {
  const moved = moves.map((move) => ({
    id: move.id,
    at: move.moved_at,
    reason: move.reason,
    by: messages.movedBy(move),
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
    id,
    at: proposed_at,
    reason,
    by: messages.by(proposed_by_name),
    what: what(isAlone ? "announced" : "proposed"),
  };
  if (!confirmed_at || isAlone) return [proposed];
  const confirmed = { id: `${id} confirmed`, at: confirmed_at, reason: null, by: messages.by(confirmed_by_name) };
  return [{ ...confirmed, what: what("confirmed") }, proposed];
}

/** Admins note what they heard and think; never for members. */
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
                <h4 className="d4 mb-1">
                  {interestLabels[level]} <span className="muted num">{count.toLocaleString("en-GB")}</span>
                  {amount_pence > 0 && <span className="muted num">, {formatPounds(amount_pence)}</span>}
                </h4>
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
    isBeside: true,
    isRight: true,
    className: "num whitespace-nowrap",
    cell: ({ amount_pence }) => (amount_pence === null ? <None /> : formatPounds(amount_pence)),
  },
  { header: "Reason", isPlain: true, className: "wrap-anywhere", cell: ({ reason }) => reason },
  { header: "Said on", className: "num whitespace-nowrap", cell: ({ updated_at }) => shortDate(updated_at) },
];

const CompanyPanel = lazy(() =>
  import("../companies/company-panel.tsx").then((file) => ({ default: file.CompanyPanel })),
);

/** Who works on the deal and what they noted as next, and its company. */
function DealFacts({ deal, userId }: { deal: DealRecord; userId: string }) {
  const { company, can } = deal;
  const [isEditing, setEditing] = useState<boolean>();
  return (
    <div className="grid gap-3">
      {can.save && (
        <div className="flex flex-wrap items-center gap-2">
          <OwnerSelect deal={deal} />
          <NextStep deal={deal} userId={userId} />
        </div>
      )}
      <dl className="desk-deal-facts" aria-label="Facts">
        {factsOf(deal).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Button variant="outline" isSmall onClick={() => setEditing(true)}>
          Edit company
        </Button>
      </p>
      <Suspense>
        {isEditing !== undefined && (
          <CompanyPanel
            key={company.updated_at}
            company={company}
            userId={userId}
            isOpen={isEditing}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function OwnerSelect({ deal }: { deal: DealRecord }) {
  const { items: admins = [] } = useList<Admin>({ path: "/user-roles/admins" });
  const changed = useDealChanged();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (owner_id: string | null) => {
      const update: DealUpdate = { name: deal.name, owner_id, page: deal.page, expected_version: deal.updated_at };
      return callApi<DealRecord>("PUT", `/deals/${deal.id}`, update);
    },
    onSuccess: ({ owner_name }) =>
      toast({ title: owner_name ? `${owner_name} works on it now` : "Nobody works on it now" }),
    onError: (error) => toastFailure("Not changed", error),
    onSettled: (record) => changed(record),
  });
  const { owner_id, owner_name } = deal;
  const [shownId, choose] = useOptimisticSave(owner_id, replaced, mutateAsync);
  const isListed = admins.some(({ id }) => id === owner_id);
  return (
    <Field label={<span className="sr-only">Who works on it</span>} className="deal-owner">
      <Select value={shownId ?? ""} onChange={({ target }) => isPending || choose(target.value || null)}>
        <option value="">{dealDeskMessages.nobody}</option>
        {owner_id && !isListed && <option value={owner_id}>{owner_name}</option>}
        {admins.map(({ id, full_name, email }) => (
          <option key={id} value={id}>
            {personName({ full_name, email })}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function factsOf({ state, state_since, enquired_on, reply_due_on, parked_until, released_at, company }: DealRecord) {
  const { one_line, sector, place, founded_year, company_number, website, founders } = company;
  const facts = [
    [dealStateLabels[state], `Since ${longDate(state_since)}`],
    ["Enquired on", shortDate(enquired_on)],
    ["Reply due", reply_due_on && shortDate(reply_due_on)],
    ["Parked until", parked_until && shortDate(parked_until)],
    ["Released", released_at && longDate(released_at)],
    ["What it does", one_line],
    ["Sector", sector],
    ["Place", place],
    ["Founded in", founded_year],
    ["Company number", company_number],
    ["Website", website && <InlineLink to={website}>{website.replace(/^https?:\/\/|\/$/g, "")}</InlineLink>],
    ["Founders", founders.map(({ name, role, email }) => [name, role, email].filter(Boolean).join(", ")).join("; ")],
  ] as const;
  return facts.filter(([, value]) => value);
}

function NextStep({ deal, userId }: { deal: DealRecord; userId: string }) {
  const client = useQueryClient();
  const changed = useDealChanged();
  // The typed text takes the place of this.
  const [base, setBase] = useState(deal.next_step);
  const form = useApiForm<{ next_step: string | null }, DealRecord>({
    schema: nextStepInputSchema,
    defaultValues: valuesOf(deal),
    send: ({ next_step }) => {
      const save = ({ name, owner_id, page, updated_at }: DealRecord) => {
        const update: DealUpdate = { name, owner_id, page, next_step, expected_version: updated_at };
        return callApi<DealRecord>("PUT", `/deals/${deal.id}`, update);
      };
      return save(deal).catch((error) => {
        const theirs = conflictingDeal(error);
        // Something else of the deal was changed.
        if (theirs && theirs.next_step === deal.next_step) return save(theirs);
        throw error;
      });
    },
    onSent: async (saved) => {
      const refreshed = changed(saved);
      setBase(saved.next_step);
      form.reset(valuesOf(saved));
      forgetDraft();
      await refreshed;
      toast({ title: "Next step saved" });
    },
    onRefused: (error, isAtField) => {
      const theirs = conflictingDeal(error);
      if (theirs) client.setQueryData(queryKeys.deal(deal.id), theirs);
      else if (!isAtField) toastFailure("Next step not saved", error);
    },
    refusalFocus: "next_step",
  });
  const { forgetDraft } = useDraft(`deal-next:${deal.id}:${userId}`, form);
  const { isDirty } = form.formState;
  const { reset } = form;
  const isOther = base !== deal.next_step;
  useEffect(() => {
    if (isDirty || !isOther) return;
    setBase(deal.next_step);
    reset(valuesOf(deal));
  }, [isDirty, isOther, deal, reset]);
  return (
    <Form form={form} className="deal-next" aria-label={messages.next}>
      <FormFields form={form}>
        <FormField
          form={form}
          name="next_step"
          label={messages.next}
          hint={
            isDirty &&
            isOther &&
            (deal.next_step === null
              ? "Somebody else has emptied it meanwhile. Save puts your text there."
              : `Somebody else wrote meanwhile: “${deal.next_step}”. Save puts your text in its place.`)
          }
        >
          <Input autoComplete="off" maxLength={200} placeholder="What is to be done" />
        </FormField>
      </FormFields>
      {isDirty && (
        <SubmitButton form={form} variant="outline" isSmall busyLabel="Saving...">
          Save
        </SubmitButton>
      )}
    </Form>
  );
}

const valuesOf = ({ next_step }: DealRecord) => ({ next_step: next_step ?? "" });
