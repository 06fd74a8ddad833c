import { type Kysely, sql } from "kysely";
import { exitLines } from "#shared/funds/exit-lines.ts";
import type { ExitKind } from "#shared/funds/funds-exits-messages.ts";
import type { DB } from "../platform/db/database.generated.ts";

interface Given {
  company_id: string;
  kind: ExitKind;
  happened_on: string;
  price: string;
  costs_pence: number;
  costs_payee: string | null;
  note: string | null;
  proposed_by: string;
  confirmed_by: string;
  /** When all of it came and was paid out, on the bank's day. */
  paid_on: string;
}

/** An exit of every share of a company's one round, confirmed, booked and paid out. Past every rule, as the other builders. */
export async function buildPaidExit(db: Kysely<DB>, { paid_on, ...given }: Given): Promise<void> {
  const noon = (day: string) => new Date(`${day}T12:00:00Z`);
  const holdings = await db
    .selectFrom("holdings")
    .select(["id", "deal_id", "commitment_id", "record_id", "issued_on", "shares"])
    .where("company_id", "=", given.company_id)
    .where("import_id", "is", null)
    .orderBy("id")
    .execute();
  const deal_id = holdings[0]?.deal_id ?? "";
  const lots = holdings.map(({ id, record_id, issued_on, shares }) => ({
    holding_id: id,
    owner_id: record_id ?? id,
    issued_on,
    shares,
  }));
  const lines = exitLines(lots, { price: given.price, shares: null, costsPence: given.costs_pence });
  const { id: exit_id } = await db
    .insertInto("exits")
    .values({
      ...given,
      proposed_at: noon(given.happened_on),
      confirmed_at: noon(given.happened_on),
      lots_sha256: sql<string>`exit_lots_sha256(${given.company_id}, ${given.kind}, ${given.happened_on}, null)`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("exit_lines")
    .values(lines.map((line) => ({ exit_id, ...line })))
    .execute();
  const gross = lines.reduce((sum, { gross_pence }) => sum + gross_pence, 0);
  await book("exit", gross, null);
  const pay = async (kind: "exit_costs" | "distribution", amount_pence: number, commitment_id: string | null) => {
    if (amount_pence === 0) return;
    const approved = { proposed_at: noon(paid_on), approved_at: noon(paid_on), state: "approved" as const };
    const { id } = await db
      .insertInto("outgoing_payments")
      .values({
        deal_id,
        kind,
        commitment_id,
        exit_id,
        amount_pence,
        ...approved,
        payee: given.costs_payee ?? "A member",
        reason: "The sale.",
        proposed_by: given.proposed_by,
        approved_by: given.confirmed_by,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await book(kind, -amount_pence, id);
  };
  await pay("exit_costs", given.costs_pence, null);
  for (const { holding_id, gross_pence, costs_pence } of lines) {
    const holding = holdings.find(({ id }) => id === holding_id);
    await pay("distribution", gross_pence - costs_pence, holding?.commitment_id ?? null);
  }
  await db
    .updateTable("deals")
    .set({ state: "exited", state_since: noon(paid_on) })
    .where("id", "=", deal_id)
    .execute();

  async function book(kind: string, amount_pence: number, paymentId: string | null): Promise<void> {
    const { id: file_id } = await db
      .selectFrom("bank_files")
      .select("id")
      .where("deal_id", "=", deal_id)
      .executeTakeFirstOrThrow();
    const { count } = await db
      .selectFrom("bank_lines")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("deal_id", "=", deal_id)
      .executeTakeFirstOrThrow();
    const { id: line } = await db
      .insertInto("bank_lines")
      .values({
        deal_id,
        file_id,
        line_number: count + 2,
        booked_on: paid_on,
        amount_pence,
        payer: "A",
        reference: "B",
        line_key: String(count + 1),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ outcome: string }>`
      select book_part(l, ${kind}, null, ${paymentId}, ${Math.abs(amount_pence)}, 'The sale.', ${paymentId ? null : exit_id}) as outcome
        from bank_lines l where l.id = ${line}`.execute(db);
    if (rows[0]?.outcome !== "booked") throw new Error(`${kind} was not booked: ${rows[0]?.outcome}`);
  }
}
