import { sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { waits } from "../waiting-counts/what-waits.ts";
import { userRoleRoutes } from "./admins/routes.ts";
import { signatoryRoutes } from "./admins/signatory-routes.ts";
import { signatoryJobs } from "./admins/tell-of-signatory.ts";
import { peopleJobs } from "./ending-tiers.ts";
import { peopleMails } from "./mails.ts";
import { ownTierRoutes } from "./own-tier.ts";
import { peopleRoutes } from "./routes.ts";

export const routes = [userRoleRoutes, signatoryRoutes, peopleRoutes, ownTierRoutes];
export const jobs = { ...peopleJobs, ...signatoryJobs };
export const mails = peopleMails;
export const waiting = {
  signatory: waits(
    sql`select id, coalesce(full_name, email), coalesce(end_proposed_at, proposed_at), null::uuid from signatory_list
      where case when confirmed_at is null then refusal is null else end_proposed_at is not null and end_refusal is null end`,
    "people",
    adminPaths.admins,
  ),
};
