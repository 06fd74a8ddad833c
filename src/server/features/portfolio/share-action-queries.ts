import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { SecondPersonReason } from "#shared/people/second-person.ts";
import type { shareActionInputSchema } from "#shared/portfolio/portfolio.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";
import type { PolicyActor } from "../../platform/http/policy.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { shareActionPolicy } from "./policy.ts";

interface Page {
  limit: number;
  cursor?: string | undefined;
}

const shareActions = (db: Kysely<DB>) =>
  db
    .selectFrom("share_action_list")
    .select(["id", "company_id", "share_class", "new_shares", "old_shares", "effective_on", "source", "proposed_at"])
    .select(["proposed_by", "proposed_by_name", "confirmed_at", "confirmed_by_name", "refused_at", "refused_because"])
    .select(["is_waiting", "refusal", "confirmable_from", "evidence_name", "members", "shares_before", "shares_after"])
    .select(["rounded_members"]);

type Row = Awaited<ReturnType<ReturnType<typeof shareActions>["executeTakeFirstOrThrow"]>>;

function shown(actor: PolicyActor, row: Row) {
  const { proposed_by: _author, is_waiting: _waiting, ...action } = row;
  return { ...action, refusal: row.refusal as SecondPersonReason | null, can: shareActionPolicy(actor, row) };
}

const newestFirst = [{ name: "id", type: "uuid", direction: "desc" }] as const;

export async function listShareActions(db: Kysely<DB>, actor: PolicyActor, companyId: string, page: Page) {
  const found = shareActions(db).where("company_id", "=", companyId);
  const { items, next_cursor } = await keysetPage(found, newestFirst, page);
  return { items: items.map((row) => shown(actor, row)), next_cursor };
}

export async function getShareAction(db: Kysely<DB>, actor: PolicyActor, id: string) {
  return shown(actor, await shareActions(db).where("id", "=", id).executeTakeFirstOrThrow());
}

export const hasShareAction = async (db: Kysely<DB>, id: string): Promise<boolean> =>
  (await db.selectFrom("share_action_list").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

const roundedFirst = [
  { name: "place", type: "integer", direction: "asc" },
  { name: "id", type: "uuid", direction: "asc" },
] as const;

/** What it makes of each lot. */
export async function listLots(db: Kysely<DB>, actionId: string, page: Page) {
  const found = db
    .selectFrom("share_action_line_list")
    .select(["id", "full_name", "deal_name", "share_class", "issued_on", "shares_before", "shares_after", "is_rounded"])
    .select("place")
    .where("action_id", "=", actionId);
  const { items, next_cursor } = await keysetPage(found, roundedFirst, page);
  return { items: items.map(({ place: _place, ...lot }) => lot), next_cursor };
}

/** @returns its id. @throws HttpError 404 for no such company. */
export const proposeShareAction = (
  tx: Transaction<DB>,
  companyId: string,
  { share_class, new_shares, old_shares, effective_on, source }: z.output<typeof shareActionInputSchema>,
) =>
  runCommand<string>(
    tx,
    sql`propose_share_action(${companyId}, ${share_class}, ${new_shares}, ${old_shares}, ${effective_on}, ${source})`,
    "company",
  );

interface Confirmed {
  outcome: "confirmed";
  members: string[];
}

/** @throws HttpError 404 for no such split. */
export const confirmShareAction = (tx: Transaction<DB>, id: string) =>
  runCommand<Confirmed>(tx, sql`confirm_share_action(${id})`, "split");

/** @throws HttpError 404 for no such split. */
export const refuseShareAction = (tx: Transaction<DB>, id: string, reason: string) =>
  runCommand(tx, sql`refuse_share_action(${id}, ${reason})`, "split");

interface Evidence {
  action_id: string;
  author_id: string | null;
  file_name: string;
  file_id: string;
}

/** @returns false where the split does not wait any more, or has a document. */
export async function insertSplitEvidence(
  tx: Transaction<DB>,
  { action_id, author_id, file_name, file_id }: Evidence,
): Promise<boolean> {
  const added = await tx
    .insertInto("share_action_evidence")
    .columns(["action_id", "author_id", "file_name", "file_id"])
    .expression((from) =>
      from
        .selectFrom("share_actions")
        .select(["id", from.val(author_id).as("author_id"), from.val(file_name).as("file_name")])
        .select(sql<string>`${file_id}::uuid`.as("file_id"))
        .where("id", "=", action_id)
        .where("confirmed_at", "is", null)
        .where("refused_at", "is", null),
    )
    .onConflict((conflict) => conflict.column("action_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Of a split that the reader may see. */
export const findSplitEvidence = (db: Kysely<DB>, action_id: string) =>
  db
    .selectFrom("share_action_evidence")
    .select(["file_name", "file_id"])
    .where("action_id", "=", action_id)
    .executeTakeFirst();
