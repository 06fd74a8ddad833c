import { type Kysely, sql } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Due, OutgoingPayment } from "../bank-files/grade-lines.ts";

/** Everybody from whom something was ever called: money can come after somebody has left. */
export async function readDues(db: Kysely<DB>, dealId: string): Promise<(Due & { full_name: string | null })[]> {
  const dues = await db
    .selectFrom("closing_members")
    .select(["commitment_id", "due_pence", "applied_pence"])
    .where("deal_id", "=", dealId)
    .where("called_at", "is not", null)
    .execute();
  const people = await db
    .selectFrom("commitment_people")
    .select(["commitment_id", "reference", "full_name", "legal_name", "bank_account_name"])
    .where("deal_id", "=", dealId)
    .execute();
  const personOf = new Map(people.map(({ commitment_id, ...person }) => [commitment_id, person]));
  return dues.map((due) => {
    const { reference, full_name, legal_name, bank_account_name } = personOf.get(due.commitment_id) ?? nobody;
    const surname = legal_name?.trim().split(/\s+/).at(-1) ?? "";
    return { ...due, full_name, bank_account_name, surname, reference: reference ?? "", legal_name: legal_name ?? "" };
  });
}

const nobody = { reference: null, full_name: null, legal_name: null, bank_account_name: null };

interface ExpectedPayment extends OutgoingPayment {
  /** The commitment and the name of the member who gets it. */
  owner_id: string | null;
  owner_name: string | null;
}

/** Approved, and not in the bank's list yet. */
export async function readExpectedPayments(db: Kysely<DB>, dealId: string): Promise<ExpectedPayment[]> {
  const payments = await db
    .selectFrom("outgoing_payments as o")
    .leftJoin("commitment_people as m", "m.commitment_id", "o.commitment_id")
    .select(["o.id as payment_id", "o.amount_pence", "o.payee", "m.legal_name", "m.bank_account_name"])
    // The name of the account that two have signed, which need not be the company's.
    .select((eb) =>
      eb
        .selectFrom("company_accounts as a")
        .select("a.account_name")
        .whereRef("a.deal_id", "=", "o.deal_id")
        .where("o.kind", "=", "wire")
        .where("a.confirmed_at", "is not", null)
        .where("a.replaced_at", "is", null)
        .as("company_account_name"),
    )
    .select(["o.commitment_id as owner_id", "m.full_name as owner_name"])
    .select((columns) => columns.ref("o.kind").$castTo<OutgoingPayment["kind"]>().as("kind"))
    .where("o.deal_id", "=", dealId)
    .where("o.state", "=", "approved")
    .execute();
  return payments.map(({ legal_name, bank_account_name, company_account_name, ...payment }) => ({
    ...payment,
    other_names: [legal_name, bank_account_name, company_account_name].filter((name) => name !== null),
  }));
}

export const listProceeds = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("exit_deals as d")
    .innerJoin("exit_list as e", "e.id", "d.exit_id")
    .select(["d.exit_id", "e.kind", "e.happened_on"])
    .select(sql<number>`d.gross_pence - d.arrived_pence`.as("amount_pence"))
    .where("d.deal_id", "=", dealId)
    .where("e.state", "=", "confirmed")
    .where("d.arrived_on", "is", null)
    .orderBy("e.happened_on")
    .orderBy("d.exit_id")
    .execute();
