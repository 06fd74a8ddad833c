import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { testBankWords } from "#shared/funds/bank-feeds-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import type { BankFileLine } from "../bank-files/bank-file.ts";
import { bookSureLines } from "../bank-lines/book-lines.ts";
import { addFile, keyedLines } from "../bank-lines/import-bank-file.ts";
import type { Claimed, FeedLine } from "./bank-feed.ts";

export interface Reading {
  lines: readonly FeedLine[];
  /** The balance is of what is settled. */
  balance_pence: number;
}

interface Given {
  feed: Claimed;
  reading: Reading;
  now: Date;
}

const format = "starling_feed";

/**
 * Its new lines, on the way of a file's, and what is sure of those that the bank has. Nobody presses, so nobody decides about their own
 * money. @returns 0, or by how much the bank's balance differs from what the lines lead to: then nothing is kept.
 */
export async function keepReading(
  tx: Transaction<DB>,
  effects: Effects,
  { feed, reading, now }: Given,
): Promise<number> {
  const { id, deal_id: dealId } = feed;
  await sql`select lock_funds(${dealId})`.execute(tx);
  if (!(await lockActive(tx, id))) return 0;
  const seen = await tx
    .selectFrom("bank_feed_items")
    .select(["item_id", sql<string>`settled_on::text`.as("settled_on")])
    .where("deal_id", "=", dealId)
    .execute();
  const content = toFeedContent(reading.lines, seen, londonDate(now));
  const { rows, new_lines, balance_pence } = await compareBalance(tx, dealId, content.lines, reading.balance_pence);
  if (balance_pence !== reading.balance_pence) return reading.balance_pence - balance_pence;
  await keepItems(tx, dealId, content.settled);
  if (new_lines > 0) {
    const name = feed.environment === "sandbox" ? `Starling. ${testBankWords}` : "Starling";
    const sha256 = createHash("sha256").update(rows).digest("hex");
    const closing_balance_pence = reading.balance_pence;
    const file = { name, format, sha256, lines: content.lines, opening_balance_pence: null, closing_balance_pence };
    const { id: file_id } = await addFile(tx, effects, { dealId, now, file });
    await tx.insertInto("bank_feed_files").values({ file_id, feed_id: id }).execute();
  }
  await bookSureLines(tx, effects, { dealId, now, only: await listLinesOfBank(tx, dealId, rows) });
  await tx
    .updateTable("bank_feeds")
    .set({ read_at: now, balance_pence, pending_pence: content.pending_pence })
    .set({ failure: null, failures: 0, failing_since: null, gap_pence: null, retry_at: null, told_at: null })
    .set({ claimed_until: null })
    .where("id", "=", id)
    .execute();
  await seeBalance(tx, effects, { dealId, balance_pence, now });
  return 0;
}

/** An admin may have stopped the feed while the bank answered. @returns whether it is still read. */
export async function lockActive(tx: Transaction<DB>, feedId: string): Promise<boolean> {
  const active = tx.selectFrom("bank_feeds").select("id").where("id", "=", feedId).where("stopped_at", "is", null);
  return (await active.forUpdate().executeTakeFirst()) !== undefined;
}

interface Seen {
  dealId: string;
  balance_pence: number;
  now: Date;
}

/** The bank itself says what somebody types otherwise; once for each list of lines. Of an account that deals share they hold it together. */
async function seeBalance(tx: Transaction<DB>, effects: Effects, { dealId, balance_pence, now }: Seen): Promise<void> {
  const { rows } = await sql`
    insert into balance_sightings (deal_id, origin, balance_pence, expected_pence)
    select ${dealId}, 'feed', ${balance_pence}, held.pence
      from (select account_pence(${dealId}) as pence) held
     where not exists (
       select from (select b.* from balance_sightings b where b.deal_id = ${dealId} and not b.is_half order by b.seen_at desc, b.id desc limit 1) last
        where (last.expected_pence, last.balance_pence) = (held.pence, ${balance_pence})
          and last.seen_at >= bank_list_changed_at(${dealId}))
    returning id`.execute(tx);
  if (rows.length === 0) return;
  effects.schedule("deal-clock", { deal_id: dealId }, now);
  for (const at of [now, new Date(now.getTime() + 24 * 60 * 60 * 1000)])
    effects.schedule("balance-news", { deal_id: dealId }, at);
}

