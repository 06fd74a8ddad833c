import { z } from "@hono/zod-openapi";
import type { Transaction } from "kysely";
import { eventAnswerLabels, eventDeskMessages as messages } from "#shared/events/event-desk-messages.ts";
import {
  attendanceSchema,
  attendeeListSchema,
  attendeeQuerySchema,
  attendeeSchema,
  type ClubEvent,
  deskEventListSchema,
  deskEventSchema,
  eventAnswerSchema,
  eventCancelSchema,
  eventListSchema,
  eventPlacesUpdateSchema,
  eventSchema,
} from "#shared/events/events.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { getCalendarDomain } from "../../platform/http/calendar-domain.ts";
import { calendarFile, calendarHeaders } from "../../platform/http/calendar-file.ts";
import { type CsvExport, csvExport } from "../../platform/http/csv-stream.ts";
import { HttpError, notFound, onlyPost, refusedField } from "../../platform/http/http-error.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import {
  type AnswerOutcome,
  answerEvent,
  type EventRow,
  findAnsweredAt,
  findDeskEvent,
  findEvent,
  listAttendees,
  listDeskEvents,
  listEvents,
  lockDeskEvent,
  updateAttendance,
  updateCancelled,
  updatePlaces,
} from "./queries.ts";
import { deskEventPolicy, toCalendarEntry, toEvent } from "./to-event.ts";

const route = routesOf("Events");

const params = z.object({ id: z.string().max(100) });

const list = route("get", "/events", {
  name: "listEvents",
  summary: "The events that are for the caller, the next one first",
  audience: "member",
  key: "read",
  answer: eventListSchema,
});

const answer = route("put", "/events/{id}/answer", {
  name: "answerEvent",
  summary: "Say whether one comes, or wait for a place",
  audience: "member",
  params,
  body: eventAnswerSchema,
  answer: eventSchema,
  refuses: ["event_closed", "event_full"],
});

const calendar = route("get", "/events/{id}.ics", {
  name: "getEventCalendar",
  summary: "One event as an iCalendar file",
  audience: "member",
  params,
  file: "text/calendar",
});

const router = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const now = dependencies.now();
    const events = await listEvents(dependencies.readAs(actor));
    return c.json({ items: nextFirst(events.map((event) => toEvent(event, actor, now))), next_cursor: null }, 200);
  })
  .openapi(answer, async (c) => c.json(await answerOne(c.var, c.req.valid("param").id, c.req.valid("json")), 200));
// Hono parameters are whole path segments, so `.ics` is registered separately.
router.openAPIRegistry.registerPath(calendar);
router.get("/events/:file{.+\\.ics}", calendar.middleware, async (c) => {
  const { dependencies, actor } = c.var;
  const slug = c.req.param("file").replace(/\.ics$/, "");
  const db = dependencies.readAs(actor);
  const event = await findEvent(db, slug);
  if (!event) throw notFound("event");
  const text = calendarFile(toCalendarEntry(event), await getCalendarDomain(db), await dependencies.readClub());
  return c.body(text, 200, calendarHeaders(slug));
});

export const eventRoutes = router;

function nextFirst(events: ClubEvent[]): ClubEvent[] {
  const byDate = events.toSorted((one, other) => one.date.localeCompare(other.date));
  const isUpcoming = ({ status }: ClubEvent) => status === "upcoming";
  return [...byDate.filter(isUpcoming), ...byDate.filter((event) => !isUpcoming(event)).reverse()];
}

