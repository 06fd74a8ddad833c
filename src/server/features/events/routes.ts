import { createRoute } from "@hono/zod-openapi";
import { sampleEvents } from "#shared/club.ts";
import { type ClubEvent, eventListSchema } from "#shared/events.ts";
import { answers } from "../../http/answers.ts";
import { openTo } from "../../http/guard.ts";
import { createRouter } from "../../http/router.ts";
import { londonMoment } from "./london-moment.ts";

const list = createRoute({
  method: "get",
  path: "/events",
  summary: "The club's events, the next one first and those that are over last",
  ...openTo("member"),
  responses: answers(200, eventListSchema, "All events"),
});

export const eventRoutes = createRouter().openapi(list, (c) =>
  c.json({ items: eventsAround(c.var.dependencies.now()), next_cursor: null }, 200),
);

/** The sample events, dated relative to today: always two to come and one that is over. */
export const eventsAround = (now: Date): ClubEvent[] =>
  sampleEvents.map(({ daysFromToday, startsAt, endsAt, ...event }) => ({
    ...event,
    date: londonMoment(now, daysFromToday, startsAt).toISOString(),
    time: `${startsAt}–${endsAt}`,
    status: daysFromToday > 0 ? "upcoming" : "completed",
  }));
