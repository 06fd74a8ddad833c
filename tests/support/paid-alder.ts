import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment, createBank } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { shareCosts } from "#shared/commitments/share-costs.ts";

const member = (
  name: string,
  tier: "trial" | "premium" | "vip",
  shares: number,
  reference: string,
  paidOn = "01-26",
) => {
  const fee_bp = { trial: 1250, premium: 400, vip: 0 }[tier];
  const { costPence: cost_pence, feePence: fee_pence } = shareCosts({ price: "1.24", shares, feeBp: fee_bp });
  return { name, tier, fee_bp, shares, cost_pence, fee_pence, reference, paidOn };
};

/** 80,645 shares at £1.24: £99,999.80 and £3,551.72 of fees. Hugh Price pays no tax in the UK. */
export const alderMembers = [
  member("Amara Okafor", "vip", 15_326, "3QX94", "01-25"),
  member("Ben Lindqvist", "vip", 11_499, "7HKMX"),
  member("Chloe Martin", "vip", 9204, "C2VT5"),
  member("Dev Shah", "vip", 5753, "9WRDF"),
  member("Esther Brown", "premium", 10_258, "F6PN9", "01-25"),
  member("Farid Haddad", "premium", 8006, "XJ4B9"),
  member("Hugh Price", "premium", 5190, "5YGEN", "01-27"),
  member("Isla Reid", "trial", 4626, "TDAQP"),
  member("Jonas Weber", "trial", 6879, "R7C3F", "01-28"),
  member("Keira Doyle", "trial", 404, "NV6HE", "01-25"),
  member("Liam Carter", "trial", 3500, "8BWXE", "01-27"),
];
const surplusPence = 1000;
const totalPence = 9_999_980;
const feesPence = 355_172;

export interface PaidAlder {
  id: string;
  terms_id: string;
  company_id: string;
  people: (Awaited<ReturnType<typeof buildInvestor>> & { commitment_id: string; number: number })[];
}

interface Given {
  /** Of the deal, in its references. */
  code: string;
  /** The step says how far the money has come; each includes what is before it. */
  until?: "received" | "refunded" | "wired" | "empty";
  /** Somebody who has not paid. */
  unpaid?: string;
  scheme?: "SEIS" | "EIS" | "none";
  company_id?: string;
  /** Everything happens in this year; the default is 2027. */
  year?: number;
}

/** A round of eleven in its closing, with every line of the bank booked: by hand, past every rule, as the builders do. */
export async function buildPaidAlder(db: Kysely<DB>, given: Given): Promise<PaidAlder> {
  const { code, until = "empty", unpaid, scheme = "SEIS", year = 2027 } = given;
  const at = (monthAndTime: string) => new Date(`${year}-${monthAndTime}:00:00Z`);
  const deal = await buildDeal(db, {
    state: "closing",
    at: at("01-11T10"),
    terms: { price: "1.24", scheme },
  });
  if (given.company_id)
    await db.updateTable("deals").set({ company_id: given.company_id }).where("id", "=", deal.id).execute();
  const bank = await createBank(db, deal.id);
  const people: PaidAlder["people"] = [];
  for (const [
    index,
    { name, tier, fee_bp, shares, cost_pence, fee_pence, reference, paidOn },
  ] of alderMembers.entries()) {
    const person = await buildInvestor(db, { full_name: name });
    if (name === "Hugh Price")
      await db
        .updateTable("investor_records")
        .set({ is_uk_taxpayer: false })
        .where("id", "=", person.record_id)
        .execute();
    const number = index + 1;
    const isPaid = name !== unpaid;
    const { id } = await buildCommitment(db, {
      deal_id: deal.id,
      terms_id: deal.terms_id,
      record_id: person.record_id,
      number,
      price: "1.24",
      tier,
      fee_bp,
      shares,
      least_shares: 404,
      placed_at: at("01-14T12"),
      allocated_shares: shares,
      cost_pence,
      fee_pence,
      reference: `KD${code}${reference}`,
      state: isPaid ? "paid" : "called",
      called_at: at("01-25T10"),
      due_at: at("01-27T10"),
      grace_until: at("01-28T10"),
    });
    people.push({ ...person, commitment_id: id, number });
    const due = cost_pence + fee_pence;
    await bank.post("call", `${year}-01-25`, id, [
      ["1100", id, due],
      ["2000", id, -cost_pence],
      ["2100", null, -fee_pence],
    ]);
    const surplus = name === "Esther Brown" ? surplusPence : 0;
    // Chloe Martin pays in two parts.
    const first = name === "Chloe Martin" ? 500_000 : 0;
    if (first > 0) await bank.move("receipt", `${year}-01-25`, id, first, [["1100", id, -first]]);
    if (isPaid)
      await bank.move("receipt", `${year}-${paidOn}`, id, due + surplus - first, [
        ["1100", id, first - due],
        ["2200", id, -surplus],
      ]);
  }
  const esther = people[4]?.commitment_id ?? "";
  if (until !== "received")
    await bank.move("refund", `${year}-01-29`, esther, -surplusPence, [["2200", esther, surplusPence]]);
  if (until === "wired" || until === "empty")
    await bank.move(
      "wire",
      `${year}-02-01`,
      null,
      -totalPence,
      people.map(({ commitment_id }, index) => ["2000", commitment_id, alderMembers[index]?.cost_pence ?? 0]),
    );
  if (until === "empty") await bank.move("fee", `${year}-02-03`, null, -feesPence, [["2100", null, feesPence]]);
  return { id: deal.id, terms_id: deal.terms_id, company_id: given.company_id ?? deal.company_id, people };
}
