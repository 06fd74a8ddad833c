import { sql, type Transaction } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { londonDate } from "#shared/london-time.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { waits } from "../waiting-counts/what-waits.ts";
import { statementFormRoutes } from "./form-routes.ts";
import { statementMails } from "./mails.ts";
import type { PageSeal } from "./page-seal.ts";
import { statementRoutes } from "./statement-routes.ts";

export const routes = [statementFormRoutes, statementRoutes];

/** Days before a statement's last one; 0 is the first day without it. */
const stages = [60, 30, 7, 1, 0] as const;
const pagesAtOnce = 100;

export const statementJobs = {
  "statement-reminders": nightly(async ({ asOwner, now, log }: JobContext) => {
    const sent = await asOwner(null, (tx, effects) => remind(tx, effects, now()));
    log.info({ reminders: sent }, "reminders of statements that end");
  }),
  "statement-pages": nightly(async ({ asOwner, pageSeal, log }: JobContext & { pageSeal: PageSeal }) => {
    let count = 0;
    for (;;) {
      const sealed = await asOwner(null, (tx) => sealAgain(tx, pageSeal));
      if (sealed === 0) break;
      count += sealed;
    }
    const left = await asOwner(null, (tx) => countOtherKeys(tx, pageSeal.keyId));
    if (left > 0) log.warn({ pages: left }, "statement pages that no given secret opens: set AUTH_SECRET_PREVIOUS");
    log.info({ pages: count }, "statement pages encrypted with the present secret");
  }),
};

/**
 * Each stage once, and of those that were missed only the latest. Nobody is told of a statement that they have
 * renewed, and nobody whose membership is not open.
 */
async function remind(tx: Transaction<DB>, effects: Effects, now: Date): Promise<number> {
  const today = londonDate(now);
  const { rows } = await sql<{ id: string; user_id: string; days_before: number }>`
    with ending as (
      select s.id, r.user_id, s.valid_through,
             (select min(stage) from unnest(${[...stages]}::int[]) as stage
               where case when stage = 0 then s.valid_through < ${today}::date
                          else s.valid_through - ${today}::date between 0 and stage end) as days_before
        from statements s
        join investor_records r on r.id = s.record_id
       where s.state = 'live' and s.valid_through between ${today}::date - 7 and ${today}::date + 60
         and r.user_id is not null and is_membership_open(r.user_id)
         and not exists (select from statements later where later.record_id = s.record_id
                            and later.state in ('live', 'in_review') and later.valid_through > s.valid_through))
    insert into statement_reminders (statement_id, days_before, sent_at)
    select id, days_before, ${now} from ending e
     where days_before is not null
       and not exists (select from statement_reminders m where m.statement_id = e.id and m.days_before <= e.days_before)
    on conflict do nothing
    returning statement_id as id, days_before,
              (select e.user_id from ending e where e.id = statement_id) as user_id`.execute(tx);
  for (const { id, user_id, days_before } of rows) {
    effects.mail("statement-ends", { user_id, statement_id: id, days_before });
    effects.notify(user_id, days_before === 0 ? "statement_ended" : "statement_ends", id);
  }
  return rows.length;
}

/** Pages of an earlier secret, as far as it is given. @returns how many were re-encrypted. */
async function sealAgain(tx: Transaction<DB>, pageSeal: PageSeal): Promise<number> {
  if (pageSeal.earlierKeyIds.length === 0) return 0;
  const pages = await tx
    .selectFrom("statement_pages")
    .select(["statement_id", "key_id", "sealed"])
    .where("key_id", "in", pageSeal.earlierKeyIds)
    .limit(pagesAtOnce)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { statement_id, ...page } of pages) {
    const opened = pageSeal.open(statement_id, page);
    if (!opened) continue;
    const sealed = pageSeal.seal(statement_id, opened);
    await tx.updateTable("statement_pages").set(sealed).where("statement_id", "=", statement_id).execute();
  }
  return pages.length;
}

async function countOtherKeys(tx: Transaction<DB>, keyId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("statement_pages")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("key_id", "<>", keyId)
    .executeTakeFirstOrThrow();
  return count;
}

export const jobs = statementJobs;
export const mails = statementMails;
export const waiting = {
  statement: waits(
    sql`select id, coalesce(full_name, email), signed_at, null::uuid from statement_register
      where state = 'in_review' and user_id is distinct from app_user_id()`,
    "statements",
    adminPaths.statementRegister,
  ),
  statement_form: waits(
    sql`select id, null::text, created_at, null::uuid from statement_form_versions
         where signed_off_at is null and withdrawn_at is null
           and (author_id is distinct from app_user_id() or is_left_to_author)`,
    "statements",
    adminPaths.statementForms,
  ),
};
