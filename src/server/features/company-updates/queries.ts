import { type Kysely, sql, type Transaction } from "kysely";
import type { UpdateFigures } from "#shared/company-updates/company-updates.ts";
import { figureNames } from "#shared/company-updates/company-updates-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";

const ofUpdate = ["u.id", "u.company_id", "u.quarter", "u.version", "u.text", "u.letter_id", "u.sent_at"] as const;
const ofRequest = ["id", "company_id", "quarter", "asked_at", "expires_at", "reminded_at", "used_at"] as const;

/** That the reader may see, the latest quarter and in it the newest version first; an offer only while their gate is open. */
const updates = (db: Kysely<DB>, companyIds: readonly string[]) =>
  db
    .selectFrom("company_updates as u")
    .leftJoin("company_update_offers as o", "o.update_id", "u.id")
    .leftJoin("company_update_letters as l", (join) =>
      join.onRef("l.id", "=", "u.letter_id").onRef("l.company_id", "=", "u.company_id"),
    )
    .leftJoin("files as f", "f.id", "l.file_id")
    .select([...ofUpdate, ...figureNames.map((name) => `u.${name}` as const)])
    .select(["u.author_id", "u.request_id", "u.published_at", "o.text as offer", "l.file_name", "f.bytes"])
    .where("u.company_id", "in", companyIds)
    .orderBy("u.quarter", "desc")
    .orderBy("u.version", "desc");

export type UpdateRow = Awaited<ReturnType<typeof listUpdates>>[number];

export const listUpdates = (db: Kysely<DB>, companyId: string) => updates(db, [companyId]).execute();

export const listPublishedUpdates = (db: Kysely<DB>, companyId: string) =>
  updates(db, [companyId]).where("u.published_at", "is not", null).execute();

/** Enough of each version to tell the state of its quarter. */
export const listVersions = (db: Kysely<DB>, companyIds: readonly string[]) =>
  db
    .selectFrom("company_updates")
    .select(["company_id", "quarter", "version", "published_at"])
    .where("company_id", "in", companyIds)
    .orderBy("quarter", "desc")
    .orderBy("version", "desc")
    .execute();

export const listRequests = (db: Kysely<DB>, companyIds: readonly string[]) =>
  db.selectFrom("company_update_requests").select(ofRequest).where("company_id", "in", companyIds).execute();

/** @returns undefined for somebody who holds no share of it; of all members for admins. */
export async function findHeldSince(db: Kysely<DB>, companyId: string): Promise<string | undefined> {
  const { held_since } = await db
    .selectFrom("holdings")
    .select((holding) => holding.fn.min("issued_on").as("held_since"))
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return held_since ?? undefined;
}

const heldSince = sql<string>`(select min(h.issued_on) from holdings h where h.company_id = companies.id)`;
const hasContact = sql<boolean>`exists (select from jsonb_array_elements(founders) f where btrim(f ->> 'email') <> '')`;

const heldCompanies = (db: Kysely<DB>) =>
  db
    .selectFrom("companies")
    .select(["id", "name", "is_asked_for_updates"])
    .select([heldSince.as("held_since"), hasContact.as("has_contact")])
    .where((where) =>
      where.exists(where.selectFrom("holdings").select("id").whereRef("company_id", "=", "companies.id")),
    );

const newestFirst = [{ name: "id", type: "uuid", direction: "desc" }] as const;

export const listHeldCompanies = (db: Kysely<DB>, page: { limit: number; cursor?: string | undefined }) =>
  keysetPage(heldCompanies(db), newestFirst, page);

/** @returns undefined for one that no member holds shares of. */
export const findHeldCompany = (db: Kysely<DB>, id: string) =>
  heldCompanies(db).where("id", "=", id).executeTakeFirst();

export const changeAsking = (tx: Transaction<DB>, id: string, is_asked_for_updates: boolean) =>
  tx.updateTable("companies").set({ is_asked_for_updates }).where("id", "=", id).execute();

interface NewUpdate extends UpdateFigures {
  company_id: string;
  quarter: string;
  version: number;
  text: string | null;
  letter_id: string | null;
  sent_at: Date;
  request_id?: string;
  author_id?: string | null;
}

/** @returns its id; undefined where there is such a version. */
export async function insertUpdate(tx: Transaction<DB>, update: NewUpdate, offer: string | null) {
  const inserted = await tx
    .insertInto("company_updates")
    .values(update)
    .onConflict((row) => row.columns(["company_id", "quarter", "version"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted && offer) {
    await tx.insertInto("company_update_offers").values({ update_id: inserted.id, text: offer }).execute();
  }
  return inserted?.id;
}

/** 0 without one. */
export async function findNewestVersion(tx: Transaction<DB>, companyId: string, quarter: string): Promise<number> {
  const { version } = await tx
    .selectFrom("company_updates")
    .select((update) => update.fn.max("version").as("version"))
    .where("company_id", "=", companyId)
    .where("quarter", "=", quarter)
    .executeTakeFirstOrThrow();
  return version ?? 0;
}

/** Once, and the newest version alone. @returns the company and quarter; undefined where there is nothing to publish. */
export const publishUpdate = (tx: Transaction<DB>, id: string, published_by: string | null, published_at: Date) =>
  tx
    .updateTable("company_updates")
    .set({ published_at, published_by })
    .where("id", "=", id)
    .where("published_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("company_updates as later")
            .select("later.id")
            .whereRef("later.company_id", "=", "company_updates.company_id")
            .whereRef("later.quarter", "=", "company_updates.quarter")
            .whereRef("later.version", ">", "company_updates.version"),
        ),
      ),
    )
    .returning(["company_id", "quarter", "version"])
    .executeTakeFirst();

export const findUpdate = (db: Kysely<DB>, id: string) =>
  db.selectFrom("company_updates").select(["company_id", "letter_id"]).where("id", "=", id).executeTakeFirst();

export const findLetterOf = (db: Kysely<DB>, updateId: string) =>
  db
    .selectFrom("company_updates as u")
    .innerJoin("company_update_letters as l", "l.id", "u.letter_id")
    .select(["l.file_name", "l.file_id"])
    .where("u.id", "=", updateId)
    .executeTakeFirst();

/** Accounts of those who hold shares of a company, for admins. */
export async function listHolders(tx: Transaction<DB>, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select holders_of_company(${companyId}) as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A link that works from now on; one that was used stays as it is. @returns the request's id; undefined after its use. */
export async function askForUpdate(
  tx: Transaction<DB>,
  request: { company_id: string; quarter: string; asked_at: Date; expires_at: Date },
): Promise<string | undefined> {
  const { asked_at, expires_at } = request;
  const asked = await tx
    .insertInto("company_update_requests")
    .values(request)
    .onConflict((row) =>
      row
        .columns(["company_id", "quarter"])
        .doUpdateSet({ asked_at, expires_at, reminded_at: null })
        .where("company_update_requests.used_at", "is", null),
    )
    .returning("id")
    .executeTakeFirst();
  return asked?.id;
}
