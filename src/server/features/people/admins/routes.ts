import { createRoute } from "@hono/zod-openapi";
import { pageQuerySchema } from "#shared/lists.ts";
import {
  adminCandidateListSchema,
  adminCandidateQuerySchema,
  adminListSchema,
  userRoleSchema,
} from "#shared/people.ts";
import { openTo } from "../../../auth/guard.ts";
import { pageWithCan } from "../../../platform/http/policy.ts";
import { responses, userIdParameter } from "../../../platform/http/responses.ts";
import { createRouter } from "../../../router.ts";
import { giveAdminRole, takeAdminRole } from "./change-admin-role.ts";
import { adminPolicy, candidatePolicy } from "./policy.ts";
import { findAdminCandidates, listAdmins } from "./queries.ts";

const list = createRoute({
  method: "get",
  path: "/user-roles/admins",
  summary: "Everybody with an admin's rights, newest first",
  ...openTo("admin"),
  request: { query: pageQuerySchema },
  responses: responses(200, adminListSchema, "A page of admins"),
});

const find = createRoute({
  method: "get",
  path: "/user-roles/admin-candidates",
  summary: "Approved members who could be made admins, by part of a name or an e-mail",
  ...openTo("admin"),
  request: { query: adminCandidateQuerySchema },
  responses: responses(200, adminCandidateListSchema, "A page of people"),
});

const give = createRoute({
  method: "put",
  path: "/user-roles/{user_id}/admin",
  summary: "Make an approved member with a verified e-mail an admin",
  ...openTo("admin"),
  request: { params: userIdParameter },
  responses: responses(200, userRoleSchema, "The person's admin role; 409 person_not_eligible for anybody else"),
});

const take = createRoute({
  method: "delete",
  path: "/user-roles/{user_id}/admin",
  summary: "Take the admin role from somebody else",
  ...openTo("admin"),
  request: { params: userIdParameter },
  responses: responses(200, userRoleSchema, "The role that was taken; 409 for one of the first admins"),
});

export const userRoleRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await dependencies.asActor(actor, (tx) => listAdmins(tx, c.req.valid("query")));
    return c.json(pageWithCan(adminPolicy, actor, page), 200);
  })
  .openapi(find, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await dependencies.asActor(actor, (tx) => findAdminCandidates(tx, c.req.valid("query")));
    return c.json(pageWithCan(candidatePolicy, actor, page), 200);
  })
  .openapi(give, async (c) => c.json(await giveAdminRole(c.var, c.req.valid("param").user_id), 200))
  .openapi(take, async (c) => c.json(await takeAdminRole(c.var, c.req.valid("param").user_id), 200));
