import { calendarFeedRoutes } from "./calendar-feed-routes.ts";
import { eventJobs } from "./jobs.ts";
import { eventMails } from "./mails.ts";
import { eventDeskRoutes, eventRoutes } from "./routes.ts";

export const routes = [eventRoutes, calendarFeedRoutes, eventDeskRoutes];
export const jobs = eventJobs;
export const mails = eventMails;
