import { z } from "@hono/zod-openapi";
import { calendarFeedSchema, newCalendarFeedSchema } from "#shared/events/events.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { etagMatches, etagOf } from "../../platform/http/etag.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { feedUrl, findOwnFeed, hashOf, newToken, readFeed, removeFeed, saveFeed } from "./calendar-feed.ts";

const route = routesOf("Events");

const read = route("get", "/calendar-feed", {
  name: "getCalendarFeed",
  summary: "Whether one has a calendar feed, and since when",
  audience: "member",
  answer: calendarFeedSchema,
});

const make = route("post", "/calendar-feed", {
  name: "createCalendarFeed",
  summary: "Make one's calendar feed, or give it another address",
  audience: "member",
  status: 201,
  answer: newCalendarFeedSchema,
});

const end = route("delete", "/calendar-feed", {
  name: "endCalendarFeed",
  summary: "Switch one's calendar feed off",
  audience: "member",
  answer: calendarFeedSchema,
});

const feed = route("get", "/calendar/{token}.ics", {
  name: "readCalendarFeed",
  summary: "A member's events and deadlines, by the token alone",
  audience: "anyone",
  params: z.object({ token: z.string().max(100) }),
  file: "text/calendar",
});

const router = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const own = await findOwnFeed(dependencies.readAs(actor), actor.userId ?? "");
    return c.json({ created_at: own?.created_at ?? null }, 200);
  })
  .openapi(make, async (c) => {
    const { dependencies, actor } = c.var;
    const token = newToken();
    const created_at = dependencies.now();
    await dependencies.asActor(actor, async (tx, effects) => {
      await saveFeed(tx, actor.userId ?? "", token, created_at);
      effects.audit("calendar_feed_made", actor.userId);
    });
    return c.json({ url: feedUrl(dependencies.appUrl, token), created_at }, 201);
  })
  .openapi(end, async (c) => {
    const { dependencies, actor } = c.var;
    await dependencies.asActor(actor, async (tx, effects) => {
      if (await removeFeed(tx, actor.userId ?? "")) effects.audit("calendar_feed_ended", actor.userId);
    });
    return c.json({ created_at: null }, 200);
  });
// Hono parameters are whole path segments, so `.ics` is registered separately.
router.openAPIRegistry.registerPath(feed);
router.get("/calendar/:file{.+\\.ics}", feed.middleware, async (c) => {
  const { dependencies } = c.var;
  const token = c.req.param("file").replace(/\.ics$/, "");
  await dependencies.limits.calendarFeeds.take(hashOf(token));
  const found = await readFeed(dependencies, token);
  if (!found) {
    await dependencies.limits.unknownFeedsPerAddress.take(clientAddress(c));
    throw notFound("calendar");
  }
  const { text, changedAt } = found;
  const etag = etagOf(text);
  const headers = { etag, "last-modified": changedAt.toUTCString(), "cache-control": "private, no-store" };
  if (etagMatches(c, etag)) return c.body(null, 304, headers);
  return c.body(text, 200, { ...headers, "content-type": "text/calendar; charset=utf-8" });
});

export const calendarFeedRoutes = router;
