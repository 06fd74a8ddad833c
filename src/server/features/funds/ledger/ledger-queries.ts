import { type Kysely, sql } from "kysely";
import { testBankWords } from "#shared/funds/bank-feeds-messages.ts";
import { type ExitKind, exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import {
  type LedgerAccount,
  type LedgerKind,
  type LedgerOrder,
  ledgerKindLabels,
} from "#shared/funds/funds-messages.ts";
import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { keysetPage } from "../../../platform/http/keyset-page.ts";
import { hasTestBank } from "../bank-feeds/test-bank.ts";

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
    .select([
      "l.id",
      "l.number",
      "l.booked_on",
      "l.posted_at",
      "l.kind",
      "l.reversed_kind",
      "l.reversed_on",
      "l.receipt_pence",
    ])
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

export interface LedgerEntry {
  account: LedgerAccount;
  member: number | null;
  amount_pence: number;
}

export interface TransactionFacts {
  kind: LedgerKind;
  reversed_kind: LedgerKind | null;
  /** The bank's day of what is reversed, or of the receipt that the bank took back, with its sum. */
  reversed_on: string | null;
  receipt_pence: number | null;
  member: number | null;
  /** The member has left the round. */
  has_left: boolean;
  /** Arrived after the due day; and on the last day of grace at the latest. */
  is_late: boolean;
  is_in_grace: boolean;
  /** Who was paid, of a payment to nobody among the members. */
  payee: string | null;
  /** A payment to the company and an exit that is paid at once have a number of shares. */
  shares: number | null;
  exit_kind: ExitKind | null;
  entries: readonly LedgerEntry[];
  /** Names who else booked the receipt of a payer who signs for money. */
  booked_by_other: string | null;
}

/** @param who "you", "Member 3" or, for admins, a name. @param saysLate what others are not told. */
export function describeTransaction(facts: TransactionFacts, who: string, saysLate: boolean): string {
  const { kind, entries, has_left, payee, shares } = facts;
  const sum = (account: LedgerAccount) =>
    entries.filter((entry) => entry.account === account).reduce((total, { amount_pence }) => total + amount_pence, 0);
  switch (kind) {
    case "call":
      return `Due from ${who}: ${formatPence(sum("1100"))}`;
    case "receipt":
      return `Arrived from ${who}${saysLate ? lateness(facts) : ""}${surplus(-sum("2200"), -sum("1100"))}${ofSigner(facts)}`;
    case "unidentified":
      return "Arrived; from whom is not known yet";
    case "leaving":
      return sum("2200") < 0
        ? `To be sent back to ${who}: ${formatPence(-sum("2200"))}`
        : `Not to be sent back to ${who} after all: ${formatPence(sum("2200"))}`;
    case "club_bears":
      if (facts.member === null)
        return sum("1000") > 0 ? "Paid in by the club" : "A charge of the bank, borne by the club";
      return `Borne by the club for ${who}: ${formatPence(sum("2100"))}`;
    case "refund":
      return has_left ? `Sent back to ${who}` : `Sent back to ${who}, who had sent too much`;
    case "return":
      return "Sent back to where it came from";
    case "wire":
      return `To ${payee ?? "the company"}, ${counted(shares)}`;
    case "fee":
      return `Fees to ${payee ?? "the club"}`;
    case "reversal":
      return describeReversal(facts, who);
    case "exit":
      return describeExit(facts, formatPence(sum("1000")));
    case "exit_costs":
      return `Costs of the exit, to ${payee ?? "whom they are owed"}`;
    case "distribution":
      return `Paid out to ${who}`;
    case "payment_returned":
      if (facts.reversed_kind === "receipt") {
        const [back, whole] = [-sum("1000"), facts.receipt_pence ?? 0];
        const part = back < whole ? `${formatPence(back)} of ` : "";
        return `Returned by the bank: takes back ${part}the payment of ${formatPence(whole)} of ${who}, ${dayOf(facts)}`;
      }
      return facts.member === null
        ? `The bank sent back what was paid${payee ? ` to ${payee}` : ""}; it is owed again`
        : `The bank sent back what was paid to ${who}; it is owed again`;
  }
}

const counted = (shares: number | null): string =>
  `${(shares ?? 0).toLocaleString("en-GB")} ${shares === 1 ? "share" : "shares"}`;

function describeExit({ exit_kind, shares }: TransactionFacts, amount: string): string {
  if (shares === null) return `${exitKindLabels[exit_kind ?? "sale"]}: a part of its money, ${amount}`;
  switch (exit_kind) {
    case "buyback":
      return `The company bought back ${counted(shares)} for ${amount}`;
    case "ipo":
      return `Sold ${counted(shares)} on the market for ${amount}`;
    case "liquidation":
      return `From the liquidation, for ${counted(shares)}: ${amount}`;
    case "dividend":
      return `Dividend on ${counted(shares)}: ${amount}`;
    case "holdback":
      return `Held back until now, for ${counted(shares)}: ${amount}`;
    default:
      return `Sold ${counted(shares)} for ${amount}`;
  }
}

const ofSigner = ({ booked_by_other }: TransactionFacts): string =>
  booked_by_other ? `; own payment of somebody who signs, booked by ${booked_by_other}` : "";

function lateness({ is_late, is_in_grace }: TransactionFacts): string {
  if (!is_late) return "";
  return is_in_grace ? ", after the time, inside the time of grace" : ", after the time";
}

function surplus(back: number, applied: number): string {
  if (back <= 0) return "";
  return applied > 0 ? `, ${formatPence(back)} more than was due` : "; nothing was due, all of it goes back";
}

const dayOf = ({ reversed_on }: TransactionFacts): string => (reversed_on === null ? "" : formatDay(reversed_on));

function describeReversal(facts: TransactionFacts, who: string): string {
  const { reversed_kind, entries, member } = facts;
  const due = entries.find(({ account }) => account === "1100")?.amount_pence ?? 0;
  if (reversed_kind === "call") return `No longer called from ${who}: ${formatPence(-due)}`;
  if (reversed_kind === "club_bears" && due > 0) return `No longer borne by the club for ${who}: ${formatPence(due)}`;
  const sum = formatPence(Math.abs(entries.find(({ account }) => account === "1000")?.amount_pence ?? due));
  if (reversed_kind === "receipt")
    return `Not from ${who} after all; the payment of ${sum} of ${dayOf(facts)} is taken back`;
  if (reversed_kind === "unidentified")
    return `It is known from whom the ${sum} of ${dayOf(facts)} came; it is booked anew`;
  const label = reversed_kind ? ledgerKindLabels[reversed_kind] : "Booking";
  return `${label}${member === null ? "" : `, ${who}`}: ${sum} of ${dayOf(facts)} is taken back`;
}
