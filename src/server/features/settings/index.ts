import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { brandFileRoutes } from "./brand-file-routes.ts";
import { removeUnusedBrandFiles } from "./brand-files.ts";
import { settingMails } from "./mails.ts";
import { settingRoutes } from "./routes.ts";

export const routes = [settingRoutes, brandFileRoutes];
export const jobs = {
  "unused-brand-files": nightly(({ asOwner, now }: JobContext) =>
    asOwner(null, (tx) => removeUnusedBrandFiles(tx, now())),
  ),
};
export const mails = settingMails;
