import type { Kysely, NotNull } from "kysely";
import { londonDate } from "#shared/london-time.ts";
import { brandFilePath } from "#shared/settings/brand-file-rules.ts";
import { defaultSettings, toClub } from "#shared/settings/club.ts";
import { type ClubCounts, countedFigure } from "#shared/settings/counted-figures.ts";
import type { Club, SettingValues } from "#shared/settings/settings.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { CountFigures } from "./count-figures.ts";

interface Given {
  /** Reads as the owner: what pages and mails say does not depend on who reads them. */
  read: () => Kysely<DB>;
  contentRevision: () => string;
  now: () => Date;
  countFigures: CountFigures;
  isSampleClub: boolean;
  /** `undefined` means that nobody can sign in with Google. */
  google?: object | undefined;
}

/** @param isFresh reads past what is kept: a change of a moment ago may not have been notified yet. */
export type ReadClub = (options?: { isFresh?: boolean }) => Promise<Club>;

/** Counted figures change without a new revision. */
const keptMilliseconds = 60_000;

/** What the club says of itself today, kept until the content's revision or London's date changes. */
export function createClubReader({ read, contentRevision, now, countFigures, isSampleClub, google }: Given): ReadClub {
  let kept: { mark: string; at: number; settings: ReturnType<typeof readSettings> } | undefined;
  return async ({ isFresh = false } = {}) => {
    const today = londonDate(now());
    const mark = contentRevision();
    const at = now().getTime();
    if (isFresh || kept?.mark !== mark || at - kept.at > keptMilliseconds) {
      const settings = readSettings(read(), countFigures);
      const present = { mark, at, settings };
      kept = present;
      settings.catch(() => {
        if (kept === present) kept = undefined;
      });
    }
    const { values, pictures } = await kept.settings;
    const club = toClub(values, today, pictures);
    return { ...club, is_google_available: google !== undefined, is_sample: isSampleClub && club.is_sample };
  };
}

async function readSettings(db: Kysely<DB>, countFigures: CountFigures) {
  const rows = await db.selectFrom("club_settings").select(["key", "value"]).execute();
  const values: SettingValues = {
    ...defaultSettings,
    ...Object.fromEntries(rows.map(({ key, value }) => [key, value])),
  };
  const counts = values.stats.some(({ computed }) => computed) ? await countFigures() : null;
  const stats = values.stats.map((stat) => ({ ...stat, value: shownFigure(stat, counts) }));
  const counted = { ...values, stats: stats as SettingValues["stats"] };
  return { values: counted, pictures: await readBrandPictures(db, values.brand) };
}

/** The typed value stays where the count is too small to be shown. */
const shownFigure = ({ computed, value }: SettingValues["stats"][number], counts: ClubCounts | null): string =>
  (computed && counts && countedFigure(computed, counts)) ?? value;

async function readBrandPictures(db: Kysely<DB>, { logo_file_id, icon_file_id }: SettingValues["brand"]) {
  const icon_url = icon_file_id && brandFilePath(icon_file_id);
  if (!logo_file_id) return { logo: null, icon_url };
  const found = await db
    .selectFrom("brand_files as logo")
    .innerJoin("brand_files as preview", "preview.logo_file_id", "logo.file_id")
    .innerJoin("files", "files.id", "preview.file_id")
    .select(["logo.width", "logo.height", "preview.file_id as preview_id", "files.bytes as preview_bytes"])
    // The bytes are `null` only while a file is being received.
    .$narrowType<{ preview_bytes: NotNull }>()
    .where("logo.file_id", "=", logo_file_id)
    .executeTakeFirst();
  if (!found) return { logo: null, icon_url };
  const { preview_id, ...logo } = found;
  return { logo: { ...logo, url: brandFilePath(logo_file_id), preview_url: brandFilePath(preview_id) }, icon_url };
}
