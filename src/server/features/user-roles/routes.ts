import { createRoute } from "@hono/zod-openapi";
import { sql, type Transaction } from "kysely";
import { userRoleMessages, userRoleSchema } from "#shared/user-roles.ts";
import type { DB } from "../../db/database.generated.ts";
import { answers } from "../../http/answers.ts";
import { openTo } from "../../http/guard.ts";
import { userIdParameter } from "../../http/parameters.ts";
import { notFound, Refusal } from "../../http/refusal.ts";
import { createRouter } from "../../http/router.ts";

const give = createRoute({
  method: "put",
  path: "/user-roles/{user_id}/admin",
  summary: "Make somebody else an admin",
  ...openTo("admin"),
  request: { params: userIdParameter },
  responses: answers(200, userRoleSchema, "The person's admin role"),
});

const take = createRoute({
  method: "delete",
  path: "/user-roles/{user_id}/admin",
  summary: "Take the admin role from somebody else",
  ...openTo("admin"),
  request: { params: userIdParameter },
  responses: answers(200, userRoleSchema, "The role that was taken; 409 for one of the first admins"),
});

export const userRoleRoutes = createRouter()
  .openapi(give, async (c) => {
    const { dependencies, actor } = c.var;
    const { user_id } = c.req.valid("param");
    assertSomebodyElse(actor.userId, user_id);
    const role = await dependencies.asActor(actor, async (tx, trace) => {
      const person = await tx.selectFrom("user_roles").select("id").where("user_id", "=", user_id).executeTakeFirst();
      if (!person) throw notFound("person");
      const given = await tx
        .insertInto("user_roles")
        .values({ user_id, role: "admin", status: "approved", approved_at: sql`now()`, approved_by: actor.userId })
        .onConflict((conflict) => conflict.columns(["user_id", "role"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      if (given) trace.audit("admin_role_given", user_id);
      return adminRoleOf(tx, user_id).executeTakeFirstOrThrow();
    });
    return c.json(role, 200);
  })
  .openapi(take, async (c) => {
    const { dependencies, actor } = c.var;
    const { user_id } = c.req.valid("param");
    assertSomebodyElse(actor.userId, user_id);
    const role = await dependencies.asActor(actor, async (tx, trace) => {
      // One at a time: of two admins who take it from each other, the second is none any more, and the policy sees it.
      await sql`select pg_advisory_xact_lock(hashtext('admin roles'))`.execute(tx);
      const taken = await adminRoleOf(tx, user_id).executeTakeFirst();
      const { numDeletedRows } = await tx
        .deleteFrom("user_roles")
        .where("user_id", "=", user_id)
        .where("role", "=", "admin")
        .executeTakeFirst();
      if (!taken || !numDeletedRows) throw await whyNothingWasTaken(tx, user_id);
      trace.audit("admin_role_taken", user_id);
      return taken;
    });
    return c.json(role, 200);
  });

const adminRoleOf = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom("user_roles")
    .select(["id", "user_id", "role", "status", "requested_at", "approved_at", "approved_by"])
    .where("user_id", "=", userId)
    .where("role", "=", "admin");

async function whyNothingWasTaken(tx: Transaction<DB>, userId: string): Promise<Refusal> {
  const request = tx.selectFrom("membership_requests").select("is_first_admin").where("user_id", "=", userId);
  const isFirstAdmin = (await request.executeTakeFirst())?.is_first_admin;
  return isFirstAdmin
    ? new Refusal(409, "person_is_admin", userRoleMessages.isFirstAdmin)
    : notFound("admin role of that person");
}

function assertSomebodyElse(actorId: string | null, userId: string): void {
  if (actorId === userId) throw new Refusal(409, "own_role", userRoleMessages.ownRole);
}
