import { londonDate } from "#shared/london-time.ts";
import { type JobContext, nightly } from "../../platform/jobs/job.ts";

export const investorRecordJobs = {
  "expired-investor-records": nightly(({ asOwner, now, log }: JobContext) =>
    asOwner(null, async (tx, effects) => {
      const erased = await tx
        .deleteFrom("investor_records")
        .where("sealed_at", "is not", null)
        .where("retain_until", "<=", londonDate(now()))
        .returning("id")
        .execute();
      for (const { id } of erased) effects.audit("investor_record_erased", id);
      log.info({ records: erased.length }, "expired investor records erased");
    }),
  ),
};
