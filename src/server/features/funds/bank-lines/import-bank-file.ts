import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { BankFilePreview, bankFileQuerySchema } from "#shared/funds/funds.ts";
import { fundsMessages as messages } from "#shared/funds/funds-messages.ts";
import type { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { HttpError, notFound, refusedField } from "../../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../../platform/http/keyset-page.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { type BankFileContent, BankFileError, type BankFileLine } from "../bank-files/bank-file.ts";
import { type BankFileReading, readBankFile } from "../bank-files/read-bank-file.ts";
import { scheduleClock } from "../calls/call-funds.ts";
import { bankFilePolicy } from "../closing/policy.ts";
import { toldAfterMs } from "../ledger/jobs.ts";
import { bankMapping, headerHash } from "./bank-mappings.ts";
import { bookSureLines } from "./book-lines.ts";

type Actor = Caller["actor"];

interface Imported {
  id: string;
  is_new_difference: boolean;
}

/** All new lines of a file, or nothing of it. What is sure of the deal's lines is booked with it. @throws HttpError */
export async function importBankFile(
  { dependencies, actor }: Caller,
  dealId: string,
  { name, same }: z.output<typeof bankFileQuerySchema>,
  bytes: Uint8Array,
) {
  const read = await readFile(dependencies.readAs(actor), bytes, londonDate(dependencies.now()));
  const places = new Set(same?.split(","));
  const content = {
    ...read,
    lines:
      same === undefined
        ? read.lines
        : read.lines.map((line, place) => ({ ...line, is_same: places.has(`${place + 1}`) })),
  };
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return dependencies.asActor(actor, async (tx, effects) => {
    if (await isOfAnotherAccount(tx, dealId, content)) throw refusedField("file", messages.fileOfAnotherAccount);
    const now = dependencies.now();
    const { id } = await addFile(tx, effects, { dealId, now, file: { name, sha256, ...content } });
    const booked = await bookSureLines(tx, effects, { dealId, now });
    return { ...toFile(actor, await getBankFile(tx, id)), ...booked };
  });
}

interface TakenBack extends Omit<Imported, "id"> {
  deal_id: string;
  name: string;
  lines: number;
  paid_in_pence: number;
  paid_out_pence: number;
}

/** With its lines, of which none is booked. @throws HttpError */
export const takeBackFile = ({ dependencies, actor }: Caller, file_id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const taken = await runCommand<TakenBack>(tx, sql`take_back_bank_file(${file_id})`, "file");
    const { deal_id: dealId, is_new_difference, ...file } = taken;
    effects.audit("bank_file_taken_back", dealId, { file_id, ...file });
    followList(effects, { dealId, now: dependencies.now(), is_new_difference });
  });

interface Added {
  dealId: string;
  now: Date;
  file: NamedFile;
}

/** Its new lines, with what follows from them; none is booked. @throws HttpError */
export async function addFile(tx: Transaction<DB>, effects: Effects, { dealId, now, file: given }: Added) {
  const imported = await insertFile(tx, dealId, given);
  const file = await getBankFile(tx, imported.id);
  const { id: file_id, name, lines, new_lines } = file;
  effects.audit("bank_file_imported", dealId, { file_id, name, lines, new_lines });
  followList(effects, { dealId, now, is_new_difference: imported.is_new_difference });
  return file;
}

interface Changed extends Pick<Imported, "is_new_difference"> {
  dealId: string;
  now: Date;
}

function followList(effects: Effects, { dealId, now, is_new_difference }: Changed): void {
  // A release may wait for the list that shows who has paid.
  scheduleClock(effects, dealId, [now]);
  effects.schedule("deal-clock", { deal_id: dealId }, now);
  if (is_new_difference)
    effects.schedule(
      "ledger-difference",
      { deal_id: dealId, found_at: now.toISOString() },
      new Date(now.getTime() + toldAfterMs),
    );
}

