import { sql } from "kysely";
import { retainUntil } from "#shared/investor-records/retain-until.ts";
import { londonDate } from "#shared/london-time.ts";
import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import type { ReadClub } from "../settings/club-settings.ts";
import { investorRecordMails } from "./mails.ts";
import { investorRecordRoutes } from "./routes.ts";

export const routes = [investorRecordRoutes];

interface RecordContext extends JobContext {
  readClub: ReadClub;
}

export const investorRecordJobs = {
  "expired-investor-records": nightly(async ({ asOwner, readClub, now, log }: RecordContext) => {
    const { deals } = await readClub();
    const today = londonDate(now());
    await asOwner(null, async (tx, effects) => {
      // A sealed record that holds shares is needed today too.
      await tx
        .updateTable("investor_records")
        .set({ retain_until: retainUntil(today, deals.retention_years, today) })
        .where("sealed_at", "is not", null)
        .where(sql<boolean>`holds_shares(id)`)
        .execute();
      const erased = await tx
        .deleteFrom("investor_records")
        .where("sealed_at", "is not", null)
        .where("retain_until", "<=", today)
        .returning("id")
        .execute();
      for (const { id } of erased) effects.audit("investor_record_erased", id);
      log.info({ records: erased.length }, "expired investor records erased");
    });
  }),
};

export const jobs = investorRecordJobs;
export const mails = investorRecordMails;
