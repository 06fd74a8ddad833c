import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Insertable, Kysely } from "kysely";
import type { FrozenDocument } from "#shared/deals/deal-room.ts";
import type { DB, DealDocuments } from "../platform/db/database.generated.ts";
import { buildFile } from "./builders.ts";

interface SamplePage {
  width: number;
  height: number;
  text: string;
}

/** The room of the open sample deal, its pages drawn ahead by `npm run pictures:room`. @param builtRoot with its files. */
export function readSampleRoom(builtRoot: string, author_id: string, addedAt: Date): DocumentGiven[] {
  const read = (name: string) => readFileSync(join(builtRoot, "sample-room", name));
  const pages: Record<string, SamplePage[]> = JSON.parse(read("pages.json").toString());
  const drawn = (name: string) => ({
    content: read(`${name}.pdf`),
    pages: (pages[name] ?? []).map((page, index) => ({ ...page, content: read(`${name}-${index + 1}.webp`) })),
  });
  const added = { author_id, created_at: addedAt, checked_at: addedAt };
  const table = {
    ...added,
    title: "Cap table",
    file_name: "Cap table.csv",
    media_type: "text/csv",
    is_downloadable: true,
  };
  const earlier = { ...table, content: Buffer.from(capTable.slice(0, 3).join("\r\n")) };
  return [
    { ...added, ...drawn("accounts"), title: "Accounts to 30 September 2026", file_name: "Accounts 2026.pdf" },
    { ...table, content: Buffer.from(capTable.join("\r\n")), earlier },
    { ...added, ...drawn("deck"), title: "Founders’ deck", file_name: "Alder Analytics, November 2026.pdf" },
  ];
}

const capTable = [
  "Holder,Class,Shares,Per cent",
  "Ruth Sandford,Ordinary,512500,41",
  "Idris Bell,Ordinary,475000,38",
  "Clare Whitfield,Ordinary,150000,12",
  "Owain Parry,Ordinary,112500,9",
  "",
];

interface DrawnPage {
  content: Buffer;
  width: number;
  height: number;
  text: string;
}

export interface DocumentGiven extends Partial<Omit<Insertable<DealDocuments>, "deal_id" | "file_id" | "pages">> {
  content?: Buffer;
  media_type?: string;
  pages?: readonly DrawnPage[];
  /** The file before it. */
  earlier?: DocumentGiven;
}

type Document = Awaited<ReturnType<typeof insertDocument>>;

/** A document as the job leaves it, ready to be read. Writes past every rule, as the other builders do. */
export async function buildDocument(
  db: Kysely<DB>,
  deal_id: string,
  { earlier, ...given }: DocumentGiven = {},
): Promise<Document> {
  if (!earlier) return insertDocument(db, deal_id, given);
  const { id, number } = await buildDocument(db, deal_id, earlier);
  return insertDocument(db, deal_id, { ...given, number: number + 1, replaces_id: id });
}

export const toFrozen = ({ created_at, ...document }: Document): FrozenDocument => ({
  ...document,
  created_at: created_at.toISOString(),
});

async function insertDocument(db: Kysely<DB>, deal_id: string, given: Omit<DocumentGiven, "earlier">) {
  const { content = Buffer.from("%PDF-1.7"), media_type = "application/pdf", pages = [], ...values } = given;
  const file = await buildFile(db, null, { kind: "deal_document", media_type, content });
  const created_at = new Date();
  const document = await db
    .insertInto("deal_documents")
    .values({
      title: "Founders’ deck",
      file_name: "deck.pdf",
      created_at,
      state: "ready",
      checked_at: created_at,
      ...values,
      deal_id,
      file_id: file.id,
      pages: pages.length || null,
    })
    .returning(["id", "title", "file_name", "number", "created_at", "pages", "is_downloadable"])
    .executeTakeFirstOrThrow();
  for (const [index, { content, ...page }] of pages.entries()) {
    const { id: file_id } = await buildFile(db, null, {
      kind: "deal_document_page",
      media_type: "image/webp",
      content,
    });
    const values = { ...page, document_id: document.id, number: index + 1, file_id };
    await db.insertInto("deal_document_pages").values(values).execute();
  }
  return { ...document, media_type, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}
