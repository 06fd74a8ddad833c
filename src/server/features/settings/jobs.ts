import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { removeUnusedBrandFiles } from "./brand-files.ts";

export const settingJobs = {
  "unused-brand-files": nightly(({ asOwner, now }: JobContext) =>
    asOwner(null, (tx) => removeUnusedBrandFiles(tx, now())),
  ),
};
