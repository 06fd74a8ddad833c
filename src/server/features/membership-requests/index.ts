import { sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { nameOf, waits } from "../waiting-counts/what-waits.ts";
import { membershipRequestMails } from "./mails.ts";
import { membershipRequestRoutes } from "./routes.ts";

export const routes = [membershipRequestRoutes];
export const mails = membershipRequestMails;
export const waiting = {
  membership_request: waits(
    // Without the view, which reads a person for each request.
    sql`select user_id, ${nameOf(sql`user_id`)}, requested_at, null::uuid from user_roles
      where role = 'member' and status = 'pending' and user_id not in (select first_admin_ids())`,
    "membership_requests",
    adminPaths.membershipRequests,
  ),
};
