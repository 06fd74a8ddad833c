import type { Transaction } from "kysely";
import { type SettingKey, type SettingValues, settingSchemas } from "#shared/settings/settings.ts";
import { changedFields } from "#shared/settings/value-differences.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { findSetting, saveSetting } from "./queries.ts";

type Change<Key extends SettingKey> = (before: SettingValues[Key]) => SettingValues[Key];

/** Saves what the change makes of the present value, as a revision of its own. @throws ZodError */
export async function changeSetting<Key extends SettingKey>(
  tx: Transaction<DB>,
  effects: Effects,
  key: Key,
  change: Change<Key>,
): Promise<void> {
  const { value: before, revision } = await findSetting(tx, key);
  const value = settingSchemas[key].parse(change(before as SettingValues[Key]));
  const saved = await saveSetting(tx, { key, value, expected_revision: revision });
  effects.audit("setting_changed", null, {
    key,
    revision: saved.revision,
    fields: changedFields(key, before, value),
  });
}

/** Nothing where an admin has changed it before. */
export async function changeUntouchedSetting<Key extends SettingKey>(
  tx: Transaction<DB>,
  effects: Effects,
  key: Key,
  change: Change<Key>,
): Promise<void> {
  const { revision } = await findSetting(tx, key);
  if (revision === 0) await changeSetting(tx, effects, key, change);
}
