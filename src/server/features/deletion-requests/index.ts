import { sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { nameOf, waits } from "../waiting-counts/what-waits.ts";
import { deletionRequestRoutes } from "./routes.ts";

export const routes = [deletionRequestRoutes];
export const waiting = {
  data_request: waits(
    sql`select id, ${nameOf(sql`user_id`)}, requested_at, null::uuid from deletion_requests`,
    "deletion_requests",
    adminPaths.dataRequests,
  ),
};
