import type { Kysely } from "kysely";
import type { CopyState } from "#shared/portfolio/own-bundle-messages.ts";
import type { DB } from "../../../platform/db/database.generated.ts";

/** The reader's own that have a file, or are drawn from a sealed page, by their day. */
export const listCopiedDocuments = (db: Kysely<DB>) =>
  db
    .selectFrom("own_documents")
    .select(["id", "kind", "title", "dated_on", "sha256", "file_id", "scheme", "company_name", "deal_name", "quarter"])
    .where("kind", "<>", "deal_document")
    .orderBy("dated_on")
    .orderBy("added_at")
    .orderBy("id")
    .execute();
export type CopiedDocument = Awaited<ReturnType<typeof listCopiedDocuments>>[number];

/** Of a document, after it was read. */
export interface Copy extends CopiedDocument {
  /** The path is within the archive; null where nothing of it is there. */
  path: string | null;
  state: CopyState;
}

export const listContacts = (db: Kysely<DB>) =>
  db
    .selectFrom("own_contacts")
    .select(["company_name", "company_number", "website", "place", "nominee", "vehicle", "certificate_number"])
    .orderBy("company_name")
    .orderBy("certificate_number")
    .execute();
export type Contact = Awaited<ReturnType<typeof listContacts>>[number];

/** Deals that the reader was called to pay for, whose ledger they may read. */
export const listCalledDeals = (db: Kysely<DB>) =>
  db
    .selectFrom("own_commitments")
    .select(["deal_id", "company_name", "deal_name"])
    .where("called_at", "is not", null)
    .orderBy("called_at")
    .orderBy("id")
    .execute();

export const findSealedPage = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom("statement_pages as p")
    .innerJoin("statements as s", "s.id", "p.statement_id")
    .select(["p.key_id", "p.sealed", "s.signed_at", "s.page_sha256"])
    .where("p.statement_id", "=", id)
    .executeTakeFirst();
