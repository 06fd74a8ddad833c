import { sql, type Transaction } from "kysely";
import { pageQuerySchema } from "#shared/lists.ts";
import { userRoleMessages } from "#shared/membership-requests/membership-messages.ts";
import {
  adminCandidateListSchema,
  adminCandidateQuerySchema,
  adminListSchema,
  userRoleSchema,
} from "#shared/people/people.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { adminRequired, HttpError, notFound } from "../../../platform/http/http-error.ts";
import { pageWithCan } from "../../../platform/http/policy.ts";
import { userIdParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { adminPolicy, candidatePolicy } from "./policy.ts";
import { adminRoleOf, deleteAdminRole, findAdminCandidates, listAdmins } from "./queries.ts";

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

/** Giving it twice changes nothing. @throws HttpError for oneself, for an unknown person, and for anybody but an approved member. */
function giveAdminRole({ dependencies, actor }: Caller, userId: string) {
  assertSomebodyElse(actor.userId, userId);
  return dependencies.asActor(actor, async (tx, effects) => {
    await takeTurns(tx);
    const held = await adminRoleOf(tx, userId).executeTakeFirst();
    if (held) return held;
    await assertEligible(tx, userId);
    await tx
      .insertInto("user_roles")
      .values({
        user_id: userId,
        role: "admin",
        status: "approved",
        approved_at: sql`now()`,
        approved_by: actor.userId,
      })
      .execute();
    effects.audit("admin_role_given", userId);
    return adminRoleOf(tx, userId).executeTakeFirstOrThrow();
  });
}

/** @throws HttpError for oneself, for a first admin, and where there is no role to take. */
function takeAdminRole({ dependencies, actor }: Caller, userId: string) {
  assertSomebodyElse(actor.userId, userId);
  return dependencies.asActor(actor, async (tx, effects) => {
    await takeTurns(tx);
    const admin = await tx.selectFrom("admins").select("is_first_admin").where("id", "=", userId).executeTakeFirst();
    if (admin?.is_first_admin) throw new HttpError("person_is_admin", userRoleMessages.isFirstAdmin);
    const taken = await deleteAdminRole(tx, userId);
    if (!taken) throw notFound("admin role of that person");
    effects.audit("admin_role_taken", userId);
    return taken;
  });
}

/** Serialised: of two admins who remove each other, the second fails. */
async function takeTurns(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('admin roles'))`.execute(tx);
  const { rows } = await sql<{ is_admin: boolean }>`select is_admin()`.execute(tx);
  if (!rows[0]?.is_admin) throw adminRequired();
}

async function assertEligible(tx: Transaction<DB>, userId: string): Promise<void> {
  const { rows } = await sql<{ is_person: boolean; is_eligible: boolean }>`
    select exists (select from user_roles where user_id = ${userId}) as is_person,
           can_become_admin(${userId}) as is_eligible`.execute(tx);
  if (!rows[0]?.is_person) throw notFound("person");
  if (!rows[0].is_eligible) throw new HttpError("person_not_eligible", userRoleMessages.notEligible);
}

function assertSomebodyElse(actorId: string | null, userId: string): void {
  if (actorId === userId) throw new HttpError("own_role", userRoleMessages.ownRole);
}
