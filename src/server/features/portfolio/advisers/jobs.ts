import type { Transaction } from "kysely";
import { daysToSeatEnd } from "#shared/portfolio/adviser-seats-messages.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { type JobContext, nightly } from "../../../platform/jobs/job.ts";

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** Members still see for this long who could read. */
const keptDays = 365;

export const adviserSeatJobs = {
  /** Tells members which access ends soon and which has ended, and forgets it a year later. */
  "adviser-seats": nightly(async ({ asOwner, now, log }: JobContext) => {
    const counts = await asOwner(null, async (tx, effects) => ({
      ended: await endExpired(tx, effects, now()),
      reminded: await remind(tx, effects, now()),
      removed: await removeOld(tx, now()),
    }));
    log.info(counts, "adviser seats");
  }),
};

async function endExpired(tx: Transaction<DB>, effects: Effects, now: Date): Promise<number> {
  const ended = await tx
    .updateTable("adviser_seats")
    .set(({ ref }) => ({ ended_at: ref("expires_at"), ended_because: "expired" }))
    .where("ended_at", "is", null)
    .where("expires_at", "<=", now)
    .returning(["id", "user_id"])
    .execute();
  for (const { id, user_id } of ended) {
    effects.audit("adviser_seat_ended", user_id);
    effects.notify(user_id, "adviser_seat_ended", id);
    effects.mail("adviser-seat-ended", { user_id, seat_id: id });
  }
  return ended.length;
}

async function remind(tx: Transaction<DB>, effects: Effects, now: Date): Promise<number> {
  const reminded = await tx
    .updateTable("adviser_seats")
    .set({ reminded_at: now })
    .where("ended_at", "is", null)
    .where("reminded_at", "is", null)
    .where("expires_at", "<=", new Date(now.getTime() + daysToSeatEnd * dayMilliseconds))
    .returning(["id", "user_id"])
    .execute();
  for (const { id, user_id } of reminded) {
    effects.notify(user_id, "adviser_seat_ending", id);
    effects.mail("adviser-seat-ending", { user_id, seat_id: id });
  }
  return reminded.length;
}

async function removeOld(tx: Transaction<DB>, now: Date): Promise<number> {
  const removed = tx
    .deleteFrom("adviser_seats")
    .where("ended_at", "<=", new Date(now.getTime() - keptDays * dayMilliseconds));
  return Number((await removed.executeTakeFirst()).numDeletedRows);
}
