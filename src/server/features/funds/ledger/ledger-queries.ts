import { type Kysely, sql } from "kysely";
import { testBankWords } from "#shared/funds/bank-feeds-messages.ts";
import type { LedgerOrder } from "#shared/funds/funds-messages.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { keysetPage } from "../../../platform/http/keyset-page.ts";
import { hasTestBank } from "../bank-feeds/test-bank.ts";
import { describeTransaction, type LedgerEntry } from "./describe-transaction.ts";

const byNumber = { name: "number", type: "integer", direction: "asc" } as const;
const orders = {
  booking: [byNumber],
  bank: [{ name: "bank_on", type: "date", direction: "asc" }, byNumber],
} as const;

interface Page {
  limit: number;
  cursor?: string | undefined;
  order?: LedgerOrder;
}

/** A page with what was on account after each. Admins read names, others numbers. @throws HttpError 404 for who takes no part. */
export async function listLedger(db: Kysely<DB>, isAdmin: boolean, dealId: string, page: Page) {
  const sums = await readLedgerSums(db, dealId);
  const { items, next_cursor } = await listTransactions(db, isAdmin, dealId, page);
  return { items, next_cursor, ...sums };
}

async function readLedgerSums(db: Kysely<DB>, dealId: string) {
  const sums = await db
    .selectFrom("deal_ledger_sums")
    .select(["transactions", "sum_pence", "on_account_pence", "own_member"])
    .where("deal_id", "=", dealId)
    .executeTakeFirst();
  if (!sums) throw notFound("ledger");
  return sums;
}

export async function listTransactions(db: Kysely<DB>, isAdmin: boolean, dealId: string, page: Page) {
  const { order = "booking" } = page;
  const { items: found, next_cursor } = await findPage(db, dealId, order, page);
  // The rows are found by number: PostgreSQL would gather the entries of the whole ledger before it takes a page of them.
  const items = await db
    .selectFrom("deal_ledger as l")
    .select(["l.id", "l.number", "l.booked_on", "l.posted_at", "l.kind", "l.reversed_kind", "l.reversed_number"])
    .select([
      "l.member",
      "l.is_own",
      "l.has_left",
      "l.is_late",
      "l.is_in_grace",
      "l.payee",
      "l.shares",
      "l.exit_kind",
      "l.bank_on",
      "l.booked_by_other",
    ])
    .select(sql<LedgerEntry[]>`l.entries`.as("entries"))
    .where("l.deal_id", "=", dealId)
    .where("l.number", "in", found.length > 0 ? found.map(({ number }) => number) : [0])
    .orderBy(order === "bank" ? "l.bank_on" : "l.number")
    .orderBy("l.number")
    .execute();
  const nameOf = isAdmin ? await readNames(db, dealId, items) : (member: number) => `Member ${member}`;
  const isOfTestBank = await hasTestBank(db, dealId);
  let balance_pence = await readBalanceBefore(db, dealId, order, items[0]);
  const transactions = items.map((row) => {
    const cash = row.entries.flatMap(({ account, amount_pence }) => (account === "1000" ? [amount_pence] : []));
    const change = cash.reduce((sum, pence) => sum + pence, 0);
    balance_pence += change;
    const isOwn = row.is_own ?? false;
    const who = isOwn && !isAdmin ? "you" : nameOf(row.member ?? 0);
    return {
      id: row.id,
      number: row.number,
      booked_on: row.booked_on,
      bank_on: row.bank_on ?? row.booked_on,
      posted_at: row.posted_at,
      kind: row.kind,
      text: [describeTransaction(row, who, isOwn || isAdmin), isOfTestBank && testBankWords].filter(Boolean).join(". "),
      member: row.member,
      in_pence: Math.max(change, 0),
      out_pence: Math.max(-change, 0),
      balance_pence,
      entries: row.entries,
    };
  });
  return { items: transactions, next_cursor };
}

async function findPage(db: Kysely<DB>, dealId: string, order: LedgerOrder, page: Page) {
  if (order === "booking") {
    const numbers = db.selectFrom("deal_ledger").select("number").where("deal_id", "=", dealId);
    return keysetPage(numbers, orders.booking, page);
  }
  const days = db.selectFrom("deal_ledger").select(["number", "bank_on"]).where("deal_id", "=", dealId);
  return keysetPage(days, orders.bank, page);
}

export async function readNames(db: Kysely<DB>, dealId: string, rows: readonly { member: number | null }[]) {
  const numbers = [...new Set(rows.flatMap(({ member }) => member ?? []))];
  const people = await db
    .selectFrom("commitment_people")
    .select(["number", "full_name"])
    .where("deal_id", "=", dealId)
    .where("number", "in", numbers.length > 0 ? numbers : [0])
    .execute();
  const names = new Map(people.map(({ number, full_name }) => [number, full_name]));
  return (member: number) => names.get(member) ?? `Member ${member}`;
}

async function readBalanceBefore(
  db: Kysely<DB>,
  dealId: string,
  order: LedgerOrder,
  first: { number: number; bank_on: string | null } | undefined,
): Promise<number> {
  if (!first) return 0;
  const { rows } =
    order === "bank"
      ? await sql<{ pence: number }>`
          select at_bank_before(${dealId}, ${first.bank_on}::date, ${first.number}) as pence`.execute(db)
      : await sql<{ pence: number }>`select on_account_before(${dealId}, ${first.number}) as pence`.execute(db);
  return rows[0]?.pence ?? 0;
}
