import { sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { waits } from "../waiting-counts/what-waits.ts";
import { introductionMails } from "./mails.ts";
import { introductionRoutes } from "./routes.ts";

export const routes = [introductionRoutes];
export const mails = introductionMails;
export const waiting = {
  introduction_report: waits(
    sql`select id, null::text, reported_at, null::uuid from introduction_reports where closed_at is null`,
    "introduction_reports",
    adminPaths.introductionReports,
  ),
};