/** Reads what an import would add, and what an admin decides before it. @throws HttpError */
export async function previewBankFile(
  { dependencies, actor }: Caller,
  dealId: string,
  bytes: Uint8Array,
): Promise<BankFilePreview> {
  const db = dependencies.readAs(actor);
  const deal = await db.selectFrom("deals").select("id").where("id", "=", dealId).executeTakeFirst();
  if (!deal) throw notFound("deal");
  const { account_number, sort_code, account_end, lines, ...content } = await readFile(
    db,
    bytes,
    londonDate(dependencies.now()),
  );
  if (await isOfAnotherAccount(db, dealId, { account_number, sort_code, account_end }))
    throw refusedField("file", messages.fileOfAnotherAccount);
  await assertFirstBegins(db, dealId, content);
  const days = lines.map(({ date }) => date).toSorted();
  const sum = (sign: number) => lines.reduce((pence, { amount_pence }) => pence + Math.max(0, sign * amount_pence), 0);
  return {
    ...content,
    undecided_lines: await listUndecided(db, dealId, { ...content, lines }),
    lines: lines.length,
    new_lines: await countNew(db, dealId, { ...content, lines }),
    first_on: days.at(0) ?? "",
    last_on: days.at(-1) ?? "",
    paid_in_pence: sum(1),
    paid_out_pence: sum(-1),
  };
}

type Keyed = Pick<ReadFile, "format" | "closing_balance_pence" | "lines">;

async function countNew(db: Kysely<DB>, dealId: string, { format, closing_balance_pence, lines }: Keyed) {
  const given = JSON.stringify(keyedLines(dealId, lines));
  const call = sql`count_new_bank_lines(${dealId}, ${format}, ${closing_balance_pence}, ${given}::jsonb)`;
  return runCommand<number>(db, call, "deal");
}

async function listUndecided(
  db: Kysely<DB>,
  dealId: string,
  { format, closing_balance_pence, lines }: Keyed,
): Promise<BankFilePreview["undecided_lines"]> {
  const given = JSON.stringify(keyedLines(dealId, lines));
  const { rows } = await sql<BankFilePreview["undecided_lines"][number]>`
    select g.place::integer as ordinal, (g.line ->> 'line_number')::integer as line, g.line ->> 'booked_on' as booked_on,
           (g.line ->> 'amount_pence')::bigint as amount_pence, g.line ->> 'payer' as payer,
           coalesce(nullif(l.payer, ''), l.reference) as known_payer
      from undecided_bank_lines(${dealId}, ${format}, ${closing_balance_pence}, ${given}::jsonb) u
      join jsonb_array_elements(${given}::jsonb) with ordinality as g (line, place) on g.line ->> 'line_key' = u.line_key
      join bank_line_list l on l.id = u.known_id
     order by g.place`.execute(db);
  return rows;
}

/** The account of a deal is empty before its first line. */
async function assertFirstBegins(
  db: Kysely<DB>,
  dealId: string,
  { opening_balance_pence: opening }: Pick<BankFileContent, "opening_balance_pence">,
): Promise<void> {
  if (opening === null || opening === 0) return;
  const line = await db.selectFrom("bank_line_list").select("id").where("deal_id", "=", dealId).executeTakeFirst();
  if (line) return;
  const message = messages.firstFileGap(formatPence(opening));
  throw new HttpError("balance_gap", message, { status: 422, errors: [{ path: "file", message }] });
}

/** A bank's file does not always say which account it is of. An account that is only entered counts until one is confirmed. */
async function isOfAnotherAccount(
  db: Kysely<DB>,
  dealId: string,
  { account_number, sort_code, account_end }: Pick<BankFileContent, "account_number" | "sort_code" | "account_end">,
): Promise<boolean> {
  if (account_number === null && account_end === null) return false;
  const entered = await db
    .selectFrom("collection_accounts")
    .select(["account_number", "sort_code", "confirmed_at"])
    .where("deal_id", "=", dealId)
    .execute();
  const confirmed = entered.filter(({ confirmed_at }) => confirmed_at !== null);
  const rows = confirmed.length > 0 ? confirmed : entered;
  const isThis = (row: (typeof rows)[number]) =>
    row.account_number.endsWith(account_number ?? account_end ?? "") &&
    (sort_code === null || row.sort_code.replaceAll("-", "") === sort_code);
  return rows.length > 0 && !rows.some(isThis);
}

type ReadFile = Omit<BankFileContent, "format"> & { format: string };
type NamedFile = Pick<ReadFile, "format" | "lines" | "opening_balance_pence" | "closing_balance_pence"> & {
  name: string;
  sha256: string;
};

/** With the columns that were saved for its header, where no bank is known by it: their name is its format then. */
async function readFile(db: Kysely<DB>, bytes: Uint8Array, today: string): Promise<ReadFile> {
  try {
    return readBankFile(bytes, { today });
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    const saved = error.code === "unknown_bank_format" && (await findMapping(db, error.columns));
    if (!saved) return readWith(bytes, { today, isWithoutHeader: true });
    return { ...readWith(bytes, { today, mapping: saved.mapping }), format: saved.name };
  }
}

