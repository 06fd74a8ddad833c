import type { Transaction } from "kysely";
import type { DB } from "../platform/db/database.generated.ts";

const priya = "priya@ledgerlight.example";
const hour = 60 * 60 * 1000;

/** What members answered to the events that a club begins with: one is full, and some wait for it. */
const answered = [
  { slug: "autumn-dinner", capacity: 16, guests: 1, going: 15, guestOf: 4, waiting: 3, attended: false },
  { slug: "saas-metrics-clinic", capacity: null, guests: 0, going: 11, guestOf: -1, waiting: 0, attended: false },
  { slug: "eis-evening", capacity: null, guests: 0, going: 9, guestOf: -1, waiting: 0, attended: true },
] as const;

export async function insertEventAnswers(tx: Transaction<DB>, now: Date): Promise<void> {
  const members = await tx
    .selectFrom("user_roles as r")
    .innerJoin("auth.users as u", "u.id", "r.user_id")
    .select(["u.id", "u.email"])
    .where("r.role", "=", "member")
    .where("r.status", "=", "approved")
    .where("r.suspended_at", "is", null)
    .where("r.ended_at", "is", null)
    .orderBy("u.created_at")
    .orderBy("u.email")
    .execute();
  const own = members.filter(({ email }) => email === priya);
  const others = members.filter(({ email }) => email !== priya);
  for (const { slug, capacity, guests, going, guestOf, waiting, attended } of answered) {
    const event = await tx
      .updateTable("event_places")
      .set({ capacity, guests, last_turn: waiting })
      .where("event_id", "in", (query) =>
        query.selectFrom("content_items").select("id").where("kind", "=", "event").where("slug", "=", slug),
      )
      .returning(["event_id", "starts_at"])
      .executeTakeFirst();
    if (!event) continue;
    // The member who shows the club is going where there is room, and waits where there is none.
    const inOrder =
      waiting > 0 ? [...others.slice(0, going + 1), ...own, ...others.slice(going + 1)] : [...own, ...others];
    const rows = inOrder.slice(0, going + waiting).map(({ id }, index) => ({
      event_id: event.event_id,
      user_id: id,
      state: index < going ? ("going" as const) : ("waiting" as const),
      guest_name: index === guestOf ? "Helen Marsh" : null,
      answered_at: new Date(now.getTime() - (60 - index) * hour),
      turn: index < going ? null : index - going + 1,
      attended_at: attended ? event.starts_at : null,
    }));
    if (rows.length > 0) await tx.insertInto("event_answers").values(rows).execute();
  }
}
