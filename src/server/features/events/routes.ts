import { z } from "@hono/zod-openapi";
import { type ClubEvent, eventAnswerSchema, eventListSchema, eventSchema } from "#shared/events/events.ts";
import type { Caller } from "../../context.ts";
import { getCalendarDomain } from "../../platform/http/calendar-domain.ts";
import { calendarFile, calendarHeaders } from "../../platform/http/calendar-file.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { type AnswerOutcome, answerEvent, type EventRow, findAnsweredAt, findEvent, listEvents } from "./queries.ts";
import { toCalendarEntry, toEvent } from "./to-event.ts";

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
