import { sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { waits } from "../waiting-counts/what-waits.ts";
import { companyUpdateJobs } from "./jobs.ts";
import { companyUpdateMails } from "./mails.ts";
import { companyUpdateRoutes } from "./routes.ts";

export const routes = [companyUpdateRoutes];
export const jobs = companyUpdateJobs;
export const mails = companyUpdateMails;
export const waiting = {
  /** The updates that wait are those of founders: an admin publishes what they enter themselves. */
  company_update: waits(
    sql`select u.id, c.name, u.sent_at, null::uuid from company_updates u join companies c on c.id = u.company_id
      where u.published_at is null and u.author_id is null
        and not exists (select from company_updates newer
                         where newer.company_id = u.company_id and newer.quarter = u.quarter and newer.version > u.version)`,
    "companies",
    adminPaths.companyUpdates,
  ),
};
