import type { OwnerContext } from "../../context.ts";
import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { purgeAccounts } from "./purge-accounts.ts";
import { removeExpiredRecords } from "./remove-expired-records.ts";

export const accountJobs = {
  "expired-records": nightly(({ asOwner, now, log }: JobContext) => removeExpiredRecords(asOwner, now(), log)),
  "purge-accounts": nightly((context: OwnerContext) => purgeAccounts(context)),
};
