import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import type { Person } from "#server/sample/builders.ts";
import { paymentReference } from "#shared/funds/payment-reference.ts";
import { alderBankFile } from "./alder-bank-file.ts";

/** Number in the deal, tier, fee in basis points, shares, cost, fee, and the reference of the worked example. */
const members = [
  [1, "Amara Okafor", "vip", 0, 15326, 1900424, 0, "KDA7F3QX94"],
  [2, "Ben Lindqvist", "vip", 0, 11499, 1425876, 0, "KDA7F7HKMX"],
  [3, "Chloe Martin", "vip", 0, 9204, 1141296, 0, "KDA7FC2VT5"],
  [4, "Dev Shah", "vip", 0, 5753, 713372, 0, "KDA7F9WRDF"],
  [5, "Esther Brown", "premium", 400, 10258, 1271992, 50880, "KDA7FF6PN9"],
  [6, "Farid Haddad", "premium", 400, 8006, 992744, 39710, "KDA7FXJ4B9"],
  [8, "Hugh Price", "premium", 400, 5190, 643560, 25742, "KDA7F5YGEN"],
  [9, "Isla Reid", "trial", 1250, 4626, 573624, 71703, "KDA7FTDAQP"],
  [10, "Jonas Weber", "trial", 1250, 6879, 852996, 106625, "KDA7FR7C3F"],
  [11, "Keira Doyle", "trial", 1250, 404, 50096, 6262, "KDA7FNV6HE"],
  [12, "Liam Carter", "trial", 1250, 3500, 434000, 54250, "KDA7F8BWXE"],
] as const;

export interface CalledMember extends Person {
  record_id: string;
  commitment_id: string;
  number: number;
  reference: string;
  due_pence: number;
}

/** Of the worked example, after the funds call of Monday 25 January 2027, 10:00. */
export const calledAt = new Date("2027-01-25T10:00:00Z");
export const dueAt = new Date("2027-01-27T10:00:00Z");
export const graceUntil = new Date("2027-01-28T10:00:00Z");

/** A round whose members were called, each with a reference of their own. @returns its file with these, up to any line. */
export async function buildCalledRound(db: Kysely<DB>, dealCode: string, terms: { club_minimum_pence?: number } = {}) {
  const deal = await buildDeal(db, {
    state: "closing",
    at: new Date("2027-01-11T10:00:00Z"),
    terms: { price: "1.24", ...terms },
  });
  await db.updateTable("deals").set({ reference_code: dealCode }).where("id", "=", deal.id).execute();
  await db
    .insertInto("funds_calls")
    .values({ deal_id: deal.id, number: 1, called_at: calledAt, due_at: dueAt, grace_until: graceUntil })
    .execute();
  const called: CalledMember[] = [];
  let file = alderBankFile;
  for (const [number, full_name, tier, fee_bp, shares, cost_pence, fee_pence, exampleReference] of members) {
    const person = await buildInvestor(db, { full_name, signed_at: new Date("2027-01-10T10:00:00Z") });
    const reference = paymentReference(dealCode, exampleReference.slice(5, 9));
    const commitment = await buildCommitment(db, {
      deal_id: deal.id,
      terms_id: deal.terms_id,
      record_id: person.record_id,
      price: "1.24",
      number,
      tier,
      fee_bp,
      shares,
      band: "general",
      state: "called",
      least_shares: 404,
      allocated_shares: shares,
      cost_pence,
      fee_pence,
      reference,
      called_at: calledAt,
      due_at: dueAt,
      grace_until: graceUntil,
      placed_at: new Date("2027-01-12T10:00:00Z"),
    });
    const due_pence = cost_pence + fee_pence;
    await postCall(db, deal.id, commitment.id, cost_pence, fee_pence);
    called.push({ ...person, commitment_id: commitment.id, number, reference, due_pence });
    file = file.replaceAll(exampleReference, reference);
    // A member leaves out the last character.
    file = file.replace("KDA7F TDAQ", `KD${dealCode} TDAQ`);
  }
  const lines = file.trimEnd().split("\n");
  /** Header and as many lines. */
  const fileUpTo = (count: number) => `${lines.slice(0, count + 1).join("\n")}\n`;
  const memberOf = (number: number): CalledMember => {
    const found = called.find((member) => member.number === number);
    if (!found) throw new Error(`There is no member ${number}.`);
    return found;
  };
  return { deal, members: called, memberOf, file, fileUpTo };
}

export type CalledRound = Awaited<ReturnType<typeof buildCalledRound>>;

export async function postCall(db: Kysely<DB>, dealId: string, commitmentId: string, cost: number, fee: number) {
  const entries = JSON.stringify([
    { account: "1100", commitment_id: commitmentId, amount_pence: cost + fee },
    { account: "2000", commitment_id: commitmentId, amount_pence: -cost },
    { account: "2100", amount_pence: -fee },
  ]);
  await sql`select post_ledger(${dealId}, 'call', '2027-01-25', ${entries}::jsonb, ${commitmentId})`.execute(db);
}
