import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import type { SettingValues } from "#shared/settings/settings.ts";

/** Deals are on, unless said otherwise. */
export async function setDeals(db: Kysely<DB>, change: Partial<SettingValues["deals"]> = {}): Promise<void> {
  const value = JSON.stringify({ ...defaultSettings.deals, is_enabled: true, ...change });
  await db
    .insertInto("club_settings")
    .values({ key: "deals", value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** Deals whose offers are signed have these hours too, as if the club had begun with them. */
export async function beginWithDeals(db: Kysely<DB>, change: Partial<SettingValues["deals"]>): Promise<void> {
  await setDeals(db, change);
  const { revision } = await db
    .selectFrom("club_settings")
    .select("revision")
    .where("key", "=", "deals")
    .executeTakeFirstOrThrow();
  await db.deleteFrom("club_setting_revisions").where("key", "=", "deals").where("revision", "<", revision).execute();
}
