import { useRef, useState } from "react";
import { callsPartMessages as messages } from "#shared/deals/deal-call-messages.ts";
import type { DeskCall } from "#shared/deals/deal-calls.ts";
import { memberName } from "#shared/people/person-name.ts";
import { formatDateTime, formatLondonTime, hourAndMinute } from "#web/lib/format.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { isOver } from "../../../open/calls/call-times.ts";
import { CallForm, CancelForm } from "./call-forms.tsx";

type CallState = keyof typeof messages.states;
const tones: Record<CallState, BadgeTone> = { coming: "upcoming", over: "over", cancelled: "refused" };

const actions = ["change", "cancel"] as const;
type Action = (typeof actions)[number];

interface CallRowProps {
  dealId: string;
  userId: string;
  call: DeskCall;
}

export function CallRow({ dealId, userId, call }: CallRowProps) {
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
      <h2 className="d4 num flex flex-wrap items-center gap-x-3 gap-y-1">
        {title}
        <Badge tone={tones[state]}>{messages.states[state]}</Badge>
      </h2>
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
  return isOver(call, Date.now()) ? "over" : "coming";
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

const at = (moment: string | null): string => (moment === null ? "–" : formatDateTime(moment));
const time = "num whitespace-nowrap";

const columns: RecordColumn<Person>[] = [
  { header: messages.name, className: "wrap-anywhere", cell: ({ full_name }) => memberName(full_name) },
  { header: messages.asked, className: time, cell: ({ requested_at }) => at(requested_at) },
  { header: messages.withdrawn, className: time, cell: ({ withdrawn_at }) => at(withdrawn_at) },
  { header: messages.joined, className: time, cell: ({ joined_at }) => at(joined_at) },
];
