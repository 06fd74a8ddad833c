import { userRoleRoutes } from "./admins/routes.ts";
import { peopleJobs } from "./ending-tiers.ts";
import { peopleMails } from "./mails.ts";
import { ownTierRoutes } from "./own-tier.ts";
import { peopleRoutes } from "./routes.ts";

export const routes = [userRoleRoutes, peopleRoutes, ownTierRoutes];
export const jobs = peopleJobs;
export const mails = peopleMails;
