import "./events.css";
import { lazy } from "react";
import { eventAnswerMessages as messages } from "#shared/events/event-messages.ts";
import type { ClubEvent } from "#shared/events/events.ts";
import { eventMessages } from "#shared/settings/club-messages.ts";
import { dayOfMonth, shortMonth, weekdayDate } from "#web/lib/format.ts";
import { useIsHydrating } from "#web/lib/hydration.tsx";
import { ownTime } from "#web/lib/own-time.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge, ExampleMark } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { CalendarPlus } from "#web/ui/icons.generated.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { EventAnswer } from "./event-answer.tsx";
import { saysThatFull } from "./event-places.ts";

const CalendarDialog = lazy(() => import("./calendar-dialog.tsx").then((file) => ({ default: file.CalendarDialog })));

export function EventsTab() {
  const list = useList<ClubEvent>({ path: "/events" });
  return (
    <section aria-labelledby="events">
      <ViewHead id="events" title="Member Events">
        <DialogOpener
          button={(open) => (
            <Button variant="outline" isSmall onClick={open}>
              Add all to my calendar
            </Button>
          )}
          dialog={(state) => <CalendarDialog {...state} />}
        />
      </ViewHead>
      <ListView
        list={list}
        noun="events"
        loading={<EventSkeletons />}
        empty={{ title: "No events to show", text: "The next one appears here as soon as its date is set." }}
      >
        {(events) => (
          <ul className="event-rows">
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        )}
      </ListView>
    </section>
  );
}

const EventSkeletons = () => (
  <Skeletons label="Loading the events" className="event-rows">
    <div>
      <Skeleton className="h-11 w-10" />
      <div className="grid gap-3">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3 w-4/5" />
      </div>
    </div>
  </Skeletons>
);

function EventRow({ event }: { event: ClubEvent }) {
  const { id, title, date, time, location, status, description } = event;
  // The server's zone is nobody's.
  const own = useIsHydrating() ? null : ownTime(event);
  return (
    <li>
      <p className="event-day" aria-hidden="true">
        <span>{dayOfMonth(date)}</span>
        <span className="small muted">{shortMonth(date)}</span>
      </p>
      <div className="event-body">
        <div className="min-w-0 flex-[1_1_16rem]">
          <div className="event-title">
            <h2 className="d4 wrap-anywhere">{title}</h2>
            <StatusBadge status={status} />
            {event.is_example && <ExampleMark />}
          </div>
          <p className="small muted num mt-1 flex flex-wrap gap-x-4.5 gap-y-0.5">
            <time dateTime={date}>{weekdayDate(date)}</time>
            <span>{own ? `${time} London time` : time}</span>
            <span className="wrap-anywhere">{location}</span>
            <span>{placesIn(event)}</span>
          </p>
          {own && <p className="small muted num mt-0.5">Your time: {own}</p>}
          <p className="mt-2 max-w-(--measure) whitespace-pre-line text-[0.9375rem] text-ink-2 leading-[1.55] wrap-anywhere">
            {description}
          </p>
          {status === "upcoming" && (
            <a className="text-link small" href={`/api/events/${id}.ics`} download>
              <CalendarPlus />
              {eventMessages.addToCalendar}
              <span className="sr-only"> {title}</span>
            </a>
          )}
        </div>
        <EventAnswer event={event} />
      </div>
    </li>
  );
}

function StatusBadge({ status }: Pick<ClubEvent, "status">) {
  if (status === "upcoming") return <Badge tone="upcoming">{messages.upcoming}</Badge>;
  if (status === "cancelled") return <Badge tone="refused">{messages.cancelled}</Badge>;
  return <Badge tone="over">{messages.completed}</Badge>;
}

function placesIn(event: ClubEvent): string {
  const { status, capacity, taken, attendees } = event;
  if (status === "completed") return attendees > 0 ? `${attendees} attended` : "";
  if (saysThatFull(event)) return "";
  if (capacity !== null) return messages.taken(taken, capacity);
  return taken > 0 ? `${messages.goingCount(taken)}, ${messages.noLimit.toLowerCase()}` : messages.noLimit;
}
