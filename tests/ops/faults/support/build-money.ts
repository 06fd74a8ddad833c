import { sql } from "kysely";
import { createAsOwner } from "#server/platform/db/as-owner.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { shareCosts } from "#shared/commitments/share-costs.ts";
import { toLondonTime } from "#shared/london-time.ts";
import {
  buildAllocatedDeal,
  buildCollectionAccount,
  buildCompanyAccount,
} from "#tests/support/build-allocated-deal.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import { callRound, refusalOf } from "#tests/support/past-the-lists.ts";
import type { BankLine } from "./bank.ts";

const day = 24 * 60 * 60 * 1000;
const price = "1.24";
const tiers = [
  ["vip", 0],
  ["premium", 400],
  ["trial", 1250],
] as const;
const stranger = "PAT NOBODY";

/** The sample's own, and two more with the same password: two who work, and one who looks in the bank. */
export async function buildAdmins(db: Database) {
  const { password } = sampleAccounts.admin;
  const { password_hash, ...first } = await db
    .selectFrom("auth.users as u")
    .innerJoin("auth.accounts as a", "a.user_id", "u.id")
    .select(["u.id", "u.email"])
    .select((columns) => columns.ref("a.password").$notNull().as("password_hash"))
    .where("u.email", "=", sampleAccounts.admin.email)
    .executeTakeFirstOrThrow();
  const others = [];
  for (const full_name of ["Eleanor Vance", "Ruth Bell"]) {
    const { id, email } = await buildAdmin(db, { full_name, password_hash });
    others.push({ id, email, password });
  }
  return [{ ...first, password }, ...others];
}

export type MoneyRound = Awaited<ReturnType<typeof buildMoneyRound>>;

/** Shares are given out, and its closing list is signed; nothing is called. @param panel who signs for it. */
export async function buildMoneyRound(db: Database, count: number, panel: readonly { id: string }[]) {
  const members = Array.from({ length: count }, (_, index) => {
    const [tier, fee_bp] = tiers[index % tiers.length] ?? tiers[0];
    const shares = 1800 + 37 * index;
    const { costPence: cost_pence, feePence: fee_pence } = shareCosts({ price, shares, feeBp: fee_bp });
    return { name: nameOf(index), tier, fee_bp, wish: shares, shares, cost_pence, fee_pence };
  });
  const at = new Date(Date.now() - 12 * day);
  const deal = await buildAllocatedDeal(db, { members, at, price });
  await buildCollectionAccount(db, deal.id, at);
  await buildCompanyAccount(db, deal.id, at);
  await buildSignedList(
    db,
    deal,
    panel.map(({ id }) => id),
  );
  const byPayer = new Map(deal.commitments.map(({ id }, index) => [nameOf(index).toUpperCase(), id]));
  return { id: deal.id, commitments: deal.commitments.map(({ id }) => id), byPayer };
}

/** The list has its first two signatures: the clock of the processes carries out what is left of it. */
async function buildSignedList(
  db: Database,
  { id, version_id }: { id: string; version_id: string },
  panel: readonly string[],
): Promise<void> {
  await sql`
    insert into deal_panel (deal_id, version_id, user_id, name, capacity, signs_from)
    select ${id}, ${version_id}, p.id, p.name, 'admin', now() from people p where p.id = any (${panel}::uuid[])`.execute(
    db,
  );
  await sql`
    with list as (
      insert into acts (deal_id, kind, number, version_id, content, content_sha256, prepared_by, state, signed_at)
      select ${id}, 'closing', 1, ${version_id}, c.content, encode(sha256(convert_to(c.content, 'UTF8')), 'hex'), ${panel[0]}, 'signed',
             now() from (select act_content(${id}, 'closing')::text as content) c returning id),
    parts as (
      insert into act_parts (act_id, part, is_discretionary)
      select list.id, part, false from list, unnest('{wire,fees,completion}'::text[]) part)
    insert into act_signatures (act_id, user_id, name, capacity, takes_part_pence, method)
    select list.id, p.id, p.name, 'admin', 0, 'password_and_code' from list, people p where p.id = any (${panel.slice(0, 2)}::uuid[])`.execute(
    db,
  );
}

/** The last Monday, 10:00 in London: money is called at such a time alone. */
export function lastMonday(): Date {
  for (let days = 0; ; days += 1) {
    const { date } = toLondonTime(new Date(Date.now() - days * day));
    const at = new Date(`${date}T11:00:00Z`);
    if (at.getUTCDay() === 1 && at.getTime() < Date.now()) return at;
  }
}

/** Calls the funds as the clock does at that time. @returns why it was not called now. */
export const callFunds = (db: Database, { id }: MoneyRound): Promise<string | null> => {
  const now = lastMonday;
  return refusalOf(callRound({ asOwner: createAsOwner(db, noQueue, now), now }, id));
};

/** A completion comes a day after its day of issue was given. */
export async function passDay(db: Database, { id }: MoneyRound): Promise<void> {
  const waiting = db
    .updateTable("deal_completions")
    .set({ proposed_at: sql`proposed_at - interval '25 hours'` })
    .where("deal_id", "=", id)
    .where("confirmed_at", "is", null)
    .where("replaced_at", "is", null)
    .where("proposed_at", ">", sql<Date>`now() - interval '25 hours'`);
  if ((await waiting.executeTakeFirst()).numUpdatedRows === 0n) return;
  await sql`insert into pgboss.job (name, data) values ('deal-clock', jsonb_build_object('deal_id', ${id}::text))`.execute(
    db,
  );
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
