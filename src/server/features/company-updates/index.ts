import { sql, type Transaction } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { dueDayOf, lastDayOf, lastQuarterBefore } from "#shared/company-updates/company-quarters.ts";
import { daysToReminder, letterDays } from "#shared/company-updates/company-updates-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { waits } from "../waiting-counts/what-waits.ts";
import { linkEnd } from "./enter-update.ts";
import { companyUpdateMails } from "./mails.ts";
import { companyUpdateRoutes } from "./routes.ts";

export const routes = [companyUpdateRoutes];

const dayMilliseconds = 24 * 60 * 60 * 1000;

export const companyUpdateJobs = {
  /** Asks each company of which members hold shares for the last quarter, and reminds it once. */
  "company-update-requests": nightly(async ({ asOwner, now, log }: JobContext) => {
    const counts = await asOwner(null, async (tx, effects) => ({
      asked: await askCompanies(tx, effects, now()),
      reminded: await remindCompanies(tx, effects, now()),
      letters: await removeUnusedLetters(tx, now()),
    }));
    log.info(counts, "company updates asked for");
  }),
};

/** A request that is there stays as it is: a second process adds nothing. */
async function askCompanies(tx: Transaction<DB>, effects: Effects, now: Date): Promise<number> {
  const today = londonDate(now);
  const quarter = lastQuarterBefore(today);
  if (today > dueDayOf(quarter)) return 0;
  const asked = await tx
    .insertInto("company_update_requests")
    .columns(["company_id", "quarter", "asked_at", "expires_at"])
    .expression((from) =>
      from
        .selectFrom("companies as c")
        .select((column) => [
          "c.id",
          column.val(quarter).as("quarter"),
          sql<Date>`${now}::timestamptz`.as("asked_at"),
          sql<Date>`${linkEnd(now)}::timestamptz`.as("expires_at"),
        ])
        .where("c.is_asked_for_updates", "=", true)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom("holdings as h")
              .select("h.id")
              .whereRef("h.company_id", "=", "c.id")
              .where("h.issued_on", "<=", lastDayOf(quarter)),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("company_updates as u")
                .select("u.id")
                .whereRef("u.company_id", "=", "c.id")
                .where("u.quarter", "=", quarter),
            ),
          ),
        ),
    )
    .onConflict((row) => row.columns(["company_id", "quarter"]).doNothing())
    .returning(["id", "company_id"])
    .execute();
  for (const { id: request_id, company_id } of asked) {
    effects.audit("company_update_requested", company_id, { quarter });
    effects.mail("company-update-request", { request_id });
  }
  return asked.length;
}

async function remindCompanies(tx: Transaction<DB>, effects: Effects, now: Date): Promise<number> {
  const reminded = await tx
    .updateTable("company_update_requests as r")
    .set({ reminded_at: now })
    .where("r.reminded_at", "is", null)
    .where("r.used_at", "is", null)
    .where("r.asked_at", "<=", new Date(now.getTime() - daysToReminder * dayMilliseconds))
    .where("r.expires_at", ">", now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("company_updates as u")
            .select("u.id")
            .whereRef("u.company_id", "=", "r.company_id")
            .whereRef("u.quarter", "=", "r.quarter"),
        ),
      ),
    )
    .returning("r.id")
    .execute();
  for (const { id: request_id } of reminded) effects.mail("company-update-request", { request_id });
  return reminded.length;
}

async function removeUnusedLetters(tx: Transaction<DB>, now: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("company_update_letters as l")
    .where("l.created_at", "<=", new Date(now.getTime() - letterDays * dayMilliseconds))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("company_updates as u").select("u.id").whereRef("u.letter_id", "=", "l.id"))),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const jobs = companyUpdateJobs;
export const mails = companyUpdateMails;
export const waiting = {
  /** The updates that wait are those of founders: an admin publishes what they enter themselves. */
  company_update: waits(
    sql`select u.id, c.name, u.sent_at, null::uuid from company_updates u join companies c on c.id = u.company_id
      where u.published_at is null and u.author_id is null
        and not exists (select from company_updates newer
                         where newer.company_id = u.company_id and newer.quarter = u.quarter and newer.version > u.version)`,
    "companies",
    adminPaths.companyUpdates,
  ),
};
