import { pageQuerySchema } from "#shared/lists.ts";
import {
  adminCandidateListSchema,
  adminCandidateQuerySchema,
  adminListSchema,
  userRoleSchema,
} from "#shared/people/people.ts";
import { pageWithCan } from "../../../platform/http/policy.ts";
import { userIdParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { giveAdminRole, takeAdminRole } from "./change-admin-role.ts";
import { adminPolicy, candidatePolicy } from "./policy.ts";
import { findAdminCandidates, listAdmins } from "./queries.ts";

const route = routesOf("People");

const list = route("get", "/user-roles/admins", {
  name: "listAdmins",
  summary: "Everybody with an admin's rights, newest first",
  audience: "admin",
  query: pageQuerySchema,
  answer: adminListSchema,
});

const find = route("get", "/user-roles/admin-candidates", {
  name: "findAdminCandidates",
  summary: "Approved members who could be made admins, by part of a name or an e-mail",
  audience: "admin",
  query: adminCandidateQuerySchema,
  answer: adminCandidateListSchema,
});

const give = route("put", "/user-roles/{user_id}/admin", {
  name: "makeAdmin",
  summary: "Make an approved member with a verified e-mail an admin",
  audience: "admin",
  params: userIdParameter,
  answer: userRoleSchema,
  refuses: ["own_role", "person_not_eligible"],
});

const take = route("delete", "/user-roles/{user_id}/admin", {
  name: "removeAdmin",
  summary: "Take the admin role from somebody else",
  audience: "admin",
  params: userIdParameter,
  answer: userRoleSchema,
  refuses: ["own_role", "person_is_admin"],
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
