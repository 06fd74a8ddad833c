import { sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { waits } from "../waiting-counts/what-waits.ts";
import { memberProfileRoutes } from "./routes.ts";
import { submissionMails } from "./submissions/mails.ts";
import { submissionRoutes } from "./submissions/routes.ts";

export const routes = [memberProfileRoutes, submissionRoutes];
export const mails = submissionMails;
export const waiting = {
  profile: waits(
    sql`select id, full_name, submitted_at, null::uuid from member_profile_submissions where status = 'pending'`,
    "submissions",
    adminPaths.reviewProfiles,
  ),
};
