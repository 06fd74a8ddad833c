import { createRoute } from "@hono/zod-openapi";
import { londonDate } from "#shared/london-time.ts";
import { confirmationInputSchema, confirmationResponseSchema } from "#shared/notices.ts";
import { openTo } from "../../auth/guard.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";

const ask = createRoute({
  method: "post",
  path: "/confirmation-requests",
  summary: "Ask the other admins to confirm what one entered, by notice and mail; once a day for each record",
  ...openTo("admin"),
  request: { body: jsonBody(confirmationInputSchema) },
  responses: responses(200, confirmationResponseSchema, "How many admins were told; none if they were told today"),
});

export const confirmationRoutes = createRouter().openapi(ask, async (c) => {
  const { dependencies, actor } = c.var;
  const { kind, subject_id, deal_id } = c.req.valid("json");
  const now = dependencies.now();
  const told = await dependencies.asActor(actor, async (tx, effects) => {
    const deal = await tx.selectFrom("deals").select("id").where("id", "=", deal_id).executeTakeFirst();
    if (!deal) throw notFound("deal");
    const request = await tx
      .insertInto("confirmation_requests")
      .values({ kind, subject_id, deal_id, day: londonDate(now), asked_by: actor.userId, asked_at: now })
      .onConflict((conflict) => conflict.columns(["kind", "subject_id", "day"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!request) return 0;
    const others = await tx.selectFrom("admins").select("id").where("id", "!=", actor.userId).execute();
    effects.audit("confirmation_asked", deal_id, { kind });
    for (const { id } of others) {
      if (!id) continue;
      effects.notify(id, "confirmation_asked", deal_id);
      effects.mail("confirmation-asked", { user_id: id, request_id: request.id });
    }
    return others.length;
  });
  return c.json({ told }, 200);
});
