import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { cancelledDays } from "#shared/events/event-messages.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { RequestContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { getCalendarDomain } from "../../platform/http/calendar-domain.ts";
import { type CalendarEntry, calendarOf } from "../../platform/http/calendar-file.ts";
import { listEvents } from "./queries.ts";
import { toCalendarEntry } from "./to-event.ts";

const tokenBytes = 32;
const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

export const newToken = () => randomBytes(tokenBytes).toString("base64url");
export const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
export const feedUrl = (appUrl: string, token: string) => `${appUrl}/api/calendar/${token}.ics`;

/** Replaces the one that there is. */
export const saveFeed = (tx: Transaction<DB>, userId: string, token: string, now: Date) =>
  tx
    .insertInto("calendar_feeds")
    .values({ user_id: userId, token_hash: hashOf(token), created_at: now })
    .onConflict((row) => row.column("user_id").doUpdateSet({ token_hash: hashOf(token), created_at: now }))
    .execute();

export const findOwnFeed = (db: Kysely<DB>, userId: string) =>
  db.selectFrom("calendar_feeds").select("created_at").where("user_id", "=", userId).executeTakeFirst();

export async function removeFeed(tx: Transaction<DB>, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("calendar_feeds").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @returns the feed of the token's owner, with their rights but an admin's; undefined for a token of nobody. */
export async function readFeed({ readAs, now, appUrl, readClub }: RequestContext, token: string) {
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

/** When the reader asked to become a member. */
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

/** Other people and programs read calendars: neither company nor amount. */
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
          // Only ever given more time.
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
