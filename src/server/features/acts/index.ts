import { sql } from "kysely";
import { onDealDesk } from "../waiting-counts/what-waits.ts";
import { actNewsJobs } from "./act-news.ts";
import { dealClockJobs } from "./deal-clock.ts";
import { actMails } from "./mails.ts";
import { actRoutes } from "./routes.ts";

export const routes = [actRoutes];
export const jobs = { ...dealClockJobs, ...actNewsJobs };
export const mails = actMails;
export const waiting = {
  list_to_sign: onDealDesk(
    sql`select id from act_list where state = 'waiting' and refusal is null and not is_stale`,
    "closing",
  ),
};
