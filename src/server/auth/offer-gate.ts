import { type Kysely, sql } from "kysely";
import type { OfferGate } from "#shared/statements/signed-statement-messages.ts";
import type { DB } from "../platform/db/database.generated.ts";

/**
 * Whether a person may be shown offers now, by the database's own gate.
 * @param db with the rights of that person.
 */
export async function readOfferGate(db: Kysely<DB>): Promise<OfferGate> {
  const { rows } = await sql<{ gate: OfferGate }>`select own_offer_gate() as gate`.execute(db);
  return rows[0]?.gate ?? "statement_required";
}
