import { pageQuerySchema } from "#shared/lists.ts";
import { adminCandidateListSchema, adminCandidateQuerySchema, adminListSchema } from "#shared/people/people.ts";
import { pageWithCan } from "../../../platform/http/policy.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { candidatePolicy } from "./policy.ts";
import { findAdminCandidates, listAdmins } from "./queries.ts";

const route = routesOf("People");

const list = route("get", "/user-roles/admins", {
  name: "listAdmins",
  summary: "Everybody with an admin's rights",
  audience: "admin",
  query: pageQuerySchema,
  answer: adminListSchema,
});

const find = route("get", "/user-roles/admin-candidates", {
  name: "findAdminCandidates",
  summary: "Approved members who could be made admins",
  audience: "admin",
  query: adminCandidateQuerySchema,
  answer: adminCandidateListSchema,
});

export const userRoleRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await dependencies.asActor(actor, (tx) => listAdmins(tx, c.req.valid("query")));
    return c.json(page, 200);
  })
  .openapi(find, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await dependencies.asActor(actor, (tx) => findAdminCandidates(tx, c.req.valid("query")));
    return c.json(pageWithCan(candidatePolicy, actor, page), 200);
  });
