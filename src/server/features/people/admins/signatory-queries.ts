import { type Kysely, sql } from "kysely";
import type { SecondPersonReason } from "#shared/people/second-person.ts";
import type { Signatory } from "#shared/people/signatories.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import type { PolicyActor } from "../../../platform/http/policy.ts";
import { signatoryPolicy } from "./signatory-policy.ts";

const signatories = (db: Kysely<DB>) =>
  db
    .selectFrom("signatory_list")
    .select(["id", "user_id", "full_name", "email", "capacity", "origin", "how_known", "proposed_at", "is_first_admin"])
    .select(["proposed_by_name", "member_confirmed_by_name", "confirmed_at", "confirmed_by_name", "announced_at"])
    .select(["stands_from", "standing_since", "end_proposed_at", "end_proposed_by_name", "end_reason"])
    .select(["end_member_confirmed_by_name", "is_own", "refusal", "end_refusal"])
    .select([
      sql<Signatory["objections"]>`objections`.as("objections"),
      sql<boolean>`is_objected_to`.as("is_objected_to"),
      sql<boolean>`needs_members`.as("needs_members"),
      sql<boolean>`is_told_of_signatories()`.as("is_told"),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof signatories>["executeTakeFirstOrThrow"]>>;

function shown(actor: PolicyActor, row: Row) {
  const { is_told, end_refusal, ...signatory } = row;
  const has_own_objection = row.objections.some((objection) => objection.is_own && objection.withdrawn_at === null);
  const waiting = row.confirmed_at === null ? row.refusal : end_refusal;
  return {
    ...signatory,
    refusal: waiting as SecondPersonReason | null,
    can: signatoryPolicy(actor, { ...row, has_own_objection }),
  };
}

/** All of them: what waits first, then the newest. */
export async function listSignatories(db: Kysely<DB>, actor: PolicyActor) {
  const rows = await signatories(db)
    .orderBy(sql`confirmed_at is not null and end_proposed_at is null`)
    .orderBy("proposed_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return { items: rows.map((row) => shown(actor, row)), next_cursor: null };
}

/** @throws HttpError 404 */
export async function getSignatory(db: Kysely<DB>, actor: PolicyActor, id: string) {
  const row = await signatories(db).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("admin or second signatory");
  return shown(actor, row);
}
