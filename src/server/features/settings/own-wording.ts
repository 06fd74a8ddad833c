import type { Kysely } from "kysely";
import { findSampleWords, type SampleWords, sampleParts } from "#shared/settings/sample-wording.ts";
import type { SettingValues } from "#shared/settings/settings.ts";
import type { DB } from "../../platform/db/database.generated.ts";

/** @returns which settings that every deal rests on are still the sample's. */
export async function listSampleWords(db: Kysely<DB>): Promise<SampleWords[]> {
  const rows = await db.selectFrom("club_settings").select(["key", "value"]).where("key", "in", sampleParts).execute();
  return findSampleWords(Object.fromEntries(rows.map(({ key, value }) => [key, value])) as Partial<SettingValues>);
}
