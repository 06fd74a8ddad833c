import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { testBankWords } from "#shared/funds/bank-feeds-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { bookImported } from "../bank-lines/book-lines.ts";
import { addFile, keyedLines } from "../bank-lines/import-bank-file.ts";
import type { Claimed, FeedLine } from "./bank-feed.ts";
import { type SettledItem, toFeedContent } from "./feed-lines.ts";

export interface Reading {
  lines: readonly FeedLine[];
  /** Of what is settled. */
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
  // It may have been stopped while the bank answered.
  const active = tx.selectFrom("bank_feeds").select("id").where("id", "=", id).where("stopped_at", "is", null);
  if (!(await active.forUpdate().executeTakeFirst())) return 0;
  const seen = await tx
    .selectFrom("bank_feed_items")
    .select(["item_id", sql<string>`settled_on::text`.as("settled_on")])
    .where("deal_id", "=", dealId)
    .execute();
  const content = toFeedContent(reading.lines, seen, londonDate(now));
  const rows = JSON.stringify(keyedLines(dealId, content.lines));
  const { new_lines, balance_pence } = await compareBalance(tx, dealId, rows);
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
  await bookImported(tx, effects, { dealId, now, only: await listLinesOfBank(tx, dealId, rows) });
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
       select from (select b.* from balance_sightings b where b.deal_id = ${dealId} order by b.seen_at desc, b.id desc limit 1) last
        where (last.expected_pence, last.balance_pence) = (held.pence, ${balance_pence})
          and last.seen_at >= coalesce((select max(f.imported_at) from bank_files f where f.deal_id = ${dealId}), '-infinity'))
    returning id`.execute(tx);
  if (rows.length > 0) effects.schedule("deal-clock", { deal_id: dealId }, now);
}

async function compareBalance(tx: Transaction<DB>, dealId: string, rows: string) {
  const { rows: found } = await sql<{ new_lines: number; balance_pence: number }>`
    select new_lines, balance_pence from balance_with_lines(${dealId}, ${format}, ${rows}::jsonb)`.execute(tx);
  return found[0] ?? { new_lines: 0, balance_pence: 0 };
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
