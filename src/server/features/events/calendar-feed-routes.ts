import { createHash, randomBytes } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { type Kysely, sql, type Transaction } from "kysely";
import { cancelledDays } from "#shared/events/event-messages.ts";
import { calendarFeedSchema, newCalendarFeedSchema } from "#shared/events/events.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { RequestContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { getCalendarDomain } from "../../platform/http/calendar-domain.ts";
import { type CalendarEntry, calendarOf } from "../../platform/http/calendar-file.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { etagMatches, etagOf } from "../../platform/http/etag.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { listEvents } from "./queries.ts";
import { toCalendarEntry } from "./to-event.ts";

const tokenBytes = 32;
const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

const newToken = () => randomBytes(tokenBytes).toString("base64url");
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const feedUrl = (appUrl: string, token: string) => `${appUrl}/api/calendar/${token}.ics`;

/** Replaces the one that there is. */
const saveFeed = (tx: Transaction<DB>, userId: string, token: string, now: Date) =>
  tx
    .insertInto("calendar_feeds")
    .values({ user_id: userId, token_hash: hashOf(token), created_at: now })
    .onConflict((row) => row.column("user_id").doUpdateSet({ token_hash: hashOf(token), created_at: now }))
    .execute();

const findOwnFeed = (db: Kysely<DB>, userId: string) =>
  db.selectFrom("calendar_feeds").select("created_at").where("user_id", "=", userId).executeTakeFirst();

async function removeFeed(tx: Transaction<DB>, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("calendar_feeds").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @returns the feed of the token's owner, with their rights but an admin's; undefined for a token of nobody. */
async function readFeed({ readAs, now, appUrl, readClub }: RequestContext, token: string) {
  const at = now();
  const visitor = { userId: null, at };
  const { rows } = await sql<{ owner: string | null }>`select find_calendar_feed(${hashOf(token)}) as owner`.execute(
    readAs(visitor),
  );
  const userId = rows[0]?.owner;
  if (!userId) return undefined;
  const db = readAs({ userId, isAdminWithheld: true, at });
  const club = await readClub();
  const events = await listEvents(db);
  const since = new Date(at.getTime() - cancelledDays * day);
  const joined = await findJoined(db);
  // A cancelled event is told to those who answered it, one from before its reader came to nobody else.
  const shown = events.filter(
    ({ answer, ends_at, cancelled_at }) =>
      answer !== "not_going" && (answer || (!cancelled_at && ends_at > joined)) && ends_at > since,
  );
  const entries: CalendarEntry[] = [
    ...shown.map((event) => ({ ...toCalendarEntry(event), isTentative: event.answer !== "going" })),
    ...shown.flatMap((event) => (event.answer === "offered" ? [offerEnd(event, appUrl)] : [])),
    ...(await listPayments(db, { appUrl, club })),
    ...(await listStatements(db, { appUrl, club, at })),
  ];
  return {
    text: calendarOf(entries, { domain: await getCalendarDomain(db), club }),
    changedAt: new Date(Math.max(0, ...entries.map(({ changedAt }) => changedAt?.getTime() ?? 0))),
  };
}

/** Finds when the reader asked to become a member. */
async function findJoined(db: Kysely<DB>): Promise<Date> {
  const role = await db
    .selectFrom("user_roles")
    .select((role) => role.fn.min("created_at").as("joined"))
    .where("user_id", "=", sql<string>`app_user_id()`)
    .executeTakeFirst();
  return role?.joined ?? new Date(0);
}

function offerEnd(event: Awaited<ReturnType<typeof listEvents>>[number], appUrl: string): CalendarEntry {
  const end = event.offered_until ?? event.starts_at;
  return {
    id: `offer-${event.answer_id}-${end.getTime()}`,
    start: new Date(end.getTime() - 15 * minute),
    end,
    isReminder: true,
    title: `A place is free until then: ${event.content.title}`,
    url: pageUrl(appUrl, paths.events),
    ...(event.changed_at && { changedAt: event.changed_at }),
  };
}

interface Place {
  appUrl: string;
  club: Club;
}

/** Calendars are read by other people and programs: neither company nor amount is named. */
async function listPayments(db: Kysely<DB>, { appUrl, club }: Place): Promise<CalendarEntry[]> {
  const due = await db
    .selectFrom("own_commitments")
    .select(["id", "called_at", "due_at"])
    .where("state", "in", ["called", "part_paid"])
    .execute();
  return due.flatMap(({ id, called_at, due_at }) =>
    called_at && due_at
      ? {
          id: `payment-${id}`,
          start: new Date(due_at.getTime() - hour),
          end: due_at,
          isReminder: true,
          title: `Payment due: ${club.identity.name}`,
          url: pageUrl(appUrl, paths.myInvestments),
          // A member is only ever given more time, so the number never falls.
          sequence: Math.max(0, Math.round((due_at.getTime() - called_at.getTime()) / hour)),
          changedAt: called_at,
        }
      : [],
  );
}

/** The last day of the statement that is current. */
async function listStatements(db: Kysely<DB>, { appUrl, club, at }: Place & { at: Date }): Promise<CalendarEntry[]> {
  const statement = await db
    .selectFrom("statements as s")
    .innerJoin("investor_records as r", "r.id", "s.record_id")
    .select(["s.id", "s.live_from", "s.valid_through"])
    .where("r.user_id", "=", sql<string>`app_user_id()`)
    .where("s.live_from", "<=", at)
    .where("s.ended_at", "is", null)
    .where("s.valid_through", ">=", sql<string>`london_today()`)
    .orderBy("s.valid_through", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!statement?.live_from) return [];
  const start = new Date(`${statement.valid_through}T00:00:00Z`);
  return [
    {
      id: `statement-${statement.id}`,
      start,
      end: new Date(start.getTime() + day),
      isAllDay: true,
      title: `Your investor statement ends: ${club.identity.name}`,
      url: pageUrl(appUrl, paths.statements),
      changedAt: statement.live_from,
    },
  ];
}

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
