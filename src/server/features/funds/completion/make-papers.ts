import { buffer } from "node:stream/consumers";
import { type Kysely, sql } from "kysely";
import type { CommitmentTick } from "#shared/commitments/commitment-messages.ts";
import { commitMessages } from "#shared/commitments/own-commitment-messages.ts";
import { testBankWords } from "#shared/funds/bank-feeds-messages.ts";
import type { PaperKind } from "#shared/funds/funds-completion-messages.ts";
import type { LedgerAccount, LedgerKind } from "#shared/funds/funds-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import type { SettingValues } from "#shared/settings/settings.ts";
import { fileStem } from "#shared/slug.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { ReadAs } from "../../../platform/db/read-as.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import type { JobContext } from "../../../platform/jobs/job.ts";
import { isTransliterated } from "../../../platform/pdf/letters.ts";
import { textDocument } from "../../../platform/pdf/text-document.ts";
import type { ReadClub } from "../../settings/club-settings.ts";
import { hasTestBank } from "../bank-feeds/test-bank.ts";
import { openedPaperFile } from "./file-paper.ts";
import { drawnKinds, paperDrawing } from "./paper-queries.ts";
import {
  beneficialCertificate,
  type DealFacts,
  type HoldingFacts,
  ledgerPaper,
  type PaperText,
  signedCommitment,
  successFeeInvoice,
} from "./paper-texts.ts";

export interface PaperContext extends JobContext {
  readAs: ReadAs;
  files: FileStore;
  readClub: ReadClub;
  builtRoot: string;
}

/**
 * The papers of a completed deal, each drawn once and kept as it was drawn. One of an earlier version of the drawing is drawn again
 * from the same record: it takes the place of the one before, which is kept.
 */
export async function makePapers(context: PaperContext, dealId: string): Promise<void> {
  const db = context.readAs("owner");
  const { identity, nominee } = await context.readClub();
  const deal = await findDeal(db, dealId, nominee.name);
  if (!deal) return;
  const rows = await db
    .selectFrom("papers")
    .select(["id", "kind", "commitment_id", "drawing", "file_id", "file_name", "dated_on", "created_at"])
    .where("deal_id", "=", dealId)
    .where("kind", "in", drawnKinds)
    .where("removed_at", "is", null)
    .execute();
  const kept = new Map(rows.map((row) => [`${row.kind} ${row.commitment_id}`, row]));
  const isOfTestBank = await hasTestBank(db, dealId);
  let made = 0;
  const make = async (
    kind: PaperKind,
    commitment_id: string | null,
    write: (madeOn: string) => Promise<PaperText | undefined>,
  ) => {
    const before = kept.get(`${kind} ${commitment_id}`);
    if (before && (before.drawing ?? 0) >= paperDrawing) return;
    const written = await write(before?.dated_on ?? londonDate(context.now()));
    const text = written && isOfTestBank ? { ...written, foot: `${written.foot} · ${testBankWords}` } : written;
    if (text && (await keep(context, { deal_id: dealId, kind, commitment_id }, text, before))) made += 1;
  };
  await make("ledger", null, async () => ledgerPaper(deal, await listEntries(db, dealId, deal.ledger_number)));
  await make("success_fee_invoice", null, async () => {
    const invoice = await db
      .selectFrom("success_fee_invoices")
      .selectAll()
      .where("deal_id", "=", dealId)
      .executeTakeFirst();
    if (!invoice) return undefined;
    const entered = await db
      .selectFrom("club_settings")
      .select("value")
      .where("key", "=", "fee_account")
      .executeTakeFirst();
    const account = (entered?.value ?? defaultSettings.fee_account) as SettingValues["fee_account"];
    return successFeeInvoice(deal, invoice, identity, account);
  });
  for (const { commitment_id, email, ...held } of await listHoldings(db, dealId)) {
    const isUnreadable = await isTransliterated(held.legal_name ?? "", context.builtRoot);
    const holding = { ...held, email: isUnreadable ? email : null };
    await make("beneficial_certificate", commitment_id, async (madeOn) =>
      beneficialCertificate(deal, holding, { club: identity, madeOn }),
    );
    await make("signed_commitment", commitment_id, () => writeCommitment(db, deal, holding, commitment_id));
  }
  context.log.info({ deal_id: dealId, papers: made }, "papers of a completed deal made");
}

