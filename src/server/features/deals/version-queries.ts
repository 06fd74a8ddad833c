import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { PanelMember } from "#shared/acts/acts.ts";
import { type ChecklistItem, checklistLabels } from "#shared/deals/deal-messages.ts";
import type { DealContent } from "#shared/deals/deals.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import type { SettingValues } from "#shared/settings/settings.ts";
import type { DB, DealVersions } from "../../platform/db/database.generated.ts";

const versions = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_version_list as v")
    .select(["v.id", "v.number", "v.terms_number", "v.created_at", "v.author_name", "v.approved_at"])
    .select(["v.approved_by_name", "v.page_sha256"])
    .where("v.deal_id", "=", dealId);

/** Newest first. */
export async function listVersions(db: Kysely<DB>, dealId: string) {
  return versions(db, dealId).orderBy("v.number", "desc").execute();
}

export function findVersion(db: Kysely<DB>, dealId: string, id: string) {
  return versions(db, dealId)
    .innerJoin("deal_versions as frozen", "frozen.id", "v.id")
    .select([sql<DealContent>`frozen.content`.as("content"), "frozen.page"])
    .select(["frozen.author_checklist", "frozen.approver_checklist"])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom("deal_panel as p")
          .select(["p.user_id", "p.name", "p.capacity", "p.arranges", "p.invests_pence"])
          .$narrowType<{ capacity: PanelMember["capacity"] }>()
          .whereRef("p.version_id", "=", "v.id")
          .orderBy("p.name")
          .orderBy("p.id"),
      ).as("panel"),
    )
    .where("v.id", "=", id)
    .executeTakeFirst();
}

/** Returns what members are shown now; undefined before a version is approved. */
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

/** Before anything else of a mail about a deal, as they were signed with its version. */
export const warningLines = ({ warnings }: Pick<DealContent, "warnings">): string[] => [
  `${warnings.headline} ${warnings.risk}`,
  `${warnings.sender} ${warnings.exemption}`,
];

/** The deal's row has to be locked. */
export async function insertVersion(
  tx: Transaction<DB>,
  { checklist, ...version }: Omit<Insertable<DealVersions>, "number"> & { checklist: readonly ChecklistItem[] },
): Promise<{ id: string; number: number }> {
  return tx
    .insertInto("deal_versions")
    .values(({ selectFrom }) => ({
      ...version,
      author_checklist: asWorded(checklist),
      number: selectFrom("deal_versions")
        .select(sql<number>`coalesce(max(number), 0) + 1`.as("number"))
        .where("deal_id", "=", version.deal_id as string),
    }))
    .returning(["id", "number"])
    .executeTakeFirstOrThrow();
}

/** Later wordings change nothing about what was confirmed. */
const asWorded = (checklist: readonly ChecklistItem[]) => checklist.map((item) => checklistLabels[item]);

/** Everybody who can be on a panel: of a small club all of them, of a larger one those who were announced first. */
export async function listPanelCandidates(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from panel_candidates() id limit 4`.execute(db);
  return rows.map(({ id }) => id);
}

export async function readDealTexts(db: Kysely<DB>): Promise<SettingValues["deal_texts"]> {
  const row = await db
    .selectFrom("club_settings")
    .select(sql<SettingValues["deal_texts"]>`value`.as("value"))
    .where("key", "=", "deal_texts")
    .executeTakeFirst();
  return row?.value ?? defaultSettings.deal_texts;
}
