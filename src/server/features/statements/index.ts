import { sql } from "kysely";
import { paths } from "#shared/paths.ts";
import { waits } from "../waiting-counts/what-waits.ts";
import { statementFormRoutes } from "./form-routes.ts";
import { statementJobs } from "./jobs.ts";
import { statementMails } from "./mails.ts";
import { statementRoutes } from "./statement-routes.ts";

export const routes = [statementFormRoutes, statementRoutes];
export const jobs = statementJobs;
export const mails = statementMails;
export const waiting = {
  statement: waits(
    sql`select id, coalesce(full_name, email), signed_at, null::uuid from statement_register where state = 'in_review'`,
    "statements",
    paths.statementRegister,
  ),
};