interface Place {
  deal_id: string;
  kind: PaperKind;
  commitment_id: string | null;
}

/** A paper of an earlier drawing. */
interface Before {
  id: string;
  file_id: string;
  file_name: string;
  dated_on: string;
  created_at: Date;
}

/** @returns false where another process has kept it meanwhile. */
async function keep(context: PaperContext, place: Place, text: PaperText, before?: Before): Promise<boolean> {
  const { files, asOwner, now } = context;
  const { content, ...changed } = await draw(context, text, before);
  const { id: file_id, sha256 } = await files.put([content], openedPaperFile, null);
  let isKept = false;
  try {
    isKept = await asOwner(null, async (tx, effects) => {
      // The lock lets in one process at a time: whatever files a paper locks the deal's row.
      await tx.selectFrom("deals").select("id").where("id", "=", place.deal_id).forUpdate().execute();
      const known = await tx
        .selectFrom("papers")
        .select("id")
        .where("deal_id", "=", place.deal_id)
        .where("kind", "=", place.kind)
        .where("commitment_id", "is not distinct from", place.commitment_id)
        .where("removed_at", "is", null)
        .executeTakeFirst();
      if (known?.id !== before?.id) return false;
      if (before) {
        await tx.updateTable("papers").set({ removed_at: now() }).where("id", "=", before.id).execute();
        effects.audit("paper_drawn_again", place.deal_id, { kind: place.kind, ...changed, sha256 });
      }
      const { file_name, dated_on, created_at } = before ?? {
        file_name: `${fileStem(text.title)}.pdf`,
        dated_on: text.dated_on ?? londonDate(now()),
      };
      await tx
        .insertInto("papers")
        .values({ ...place, file_id, file_name, dated_on, drawing: paperDrawing, ...(created_at && { created_at }) })
        .execute();
      return true;
    });
    return isKept;
  } finally {
    if (!isKept) await files.remove(file_id);
  }
}

async function draw(context: PaperContext, { title, lines, foot }: PaperText, before: Before | undefined) {
  const { files, readAs, now, builtRoot } = context;
  const { identity, brand } = await context.readClub();
  const document = { title, lines, foot, author: identity.name, createdAt: now(), colour: brand.main_colour };
  if (!before) return { content: await textDocument(document, builtRoot) };
  const file = await files.open(readAs("owner"), before.file_id);
  if (!file) throw new Error("The file of a paper is missing.");
  const kept = { content: await buffer(file.read()), sha256: file.sha256 };
  const drawn = await drawAgain(kept, document, { day: londonDate(now()), builtRoot });
  return { ...drawn, sha256_before: file.sha256 };
}

