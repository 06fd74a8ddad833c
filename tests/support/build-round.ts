import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import type { Person } from "#server/sample/builders.ts";

const hour = 60 * 60 * 1000;
export const roundOpened = new Date("2026-01-11T10:00:00Z");
const unknownId = "01900000-0000-7000-8000-000000000000";

export interface Wanted {
  name: string;
  tier?: "trial" | "premium" | "vip";
  place: number;
  shares: number;
  band?: "priority" | "general";
  state?: "committed" | "left_on_change" | "withdrawn";
  least?: number;
}

const nobody: Person = { id: unknownId, email: "", full_name: "" };
const feeOf = { trial: 1250, premium: 400, vip: 0 };
/** The worked example under its second terms. */
export const goldenRound: Wanted[] = [
  { name: "Amara Okafor", tier: "vip", place: 1, band: "priority", shares: 16_129 },
  { name: "Ben Lindqvist", tier: "vip", place: 2, band: "priority", shares: 12_096 },
  { name: "Chloe Martin", tier: "vip", place: 3, band: "priority", shares: 9677 },
  { name: "Dev Shah", tier: "vip", place: 12, shares: 8064 },
  { name: "Esther Brown", tier: "premium", place: 4, shares: 14_516 },
  { name: "Farid Haddad", tier: "premium", place: 5, shares: 11_290 },
  { name: "Grace Lund", tier: "premium", place: 6, shares: 12_903, state: "left_on_change" },
  { name: "Hugh Price", tier: "premium", place: 7, shares: 7258 },
  { name: "Isla Reid", tier: "trial", place: 8, shares: 6451 },
  { name: "Jonas Weber", tier: "trial", place: 9, shares: 9677 },
  { name: "Keira Doyle", tier: "trial", place: 10, shares: 404 },
  { name: "Liam Carter", tier: "trial", place: 11, shares: 4838 },
];

/** The round is at £1.24, closed for commitments since Monday. */
export async function buildRound(db: Kysely<DB>, wanted: readonly Wanted[] = goldenRound, terms: object = {}) {
  const closing = { priority_until: new Date("2026-01-14T10:00:00Z"), closes_at: new Date("2026-01-18T17:00:00Z") };
  const deal = await buildDeal(db, {
    at: roundOpened,
    terms: { price: "1.24", opens_at: roundOpened, ...closing, ...terms },
  });
  const members: Record<string, { person: Person; id: string; record_id: string }> = {};
  for (const { name, tier = "trial", place, shares, band = "general", state = "committed", least = 404 } of wanted) {
    const { record_id, ...person } = await buildInvestor(db, { full_name: name, signed_at: roundOpened });
    if (tier !== "trial")
      await db
        .insertInto("memberships")
        .values({ user_id: person.id, tier, from_date: "2025-01-01", reason: "As agreed." })
        .execute();
    const placed_at = new Date(roundOpened.getTime() + place * hour);
    const { id } = await buildCommitment(db, {
      deal_id: deal.id,
      terms_id: deal.terms_id,
      record_id,
      price: "1.24",
      number: place,
      tier,
      fee_bp: feeOf[tier],
      band,
      placed_at,
      shares,
      least_shares: least,
      state,
    });
    members[name] = { person, id, record_id };
  }
  const member = (name: string) => members[name] ?? { person: nobody, id: unknownId, record_id: unknownId };
  return { ...deal, path: `/api/deals/${deal.id}/allocation`, member };
}

export type Round = Awaited<ReturnType<typeof buildRound>>;
