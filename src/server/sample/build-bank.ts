import { type Kysely, sql } from "kysely";
import type { DB } from "../platform/db/database.generated.ts";

type Entry = [account: string, commitmentId: string | null, pence: number];

/** Of a deal, with the ledger that follows its lines. Past every rule, as the other builders. */
export async function createBank(db: Kysely<DB>, deal_id: string) {
  const { id: file_id } = await db
    .insertInto("bank_files")
    .values({
      ...{ deal_id, name: "a.csv", format: "starling", sha256: "a".repeat(64), lines: 14, new_lines: 14 },
      imported_by: (query) => query.selectFrom("deals").select("owner_id").where("id", "=", deal_id),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  let lines = 0;
  const book = async (
    kind: string,
    day: string,
    id: string | null,
    entries: readonly Entry[],
    lineId: string | null,
  ) => {
    const json = JSON.stringify(
      entries.map(([account, commitment_id, amount_pence]) => ({ account, commitment_id, amount_pence })),
    );
    const { rows } = await sql<{ id: string }>`
      select post_ledger(${deal_id}, ${kind}, ${day}, ${json}::jsonb, ${id}, ${lineId}) as id`.execute(db);
    return rows[0]?.id ?? "";
  };
  return {
    post: (kind: string, day: string, id: string | null, entries: readonly Entry[]) =>
      book(kind, day, id, entries, null),
    /** Through the bank. */
    async move(kind: string, day: string, id: string | null, amount_pence: number, entries: readonly Entry[]) {
      lines += 1;
      const { id: bank_line_id } = await db
        .insertInto("bank_lines")
        .values({
          ...{ deal_id, file_id, line_number: lines + 1, booked_on: day, amount_pence },
          ...{ reference: "B", line_key: String(lines) },
          // Accounts with a payer in common look like one person's.
          payer: sql<string>`coalesce((select upper(signed_as) from commitments where id = ${id}), 'A')`,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const transaction_id = await book(kind, day, id, [["1000", null, amount_pence], ...entries], bank_line_id);
      await db.insertInto("bank_matches").values({ deal_id, bank_line_id, transaction_id, amount_pence }).execute();
    },
  };
}
