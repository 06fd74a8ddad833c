import { type RawBuilder, sql, type Transaction } from "kysely";
import { londonDate } from "#shared/london-time.ts";
import {
  type ConfirmationInput,
  confirmationInputSchema,
  confirmationResponseSchema,
} from "#shared/notices/notices.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";

const route = routesOf("Notices");

const ask = route("post", "/confirmation-requests", {
  name: "requestConfirmation",
  summary: "Ask the other admins to confirm what one entered; once a day for each record",
  audience: "admin",
  body: confirmationInputSchema,
  answer: confirmationResponseSchema,
  refuses: ["not_found", "rate_limited"],
});

export const confirmationRoutes = createRouter().openapi(ask, async (c) => {
  const { dependencies, actor } = c.var;
  const { kind, subject_id, deal_id } = c.req.valid("json");
  const now = dependencies.now();
  await dependencies.limits.confirmationRequestsPerPerson.take(actor.userId ?? "");
  const told = await dependencies.asActor(actor, async (tx, effects) => {
    const waits = await findWaiting(tx, { kind, subject_id, deal_id });
    if (!waits) throw notFound("record that waits for another admin");
    const request = await tx
      .insertInto("confirmation_requests")
      .values({ kind, subject_id: waits.id, deal_id, day: londonDate(now), asked_by: actor.userId, asked_at: now })
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

/** What waits, whoever entered it. */
const waiting: Record<ConfirmationInput["kind"], RawBuilder<unknown>> = {
  allocation: sql`select id, deal_id from allocations where state = 'draft'`,
  collection_account: sql`select id, deal_id from collection_accounts where confirmed_at is null and replaced_at is null`,
  company_account: sql`select id, deal_id from company_accounts where confirmed_at is null and replaced_at is null`,
  completion: sql`select id, deal_id from deal_completions where confirmed_at is null and replaced_at is null`,
  deal_version: sql`select id, deal_id from deal_version_list where is_waiting`,
  exit: sql`select e.id, d.id from exit_list e join deals d on d.company_id = e.company_id where e.state = 'proposed'`,
  payment: sql`select id, deal_id from outgoing_payments where state = 'proposed'`,
};

/** Named by its own id, or by its deal's where a deal has one at a time. */
async function findWaiting(tx: Transaction<DB>, { kind, subject_id, deal_id }: ConfirmationInput) {
  const { rows } = await sql<{ id: string }>`
    select w.id from (${waiting[kind]}) w (id, deal_id)
     where w.deal_id = ${deal_id} and ${subject_id} in (w.id, w.deal_id) limit 1`.execute(tx);
  return rows[0];
}