async function findDeal(db: Kysely<DB>, dealId: string, nominee: string | null): Promise<DealFacts | undefined> {
  const row = await db
    .selectFrom("deal_completions as f")
    .innerJoin("deals as d", "d.id", "f.deal_id")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .leftJoin("collection_accounts as a", (join) =>
      join.onRef("a.deal_id", "=", "d.id").on("a.confirmed_at", "is not", null).on("a.replaced_at", "is", null),
    )
    .select(["c.name as company_name", "c.company_number", "d.name as deal_name", "a.partner"])
    .select(["f.issued_on", "f.ledger_number", "f.ledger_sha256"])
    .where("f.deal_id", "=", dealId)
    .where("f.confirmed_at", "is not", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { ledger_number, ledger_sha256, partner, ...facts } = row;
  return {
    ...facts,
    nominee: nominee ?? partner,
    ledger_number: ledger_number ?? 0,
    ledger_sha256: ledger_sha256 ?? "",
  };
}

/** In the order of their numbers, as in the hash. */
async function listEntries(db: Kysely<DB>, dealId: string, until: number) {
  const rows = await db
    .selectFrom("ledger_transactions as t")
    .innerJoin("ledger_entries as e", "e.transaction_id", "t.id")
    .leftJoin("commitments as c", "c.id", "e.commitment_id")
    .select(["t.number", "t.booked_on", "t.kind", "e.account", "c.number as member", "e.amount_pence"])
    .where("t.deal_id", "=", dealId)
    .where("t.number", "<=", until)
    .orderBy("t.number")
    .orderBy("e.account")
    .orderBy("c.number")
    .orderBy("e.id")
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as LedgerKind, account: row.account as LedgerAccount }));
}

const listHoldings = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("holdings as h")
    .innerJoin("commitments as c", "c.id", "h.commitment_id")
    .innerJoin("investor_records as r", "r.id", "h.record_id")
    .leftJoin("people as p", "p.id", "r.user_id")
    .select(["r.legal_name", "p.email", "r.address", "c.number as member", "h.shares", "h.share_class"])
    .select(sql<string>`trim_scale(h.price)`.as("price"))
    .select(["h.cost_pence", "h.fee_pence", "c.id as commitment_id"])
    .select(sql<string>`h.certificate_number`.as("certificate_number"))
    .where("h.deal_id", "=", dealId)
    .orderBy("c.number")
    .execute();

async function writeCommitment(db: Kysely<DB>, deal: DealFacts, holding: HoldingFacts, id: string) {
  const { number, price, share_class, instrument, vehicle, ...commitment } = await db
    .selectFrom("commitments as c")
    .innerJoin("deal_terms as t", "t.id", "c.terms_id")
    .select(["c.signed_as", "c.placed_at", "c.amount_pence", "c.shares", "c.least_shares", "c.fee_bp"])
    .select(["c.wants_relief", "t.number", "t.share_class", "t.instrument", "t.vehicle"])
    .select(sql<string>`trim_scale(t.price)`.as("price"))
    .where("c.id", "=", id)
    .executeTakeFirstOrThrow();
  const history = await db
    .selectFrom("commitment_events as e")
    .innerJoin("commitment_history as h", "h.id", "e.id")
    .leftJoin("deal_terms as t", "t.id", "e.terms_id")
    .select(["e.happened_at", "e.kind", "e.shares", "e.ceiling_pence", "h.amount_pence", "t.number as terms_number"])
    .select(["t.created_at as terms_created_at", "e.details"])
    .where("e.commitment_id", "=", id)
    .orderBy("e.happened_at")
    .orderBy("e.id")
    .execute();
  return signedCommitment(deal, holding, {
    ...commitment,
    terms: { number, price, share_class, instrument, vehicle },
    declared: declaredIn(history.findLast(({ details }) => ticksOf(details).length > 0)),
    history,
  });
}

type Event = {
  happened_at: Date;
  shares: number | null;
  terms_number: number | null;
  terms_created_at: Date | null;
  ceiling_pence: number | null;
  details: unknown;
};

const ticksOf = (details: unknown): CommitmentTick[] => (details as { ticks?: CommitmentTick[] } | null)?.ticks ?? [];

function declaredIn(event: Event | undefined) {
  if (!event || event.shares === null || event.ceiling_pence === null || event.terms_created_at === null) return null;
  // Before the cost was recorded, the ceiling stood in the words that were ticked.
  const { due_pence, cost_pence = event.ceiling_pence } = event.details as { due_pence: number; cost_pence?: number };
  const words: Record<CommitmentTick, string> = {
    terms: commitMessages.tick.terms(event.terms_number ?? 0, formatDay(londonDate(event.terms_created_at))),
    loss: commitMessages.tick.loss(formatPence(due_pence)),
    nominee: commitMessages.tick.nominee,
    instruction: commitMessages.tick.instruction(event.shares.toLocaleString("en-GB"), formatPence(cost_pence)),
  };
  return { at: event.happened_at, words: ticksOf(event.details).map((tick) => words[tick]) };
}

