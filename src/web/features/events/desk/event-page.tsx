import "../events.css";
import { useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { z } from "zod";
import { adminPaths } from "#shared/admin-paths.ts";
import {
  eventAnswerLabels,
  eventAudienceLabels,
  eventDeskMessages as messages,
} from "#shared/events/event-desk-messages.ts";
import { eventAudiences } from "#shared/events/event-messages.ts";
import { type DeskEvent, type EventAttendee, eventPlacesSchema } from "#shared/events/events.ts";
import { toLondonTime } from "#shared/london-time.ts";
import { callApi } from "#web/lib/api.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { count, countOrNull, londonMoment, typedAs } from "#web/lib/form-codecs.ts";
import { formatLondonTime, longDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { useList } from "#web/lib/use-list.ts";
import { useOptimisticSwitch } from "#web/lib/use-optimistic-save.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Input } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { DeskEventBadge } from "./desk-event-badge.tsx";
import { deskEventKeys, deskEventQuery } from "./event-desk-queries.ts";

const CancelDialog = lazy(() => import("./cancel-dialog.tsx").then((file) => ({ default: file.CancelDialog })));

/** An event's places and who answered. */
export function EventPage({ id, backTo }: { id: string; backTo: string }) {
  const { data: event, isPending, refetch } = useQuery(deskEventQuery(id));
  return (
    <div>
      <BackLink to={backTo} className="mb-2">
        Places and answers
      </BackLink>
      {isPending && <RowSkeletons label={messages.loading} count={4} />}
      {!isPending && !event && <LoadFailed heading="h1" title="The event could not be loaded" onRetry={refetch} />}
      {event && <Shown event={event} />}
    </div>
  );
}

function Shown({ event }: { event: DeskEvent }) {
  useOpenedTitle(event.title);
  const { id, title, starts_at, cancelled_at, cancelled_reason, revision, can } = event;
  return (
    <>
      <ViewHead title={title}>
        {can.cancel && (
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                Cancel the event
              </Button>
            )}
            dialog={(state) => <CancelDialog event={event} {...state} />}
          />
        )}
      </ViewHead>
      <p className="small flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="num">{formatLondonTime(starts_at)}</span>
        <DeskEventBadge event={event} />
        <InlineLink to={adminPaths.contentItem(id)}>Edit the text</InlineLink>
      </p>
      {cancelled_at && (
        <p className="mt-3 wrap-anywhere">{messages.cancelledOn(longDate(cancelled_at), cancelled_reason ?? "")}</p>
      )}
      {can.change && <PlacesForm key={revision} event={event} />}
      <Attendees event={event} />
    </>
  );
}

/** Who it is for, how many places there are and until when people answer. */
function PlacesForm({ event }: { event: DeskEvent }) {
  const changed = useInvalidate(deskEventKeys);
  const form = useApiForm({
    schema: placesSchema,
    defaultValues: toPlacesValues(event),
    send: (input) => callApi("PUT", `/event-places/${event.id}`, { ...input, expected_revision: event.revision }),
    onSent: async () => {
      toast({ title: "Places and answers saved" });
      await changed();
    },
    onRefused: async (error, isAtField) => {
      if (isAtField) return;
      toastFailure("Failed to save.", error);
      await changed();
    },
  });
  return (
    <section aria-labelledby="places" className="mt-6">
      <ViewHead id="places" title="Places and answers" isBlock />
      <Form form={form} className="grid max-w-(--measure) gap-4">
        <FormFields form={form}>
          <FormField form={form} name="audience" label="Who sees it">
            <Select>
              {eventAudiences.map((audience) => (
                <option key={audience} value={audience}>
                  {eventAudienceLabels[audience]}
                </option>
              ))}
            </Select>
          </FormField>
          <NumberField
            form={form}
            name="capacity"
            kind="count"
            label="Places"
            hint="Guests count. Empty, there is no limit."
            isOptional
          />
          <Checkbox label="Each may bring one guest" {...form.register("guests_allowed")} />
          <div className="grid gap-4 sm:grid-cols-2">
            <DateField
              form={form}
              name="answer_until"
              label="Answer by"
              hint="London time. Empty, people can answer until it begins."
              isOptional
            />
            <FormField form={form} name="answer_time" label="At">
              <Input type="time" />
            </FormField>
          </div>
          <NumberField
            form={form}
            name="offer_hours"
            kind="count"
            label="Hours a free place is offered for"
            hint="To the first on the waiting list, then to the next."
          />
        </FormFields>
        <div className="button-row">
          <SubmitButton form={form} busyLabel="Saving">
            Save
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}

const fields = z.object({
  audience: z.enum(eventAudiences),
  capacity: countOrNull,
  guests_allowed: z.boolean(),
  /** The day; the time has a field of its own. */
  answer_until: z.string(),
  answer_time: z.string(),
  offer_hours: count,
});
export type PlacesValues = z.input<typeof fields>;

export const placesSchema = typedAs(
  fields
    .refine((values) => values.answer_until === "" || values.answer_time !== "", {
      path: ["answer_time"],
      message: "Please enter a time too, or leave both empty.",
    })
    .refine((values) => values.answer_time === "" || values.answer_until !== "", {
      path: ["answer_until"],
      message: "Please enter a day too, or leave both empty.",
    })
    .transform(({ answer_until, answer_time, ...rest }) => ({
      ...rest,
      answer_until: answer_until ? londonMoment(answer_until, answer_time) : null,
    })),
  eventPlacesSchema,
);

function toPlacesValues({ audience, capacity, guests_allowed, offer_hours, answer_until }: DeskEvent) {
  const until = answer_until ? toLondonTime(new Date(answer_until)) : undefined;
  return {
    audience,
    capacity: z.encode(countOrNull, capacity),
    guests_allowed,
    answer_until: until?.date ?? "",
    answer_time: until?.time ?? "",
    offer_hours: z.encode(count, offer_hours),
  };
}

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
    isBeside: true,
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
function Attendees({ event }: { event: DeskEvent }) {
  const { id } = event;
  const [q, setWords] = useState("");
  const list = useList<EventAttendee>({
    path: `/event-places/${id}/attendees`,
    parameters: { q, limit: "100" },
  });
  return (
    <section aria-labelledby="attendees" className="mt-8">
      <ViewHead id="attendees" title="Answers" isBlock>
        <SearchBox words={q} onSearch={setWords} placeholder="Search names" />
        <DownloadButton path={`/event-places/${id}/attendees.csv`} failed="Failed to download the list.">
          Export CSV
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
