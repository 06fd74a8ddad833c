import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";

const columns = ["legal_name", "date_of_birth", "address", "country", "is_uk_taxpayer", "bank_account_name"] as const;

export const findOwnRecord = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom("investor_records")
    .select(columns)
    .select(["updated_at", "is_complete", "needed_until", sql<boolean>`holds_shares(id)`.as("holds_shares")])
    .where("user_id", "=", userId)
    .executeTakeFirst();

const openingsShown = 100;

export const listOwnOpenings = (db: Kysely<DB>) =>
  db
    .selectFrom("own_record_openings")
    .select(["id", "created_at", "reason", "opened_by_name"])
    .orderBy("id", "desc")
    .limit(openingsShown)
    .execute();

const order = newestFirst("created_at", "id");

export function listRecords(db: Kysely<DB>, page: { limit: number; cursor?: string | undefined }) {
  const records = db
    .selectFrom("investor_record_list")
    .select(["id", "created_at", "user_id", "full_name", "email", "is_complete", "sealed_at", "retain_until"]);
  return keysetPage(records, order, page);
}

export const findListedRecord = (tx: Transaction<DB>, id: string) =>
  tx.selectFrom("investor_record_list").select("user_id").where("id", "=", id).executeTakeFirst();

/** Leaves an opening, which its owner reads. @returns undefined where there is no such record. */
export async function openRecord(tx: Transaction<DB>, id: string, reason: string) {
  const record = await tx
    .selectFrom(sql<DB["investor_records"]>`open_investor_record(${id}, ${reason})`.as("r"))
    .select("id")
    .select(columns)
    .executeTakeFirst();
  if (!record) return undefined;
  const opening = await tx
    .selectFrom("investor_record_openings")
    .select("id")
    .where("record_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { record, openingId: opening.id };
}
