import { eventMessages } from "#shared/club-messages.ts";
import type { ClubEvent } from "#shared/events.ts";
import { dayOfMonth, shortMonth, weekdayDate } from "#web/lib/format.ts";
import { useIsHydrating } from "#web/lib/hydration.tsx";
import { Badge, ExampleMark } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { CalendarPlus } from "#web/ui/icons.generated.ts";
import { ownTime } from "./own-time.ts";

export function EventRow({ event }: { event: ClubEvent }) {
  const { id, title, date, time, location, attendees, status, description } = event;
  const isUpcoming = status === "upcoming";
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
          <h3 className="d4 wrap-anywhere">{title}</h3>
          <p className="small muted num mt-1 flex flex-wrap gap-x-4.5 gap-y-0.5">
            <time dateTime={date}>{weekdayDate(date)}</time>
            <span>{own ? `${time} ${eventMessages.londonTime}` : time}</span>
            <span className="wrap-anywhere">{location}</span>
            <span>
              {attendees} {isUpcoming ? "attending" : "attended"}
            </span>
          </p>
          {own && (
            <p className="small muted num mt-0.5">
              {eventMessages.yourTime}: {own}
            </p>
          )}
          <p className="mt-2 max-w-(--measure) whitespace-pre-line text-[0.9375rem] text-ink-2 leading-[1.55] wrap-anywhere">
            {description}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:flex-col sm:items-end">
          {isUpcoming ? <Badge tone="upcoming">Upcoming</Badge> : <Badge tone="over">Completed</Badge>}
          {event.is_example && <ExampleMark />}
          {isUpcoming && (
            <a className={buttonClass({ variant: "outline", isSmall: true })} href={`/api/events/${id}.ics`} download>
              <CalendarPlus />
              {eventMessages.addToCalendar}
              <span className="sr-only"> {title}</span>
            </a>
          )}
        </div>
      </div>
    </li>
  );
}
