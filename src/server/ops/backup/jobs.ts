import type { OwnerContext } from "../../context.ts";
import { nightly } from "../../platform/jobs/job.ts";

export const backupJobs = {
  backup: nightly(({ backups }: OwnerContext) => backups.makeNightly()),
};
