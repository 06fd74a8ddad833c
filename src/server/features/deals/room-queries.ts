import { type Kysely, sql, type Transaction } from "kysely";
import { dealRoomMessages as messages } from "#shared/deals/deal-room-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { refusedField } from "./refused-field.ts";

const frozenColumns = [
  ...(["id", "title", "file_name", "number", "created_at", "media_type", "bytes", "sha256", "pages"] as const),
  "is_downloadable",
] as const;

/** What a version takes along, by title. @throws HttpError 422 while one of them is being checked. */
export async function listCurrentDocuments(tx: Transaction<DB>, dealId: string) {
  const rows = await tx
    .selectFrom("deal_room")
    .select([...frozenColumns, "state"])
    .where("deal_id", "=", dealId)
    .where("is_current", "=", true)
    .orderBy("title")
    .orderBy("id")
    .execute();
  if (rows.some(({ state }) => state === "checking")) throw refusedField("documents", messages.stillChecking);
  return rows.map(({ created_at, state: _ready, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}

const room = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_room")
    .select([
      ...frozenColumns,
      "state",
      "refusal",
      "damaged_pages",
      "author_name",
      "replaces_id",
      "removed_at",
      "is_current",
      "openings",
    ])
    .where("deal_id", "=", dealId);

/** @throws HttpError 404 without such a deal. */
export async function listRoom(db: Kysely<DB>, dealId: string) {
  const items = await room(db, dealId).orderBy("title").orderBy("created_at", "desc").orderBy("id", "desc").execute();
  if (items.length === 0) await getDealState(db, dealId);
  return { items };
}

export const findInRoom = (db: Kysely<DB>, dealId: string, id: string) =>
  room(db, dealId).where("id", "=", id).executeTakeFirst();

export async function getDealState(db: Kysely<DB>, id: string) {
  const deal = await db.selectFrom("deals").select("state").where("id", "=", id).executeTakeFirst();
  if (!deal) throw notFound("deal");
  return deal.state;
}

export const isBeingReplaced = async (tx: Transaction<DB>, id: string): Promise<boolean> =>
  (await tx
    .selectFrom("deal_documents")
    .select("id")
    .where("replaces_id", "=", id)
    .where("state", "<>", "refused")
    .executeTakeFirst()) !== undefined;

/** Finds a document as its reader may see it. @throws HttpError 404 */
export async function getDocument(tx: Transaction<DB>, dealId: string, id: string) {
  const document = await tx
    .selectFrom("deal_documents")
    .select(["id", "title", "number", "file_name", "state"])
    .select(sql<boolean>`is_document_file(file_id)`.as("is_downloadable"))
    .where("deal_id", "=", dealId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!document) throw notFound("document");
  return document;
}

type Opener = "open_deal_document" | "open_document_at_desk";

/** @returns null for what is not to be opened. */
export async function openDocument(tx: Transaction<DB>, dealId: string, id: string, open: Opener) {
  const { title, number, is_downloadable } = await getDocument(tx, dealId, id);
  const { rows } = await sql<{ id: string | null }>`select ${sql.id(open)}(${id}) as id`.execute(tx);
  const opening_id = rows[0]?.id;
  if (!opening_id) return null;
  const { opened_at } = await tx
    .selectFrom("document_openings")
    .select("opened_at")
    .where("id", "=", opening_id)
    .executeTakeFirstOrThrow();
  const pages = await tx
    .selectFrom("deal_document_pages")
    .select(["number", "width", "height"])
    .where("document_id", "=", id)
    .orderBy("number")
    .execute();
  return { opening_id, opened_at, title, number, pages, is_downloadable };
}

interface OpenedPart {
  opening_id: string;
  document_id: string;
  /** Recorded then. */
  is_sent: boolean;
}

/** @throws HttpError 404 */
export async function readPage(tx: Transaction<DB>, { opening_id, document_id, is_sent }: OpenedPart, number: number) {
  const { rows } = await sql<{ file_id: string; opened_at: Date; reader: string; words: string }>`
    select file_id, opened_at, reader, words from read_document_page(${opening_id}, ${document_id}, ${number}, ${is_sent})`.execute(
    tx,
  );
  const page = rows[0];
  if (!page) throw notFound("page");
  return page;
}

/** @throws HttpError 404 */
export async function downloadDocument(tx: Transaction<DB>, { opening_id, document_id, is_sent }: OpenedPart) {
  const { rows } = await sql<{ file_id: string | null }>`
    select download_document(${opening_id}, ${document_id}, ${is_sent}) as file_id`.execute(tx);
  const file_id = rows[0]?.file_id;
  if (!file_id) throw notFound("file");
  return file_id;
}

const newestOpening = newestFirst("opened_at");

export const listOpenings = (
  db: Kysely<DB>,
  dealId: string,
  { document_id, ...page }: { document_id?: string | undefined; cursor?: string | undefined; limit: number },
) =>
  keysetPage(
    db
      .selectFrom("document_opening_list")
      .select(["id", "opened_at", "document_id", "title", "number", "full_name", "pages", "downloaded_at", "is_desk"])
      .where("deal_id", "=", dealId)
      .$if(document_id !== undefined, (query) => query.where("document_id", "=", document_id ?? "")),
    newestOpening,
    page,
  );

const mostOwnOpenings = 200;

/** Newest first, also of versions that are replaced. */
export const listOwnOpenings = (tx: Transaction<DB>, userId: string, dealId: string) =>
  tx
    .selectFrom("document_openings as o")
    .innerJoin("investor_records as r", "r.id", "o.record_id")
    .innerJoin("deal_versions as v", "v.id", "o.deal_version_id")
    .select(["o.document_id", "o.opened_at", "o.pages", "o.downloaded_at"])
    .where("r.user_id", "=", userId)
    .where("v.deal_id", "=", dealId)
    .orderBy("o.opened_at", "desc")
    .orderBy("o.id", "desc")
    .limit(mostOwnOpenings)
    .execute();
