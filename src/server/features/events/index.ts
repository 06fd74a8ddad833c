import { calendarFeedRoutes } from "./calendar-feed-routes.ts";
import { eventDeskRoutes } from "./desk-routes.ts";
import { eventJobs } from "./jobs.ts";
import { eventMails } from "./mails.ts";
import { eventRoutes } from "./routes.ts";

export const routes = [eventRoutes, calendarFeedRoutes, eventDeskRoutes];
export const jobs = eventJobs;
export const mails = eventMails;
