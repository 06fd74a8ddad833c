import { createRoute, z } from "@hono/zod-openapi";
import { sampleEvents } from "#shared/club.ts";
import { type ClubEvent, eventListSchema } from "#shared/events.ts";
import { openTo } from "../../auth/guard.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { eventCalendar } from "./event-calendar.ts";

const list = createRoute({
  method: "get",
  path: "/events",
  summary: "The club's events, the next one first and those that are over last",
  ...openTo("member"),
  responses: responses(200, eventListSchema, "All events"),
});

const calendar = createRoute({
  method: "get",
  path: "/events/{id}.ics",
  summary: "One event as an iCalendar file",
  ...openTo("member"),
  request: { params: z.object({ id: z.string().max(100) }) },
  responses: {
    ...responses(200, z.string(), "The file"),
    200: { description: "The file", content: { "text/calendar": { schema: z.string() } } },
  },
});

const router = createRouter().openapi(list, (c) =>
  c.json({ items: eventsAround(c.var.dependencies.now()), next_cursor: null }, 200),
);
// Hono parameters are whole path segments, so `.ics` is registered separately.
router.openAPIRegistry.registerPath(calendar);
router.get("/events/:file{.+\\.ics}", calendar.middleware, (c) => {
  const { now, appUrl } = c.var.dependencies;
  const event = eventsAround(now()).find(({ id }) => `${id}.ics` === c.req.param("file"));
  if (!event) throw notFound("event");
  return c.body(eventCalendar(event, appUrl), 200, {
    "content-type": "text/calendar; charset=utf-8; method=PUBLISH",
    "content-disposition": `attachment; filename="${event.id}.ics"`,
  });
});

export const eventRoutes = router;

/** Relative to today: two upcoming, one past. */
export const eventsAround = (now: Date): ClubEvent[] =>
  sampleEvents.map(({ daysFromToday, startsAt, endsAt, ...event }) => ({
    ...event,
    date: londonTimeToDate(now, daysFromToday, startsAt).toISOString(),
    ends_at: londonTimeToDate(now, daysFromToday, endsAt).toISOString(),
    time: `${startsAt}–${endsAt}`,
    status: daysFromToday > 0 ? "upcoming" : "completed",
  }));

const london = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
});
const day = 24 * 60 * 60 * 1000;

/** @param time London wall clock, "18:30". */
function londonTimeToDate(now: Date, daysFromNow: number, time: string): Date {
  const date = new Date(now.getTime() + daysFromNow * day).toLocaleDateString("en-CA", { timeZone: "Europe/London" });
  const asUtc = new Date(`${date}T${time}:00Z`);
  const isShownAs = london.format(asUtc).endsWith(time);
  // BST is UTC+1.
  return isShownAs ? asUtc : new Date(asUtc.getTime() - 60 * 60 * 1000);
}
