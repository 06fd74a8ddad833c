import "./events.css";
import { lazy } from "react";
import type { Session } from "#shared/account/session.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import { inWords, eventAnswerMessages as messages } from "#shared/events/event-messages.ts";
import type { ClubEvent, OwnEventAnswer } from "#shared/events/events.ts";
import { eventMessages } from "#shared/settings/club-messages.ts";
import { dayOfMonth, shortMonth, weekdayDate } from "#web/lib/format.ts";
import { useIsHydrating } from "#web/lib/hydration.tsx";
import { ownTime } from "#web/lib/own-time.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge, ExampleMark } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { CalendarPlus } from "#web/ui/icons.generated.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { type GivenAnswer, useAnswer } from "./use-answer.ts";

const CalendarDialog = lazy(() => import("./calendar-dialog.tsx").then((file) => ({ default: file.CalendarDialog })));

export function EventsTab({ session }: { session: Session }) {
  const list = useList<ClubEvent>({ path: "/events" });
  return (
    <section aria-labelledby="events">
      <ViewHead id="events" title="Member Events">
        {session.role === "admin" && (
          <>
            <LinkButton to={adminPaths.addEvent} variant="outline" isSmall>
              Add an event
            </LinkButton>
            <LinkButton to={adminPaths.eventPlaces} variant="outline" isSmall>
              Places and answers
            </LinkButton>
          </>
        )}
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
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-[0.3rem]">
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

const GuestDialog = lazy(() => import("./guest-dialog.tsx").then((file) => ({ default: file.GuestDialog })));

/** What the reader answered, and what they can answer now. */
function EventAnswer({ event }: { event: ClubEvent }) {
  const { status, answer, cancelled_at, cancelled_reason, can } = event;
  if (cancelled_at)
    return (
      <div className="event-answer small wrap-anywhere">
        {messages.cancelledOn(new Date(cancelled_at), cancelled_reason ?? "")}
      </div>
    );
  if (!can.answer) {
    if (answer?.was_there) return <div className="event-answer small">You were there</div>;
    const isRunning = status === "upcoming" && answer?.state === "going";
    return isRunning ? <div className="event-answer small">{messages.saved.going}</div> : null;
  }
  return (
    <div className="event-answer">
      <OpenAnswer event={event} />
    </div>
  );
}

function OpenAnswer({ event }: { event: ClubEvent }) {
  const { answer } = event;
  const { act, isPending, variables } = useAnswer(event);
  const busy = (going: boolean) => isPending && variables?.going === going && messages.saving;
  const send = (given: GivenAnswer) => act(given);
  if (answer?.state === "offered") return <Offered event={event} answer={answer} send={send} busy={busy} />;
  if (answer?.state === "waiting") return <Waiting event={event} answer={answer} send={send} busy={busy} />;
  if (answer?.state !== "going" && !hasRoom(event)) return <Full event={event} send={send} busy={busy} />;
  return <Choice event={event} send={send} busy={busy} />;
}

interface Sending {
  event: ClubEvent;
  send: (answer: GivenAnswer) => void;
  busy: (going: boolean) => string | false;
}

interface Answered extends Sending {
  answer: OwnEventAnswer;
}

function Choice({ event, send, busy }: Sending) {
  const { title, answer, guests_allowed, answer_until } = event;
  const state = answer?.state;
  const until = answer_until && new Date(answer_until);
  const isLate = until && until <= serverNow();
  const isGoing = state === "going";
  if (isLate && !isGoing) return <p className="small muted">{messages.answersClosed(until)}</p>;
  return (
    <>
      {state === "lapsed" && <p className="small">{messages.lapsed}</p>}
      <fieldset className="event-answer-buttons is-choice">
        <legend className="sr-only">{messages.yourAnswer(title)}</legend>
        <Button
          isSmall
          variant={isGoing ? "secondary" : "outline"}
          aria-pressed={isGoing}
          busyLabel={busy(true)}
          onClick={() => isGoing || send({ going: true })}
        >
          Going
        </Button>
        <NotGoing event={event} send={send} busy={busy} />
      </fieldset>
      {isGoing && (guests_allowed || answer?.guest_name) && (
        <p className="small muted wrap-anywhere">
          {answer?.guest_name && `${messages.withGuest(answer.guest_name)}. `}
          {!isLate || answer?.guest_name ? <GuestOpener event={event} /> : null}
        </p>
      )}
      {until && !isLate && <p className="small muted">{messages.answerBy(until)}</p>}
    </>
  );
}

function NotGoing({ event: { answer }, send, busy }: Sending) {
  const isChosen = answer?.state === "not_going";
  return (
    <Button
      isSmall
      variant={isChosen ? "secondary" : "outline"}
      aria-pressed={isChosen}
      busyLabel={busy(false)}
      onClick={() => isChosen || send({ going: false })}
    >
      Not going
    </Button>
  );
}

function GuestOpener({ event }: { event: ClubEvent }) {
  return (
    <DialogOpener
      button={(open) => (
        <button type="button" className="inline-link" onClick={open}>
          {event.answer?.guest_name ? "Change" : "Bring a guest"}
          <span className="sr-only">, {event.title}</span>
        </button>
      )}
      dialog={(state) => <GuestDialog event={event} {...state} />}
    />
  );
}

function Full({ event, send, busy }: Sending) {
  const { answer, capacity, taken, waiting, answer_until, title } = event;
  const until = answer_until && new Date(answer_until);
  if (until && until <= serverNow()) return <p className="small muted">{messages.answersClosed(until)}</p>;
  const free = (capacity ?? 0) - taken;
  return (
    <>
      {answer?.state === "lapsed" && <p className="small">{messages.lapsed}</p>}
      <p className="small muted">
        {free > 0
          ? `${free === 1 ? "1 place is" : `${free} places are`} kept for who waits already.`
          : messages.full(capacity ?? 0)}{" "}
        {waiting === 0 ? "" : waiting === 1 ? "1 person waits before you." : `${waiting} people wait before you.`}
      </p>
      <fieldset className="event-answer-buttons">
        <legend className="sr-only">{messages.yourAnswer(title)}</legend>
        <Button variant="outline" isSmall busyLabel={busy(true)} onClick={() => send({ going: true, waits: true })}>
          Join the waiting list
          <span className="sr-only">, {title}</span>
        </Button>
        <NotGoing event={event} send={send} busy={busy} />
      </fieldset>
    </>
  );
}

function Waiting({ event, answer, send, busy }: Answered) {
  const { capacity, taken, waiting, offer_hours, title, guests_allowed } = event;
  const isFull = capacity !== null && taken >= capacity;
  return (
    <>
      <Badge tone="waiting">{messages.onList(answer.turn ?? 1, waiting)}</Badge>
      <p className="small muted">
        {isFull && `${messages.full(capacity)} `}A place is yours for{" "}
        {offer_hours === 1 ? "an hour" : `${offer_hours} hours`} when one is free.
        {answer.guest_name && " You asked for two places. With one free you can come without your guest."}
      </p>
      {(guests_allowed || answer.guest_name) && (
        <p className="small muted wrap-anywhere">
          {answer.guest_name && `${messages.withGuest(answer.guest_name)}. `}
          <GuestOpener event={event} />
        </p>
      )}
      <div>
        <ConfirmButton
          label="Leave the list"
          labelEnd={`, ${title}`}
          title="Leave the waiting list?"
          text="Your turn is lost. If you join again, you are the last in it."
          cancelLabel="Stay on the list"
          busyLabel={busy(false)}
          variant="secondary"
          onConfirm={(close) => {
            close();
            send({ going: false });
          }}
        />
      </div>
    </>
  );
}

function Offered({ event, answer, send, busy }: Answered) {
  const { guest_name, offered_until } = answer;
  return (
    <>
      <fieldset className="event-answer-buttons">
        <legend className="sr-only">{messages.yourAnswer(event.title)}</legend>
        <Button isSmall busyLabel={busy(true)} onClick={() => send({ going: true, guest_name })}>
          {guest_name ? "Take both places" : "Take the place"}
        </Button>
        <Button isSmall variant="outline" busyLabel={busy(false)} onClick={() => send({ going: false })}>
          Let it go
        </Button>
      </fieldset>
      {offered_until && (
        <p className="small muted">A place is free for you until {inWords(new Date(offered_until), serverNow())}</p>
      )}
      {guest_name && <p className="small muted wrap-anywhere">{messages.withGuest(guest_name)}</p>}
    </>
  );
}

const hasRoom = ({ capacity, taken, waiting }: ClubEvent): boolean =>
  capacity === null || (taken < capacity && waiting === 0);

const isPast = (until: string | null): boolean => until !== null && new Date(until) <= serverNow();

/** Whether what the reader can answer says that all places are taken, and the line of the event need not. */
function saysThatFull({ answer, answer_until, cancelled_at, can, capacity, taken }: ClubEvent): boolean {
  if (!can.answer || cancelled_at || capacity === null || taken < capacity) return false;
  if (answer?.state === "waiting") return true;
  return answer?.state !== "going" && answer?.state !== "offered" && !isPast(answer_until);
}
