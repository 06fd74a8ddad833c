import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { z } from "zod";
import { addDays } from "#shared/add-days.ts";
import { dealCallMessages, callsPartMessages as messages } from "#shared/deals/deal-call-messages.ts";
import {
  type CallInput,
  callCancelSchema,
  callInputSchema,
  type DeskCall,
  type DeskCallList,
} from "#shared/deals/deal-calls.ts";
import { preparedStates } from "#shared/deals/deal-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { fromLondonTime, toLondonTime } from "#shared/london-time.ts";
import { memberName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime, formatLondonTime, hourAndMinute } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { None, type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { isOver, sortCalls } from "../../../open/calls/call-times.ts";
import { PartQuery, RecordForm } from "../record-form.tsx";

interface CallsPartProps {
  deal: DealRecord;
  userId: string;
}

/** Calls with the founders, and who comes. */
export function CallsPart({ deal, userId }: CallsPartProps) {
  const { id } = deal;
  const part = useRef<HTMLElement>(null);
  const query = useQuery({
    queryKey: queryKeys.dealCalls(id),
    queryFn: ({ signal }) => callApi<DeskCallList>("GET", `/deals/${id}/calls`, undefined, signal),
  });
  return (
    <section ref={part} aria-label={messages.list} tabIndex={-1} className="grid max-w-3xl gap-5 outline-none">
      <p>{messages.text}</p>
      <Plan deal={deal} userId={userId} onClose={() => part.current?.focus()} />
      <PartQuery query={query} words={messages}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="note">{messages.none}</p>
          ) : (
            <ul className="desk-questions">
              {sortCalls(items, serverNow().getTime()).map((call) => (
                <CallRow key={call.id} dealId={id} userId={userId} call={call} />
              ))}
            </ul>
          )
        }
      </PartQuery>
    </section>
  );
}

function Plan({ deal: { id, state }, userId, onClose }: CallsPartProps & { onClose: () => void }) {
  const draftKey = `deal-call-plan:${id}:${userId}`;
  const [isOpen, setOpen] = useState(() => sessionStorage.getItem(draftKey) !== null);
  if (!preparedStates.includes(state)) return <p className="note">{messages.tooEarly}</p>;
  const close = () => {
    setOpen(false);
    onClose();
  };
  if (isOpen) return <CallForm path={`/deals/${id}/calls`} draftKey={draftKey} onClose={close} />;
  return (
    <p>
      <Button isSmall onClick={() => setOpen(true)}>
        {messages.plan}
      </Button>
    </p>
  );
}

type CallState = keyof typeof messages.states;
const tones: Record<CallState, BadgeTone> = { coming: "upcoming", over: "over", cancelled: "refused" };

const actions = ["change", "cancel"] as const;
type Action = (typeof actions)[number];

interface CallRowProps {
  dealId: string;
  userId: string;
  call: DeskCall;
}

function CallRow({ dealId, userId, call }: CallRowProps) {
  const { id, starts_at, ends_at, about, join_url, cancelled_reason, people } = call;
  const draftKey = (action: Action) => `deal-call-${action}:${id}:${userId}`;
  const [opened, setOpened] = useState(() =>
    actions.find((action) => sessionStorage.getItem(draftKey(action)) !== null),
  );
  const row = useRef<HTMLLIElement>(null);
  const close = () => {
    setOpened(undefined);
    row.current?.focus();
  };
  const state = stateOf(call);
  const title = messages.until(formatLondonTime(starts_at), hourAndMinute(ends_at));
  const action = state === "coming" ? opened : undefined;
  const form = action && { path: `/deals/${dealId}/calls/${id}`, call, draftKey: draftKey(action), onClose: close };
  return (
    <li ref={row} tabIndex={-1} className="outline-none">
      <h4 className="d4 num flex flex-wrap items-center gap-x-3 gap-y-1">
        {title}
        <Badge tone={tones[state]}>{messages.states[state]}</Badge>
      </h4>
      <p className="wrap-anywhere">{about}</p>
      {cancelled_reason === null ? (
        <p className="small wrap-anywhere">
          <InlineLink to={join_url}>{join_url}</InlineLink>
        </p>
      ) : (
        <p className="desk-text muted">{cancelled_reason}</p>
      )}
      <CallPeople people={people} />
      {state === "coming" && !form && (
        <div className="-mx-[0.35rem] flex flex-wrap gap-x-3">
          {actions.map((action) => (
            <RowAction key={action} labelEnd={title} isRemoval={action === "cancel"} onClick={() => setOpened(action)}>
              {messages[action]}
            </RowAction>
          ))}
        </div>
      )}
      {form && action === "change" && <CallForm {...form} />}
      {form && action === "cancel" && <CancelForm {...form} />}
    </li>
  );
}

function stateOf(call: DeskCall): CallState {
  if (call.cancelled_reason !== null) return "cancelled";
  return isOver(call, serverNow().getTime()) ? "over" : "coming";
}

type Person = DeskCall["people"][number];

