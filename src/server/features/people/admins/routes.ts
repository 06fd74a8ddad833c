import { sql, type Transaction } from "kysely";
import { pageQuerySchema } from "#shared/lists.ts";
import {
  type AdminCandidate,
  adminCandidateListSchema,
  adminCandidateQuerySchema,
  adminListSchema,
} from "#shared/people/people.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { fromCursor, keysetPage, newestFirst } from "../../../platform/http/keyset-page.ts";
import { type Policy, pageWithCan } from "../../../platform/http/policy.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";

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

/** Of somebody whom the search found, which finds only approved members who are no admins. */
export const candidatePolicy: Policy<Pick<AdminCandidate, "id">, keyof AdminCandidate["can"]> = (actor, { id }) => ({
  propose: actor.isAdmin && actor.userId !== id,
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

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
}

export function listAdmins(tx: Transaction<DB>, page: ListQuery) {
  const admins = tx
    .selectFrom("admins")
    .select([
      "id",
      "email",
      "full_name",
      "is_first_admin",
      "admin_since",
      "given_by",
      "given_by_name",
      "is_given_by_club",
    ]);
  return keysetPage(admins, newestFirst("admin_since"), page);
}

/** Approved members who are not admins, latest request first. */
export async function findAdminCandidates(tx: Transaction<DB>, { q, ...page }: ListQuery & { q: string }) {
  const order = newestFirst("r.requested_at", "r.id");
  const [moment = null, id = null] = fromCursor(order, page.cursor) ?? [];
  const candidates = tx
    .selectFrom("user_roles as r")
    // Lateral: a join would evaluate the view for every row.
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom("audit_people")
          .select(["audit_people.id as user_id", "email", "full_name"])
          .whereRef("audit_people.id", "=", "r.user_id")
          .limit(1)
          .as("p"),
      (join) => join.onTrue(),
    )
    .select(["r.id", "r.requested_at", "p.user_id", "p.email", "p.full_name"])
    .where(sql<boolean>`r.id in (select find_people(${q}, null, null, true, ${moment}, ${id}, ${page.limit + 1}))`);
  const { items, next_cursor } = await keysetPage(candidates, order, page);
  return { items: items.map(({ user_id, email, full_name }) => ({ id: user_id, email, full_name })), next_cursor };
}
