import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { eventAnswerLabels, eventDeskMessages as messages } from "#shared/events/event-desk-messages.ts";
import type { DeskEvent, EventAttendee } from "#shared/events/events.ts";
import { callApi } from "#web/lib/api.ts";
import { downloadFile } from "#web/lib/use-download.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { useList } from "#web/lib/use-list.ts";
import { useOptimisticSwitch } from "#web/lib/use-optimistic-save.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { deskEventKeys } from "./event-desk-queries.ts";

const columnsOf = ({ id, can }: DeskEvent): RecordColumn<EventAttendee>[] => [
  {
    header: messages.name,
    className: "w-full",
    cell: ({ full_name }) => <span className="wrap-anywhere">{full_name ?? messages.noName}</span>,
  },
  {
    header: messages.guest,
    className: "min-w-32",
    cell: ({ guest_name }) => <span className="wrap-anywhere">{guest_name ?? ""}</span>,
  },
  {
    header: messages.answer,
    className: "whitespace-nowrap",
    cell: ({ state }) => eventAnswerLabels[state],
  },
  ...(can.note_attendance
    ? [
        {
          header: messages.attended,
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
  const download = useMutation({
    mutationFn: () => downloadFile("POST", `/event-places/${id}/attendees.csv`),
    onError: (error) => toastFailure(messages.downloadFailed, error),
  });
  return (
    <section aria-labelledby="attendees" className="mt-8">
      <ViewHead id="attendees" title={messages.attendees} isBlock>
        <SearchBox words={q} onSearch={setWords} placeholder={messages.search} />
        <Button variant="outline" isSmall onClick={() => download.mutate()}>
          {messages.download}
        </Button>
      </ViewHead>
      <ListView
        list={list}
        noun="answers"
        loading={messages.loading}
        empty={q ? messages.nobodyFound : messages.noAnswers}
      >
        {(people) => (
          <RecordTable
            caption={messages.attendeesCaption}
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
  const changed = useInvalidate(deskEventKeys);
  const { mutateAsync } = useMutation({
    scope: { id: `attendance ${eventId} ${person.id}` },
    mutationFn: (attended: boolean) => callApi("PUT", `/event-places/${eventId}/attendees/${person.id}`, { attended }),
    onError: (error) => toastFailure(messages.attendanceFailed, error),
    onSettled: changed,
  });
  const [isThere, note] = useOptimisticSwitch(person.attended_at !== null, mutateAsync);
  return (
    <Checkbox
      label={<span className="sr-only">{messages.attendedBy(person.full_name ?? messages.noName)}</span>}
      checked={isThere}
      onChange={({ target }) => note(target.checked)}
    />
  );
}