/** Who asked to join, who does not come after all, and who joined. */
function CallPeople({ people }: Pick<DeskCall, "people">) {
  if (people.length === 0) return <p className="note">{messages.nobody}</p>;
  const coming = people.filter(({ withdrawn_at }) => withdrawn_at === null);
  const joined = people.filter(({ joined_at }) => joined_at !== null);
  return (
    <div>
      <p className="note num">{messages.people(coming.length, joined.length)}</p>
      <RecordTable caption={messages.caption} columns={columns} rows={people} rowKey={({ id }) => id} isDense />
    </div>
  );
}

const at = (moment: string | null) => (moment === null ? <None /> : formatDateTime(moment));
const time = "num whitespace-nowrap";

const columns: RecordColumn<Person>[] = [
  { header: messages.name, className: "wrap-anywhere", cell: ({ full_name }) => memberName(full_name) },
  { header: messages.asked, isBeside: true, className: time, cell: ({ requested_at }) => at(requested_at) },
  { header: messages.withdrawn, className: time, cell: ({ withdrawn_at }) => at(withdrawn_at) },
  { header: messages.joined, className: time, cell: ({ joined_at }) => at(joined_at) },
];

/** As the form holds it: in London, on one day or past its midnight. */
export interface CallValues {
  date: string;
  from: string;
  to: string;
  about: string;
  join_url: string;
}

const emptyCall: CallValues = { date: "", from: "", to: "", about: "", join_url: "" };

/**
 * A time that is not there becomes one that the schema refuses. A call lasts at most 8 hours, so that an end before the start is
 * on the next day.
 */
export const toCallInput = ({ date, from, to, about, join_url }: CallValues): CallInput => ({
  starts_at: toMoment(date, from),
  ends_at: toMoment(date && to && to < from ? addDays(date, 1) : date, to),
  about,
  join_url,
});

const toMoment = (date: string, time: string): string => (date && time ? fromLondonTime(date, time).toISOString() : "");

export function toCallValues({ starts_at, ends_at, about, join_url }: DeskCall): CallValues {
  const { date, time } = toLondonTime(new Date(starts_at));
  return { date, from: time, to: toLondonTime(new Date(ends_at)).time, about, join_url };
}

const callFieldOf = (path: string): string => fields[path] ?? path;
const fields: Record<string, string> = { starts_at: "from", ends_at: "to" };

interface CallFormProps {
  path: string;
  draftKey: string;
  onClose: () => void;
}

const failed = messages.failedToSave;
const planWords = { label: messages.plan, submit: messages.submitPlan, done: messages.planned, failed };
const changeWords = { label: messages.change, submit: messages.submitChange, done: messages.changed, failed };
const cancelWords = { label: messages.cancel, submit: messages.cancel, done: messages.cancelled, failed };

/** Plans a call, or changes the one that is given. */
function CallForm({ path, call, ...rest }: CallFormProps & { call?: DeskCall }) {
  return (
    <RecordForm<CallValues>
      {...rest}
      words={call ? changeWords : planWords}
      version={call?.updated_at}
      schema={callFormSchema}
      defaultValues={call ? toCallValues(call) : emptyCall}
      fieldOfPath={callFieldOf}
      firstFocus="date"
      send={(values, expected_version) =>
        call
          ? callApi("PUT", path, { ...toCallInput(values), expected_version })
          : callApi("POST", path, toCallInput(values))
      }
    >
      {(form) => (
        <>
          <div className="desk-times">
            <DateField form={form} name="date" label={messages.date} hint={messages.times} />
            <FormField form={form} name="from" label={messages.from}>
              <Input type="time" />
            </FormField>
            <FormField form={form} name="to" label={messages.to}>
              <Input type="time" />
            </FormField>
          </div>
          <FormField form={form} name="about" label={messages.about} hint={messages.aboutHint}>
            <Input />
          </FormField>
          <FormField form={form} name="join_url" label={messages.address} hint={messages.addressHint}>
            <Input type="url" autoComplete="off" />
          </FormField>
        </>
      )}
    </RecordForm>
  );
}

function CancelForm({ path, call, ...rest }: CallFormProps & { call: DeskCall }) {
  return (
    <RecordForm<{ reason: string }>
      {...rest}
      words={cancelWords}
      version={call.updated_at}
      schema={callCancelSchema.pick({ reason: true })}
      defaultValues={{ reason: "" }}
      firstFocus="reason"
      send={(values, expected_version) => callApi("POST", `${path}/cancel`, { ...values, expected_version })}
    >
      {(form) => (
        <FormField form={form} name="reason" label={messages.reason} hint={messages.reasonHint}>
          <Textarea className="field-sizing-content max-h-80" rows={2} />
        </FormField>
      )}
    </RecordForm>
  );
}

/** The rules of the API, for what the controls hold. */
export const callFormSchema = z.custom<CallValues>().superRefine((values, context) => {
  const issues = callInputSchema.safeParse(toCallInput(values)).error?.issues ?? [];
  const isDateMissing = values.date === "";
  if (isDateMissing) context.addIssue({ code: "custom", path: ["date"], message: dealCallMessages.required });
  for (const { path, message } of issues) {
    const field = callFieldOf(path.join("."));
    const isTime = field === "from" || field === "to";
    if (isTime && isDateMissing && values[field] !== "") continue;
    context.addIssue({ code: "custom", path: [field], message });
  }
});
