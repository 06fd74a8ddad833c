import { investorRecordJobs } from "./jobs.ts";
import { investorRecordRoutes } from "./routes.ts";

export const routes = [investorRecordRoutes];
export const jobs = investorRecordJobs;
