import { type Kysely, sql, type Transaction } from "kysely";
import { defaultSettings } from "#shared/settings/club.ts";
import type { Setting, SettingKey, SettingRevision, SettingValue, SettingValues } from "#shared/settings/settings.ts";
import { settingsMessages } from "#shared/settings/settings-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError } from "../../platform/http/http-error.ts";

export async function findSetting(db: Kysely<DB>, key: SettingKey): Promise<Setting> {
  const row = await db
    .selectFrom("club_settings as s")
    .leftJoin("audit_people as p", "p.id", "s.updated_by")
    .select(["s.value", "s.revision", "s.updated_at"])
    .select((by) => by.fn.coalesce("p.full_name", "p.email").as("updated_by_name"))
    .where("s.key", "=", key)
    .executeTakeFirst();
  const default_value = defaultSettings[key];
  const unchanged = { value: default_value, revision: 0, updated_at: null, updated_by_name: null };
  const needs_second_person = isProposed(key) && (await needsSecondPerson(db, key));
  const present = row ?? unchanged;
  const proposal = isProposed(key) ? await findProposal(db, key, present.value) : null;
  return { key, default_value, ...present, needs_second_person, proposal } as unknown as Setting;
}

/** What deals take from the settings: a second admin confirms a change, once an offer was signed. */
const proposedKeys = ["deals", "fee_account", "terms"] as const;
export type ProposedKey = (typeof proposedKeys)[number];
export const isProposed = (key: SettingKey): key is ProposedKey => proposedKeys.some((proposed) => proposed === key);

async function needsSecondPerson(db: Kysely<DB>, key: SettingKey): Promise<boolean> {
  const { rows } = await sql<{ is_needed: boolean }>`
    select setting_needs_two(${key}, null, '{}') as is_needed`.execute(db);
  return rows[0]?.is_needed === true;
}

/** With the switches of today, which it does not change. */
async function findProposal(db: Kysely<DB>, key: ProposedKey, present: unknown): Promise<Setting["proposal"]> {
  const found = await db
    .selectFrom("open_setting_proposals")
    .select(["value", "proposed_at", "proposed_by_name", "takes_effect_at", "announced_by_name"])
    .select(["refusal", "confirmable_from"])
    .where("key", "=", key)
    .executeTakeFirst();
  if (!found) return null;
  const { is_enabled, kill_switch } = present as SettingValues["deals"];
  const value = key === "deals" ? { ...(found.value as object), is_enabled, kill_switch } : found.value;
  return { ...found, value, can: { confirm: found.refusal === null } } as unknown as Setting["proposal"];
}

export async function listSettingRevisions(db: Kysely<DB>, key: SettingKey): Promise<SettingRevision[]> {
  const rows = await db
    .selectFrom("club_setting_revisions as r")
    .leftJoin("audit_people as p", "p.id", "r.created_by")
    .select(["r.revision", "r.value", "r.created_at"])
    .select((by) => by.fn.coalesce("p.full_name", "p.email").as("created_by_name"))
    .where("r.key", "=", key)
    .orderBy("r.revision", "desc")
    .limit(100)
    .execute();
  return rows as unknown as SettingRevision[];
}

/** @param day London date. @returns of which kinds a statement form is signed off and in force. */
export async function listKindsInForce(tx: Transaction<DB>, day: string) {
  const forms = await tx
    .selectFrom("statement_forms")
    .select("kind")
    .distinct()
    .where("signed_off_at", "is not", null)
    .where("withdrawn_at", "is", null)
    .where(sql<boolean>`${day}::date between valid_from and coalesce(valid_until, 'infinity')`)
    .execute();
  return forms.map(({ kind }) => kind);
}

export interface SettingChange<Key extends SettingKey = SettingKey> {
  key: Key;
  value: SettingValue;
  expected_revision: number;
}

/** @throws HttpError 409 `revision_conflict` with the present setting, if its revision has changed since. */
export async function saveSetting(
  tx: Transaction<DB>,
  { key, value, expected_revision }: SettingChange,
): Promise<Setting> {
  const json = JSON.stringify(value);
  const added = tx
    .insertInto("club_settings")
    .values({ key, value: json })
    .onConflict((row) => row.column("key").doNothing());
  const changed = tx
    .updateTable("club_settings")
    .set({ value: json })
    .where("key", "=", key)
    .where("revision", "=", expected_revision);
  const results = await (expected_revision === 0 ? added.execute() : changed.execute());
  const [result] = results;
  const count = result && ("numUpdatedRows" in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows);
  const present = await findSetting(tx, key);
  if (!count) throw new HttpError("revision_conflict", settingsMessages.conflict.text, { record: present });
  return present;
}
