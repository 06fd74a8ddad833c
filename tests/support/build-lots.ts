import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildHolding } from "./build-holding.ts";

export interface Owner {
  id: string;
  email: string;
  full_name: string;
  record_id: string;
}

let lots = 0;

/** A completed round, of the company of another one where that is given. @param held shares of each owner. */
export async function buildHeldRound(
  db: Kysely<DB>,
  { issued_on, company_id, held }: { issued_on: string; company_id?: string; held: [Owner, number][] },
) {
  const at = new Date(`${issued_on}T12:00:00Z`);
  const deal = await buildDeal(db, { state: "completed", at, name: `Round of ${issued_on}` });
  if (company_id) await db.updateTable("deals").set({ company_id }).where("id", "=", deal.id).execute();
  const company = company_id ?? deal.company_id;
  const commitments: string[] = [];
  for (const [{ record_id }, shares] of held) {
    const cost = { cost_pence: shares * 120, fee_pence: 0 };
    const commitment = await buildCommitment(db, {
      deal_id: deal.id,
      terms_id: deal.terms_id,
      record_id,
      state: "completed",
      shares,
      least_shares: 1,
      allocated_shares: shares,
      ...cost,
      called_at: at,
      due_at: at,
      grace_until: at,
      reference: referenceOf(++lots),
    });
    await buildHolding(db, commitment, { shares, ...cost, scheme: null, issued_on, certificate_number: `LOT-${lots}` });
    commitments.push(commitment.id);
  }
  return { id: deal.id, company_id: company, commitments };
}

const letters = "23456789ABCDEFGH";
const referenceOf = (number: number): string =>
  `KD${[...number.toString(16).padStart(8, "0")].map((digit) => letters[Number.parseInt(digit, 16)]).join("")}`;

export const buildOwner = (db: Kysely<DB>, full_name: string): Promise<Owner> => buildInvestor(db, { full_name });