interface Redrawn {
  content: Uint8Array<ArrayBuffer>;
  /** It is false where a newer record says something else: the words of the paper then stay, and only its syntax is mended. */
  is_redrawn: boolean;
}

type Document = Omit<PaperText, "dated_on"> & { author: string; createdAt: Date; colour?: string };

/** A paper of an earlier drawing as it is drawn now. No word of it changes but letters that were question marks. */
export async function drawAgain(
  before: { content: Uint8Array; sha256: string },
  document: Document,
  { day, builtRoot }: { day: string; builtRoot: string },
): Promise<Redrawn> {
  const drawn = await textDocument(document, builtRoot);
  const note = noteOf(day, before.sha256);
  if (!saysTheSame(await wordsOf(before.content), await wordsOf(drawn)))
    return { content: await mended(before.content, note), is_redrawn: false };
  const paragraph = { style: "paragraph" as const, runs: [{ text: note, is_bold: false }] };
  const content = await textDocument({ ...document, lines: [...document.lines, paragraph] }, builtRoot);
  return { content, is_redrawn: true };
}

const noteOf = (day: string, sha256: string): string =>
  `This file was drawn again on ${formatDay(day)}, as some programs showed the first one as an empty page. The club keeps the first one, SHA-256 ${sha256}.`;
const notes = /Thisfilewasdrawnagainon.*?SHA-256[0-9a-f]{64}\./g;

/** Without spaces, as lines may break elsewhere. */
async function wordsOf(content: Uint8Array): Promise<string> {
  const { PDF } = await import("@libpdf/core");
  const pdf = await PDF.load(content);
  const text = pdf.extractText().map((page) => page.text);
  return text.join("").replaceAll(/\s+/g, "").replaceAll(notes, "");
}

/** Earlier drawings wrote a question mark for each letter that they had no font for. */
export function saysTheSame(before: string, now: string): boolean {
  const parts = before.split(/\?+/);
  if (parts.length === 1) return before === now;
  const [first = "", ...others] = parts;
  if (!now.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const found = isLast ? now.length - part.length : now.indexOf(part, at + 1);
    if (found <= at || !now.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
}

/** Names of marked content without their slash, which strict programs take for unknown operators. */
const nameless = /^(Artifact|Document|H1|H2|P|Table|TR|TH|TD)(?= (?:BMC|<<))/gm;
const noteStyle = { x: 64, size: 6 };
const noteLines = [28, 20];

/** The paper as it is, with names of marks as PDF wants them, and the note below the last page. */
async function mended(content: Uint8Array, note: string): Promise<Uint8Array<ArrayBuffer>> {
  const { PDF, PdfArray, PdfRef, PdfStream } = await import("@libpdf/core");
  const pdf = await PDF.load(content);
  for (const page of pdf.getPages()) {
    const contents = page.dict.get("Contents");
    const parts = contents instanceof PdfArray ? [...contents] : [contents];
    for (const part of parts) {
      const stream = part instanceof PdfRef ? pdf.getObject(part) : part;
      if (!(stream instanceof PdfStream)) continue;
      const text = Buffer.from(stream.getDecodedData()).toString("latin1");
      stream.setData(Buffer.from(text.replaceAll(nameless, "/$1"), "latin1"));
    }
  }
  const sentences = note.split(/(?<=\.) (?=The club)/);
  for (const [index, y] of noteLines.entries())
    pdf
      .getPages()
      .at(-1)
      ?.drawText(sentences[index] ?? "", { ...noteStyle, y });
  return new Uint8Array(await pdf.save());
}
