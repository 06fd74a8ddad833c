import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { ContentOf } from "#shared/content/content.ts";
import { eventTimes } from "#shared/events/event-times.ts";
import type { AttendeeQuery, eventPlacesSchema } from "#shared/events/events.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { hasEveryWord } from "../../platform/db/has-every-word.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";
import { runCommand } from "../../platform/http/run-command.ts";

/** What is published, which an event that is only written for a preview is not: it has no places yet. */
const shown = (db: Kysely<DB>) =>
  db
    .selectFrom("published_content as c")
    .leftJoin("shown_events as s", "s.id", "c.id")
    .selectAll("s")
    .select(["c.id", "c.slug", "c.content", "c.is_example"])
    .where("c.kind", "=", "event")
    .where((where) =>
      where.or([
        where("s.id", "is not", null),
        where.not(
          where.exists(where.selectFrom("event_places as p").select("p.event_id").whereRef("p.event_id", "=", "c.id")),
        ),
      ]),
    );

export async function listEvents(db: Kysely<DB>) {
  return (await shown(db).execute()).map(withTimes);
}
export type EventRow = Awaited<ReturnType<typeof listEvents>>[number];

export async function findEvent(db: Kysely<DB>, slug: string): Promise<EventRow | undefined> {
  const row = await shown(db).where("c.slug", "=", slug).executeTakeFirst();
  return row && withTimes(row);
}

function withTimes<Row extends { content: unknown }>(row: Row) {
  const content = row.content as ContentOf<"event">;
  return { ...row, content, ...eventTimes(content) };
}

export type AnswerOutcome = "going" | "not_going" | "waiting";

interface Answer {
  going: boolean;
  guest_name: string | null;
  waits: boolean;
}

/** @throws HttpError 404 for an event that the caller is not shown. */
export const answerEvent = (tx: Transaction<DB>, id: string, { going, guest_name, waits }: Answer) =>
  runCommand<AnswerOutcome>(tx, sql`answer_event(${id}, ${going}, ${guest_name}, ${waits})`, "event");

/** @returns the moment of the answer in this transaction, as it is kept. */
export async function findAnsweredAt(tx: Transaction<DB>): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select app_now()::timestamptz(3) as at`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("The database has no clock.");
  return row.at;
}

const count = (state: "going" | "offered" | "waiting") => sql<number>`
  (select count(*)::integer from event_answers a where a.event_id = event_places.event_id and a.state = ${state})`;

const deskEvents = (db: Kysely<DB>) =>
  db
    .selectFrom("event_places")
    .innerJoin("content_items as c", "c.id", "event_places.event_id")
    .select([
      "event_id as id",
      "c.title",
      "starts_at",
      "ends_at",
      "audience",
      "capacity",
      "answer_until",
      "offer_hours",
    ])
    .select(["taken", "cancelled_at", "cancelled_reason", "event_places.revision"])
    .select(sql<boolean>`guests = 1`.as("guests_allowed"))
    .select([count("going").as("going"), count("offered").as("offered"), count("waiting").as("waiting")]);

const latestFirst = [
  { name: "starts_at", type: "timestamptz", direction: "desc" },
  { name: "event_places.event_id", type: "uuid", direction: "desc" },
] as const;

/** For admins, the latest first. */
export async function listDeskEvents(db: Kysely<DB>, page: { cursor?: string | undefined; limit: number }) {
  const { items, next_cursor } = await keysetPage(deskEvents(db).select("event_id"), latestFirst, page);
  return { items: items.map(({ event_id: _id, ...event }) => titled(event)), next_cursor };
}

export async function findDeskEvent(db: Kysely<DB>, id: string) {
  const event = await deskEvents(db).where("event_id", "=", id).executeTakeFirst();
  return event && titled(event);
}

const titled = <Row extends { title: string | null }>(event: Row) => ({ ...event, title: event.title ?? "" });

/** Locked until the end of the transaction: nobody answers meanwhile. */
export async function lockDeskEvent(tx: Transaction<DB>, id: string) {
  await tx.selectFrom("event_places").select("event_id").where("event_id", "=", id).forUpdate().execute();
  return findDeskEvent(tx, id);
}

export async function updatePlaces(
  tx: Transaction<DB>,
  id: string,
  { guests_allowed, ...places }: z.output<typeof eventPlacesSchema>,
): Promise<void> {
  await tx
    .updateTable("event_places")
    .set({ ...places, guests: guests_allowed ? 1 : 0, revision: sql`revision + 1` })
    .where("event_id", "=", id)
    .execute();
}

export async function updateCancelled(tx: Transaction<DB>, id: string, reason: string, now: Date): Promise<void> {
  await tx
    .updateTable("event_places")
    .set({ cancelled_at: now, cancelled_reason: reason, changed_at: now })
    .set({ sequence: sql`sequence + 1`, revision: sql`revision + 1` })
    .where("event_id", "=", id)
    .execute();
}

const attendees = (db: Kysely<DB>, eventId: string) =>
  db
    .selectFrom("event_attendees")
    .select(["id", "full_name", "guest_name", "state", "turn", "answered_at", "offered_until", "attended_at"])
    .where("event_id", "=", eventId);

/** Who is going, then who was offered a place, then the waiting list in turn, then the others. */
const byState = [
  { name: "rank", type: "integer", direction: "asc" },
  { name: "place_in_line", type: "integer", direction: "asc" },
  { name: "id", type: "uuid", direction: "asc" },
] as const;

export async function listAttendees(db: Kysely<DB>, eventId: string, { q, ...page }: AttendeeQuery) {
  const people = attendees(db, eventId)
    .select(["rank", "place_in_line"])
    .$if(Boolean(q), (query) => query.where(hasEveryWord(sql`concat_ws(' ', full_name, guest_name)`, q)));
  const { items, next_cursor } = await keysetPage(people, byState, page);
  return { items: items.map(({ rank: _rank, place_in_line: _place, ...person }) => person), next_cursor };
}

export async function updateAttendance(
  tx: Transaction<DB>,
  { eventId, id, attendedAt }: { eventId: string; id: string; attendedAt: Date | null },
) {
  await tx
    .updateTable("event_answers")
    .set({ attended_at: attendedAt })
    .where("id", "=", id)
    .where("event_id", "=", eventId)
    .execute();
  return attendees(tx, eventId).where("id", "=", id).executeTakeFirst();
}
