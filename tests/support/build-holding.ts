import type { Insertable, Kysely, Selectable } from "kysely";
import type { Commitments, DB, Holdings } from "#server/platform/db/database.generated.ts";

type Commitment = Pick<Selectable<Commitments>, "id" | "deal_id" | "record_id">;

/** A lot of shares under SEIS, issued on 2 February 2026 unless said otherwise. Writes past every rule, as the builders do. */
export async function buildHolding(db: Kysely<DB>, commitment: Commitment, given: Partial<Insertable<Holdings>> = {}) {
  const { id: commitment_id, deal_id, record_id } = commitment;
  const { company_id } = await db
    .selectFrom("deals")
    .select("company_id")
    .where("id", "=", deal_id)
    .executeTakeFirstOrThrow();
  const lot = { shares: 10_000, share_class: "A", price: "1.20", cost_pence: 1_200_000, fee_pence: 150_000 };
  return db
    .insertInto("holdings")
    .values({
      deal_id,
      company_id,
      commitment_id,
      record_id,
      ...lot,
      scheme: "SEIS",
      issued_on: "2026-02-02",
      certificate_number: commitment_id,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
