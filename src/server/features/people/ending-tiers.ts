import { sql, type Transaction } from "kysely";
import { londonDate } from "#shared/london-time.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { type JobContext, nightly } from "../../platform/jobs/job.ts";

const noticeDays = 30;
/** A job that did not run for longer tells nobody: the news is old. */
const lateDays = 7;

export const peopleJobs = {
  "ending-tiers": nightly(({ asOwner, now, log }: JobContext) =>
    asOwner(null, async (tx, effects) => {
      const today = londonDate(now());
      const ending = await mark(
        tx,
        "end_announced_at",
        now(),
        sql`m.from_date <= ${today} and m.until_date between ${today}::date and ${today}::date + ${noticeDays}::int`,
      );
      for (const { id, user_id } of ending) {
        effects.mail("tier-ending", { user_id, membership_id: id });
        effects.notify(user_id, "tier_ending", id);
      }
      const ended = await mark(
        tx,
        "end_told_at",
        now(),
        sql`m.until_date between ${today}::date - ${lateDays}::int and ${today}::date - 1`,
      );
      for (const { id, user_id } of ended) {
        effects.mail("tier-ended", { user_id, membership_id: id });
        effects.notify(user_id, "tier_ended", id);
      }
      log.info({ ending: ending.length, ended: ended.length }, "people told about their tiers");
    }),
  ),
};

/** Of members whose tier no other one replaces, each once. */
async function mark(
  tx: Transaction<DB>,
  column: "end_announced_at" | "end_told_at",
  at: Date,
  isDue: ReturnType<typeof sql>,
) {
  const { rows } = await sql<{ id: string; user_id: string }>`
    update memberships m set ${sql.ref(column)} = ${at}
     where m.${sql.ref(column)} is null and ${isDue}
       and not exists (select from memberships later where later.user_id = m.user_id and later.id > m.id
                          and later.from_date <= m.until_date + 1)
       and exists (select from user_roles r where r.user_id = m.user_id and r.role = 'member' and r.status = 'approved'
                      and r.suspended_at is null and r.ended_at is null)
    returning m.id, m.user_id`.execute(tx);
  return rows;
}
