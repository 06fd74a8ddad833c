import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import { type ChecklistItem, checklistLabels } from "#shared/deals/deal-messages.ts";
import type { DealContent } from "#shared/deals/deals.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import type { SettingValues } from "#shared/settings/settings.ts";
import type { Caller } from "../../context.ts";
import type { DB, DealVersions } from "../../platform/db/database.generated.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { dealVersionPolicy } from "./policy.ts";

const versions = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_version_list as v")
    .select(["v.id", "v.number", "v.terms_number", "v.created_at", "v.author_name", "v.approved_at"])
    .select(["v.approved_by_name", "v.page_sha256", "v.author_id", "v.is_waiting", "v.is_left_to_author"])
    .where("v.deal_id", "=", dealId);

type Row = Awaited<ReturnType<ReturnType<typeof versions>["executeTakeFirstOrThrow"]>>;

function toVersion<Given extends Row>(actor: Caller["actor"], row: Given) {
  const { author_id, is_waiting, is_left_to_author, ...version } = row;
  return { ...version, can: dealVersionPolicy(actor, { author_id, is_waiting, is_left_to_author }) };
}

/** Newest first. */
export async function listVersions(db: Kysely<DB>, actor: Caller["actor"], dealId: string) {
  const rows = await versions(db, dealId).orderBy("v.number", "desc").execute();
  return rows.map((row) => toVersion(actor, row));
}

/** With what it says. */
export async function findVersion(db: Kysely<DB>, actor: Caller["actor"], dealId: string, id: string) {
  const row = await versions(db, dealId)
    .innerJoin("deal_versions as frozen", "frozen.id", "v.id")
    .select([sql<DealContent>`frozen.content`.as("content"), "frozen.page"])
    .select(["frozen.author_checklist", "frozen.approver_checklist"])
    .where("v.id", "=", id)
    .executeTakeFirst();
  return row && toVersion(actor, row);
}

/** What members are shown now; undefined before a version is approved. */
export async function findApprovedContent(db: Kysely<DB>, dealId: string): Promise<DealContent | undefined> {
  const approved = await db
    .selectFrom("deal_versions")
    .select(sql<DealContent>`content`.as("content"))
    .where("deal_id", "=", dealId)
    .where("approved_at", "is not", null)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return approved?.content;
}

/** The deal's row has to be locked. @returns its number. */
export async function insertVersion(
  tx: Transaction<DB>,
  { checklist, ...version }: Omit<Insertable<DealVersions>, "number"> & { checklist: readonly ChecklistItem[] },
): Promise<number> {
  const { number } = await tx
    .insertInto("deal_versions")
    .values(({ selectFrom }) => ({
      ...version,
      author_checklist: asWorded(checklist),
      number: selectFrom("deal_versions")
        .select(sql<number>`coalesce(max(number), 0) + 1`.as("number"))
        .where("deal_id", "=", version.deal_id as string),
    }))
    .returning("number")
    .executeTakeFirstOrThrow();
  return number;
}

/** @throws HttpError 404 for no such version. */
export const approveVersion = (tx: Transaction<DB>, id: string, checklist: readonly ChecklistItem[]) =>
  runCommand<"approved" | "approved_alone">(tx, sql`approve_deal_version(${id}, ${asWorded(checklist)})`, "version");

/** Later wordings change nothing about what was confirmed. */
const asWorded = (checklist: readonly ChecklistItem[]) => checklist.map((item) => checklistLabels[item]);

/** @throws HttpError 404 for no such deal. */
export const releaseDeal = (tx: Transaction<DB>, id: string) => runCommand(tx, sql`release_deal(${id})`, "deal");

export async function readDealTexts(db: Kysely<DB>): Promise<SettingValues["deal_texts"]> {
  const row = await db
    .selectFrom("club_settings")
    .select(sql<SettingValues["deal_texts"]>`value`.as("value"))
    .where("key", "=", "deal_texts")
    .executeTakeFirst();
  return row?.value ?? defaultSettings.deal_texts;
}
