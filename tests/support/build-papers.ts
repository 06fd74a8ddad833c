import type { Kysely } from "kysely";
import type { PageSeal } from "#server/features/statements/page-seal.ts";
import type { DB } from "#server/platform/db/database.generated.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { buildFile } from "#server/sample/builders.ts";
import type { PaperKind } from "#shared/funds/funds-completion-messages.ts";

interface PaperGiven {
  deal_id: string;
  /** The id is null for a paper of the deal. */
  commitment_id: string | null;
  kind: PaperKind;
  file_name?: string;
  dated_on?: string;
  created_at?: Date;
  /** The time is for a relief certificate. */
  matched_at?: Date;
  content?: Buffer;
}

/** Filed past every rule, as the builders do. */
export async function buildPaper(db: Kysely<DB>, { content, ...given }: PaperGiven) {
  const { id: file_id, sha256 } = await buildFile(db, null, {
    kind: "paper",
    media_type: "application/pdf",
    content: content ?? Buffer.from(`%PDF-1.7 ${given.kind}`),
  });
  const matched = given.kind === "relief_certificate" && { matched_at: new Date(), found: "{}" };
  const { id } = await db
    .insertInto("papers")
    .values({ file_name: "paper.pdf", dated_on: "2027-02-03", ...matched, ...given, file_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, file_id, sha256 };
}

/** The page belongs to the newest statement of a record. */
export async function buildSignedPage(db: Kysely<DB>, pageSeal: PageSeal, record_id: string) {
  const { id } = await db
    .selectFrom("statements")
    .select("id")
    .where("record_id", "=", record_id)
    .orderBy("signed_at", "desc")
    .executeTakeFirstOrThrow();
  const runs = [{ text: "High net worth investor statement", is_bold: false }];
  const page = pageSeal.seal(id, { html: "", lines: [{ style: "title", runs }] });
  await db
    .insertInto("statement_pages")
    .values({ statement_id: id, ...page })
    .execute();
}

/** A price of nil with what shows it, confirmed a day after its day. */
export async function buildPriceWithEvidence(db: Kysely<DB>, company_id: string, as_of: string) {
  const content = Buffer.from("%PDF-1.7 liquidator");
  const file = await buildFile(db, null, { kind: "price_evidence", media_type: "application/pdf", content });
  const { id: price_id } = await db
    .insertInto("share_prices")
    .values({
      company_id,
      as_of,
      basis: "nil",
      price: "0",
      source: "Liquidator’s letter",
      confirmed_at: new Date(as_of),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("price_evidence").values({ price_id, file_name: "letter.pdf", file_id: file.id }).execute();
  return { price_id, sha256: file.sha256 };
}

/** Published, of a quarter. */
export async function buildLetter(db: Kysely<DB>, company_id: string, quarter: string, content = "%PDF-1.7 letter") {
  const given = { kind: "company_letter", media_type: "application/pdf", content: Buffer.from(content) };
  return addLetter(db, company_id, quarter, (await buildFile(db, null, given)).id);
}

/** Of so many bytes, kept as the store keeps them. */
export async function buildLargeLetter(
  { db, files }: { db: Kysely<DB>; files: FileStore },
  company_id: string,
  quarter: string,
  bytes: number,
) {
  const kind = {
    name: "company_letter",
    maximumBytes: bytes,
    mediaTypes: ["application/pdf"],
    arePdfsKnownToOpen: true,
  } as const;
  const { id } = await files.put([Buffer.alloc(bytes, `%PDF-1.7 ${quarter} `)], kind, null);
  return addLetter(db, company_id, quarter, id);
}

async function addLetter(db: Kysely<DB>, company_id: string, quarter: string, file_id: string) {
  const letter = await db
    .insertInto("company_update_letters")
    .values({ company_id, file_name: "letter.pdf", file_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const update = { company_id, quarter, version: 1, headcount: 12, letter_id: letter.id, published_at: new Date() };
  const values = { ...update, sent_at: new Date("2027-07-12T09:00:00Z") };
  return db.insertInto("company_updates").values(values).returning(["id", "letter_id"]).executeTakeFirstOrThrow();
}
