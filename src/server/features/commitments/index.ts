import { sql } from "kysely";
import { isByAnother, onDealDesk } from "../waiting-counts/what-waits.ts";
import { allocationRoutes } from "./allocation/allocation-routes.ts";
import { allocationMails } from "./allocation/mails.ts";
import { topUpRoutes } from "./allocation/top-up-routes.ts";
import { deskCommitmentRoutes } from "./desk-routes.ts";
import { commitmentJobs } from "./jobs.ts";
import { commitmentMails } from "./mails.ts";
import { openCommitmentRoutes } from "./open-routes.ts";
import { ownCommitmentRoutes } from "./own-routes.ts";

export const routes = [openCommitmentRoutes, ownCommitmentRoutes, deskCommitmentRoutes, allocationRoutes, topUpRoutes];
export const jobs = commitmentJobs;
export const mails = { ...allocationMails, ...commitmentMails };
export const waiting = {
  allocation: onDealDesk(sql`select id from allocations where state = 'draft' and ${isByAnother("author_id")}`),
};
