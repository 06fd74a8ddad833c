import { sql } from "kysely";
import { paths } from "#shared/paths.ts";
import { waits } from "../waiting-counts/what-waits.ts";
import { membershipRequestMails } from "./mails.ts";
import { membershipRequestRoutes } from "./routes.ts";

export const routes = [membershipRequestRoutes];
export const mails = membershipRequestMails;
export const waiting = {
  membership_request: waits(
    // Without the view, which reads a person for each request.
    sql`select user_id from user_roles
      where role = 'member' and status = 'pending' and user_id not in (select first_admin_ids())`,
    paths.membershipRequests,
    "membership_requests",
  ),
};
