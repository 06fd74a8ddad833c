import { useState } from "react";
import { eventAnswerLabels, eventDeskMessages as messages } from "#shared/events/event-desk-messages.ts";
import type { DeskEvent, EventAttendee } from "#shared/events/events.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { useAction } from "#web/lib/use-action.ts";
import { useList } from "#web/lib/use-list.ts";
import { useOptimisticSwitch } from "#web/lib/use-optimistic-save.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { deskEventKeys } from "./event-desk-queries.ts";

const columnsOf = ({ id, can }: DeskEvent): RecordColumn<EventAttendee>[] => [
  {
    header: "Name",
    className: "w-full",
    cell: ({ full_name }) => <span className="wrap-anywhere">{full_name ?? messages.noName}</span>,
  },
  {
    header: "Guest",
    className: "min-w-32",
    cell: ({ guest_name }) => <span className="wrap-anywhere">{guest_name ?? ""}</span>,
  },
  {
    header: "Answer",
    className: "whitespace-nowrap",
    cell: ({ state }) => eventAnswerLabels[state],
  },
  ...(can.note_attendance
    ? [
        {
          header: "Was there",
          cell: (person: EventAttendee) => <Attendance eventId={id} person={person} />,
        },
      ]
    : []),
];

/** Searched, and ticked at the door. */
export function Attendees({ event }: { event: DeskEvent }) {
  const { id } = event;
  const [q, setWords] = useState("");
  const list = useList<EventAttendee>({
    path: `/event-places/${id}/attendees`,
    parameters: { q, limit: "100" },
    failureMessage: messages.fetchFailed,
  });
  return (
    <section aria-labelledby="attendees" className="mt-8">
      <ViewHead id="attendees" title="Answers" isBlock>
        <SearchBox words={q} onSearch={setWords} placeholder="Search names" />
        <DownloadButton path={`/event-places/${id}/attendees.csv`} failed="Failed to download the list.">
          Download as CSV
        </DownloadButton>
      </ViewHead>
      <ListView
        list={list}
        noun="answers"
        loading={messages.loading}
        empty={
          q
            ? { title: "Nobody found", text: "No name of a member or guest has these letters." }
            : { title: "Nobody has answered yet", text: "Answers appear here as they come." }
        }
      >
        {(people) => (
          <RecordTable
            caption="Who answered"
            columns={columnsOf(event)}
            rows={people}
            rowKey={(person) => person.id}
            isDense
          />
        )}
      </ListView>
    </section>
  );
}

function Attendance({ eventId, person }: { eventId: string; person: EventAttendee }) {
  const path = `/event-places/${eventId}/attendees/${person.id}`;
  const { actAsync } = useAction<unknown, { attended: boolean }>(path, {
    method: "PUT",
    scope: path,
    failed: "Failed to note who was there.",
    invalidates: deskEventKeys,
  });
  const [isThere, note] = useOptimisticSwitch(person.attended_at !== null, (attended) => actAsync({ attended }));
  return (
    <Checkbox
      label={<span className="sr-only">{messages.attendedBy(person.full_name ?? messages.noName)}</span>}
      checked={isThere}
      onChange={({ target }) => note(target.checked)}
    />
  );
}
