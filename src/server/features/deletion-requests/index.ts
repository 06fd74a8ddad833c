import { sql } from "kysely";
import { paths } from "#shared/paths.ts";
import { waits } from "../waiting-counts/what-waits.ts";
import { deletionRequestRoutes } from "./routes.ts";

export const routes = [deletionRequestRoutes];
export const waiting = {
  data_request: waits(sql`select id from deletion_requests`, paths.dataRequests, "deletion_requests"),
};