/** @throws HttpError 409 for an event that is full, closed or no longer answered, 422 for a guest who cannot come. */
const answerOne = ({ dependencies, actor }: Caller, slug: string, answer: z.output<typeof eventAnswerSchema>) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const event = await findEvent(tx, slug);
    if (!event) throw notFound("event");
    const outcome = await answerEvent(tx, event.id, answer);
    const now = dependencies.now();
    const isChanged = event.answer !== outcome || event.guest_name !== answer.guest_name;
    if (actor.userId && isChanged) {
      const person = { event_id: event.id, user_id: actor.userId };
      effects.publish("event.rsvp", person);
      const answered = { ...person, answered_at: (await findAnsweredAt(tx)).toISOString() };
      if (changesCalendar(event, outcome, answer.guest_name)) effects.mail("event-answered", answered);
      else if (outcome === "waiting" && event.answer !== "waiting") effects.mail("event-waiting", answered);
    }
    // Tells who is offered the place that may have become free.
    effects.schedule("event-places", { event_id: event.id }, now);
    const changed = await findEvent(tx, slug);
    if (!changed) throw notFound("event");
    return toEvent(changed, actor, now);
  });

function changesCalendar(before: EventRow, outcome: AnswerOutcome, guestName: string | null): boolean {
  const wasGoing = before.answer === "going";
  if (outcome === "going") return !wasGoing || before.guest_name !== guestName;
  return wasGoing && outcome === "not_going";
}

const listPlaces = route("get", "/event-places", {
  name: "listEventPlaces",
  summary: "Published events with their places and answers",
  audience: "admin",
  key: "read",
  query: pageQuerySchema,
  answer: deskEventListSchema,
});

const read = route("get", "/event-places/{id}", {
  name: "getEventPlaces",
  summary: "The places of an event",
  audience: "admin",
  key: "read",
  params: idParameter,
  answer: deskEventSchema,
});

const change = route("put", "/event-places/{id}", {
  name: "changeEventPlaces",
  summary: "Set whom an event is for, its places and its last day",
  audience: "admin",
  key: "write",
  params: idParameter,
  body: eventPlacesUpdateSchema,
  answer: deskEventSchema,
  refuses: ["event_closed", "revision_conflict"],
});

const cancel = route("post", "/event-places/{id}/cancel", {
  name: "cancelEvent",
  summary: "Cancel an event",
  audience: "admin",
  params: idParameter,
  body: eventCancelSchema,
  answer: deskEventSchema,
  refuses: ["event_closed", "revision_conflict"],
});

const attendees = route("get", "/event-places/{id}/attendees", {
  name: "listAttendees",
  summary: "Who answered, and how",
  audience: "admin",
  key: "read",
  params: idParameter,
  query: attendeeQuerySchema,
  answer: attendeeListSchema,
});

const exported = route("post", "/event-places/{id}/attendees.csv", {
  name: "exportAttendees",
  summary: "Who answered, as a CSV file",
  audience: "admin",
  params: idParameter,
  file: "text/csv",
});

const attendance = route("put", "/event-places/{id}/attendees/{answer_id}", {
  name: "recordAttendance",
  summary: "Note at the door whether somebody is there",
  audience: "admin",
  params: idParameter.extend({ answer_id: z.uuid() }),
  body: attendanceSchema,
  answer: attendeeSchema,
  refuses: ["event_not_begun"],
});

