import type { Kysely } from "kysely";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { dealVersionPolicy } from "./policy.ts";

const versions = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_version_list as v")
    .select(["v.id", "v.number", "v.terms_number", "v.created_at", "v.author_name", "v.approved_at"])
    .select(["v.approved_by_name", "v.page_sha256", "v.author_id", "v.is_waiting", "v.is_left_to_author"])
    .where("v.deal_id", "=", dealId);

type Row = Awaited<ReturnType<ReturnType<typeof versions>["executeTakeFirstOrThrow"]>>;

const toVersion = (actor: Caller["actor"], { author_id, is_waiting, is_left_to_author, ...version }: Row) => ({
  ...version,
  can: dealVersionPolicy(actor, { author_id, is_waiting, is_left_to_author }),
});

/** Newest first. */
export async function listVersions(db: Kysely<DB>, actor: Caller["actor"], dealId: string) {
  const rows = await versions(db, dealId).orderBy("v.number", "desc").execute();
  return rows.map((row) => toVersion(actor, row));
}