/** Where day and amount alone agree with a line of a file, the bank's balance says whether it is the same payment. */
async function compareBalance(tx: Transaction<DB>, dealId: string, lines: readonly BankFileLine[], bank_pence: number) {
  const same = await readBalance(tx, dealId, lines, true);
  return same.balance_pence === bank_pence ? same : readBalance(tx, dealId, lines, false);
}

async function readBalance(tx: Transaction<DB>, dealId: string, lines: readonly BankFileLine[], is_same: boolean) {
  const rows = JSON.stringify(
    keyedLines(
      dealId,
      lines.map((line) => ({ ...line, is_same })),
    ),
  );
  const { rows: found } = await sql<{ new_lines: number; balance_pence: number }>`
    select new_lines, balance_pence from balance_with_lines(${dealId}, ${format}, ${rows}::jsonb)`.execute(tx);
  return { rows, ...(found[0] ?? { new_lines: 0, balance_pence: 0 }) };
}

async function keepItems(tx: Transaction<DB>, deal_id: string, settled: readonly SettledItem[]): Promise<void> {
  await sql`insert into bank_feed_items (deal_id, item_id, settled_on)
    select ${deal_id}, item_id, settled_on
      from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as g (item_id text, settled_on date)
    on conflict do nothing`.execute(tx);
}

/** A line of a file that the bank does not show is booked by nobody but a person. */
async function listLinesOfBank(tx: Transaction<DB>, dealId: string, rows: string): Promise<ReadonlySet<string>> {
  const { rows: found } = await sql<{ id: string }>`
    select id from lines_of_bank(${dealId}, ${rows}::jsonb) as id`.execute(tx);
  return new Set(found.map(({ id }) => id));
}

interface SettledItem {
  item_id: string;
  settled_on: string;
}

interface FeedContent {
  /** As of a file, the oldest first. */
  lines: BankFileLine[];
  /** Settled, and not seen so before. */
  settled: SettledItem[];
  pending_pence: number;
}

/**
 * Returns what of a reading counts. A payment that was settled and is not any more stays, and a line beside it takes it back:
 * what the bank has undone is seen, and stops the deal's money until somebody has explained it.
 * @param seen settled in an earlier reading, with the day that it had then.
 */
function toFeedContent(items: readonly FeedLine[], seen: readonly SettledItem[], today: string): FeedContent {
  const dayOf = new Map(seen.map(({ item_id, settled_on }) => [item_id, settled_on]));
  const lines = items.flatMap((item) => {
    const day = dayOf.get(item.id);
    if (item.state === "settled") return [toLine(item, { id: item.id, date: day ?? item.day })];
    if (day === undefined) return [];
    const reversed_on = item.changed_on > today || item.changed_on < day ? today : item.changed_on;
    return [
      toLine(item, { id: item.id, date: day }),
      {
        ...toLine(item, { id: `${item.id} reversed`, date: reversed_on }),
        amount_pence: -item.amount_pence,
        reference: `Reversed by the bank: ${item.reference}`.slice(0, 200),
      },
    ];
  });
  const pending = items.filter(({ id, state }) => state === "pending" && !dayOf.has(id));
  return {
    lines: lines.toSorted(inOrder).map((line, place) => ({ ...line, line: place + 1 })),
    settled: items
      .filter(({ id, state }) => state === "settled" && !dayOf.has(id))
      .map(({ id, day }) => ({ item_id: id, settled_on: day })),
    pending_pence: pending.reduce((sum, { amount_pence }) => sum + amount_pence, 0),
  };
}

type Unnumbered = Omit<BankFileLine, "line">;

const toLine = (
  { payer, reference, amount_pence }: FeedLine,
  { id, date }: { id: string; date: string },
): Unnumbered => ({
  id,
  date,
  payer,
  reference,
  amount_pence,
  balance_pence: null,
});

/** Of one day by the bank's id, so that each reading has the same order. */
const inOrder = (one: Unnumbered, other: Unnumbered): number =>
  one.date === other.date ? compare(one.id ?? "", other.id ?? "") : compare(one.date, other.date);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
