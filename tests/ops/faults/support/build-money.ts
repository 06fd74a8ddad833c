import type { Database } from "#server/platform/db/connect.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { shareCosts } from "#shared/commitments/share-costs.ts";
import { buildAllocatedDeal, buildCollectionAccount } from "#tests/support/build-allocated-deal.ts";
import type { BankLine } from "./bank.ts";

const day = 24 * 60 * 60 * 1000;
const price = "1.24";
const tiers = [
  ["vip", 0],
  ["premium", 400],
  ["trial", 1250],
] as const;
export const stranger = "PAT NOBODY";

/** The sample's own, and one more with the same password. */
export async function buildTwoAdmins(db: Database) {
  const { password } = sampleAccounts.admin;
  const { password_hash, ...first } = await db
    .selectFrom("auth.users as u")
    .innerJoin("auth.accounts as a", "a.user_id", "u.id")
    .select(["u.id", "u.email"])
    .select((columns) => columns.ref("a.password").$notNull().as("password_hash"))
    .where("u.email", "=", sampleAccounts.admin.email)
    .executeTakeFirstOrThrow();
  const { id, email } = await buildAdmin(db, { full_name: "Eleanor Vance", password_hash });
  return [
    { ...first, password },
    { id, email, password },
  ];
}

export type MoneyRound = Awaited<ReturnType<typeof buildMoneyRound>>;

/** Shares are given out; nothing is called. */
export async function buildMoneyRound(db: Database, count: number) {
  const members = Array.from({ length: count }, (_, index) => {
    const [tier, fee_bp] = tiers[index % tiers.length] ?? tiers[0];
    const shares = 1800 + 37 * index;
    const { costPence: cost_pence, feePence: fee_pence } = shareCosts({ price, shares, feeBp: fee_bp });
    return { name: nameOf(index), tier, fee_bp, wish: shares, shares, cost_pence, fee_pence };
  });
  const at = new Date(Date.now() - 5 * day);
  const deal = await buildAllocatedDeal(db, { members, at, price });
  await buildCollectionAccount(db, deal.id, at);
  const byPayer = new Map(deal.commitments.map(({ id }, index) => [nameOf(index).toUpperCase(), id]));
  return { id: deal.id, commitments: deal.commitments.map(({ id }) => id), byPayer };
}

const letter = (index: number) => String.fromCharCode("a".charCodeAt(0) + (index % 26));
const nameOf = (index: number) => `Robin Hale${letter(Math.floor(index / 26))}${letter(index)}`;

/** Of ten members six pay at once, the others in parts, twice the same, too much, or without a reference. */
export async function readPayments(db: Database, { id }: MoneyRound): Promise<BankLine[]> {
  const called = await db
    .selectFrom("commitments")
    .select((columns) => columns.ref("reference").$notNull().as("reference"))
    .select((columns) => columns.ref("due_pence").$notNull().as("due_pence"))
    .where("deal_id", "=", id)
    .orderBy("number")
    .execute();
  const begun = Date.now() - 4 * day;
  const lines = called.flatMap(({ reference, due_pence }, index) => {
    const half = Math.floor(due_pence / 2);
    const rest = due_pence - 2 * half;
    const [parts, written] = ((): [number[], string] => {
      if (index % 10 === 6) return [[half - 1000, due_pence - half + 1000], reference];
      if (index % 10 === 7) return [[half, half, ...(rest ? [rest] : [])], reference];
      if (index % 10 === 8) return [[due_pence + 100 * (index + 1)], reference];
      return [[due_pence], index % 10 === 9 ? "" : reference];
    })();
    const payer = nameOf(index).toUpperCase();
    const paidOn = dayOf(begun + Math.floor(index / 8) * day);
    return parts.map((pence) => ({ day: paidOn, payer, reference: written, pence }));
  });
  const last = lines.at(-1)?.day ?? "";
  return [...lines, { day: last, payer: stranger, reference: "", pence: 12_345 }];
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
