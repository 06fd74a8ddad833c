import { sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
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
    sql`select id, coalesce(full_name, email), signed_at, null::uuid from statement_register
      where state = 'in_review' and user_id is distinct from app_user_id()`,
    "statements",
    adminPaths.statementRegister,
  ),
  statement_form: waits(
    sql`select id, null::text, created_at, null::uuid from statement_form_versions
         where signed_off_at is null and withdrawn_at is null
           and (author_id is distinct from app_user_id() or is_left_to_author)`,
    "statements",
    adminPaths.statementForms,
  ),
};
