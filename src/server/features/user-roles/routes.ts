import { createRoute, z } from "@hono/zod-openapi";
import { sql } from "kysely";
import { membershipRequestMessages } from "#shared/membership-requests.ts";
import { answers } from "../../http/answers.ts";
import { openTo } from "../../http/guard.ts";
import { userIdParameter } from "../../http/parameters.ts";
import { notFound, Refusal } from "../../http/refusal.ts";
import { createRouter } from "../../http/router.ts";

const roleSchema = z.object({ user_id: z.uuid(), is_admin: z.boolean() });

const give = createRoute({
  method: "put",
  path: "/user-roles/{user_id}/admin",
  summary: "Make somebody else an admin",
  ...openTo("admin"),
  request: { params: userIdParameter },
  responses: answers(200, roleSchema, "The person is an admin"),
});

const take = createRoute({
  method: "delete",
  path: "/user-roles/{user_id}/admin",
  summary: "Take the admin role from somebody else",
  ...openTo("admin"),
  request: { params: userIdParameter },
  responses: answers(200, roleSchema, "The person's row of the admin role is gone"),
});

export const userRoleRoutes = createRouter()
  .openapi(give, async (c) => {
    const { dependencies, actor } = c.var;
    const { user_id } = c.req.valid("param");
    assertSomebodyElse(actor.userId, user_id);
    await dependencies.asActor(actor, async (tx, trace) => {
      const person = await tx.selectFrom("user_roles").select("id").where("user_id", "=", user_id).executeTakeFirst();
      if (!person) throw notFound("person");
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto("user_roles")
        .values({ user_id, role: "admin", status: "approved", approved_at: sql`now()`, approved_by: actor.userId })
        .onConflict((conflict) => conflict.columns(["user_id", "role"]).doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows) trace.audit("admin_role_given", user_id);
    });
    return c.json({ user_id, is_admin: true }, 200);
  })
  .openapi(take, async (c) => {
    const { dependencies, actor } = c.var;
    const { user_id } = c.req.valid("param");
    assertSomebodyElse(actor.userId, user_id);
    await dependencies.asActor(actor, async (tx, trace) => {
      const { numDeletedRows } = await tx
        .deleteFrom("user_roles")
        .where("user_id", "=", user_id)
        .where("role", "=", "admin")
        .executeTakeFirst();
      if (!numDeletedRows) throw notFound("admin role of that person");
      trace.audit("admin_role_taken", user_id);
    });
    return c.json({ user_id, is_admin: false }, 200);
  });

function assertSomebodyElse(actorId: string | null, userId: string): void {
  if (actorId === userId) throw new Refusal(409, "own_role", membershipRequestMessages.ownRole);
}
