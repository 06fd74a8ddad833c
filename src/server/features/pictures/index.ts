import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { pictureRoutes, removeUnusedPictures } from "./routes.ts";

export const routes = [pictureRoutes];
export const jobs = {
  "unused-pictures": nightly(({ asOwner, now }: JobContext) => asOwner(null, (tx) => removeUnusedPictures(tx, now()))),
};
