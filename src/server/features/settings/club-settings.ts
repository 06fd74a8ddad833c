import type { Kysely } from "kysely";
import { defaultSettings, toClub } from "#shared/club.ts";
import type { Club, SettingValues } from "#shared/club-settings.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { londonDate } from "../../platform/london-date.ts";

interface Given {
  /** As the owner: what pages and mails say does not depend on who reads them. */
  read: () => Kysely<DB>;
  contentRevision: () => string;
  now: () => Date;
}

export type ReadClub = () => Promise<Club>;

/** What the club says of itself today, kept until the content's revision or London's date changes. */
export function createClubReader({ read, contentRevision, now }: Given): ReadClub {
  let kept: { mark: string; values: Promise<SettingValues> } | undefined;
  return async () => {
    const today = londonDate(now());
    const mark = contentRevision();
    if (kept?.mark !== mark) {
      const values = readSettings(read());
      const present = { mark, values };
      kept = present;
      values.catch(() => {
        if (kept === present) kept = undefined;
      });
    }
    return toClub(await kept.values, today);
  };
}

async function readSettings(db: Kysely<DB>): Promise<SettingValues> {
  const rows = await db.selectFrom("club_settings").select(["key", "value"]).execute();
  return { ...defaultSettings, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
}