export const eventDeskRoutes = createRouter()
  .openapi(listPlaces, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await listDeskEvents(dependencies.readAs(actor), c.req.valid("query"));
    return c.json(pageWithCan(deskEventPolicy(dependencies.now()), actor, page), 200);
  })
  .openapi(exported, async (c) => {
    const { id } = c.req.valid("param");
    if (!(await findDeskEvent(c.var.dependencies.readAs(c.var.actor), id))) throw notFound("event");
    return c.body(...(await csvExport(c.var, attendeesCsv(id))));
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const event = await findDeskEvent(dependencies.readAs(actor), c.req.valid("param").id);
    if (!event) throw notFound("event");
    return c.json(withCan(deskEventPolicy(dependencies.now()), actor, event), 200);
  })
  .openapi(change, async (c) => c.json(await changePlaces(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(cancel, async (c) => c.json(await cancelEvent(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(attendees, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    if (!(await findDeskEvent(db, id))) throw notFound("event");
    return c.json(await listAttendees(db, id, c.req.valid("query")), 200);
  })
  .openapi(attendance, async (c) => {
    const { id: eventId, answer_id: id } = c.req.valid("param");
    return c.json(await noteAttendance(c.var, { eventId, id, ...c.req.valid("json") }), 200);
  });
eventDeskRoutes.get(exported.getRoutingPath(), onlyPost);

type Row = Awaited<ReturnType<typeof listAttendees>>["items"][number];

const attendeesCsv = (eventId: string): CsvExport<Row> => ({
  name: "event-answers",
  columns: ["Name", "Guest", "Answer", "Answered at (UTC)", "Was there"],
  toRow: (row) => [
    row.full_name ?? "",
    row.guest_name ?? "",
    eventAnswerLabels[row.state],
    row.answered_at.toISOString(),
    row.attended_at ? "Yes" : "",
  ],
  list: (tx, page) => listAttendees(tx, eventId, page),
  audit: (effects) => effects.audit("event_answers_exported", eventId),
});

/** @throws HttpError 404. */
async function getDeskEvent(tx: Transaction<DB>, { dependencies, actor }: Caller, id: string) {
  const event = await findDeskEvent(tx, id);
  if (!event) throw notFound("event");
  return withCan(deskEventPolicy(dependencies.now()), actor, event);
}

/** @throws HttpError 409 after another change and once it is over, 422 for fewer places than are taken. */
const changePlaces = (
  caller: Caller,
  id: string,
  { expected_revision, ...places }: z.output<typeof eventPlacesUpdateSchema>,
) =>
  caller.dependencies.asActor(caller.actor, async (tx, effects) => {
    const event = await lockOpen(tx, caller, id, expected_revision);
    if (places.capacity !== null && places.capacity < event.taken)
      throw refusedField("capacity", messages.tooSmall(event.taken));
    if (places.answer_until && new Date(places.answer_until) > event.starts_at)
      throw refusedField("answer_until", messages.afterStart);
    await updatePlaces(tx, id, places);
    effects.audit("event_places_changed", id, { capacity: places.capacity, audience: places.audience });
    effects.schedule("event-places", { event_id: id }, caller.dependencies.now());
    return getDeskEvent(tx, caller, id);
  });

/** @throws HttpError 409 after another change and once it is over. */
const cancelEvent = (caller: Caller, id: string, { expected_revision, reason }: z.output<typeof eventCancelSchema>) =>
  caller.dependencies.asActor(caller.actor, async (tx, effects) => {
    await lockOpen(tx, caller, id, expected_revision);
    const now = caller.dependencies.now();
    await updateCancelled(tx, id, reason, now);
    effects.audit("event_cancelled", id);
    effects.schedule("event-places", { event_id: id }, now);
    return getDeskEvent(tx, caller, id);
  });

async function lockOpen(tx: Transaction<DB>, { dependencies, actor }: Caller, id: string, expectedRevision: number) {
  const event = await lockDeskEvent(tx, id);
  if (!event) throw notFound("event");
  const record = withCan(deskEventPolicy(dependencies.now()), actor, event);
  if (event.revision !== expectedRevision)
    throw new HttpError("revision_conflict", messages.changedMeanwhile, { record });
  if (!record.can.change) throw new HttpError("event_closed", messages.closed, { record });
  return event;
}

/**
 * Noted twice it stays as it is.
 * @throws HttpError 409 before the door opens, and for a cancelled event.
 */
const noteAttendance = (
  caller: Caller,
  { eventId, id, attended }: { eventId: string; id: string; attended: boolean },
) =>
  caller.dependencies.asActor(caller.actor, async (tx) => {
    const record = await getDeskEvent(tx, caller, eventId);
    if (!record.can.note_attendance) throw new HttpError("event_not_begun", messages.notBegun, { record });
    const attendedAt = attended ? caller.dependencies.now() : null;
    const person = await updateAttendance(tx, { eventId, id, attendedAt });
    if (!person) throw notFound("answer");
    return person;
  });
