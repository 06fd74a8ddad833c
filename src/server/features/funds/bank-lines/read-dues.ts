import type { Kysely } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Due, OutgoingPayment } from "../bank-files/grade-lines.ts";

/** Everybody from whom something was ever called: money can come after somebody has left. */
export async function readDues(db: Kysely<DB>, dealId: string): Promise<(Due & { full_name: string | null })[]> {
  const rows = await db
    .selectFrom("closing_members as m")
    .innerJoin("commitment_people as p", (join) =>
      join.onRef("p.deal_id", "=", "m.deal_id").onRef("p.commitment_id", "=", "m.commitment_id"),
    )
    .select(["m.commitment_id", "m.due_pence", "m.applied_pence", "p.reference", "p.full_name", "p.legal_name"])
    .select("p.bank_account_name")
    .where("m.deal_id", "=", dealId)
    .where("m.called_at", "is not", null)
    .execute();
  return rows.map(({ reference, legal_name, ...due }) => ({
    ...due,
    reference: reference ?? "",
    legal_name: legal_name ?? "",
    surname: legal_name?.trim().split(/\s+/).at(-1) ?? "",
  }));
}

/** Approved, and not in the bank's list yet. */
export async function readExpectedPayments(db: Kysely<DB>, dealId: string): Promise<OutgoingPayment[]> {
  return db
    .selectFrom("outgoing_payments")
    .select(["id as payment_id", "amount_pence", "payee"])
    .select((columns) => columns.ref("kind").$castTo<OutgoingPayment["kind"]>().as("kind"))
    .where("deal_id", "=", dealId)
    .where("state", "=", "approved")
    .execute();
}
