import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { removeUnusedPictures } from "./queries.ts";

export const pictureJobs = {
  "unused-pictures": nightly(({ asOwner, now }: JobContext) => asOwner(null, (tx) => removeUnusedPictures(tx, now()))),
};
