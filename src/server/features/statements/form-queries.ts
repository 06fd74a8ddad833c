import { type Kysely, sql, type Transaction } from "kysely";
import type { StatementFormState } from "#shared/statements/statement-messages.ts";
import type { StatementFormContent } from "#shared/statements/statements.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { runCommand } from "../../platform/http/run-command.ts";

const formColumns = [
  "id",
  "kind",
  "version_label",
  "law_reference",
  sql<StatementFormContent>`content`.as("content"),
  "valid_from",
  "valid_until",
  "sha256",
  "is_sample",
] as const;

/** @param day London date. @returns the latest version of each kind that holds on it. */
export const listFormsInForce = (db: Kysely<DB>, day: string) =>
  db
    .selectFrom("statement_forms")
    .distinctOn("kind")
    .select(formColumns)
    .where("signed_off_at", "is not", null)
    .where("withdrawn_at", "is", null)
    .where(sql<boolean>`${day}::date between valid_from and coalesce(valid_until, 'infinity')`)
    .orderBy("kind")
    .orderBy("valid_from", "desc")
    .orderBy("id", "desc")
    .execute();

/** @param day London date. */
const versions = (db: Kysely<DB>, day: string) =>
  db
    .selectFrom("statement_form_versions as version")
    .select(formColumns)
    .select(["created_at", "author_id", "author_name", "is_left_to_author"])
    .select(["signed_off_at", "signed_off_by_name", "withdrawn_at", "withdrawn_reason"])
    .select(
      sql<StatementFormState>`case
        when withdrawn_at is not null then 'withdrawn'
        when signed_off_at is null then 'waiting'
        when valid_from > ${day}::date then 'ahead'
        when valid_until < ${day}::date then 'ended'
        when exists (
          select from statement_forms later
           where later.kind = version.kind and later.signed_off_at is not null and later.withdrawn_at is null
             and ${day}::date between later.valid_from and coalesce(later.valid_until, 'infinity')
             and (later.valid_from, later.id) > (version.valid_from, version.id)
        ) then 'replaced'
        else 'in_force' end`.as("state"),
    );

export const findFormVersion = (db: Kysely<DB>, id: string, day: string) =>
  versions(db, day).where("id", "=", id).executeTakeFirst();
export type FormVersionRow = NonNullable<Awaited<ReturnType<typeof findFormVersion>>>;

const order = newestFirst("created_at", "id");

export const listFormVersions = (db: Kysely<DB>, page: { limit: number; cursor?: string | undefined }, day: string) =>
  keysetPage(versions(db, day), order, page);

/** @throws HttpError 404 for no such form. */
export const signOffForm = (tx: Transaction<DB>, id: string) =>
  runCommand<"signed_off" | "signed_off_alone">(tx, sql`sign_off_statement_form(${id})`, "statement form");

/** @returns false where it was withdrawn before. */
export async function withdrawForm(tx: Transaction<DB>, id: string, reason: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select withdraw_statement_form(${id}, ${reason}) as done`.execute(tx);
  return rows[0]?.done ?? false;
}

/** Statements under this version that count or wait, and end with it. */
export const listSignersOf = (tx: Transaction<DB>, formId: string) =>
  tx
    .selectFrom("statement_register")
    .select(["id", "user_id"])
    .where("form_id", "=", formId)
    .where("state", "in", ["live", "in_review"])
    .execute();
