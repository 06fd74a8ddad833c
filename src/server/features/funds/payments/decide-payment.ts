import { type Kysely, sql } from "kysely";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { listPayments } from "./payment-queries.ts";

/** By another admin than who proposed it. @throws HttpError */
export const approvePayment = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const approved = await runCommand<"approved" | "approved_alone">(tx, sql`approve_payment(${id})`, "payment");
    const { deal_id, ...payment } = await getPayment(tx, actor, id);
    const alone = approved === "approved_alone" && { alone: true };
    const { kind, amount_pence: pence } = payment;
    effects.audit("payment_approved", deal_id, { payment_id: id, kind, pence, ...alone });
    return payment;
  });

/** Before the bank's list has it. @throws HttpError */
export const cancelPayment = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, sql`cancel_payment(${id})`, "payment");
    const { deal_id, ...payment } = await getPayment(tx, actor, id);
    effects.audit("payment_cancelled", deal_id, {
      ...{ payment_id: id, kind: payment.kind, pence: payment.amount_pence },
    });
    return payment;
  });

async function getPayment(db: Kysely<DB>, actor: Caller["actor"], id: string) {
  const row = await db.selectFrom("outgoing_payments").select("deal_id").where("id", "=", id).executeTakeFirst();
  const [payment] = row ? await listPayments(db, actor, row.deal_id, id) : [];
  if (!row || !payment) throw notFound("payment");
  return { deal_id: row.deal_id, ...payment };
}
