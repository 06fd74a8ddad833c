import { allocationMails } from "./allocation/mails.ts";
import { allocationRoutes } from "./allocation/routes.ts";
import { commitmentJobs } from "./jobs.ts";
import { commitmentMails } from "./mails.ts";
import { openCommitmentRoutes } from "./open-routes.ts";
import { commitmentRoutes } from "./routes.ts";

export const routes = [openCommitmentRoutes, commitmentRoutes, allocationRoutes];
export const jobs = commitmentJobs;
export const mails = { ...allocationMails, ...commitmentMails };
