import { type Kysely, sql } from "kysely";
import { fundsMessages as messages } from "#shared/funds-messages.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { ledgerMismatch } from "../ledger-mismatch.ts";
import { listPayments } from "./payment-queries.ts";

/** By another admin than who proposed it. @throws HttpError */
export const approvePayment = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ outcome: string | null }>`select approve_payment(${id}) as outcome`.execute(tx);
    const outcome = rows[0]?.outcome;
    if (!outcome) throw notFound("payment");
    if (outcome === "second_person_required") throw new HttpError(403, outcome, messages.secondPerson);
    if (outcome === "company_not_called_back") throw new HttpError(409, outcome, messages.companyNotCalledBack);
    if (outcome === "ledger_mismatch") throw ledgerMismatch();
    if (outcome === "amount_changed") throw new HttpError(409, "payment_closed", messages.amountChanged);
    if (outcome === "costs_differ") throw new HttpError(409, "payment_closed", messages.costsDiffer);
    if (outcome === "payment_closed") throw new HttpError(409, "payment_closed", messages.paymentClosed);
    const { deal_id, ...payment } = await getPayment(tx, actor, id);
    const alone = outcome === "approved_alone" && { alone: true };
    const { kind, amount_pence: pence } = payment;
    effects.audit("payment_approved", deal_id, { payment_id: id, kind, pence, ...alone });
    return payment;
  });

/** Before the bank's list has it. @throws HttpError */
export const cancelPayment = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ outcome: string | null }>`select cancel_payment(${id}) as outcome`.execute(tx);
    if (!rows[0]?.outcome) throw notFound("payment");
    if (rows[0].outcome !== "cancelled") throw new HttpError(409, "payment_closed", messages.paymentClosed);
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
