import { sql } from "kysely";
import { ofDeals } from "../waiting-counts/what-waits.ts";
import { actNewsJobs } from "./act-news.ts";
import { dealClockJobs } from "./deal-clock.ts";
import { actMails } from "./mails.ts";
import { actRoutes } from "./routes.ts";

export const routes = [actRoutes];
export const jobs = { ...dealClockJobs, ...actNewsJobs };
export const mails = actMails;
export const waiting = {
  list_to_sign: ofDeals(
    sql`select id, company_name, prepared_at, deal_id from act_list
      where state = 'waiting' and refusal is null and not is_stale`,
    "deals",
  ),
};
