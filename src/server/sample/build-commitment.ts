import { type Insertable, type Kysely, sql } from "kysely";
import { shareCosts } from "#shared/commitments/share-costs.ts";
import type { Commitments, DB } from "../platform/db/database.generated.ts";

type CommitmentGiven = Partial<Insertable<Commitments>> & {
  deal_id: string;
  terms_id: string;
  record_id: string;
  /** Pounds, of the terms. */
  price?: string;
};

/** £12,000 at £1.20 on Trial, unless said otherwise. Past every rule, as the other builders; only its place is known of it. */
export async function buildCommitment(db: Kysely<DB>, { price = "1.20", ...given }: CommitmentGiven) {
  const { fee_bp = 1250, shares = 10_000, placed_at = new Date(Date.now() - 60 * 60 * 1000) } = given;
  const { costPence } = shareCosts({ price, shares: Number(shares), feeBp: fee_bp });
  const commitment = await db
    .insertInto("commitments")
    .values({
      number: sql<number>`1 + (select count(*) from commitments where deal_id = ${given.deal_id})`,
      tier: "trial" as const,
      fee_bp,
      band: "general" as const,
      placed_at,
      amount_pence: costPence,
      ceiling_pence: costPence,
      shares,
      least_shares: 417,
      wants_relief: true,
      signed_as: sql<string>`(select legal_name from investor_records where id = ${given.record_id})`,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto("commitment_events")
    .values({
      commitment_id: commitment.id,
      kind: "placed",
      happened_at: placed_at,
      terms_id: given.terms_id,
      shares,
      ceiling_pence: commitment.ceiling_pence,
    })
    .execute();
  return commitment;
}
