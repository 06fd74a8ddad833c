import { createRoute, z } from "@hono/zod-openapi";
import type { ContentOf } from "#shared/content.ts";
import { type ClubEvent, eventListSchema } from "#shared/events.ts";
import { fromLondonTime } from "#shared/london-time.ts";
import { openTo } from "../../auth/guard.ts";
import { calendarFile, calendarHeaders, calendarResponses } from "../../platform/http/calendar-file.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { findPublished, listPublished } from "../content/published-content.ts";

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
  responses: calendarResponses,
});

const router = createRouter().openapi(list, async (c) => {
  const { dependencies, actor } = c.var;
  const events = await listPublished(dependencies.readAs(actor), "event");
  return c.json(
    { items: nextFirst(events.map((event) => toEvent(event, dependencies.now()))), next_cursor: null },
    200,
  );
});
// Hono parameters are whole path segments, so `.ics` is registered separately.
router.openAPIRegistry.registerPath(calendar);
router.get("/events/:file{.+\\.ics}", calendar.middleware, async (c) => {
  const { dependencies, actor } = c.var;
  const slug = c.req.param("file").replace(/\.ics$/, "");
  const event = await findPublished(dependencies.readAs(actor), "event", slug);
  if (!event) throw notFound("event");
  const { date, ends_at, ...entry } = toEvent(event, dependencies.now());
  const times = { start: new Date(date), end: new Date(ends_at) };
  const text = calendarFile({ ...entry, ...times }, dependencies.appUrl, await dependencies.readClub());
  return c.body(text, 200, calendarHeaders(slug));
});

export const eventRoutes = router;

function toEvent(event: ContentOf<"event"> & { slug: string; is_example: boolean }, now: Date): ClubEvent {
  const { date, start_time, end_time } = event;
  const endsAt = fromLondonTime(date, end_time);
  return {
    id: event.slug,
    title: event.title,
    date: fromLondonTime(date, start_time).toISOString(),
    ends_at: endsAt.toISOString(),
    time: `${start_time}–${end_time}`,
    location: event.location,
    attendees: event.attendees,
    status: endsAt > now ? "upcoming" : "completed",
    description: event.description,
    is_example: event.is_example,
  };
}

function nextFirst(events: ClubEvent[]): ClubEvent[] {
  const byDate = events.toSorted((one, other) => one.date.localeCompare(other.date));
  const isUpcoming = ({ status }: ClubEvent) => status === "upcoming";
  return [...byDate.filter(isUpcoming), ...byDate.filter((event) => !isUpcoming(event)).reverse()];
}
