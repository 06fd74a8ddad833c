import { sql, type Transaction } from "kysely";
import { fromLondonTime, londonDate } from "#shared/london-time.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { type JobContext, nightly, scheduled } from "../../platform/jobs/job.ts";
import { calendarFeedRoutes } from "./calendar-feed-routes.ts";
import { eventMails } from "./mails.ts";
import { eventDeskRoutes, eventRoutes } from "./routes.ts";

export const routes = [eventRoutes, calendarFeedRoutes, eventDeskRoutes];

const day = 24 * 60 * 60 * 1000;
const reminderTime = "09:00";

export const eventJobs = {
  /** Whatever a day may change without anybody's doing: memberships and statements that end, and reminders. */
  "events-ahead": nightly(({ asOwner, now }: JobContext) =>
    asOwner(null, async (tx, effects) => {
      const at = now();
      const ahead = tx.selectFrom("event_places").select(["event_id", "starts_at"]).where("starts_at", ">", at);
      for (const { event_id, starts_at } of await ahead.execute()) {
        effects.schedule("event-places", { event_id }, at);
        const remindAt = reminderOf(starts_at);
        if (remindAt > at && remindAt.getTime() < at.getTime() + 2 * day)
          effects.schedule("event-places", { event_id }, remindAt);
      }
    }),
  ),
  /** Brings the places of an event up to date, and tells each person once what is new to them. */
  "event-places": scheduled(({ asOwner, now }: JobContext, { event_id }: { event_id: string }) =>
    asOwner(null, async (tx, effects) => {
      const at = now();
      await sql`select settle_event(${event_id}, ${at})`.execute(tx);
      const event = await tx
        .selectFrom("event_places")
        .select(["starts_at", "ends_at", "cancelled_at", "changed_at", "sequence"])
        .where("event_id", "=", event_id)
        .forUpdate()
        .executeTakeFirst();
      if (!event) return;
      await tellNews(tx, effects, event_id);
      await tellChange(tx, effects, { event_id, ...event }, at);
      const remindAt = reminderOf(event.starts_at);
      const isAhead = event.cancelled_at === null && event.starts_at > at;
      // A change since then was mailed.
      if (isAhead && remindAt <= at && event.changed_at <= remindAt)
        await remind(tx, effects, { event_id, remindAt, at });
    }),
  ),
};

/** The reminder leaves in the morning of the day before. */
const reminderOf = (startsAt: Date) => fromLondonTime(londonDate(new Date(startsAt.getTime() - day)), reminderTime);

/** A place that is offered, was not taken, or rests on what has ended. */
async function tellNews(tx: Transaction<DB>, effects: Effects, event_id: string): Promise<void> {
  const people = await tx
    .selectFrom("event_answers")
    .select(["id", "user_id", "news", "offered_until"])
    .where("event_id", "=", event_id)
    .where("news", "is not", null)
    .execute();
  for (const { user_id, news, offered_until } of people) {
    if (news === "offered" && offered_until) {
      effects.notify(user_id, "event_offered", event_id);
      effects.mail("event-offer", { user_id, event_id, offered_until: offered_until.toISOString() });
      effects.schedule("event-places", { event_id }, offered_until);
    } else if (news === "lapsed") {
      effects.notify(user_id, "event_offer_ended", event_id);
      effects.mail("event-offer-ended", { user_id, event_id });
    } else if (news === "lost") {
      effects.notify(user_id, "event_place_lost", event_id);
      effects.mail("event-place-lost", { user_id, event_id });
    }
  }
  if (people.length === 0) return;
  const ids = people.map(({ id }) => id);
  await tx.updateTable("event_answers").set({ news: null }).where("id", "in", ids).execute();
}

interface ChangedEvent {
  event_id: string;
  ends_at: Date;
  cancelled_at: Date | null;
  sequence: number;
}

async function tellChange(
  tx: Transaction<DB>,
  effects: Effects,
  { event_id, ends_at, cancelled_at, sequence }: ChangedEvent,
  at: Date,
): Promise<void> {
  if (ends_at <= at) return;
  const people = await tx
    .updateTable("event_answers")
    .set({ told_sequence: sequence })
    .where("event_id", "=", event_id)
    .where("state", "in", ["going", "waiting", "offered"])
    .where("told_sequence", "<", sequence)
    .returning("user_id")
    .execute();
  for (const { user_id } of people) {
    effects.notify(user_id, cancelled_at ? "event_cancelled" : "event_changed", event_id);
    effects.mail(cancelled_at ? "event-cancelled" : "event-changed", { user_id, event_id, sequence });
  }
}

/** A member who answers later needs no reminder. */
async function remind(
  tx: Transaction<DB>,
  effects: Effects,
  { event_id, remindAt, at }: { event_id: string; remindAt: Date; at: Date },
): Promise<void> {
  const people = await tx
    .updateTable("event_answers")
    .set({ reminded_at: at })
    .where("event_id", "=", event_id)
    .where("state", "=", "going")
    .where("reminded_at", "is", null)
    .where("answered_at", "<", remindAt)
    .returning("user_id")
    .execute();
  for (const { user_id } of people) {
    effects.notify(user_id, "event_reminder", event_id);
    effects.mail("event-reminder", { user_id, event_id });
  }
}

export const jobs = eventJobs;
export const mails = eventMails;
