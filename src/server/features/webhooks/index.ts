import { webhookJobs } from "./jobs.ts";
import { webhookMails } from "./mails.ts";
import { webhookRoutes } from "./routes.ts";

export const routes = [webhookRoutes];
export const jobs = webhookJobs;
export const mails = webhookMails;