function readWith(bytes: Uint8Array, reading: BankFileReading): BankFileContent {
  try {
    return readBankFile(bytes, reading);
  } catch (error) {
    throw error instanceof BankFileError ? refusal(error) : error;
  }
}

const refusal = ({ code, message }: BankFileError) =>
  new HttpError(code, message, { status: 422, errors: [{ path: "file", message }] });

const findMapping = (db: Kysely<DB>, header: readonly string[]) =>
  db
    .selectFrom("bank_mappings")
    .select(["name", bankMapping.as("mapping")])
    .where("header_sha256", "=", headerHash(header))
    .executeTakeFirst();

async function insertFile(
  tx: Transaction<DB>,
  dealId: string,
  { name, sha256, format, lines, ...content }: NamedFile,
): Promise<Imported> {
  const { opening_balance_pence: opening, closing_balance_pence: closing } = content;
  const rows = JSON.stringify(keyedLines(dealId, lines));
  return runCommand(
    tx,
    sql`import_bank_file(${dealId}, ${name}, ${format}, ${sha256}, ${opening}, ${closing}, ${rows}::jsonb)`,
    "deal",
  );
}

/** Returns the lines as the database's functions take them. A deal has one account. */
export function keyedLines(dealId: string, lines: readonly BankFileLine[]) {
  const keys = lineKeys(dealId, lines);
  return lines.map(({ line, date, id: _id, ...rest }, place) => ({
    ...rest,
    line_number: line,
    booked_on: date,
    line_key: keys[place],
  }));
}

const files = (db: Kysely<DB>) =>
  db
    .selectFrom("bank_file_list as f")
    .select(["f.id", "f.imported_at", "f.imported_by_name", "f.name", "f.format", "f.lines", "f.new_lines"])
    .select(["f.opening_balance_pence", "f.closing_balance_pence", "f.paid_in_pence", "f.paid_out_pence"])
    .select(["f.origin", "f.is_newest", "f.booked_pence"]);

const getBankFile = (db: Kysely<DB>, id: string) => files(db).where("f.id", "=", id).executeTakeFirstOrThrow();

type FileRow = Awaited<ReturnType<typeof getBankFile>>;

const toFile = (actor: Actor, { is_newest, booked_pence, ...file }: FileRow) => ({
  ...file,
  can: bankFilePolicy(actor, { origin: file.origin, is_newest, booked_pence }),
});

/** Newest first, without those that were taken back. @throws HttpError 404 */
export async function listBankFiles(
  db: Kysely<DB>,
  actor: Actor,
  dealId: string,
  page: z.output<typeof pageQuerySchema>,
) {
  const deal = await db.selectFrom("deals").select("id").where("id", "=", dealId).executeTakeFirst();
  if (!deal) throw notFound("deal");
  const { items, next_cursor } = await keysetPage(
    files(db).where("f.deal_id", "=", dealId),
    newestFirst("f.imported_at", "f.id" as "id"),
    page,
  );
  return { items: items.map((file) => toFile(actor, file)), next_cursor };
}

type KeyedLine = Pick<BankFileLine, "date" | "payer" | "reference" | "amount_pence" | "id">;

/**
 * What a line is known by, so that a second import of it adds nothing: the bank's own id, else its text and its number
 * among equal lines of that day in the file. All lines of one file at once. @returns a key for each, in their order.
 *
 * A bank's id holds however files overlap. Without one, what holds is: equal lines of a day are counted from the day's
 * beginning, so files that begin with a whole day agree, even if some were made in the middle of their last day. Where a
 * file begins in the middle of a day, its keys are among those of a file that has this day whole. Two files that each have
 * another one of two equal lines give both the same key: one payment is missing, which their balances show; none is ever
 * there twice. A balance is no part of a key, since banks put late lines between those of a day.
 */
export function lineKeys(account: string, lines: readonly KeyedLine[]): string[] {
  const counts = new Map<string, number>();
  return lines.map(({ id, date, amount_pence, payer, reference }) => {
    if (id !== null) return sha256(JSON.stringify([account, id]));
    const text = JSON.stringify([account, date, amount_pence, payer, reference]);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return sha256(JSON.stringify([text, count]));
  });
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
