import { randomUUID } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import type { DB, EventPlaces } from "../platform/db/database.generated.ts";

interface EventInput
  extends Partial<Pick<Insertable<EventPlaces>, "audience" | "capacity" | "guests" | "offer_hours" | "answer_until">> {
  title?: string;
  date?: string;
  start_time?: string;
  end_time?: string;
  end_date?: string;
  location?: string;
}

/** A published event with its places. */
export async function buildEvent(
  db: Kysely<DB>,
  {
    title = "Winter supper",
    date = "2026-12-03",
    start_time = "19:00",
    end_time = "22:00",
    end_date,
    location = "The Engine Room, London",
    ...places
  }: EventInput = {},
) {
  const description = "Supper at one long table.";
  const content = JSON.stringify({ title, date, start_time, end_time, end_date, location, attendees: 0, description });
  const now = new Date();
  const publication = { published: content, published_revision: 1, first_published_at: now, published_at: now };
  const { id, slug } = await db
    .insertInto("content_items")
    .values({ kind: "event", slug: `event-${randomUUID()}`, draft: content, ...publication })
    .returning(["id", "slug"])
    .executeTakeFirstOrThrow();
  if (Object.keys(places).length > 0)
    await db.updateTable("event_places").set(places).where("event_id", "=", id).execute();
  return { id, slug };
}
