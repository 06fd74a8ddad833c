import { sql, type Transaction } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { londonDate } from "#shared/london-time.ts";
import type { SignatoryNews } from "#shared/people/signatory-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { everyTenMinutes, type JobContext, nightly, scheduled } from "../../platform/jobs/job.ts";
import { waits } from "../waiting-counts/what-waits.ts";
import { userRoleRoutes } from "./admins/routes.ts";
import { signatoryRoutes } from "./admins/signatory-routes.ts";
import { peopleMails } from "./mails.ts";
import { ownTierRoutes } from "./own-tier.ts";
import { peopleRoutes } from "./routes.ts";

export const routes = [userRoleRoutes, signatoryRoutes, peopleRoutes, ownTierRoutes];

interface Told {
  signatory_id: string;
  news: SignatoryNews;
}

export const signatoryJobs = {
  "signatory-news": scheduled(({ asOwner }: JobContext, told: Told) =>
    asOwner(null, (tx, effects) => tellOfSignatory(tx, effects, told)),
  ),
  /** Those of ADMIN_EMAILS, who become admins without a request. */
  "announce-first-admins": everyTenMinutes(({ asOwner, now }: JobContext) =>
    asOwner(null, async (tx, effects) => {
      const untold = await tx
        .updateTable("signatories")
        .set({ told_at: now() })
        .where("announced_at", "is not", null)
        .where("ended_at", "is", null)
        .where("told_at", "is", null)
        .returning("id")
        .execute();
      for (const { id } of untold) await tellOfSignatory(tx, effects, { signatory_id: id, news: "announced" });
    }),
  ),
};

/** Admins, second signatories, members whose money is under way, and the person. */
async function tellOfSignatory(tx: Transaction<DB>, effects: Effects, { signatory_id, news }: Told): Promise<void> {
  const { rows } = await sql<{ user_id: string; is_own: boolean }>`
    select told.user_id, exists (select from signatories s where s.id = ${signatory_id} and s.user_id = told.user_id) as is_own
      from (select signatory_audience() as user_id
            union select user_id from signatories where id = ${signatory_id} and user_id is not null) told`.execute(tx);
  for (const { user_id, is_own } of rows) {
    effects.notify(user_id, is_own ? `own_signatory_${news}` : `signatory_${news}`, signatory_id);
    effects.mail("signatory-news", { user_id, signatory_id, news });
  }
}

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

export const jobs = { ...peopleJobs, ...signatoryJobs };
export const mails = peopleMails;
export const waiting = {
  signatory: waits(
    sql`select id, coalesce(full_name, email), coalesce(end_proposed_at, proposed_at), null::uuid from signatory_list
      where case when confirmed_at is null then refusal is null else end_proposed_at is not null and end_refusal is null end`,
    "people",
    adminPaths.admins,
  ),
};
