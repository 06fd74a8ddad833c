import { type Kysely, type NotNull, sql } from "kysely";
import { londonDate } from "#shared/london-time.ts";
import { brandFilePath } from "#shared/settings/brand-file-rules.ts";
import { defaultSettings, toClub } from "#shared/settings/club.ts";
import { type ClubCounts, countedFigure } from "#shared/settings/counted-figures.ts";
import { findSampleWords, type SampleWords, sampleParts } from "#shared/settings/sample-wording.ts";
import type { Club, SettingValues } from "#shared/settings/settings.ts";
import type { DB } from "../../platform/db/database.generated.ts";

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

/** @returns the settings as they are kept, with the defaults of those that nobody has changed. */
export async function readSettingValues(db: Kysely<DB>): Promise<SettingValues> {
  const rows = await db.selectFrom("club_settings").select(["key", "value"]).execute();
  return { ...defaultSettings, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
}

async function readSettings(db: Kysely<DB>, countFigures: CountFigures) {
  const values = await readSettingValues(db);
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

interface FigureSources {
  /** Reads as the owner: pages show the figures to everybody. */
  read: () => Kysely<DB>;
  now: () => Date;
}

/** @returns what was counted within the last ten seconds. */
export type CountFigures = () => Promise<ClubCounts>;

const countedMilliseconds = 10_000;

export function createFigureCounter({ read, now }: FigureSources): CountFigures {
  let kept: { at: number; counts: Promise<ClubCounts> } | undefined;
  return () => {
    const at = now().getTime();
    if (!kept || Math.abs(at - kept.at) > countedMilliseconds) {
      const present = { at, counts: countFigures(read()) };
      kept = present;
      present.counts.catch(() => {
        if (kept === present) kept = undefined;
      });
    }
    return kept.counts;
  };
}

/** Without examples, people who are suspended or have left, and shares that were sold or lost. */
async function countFigures(db: Kysely<DB>): Promise<ClubCounts> {
  const { rows } = await sql<ClubCounts>`
    select (select count(*) from content_items where kind = 'company' and published ->> 'status' = 'Active' and not is_example) as companies,
           (select count(*) from user_roles where role = 'member' and status = 'approved' and suspended_at is null
                                              and ended_at is null) as members,
           (select count(distinct h.company_id) from holdings h
              left join (select l.holding_id, sum(l.shares) as shares from exit_lines l
                           join exits e on e.id = l.exit_id and e.state = 'confirmed' and e.takes_shares
                          group by l.holding_id) sold on sold.holding_id = h.id
              left join (select l.holding_id, sum(l.shares_added) as shares from share_action_lines l
                           join share_actions a on a.id = l.action_id and a.confirmed_at is not null
                          group by l.holding_id) added on added.holding_id = h.id
             where h.shares + coalesce(added.shares, 0) > coalesce(sold.shares, 0)
               and not exists (select from share_prices lost
                                where lost.company_id = h.company_id and lost.basis = 'nil' and lost.confirmed_at is not null
                                  and lost.as_of >= h.issued_on
                                  and (lost.share_class is null or lost.share_class = h.share_class)
                                  and not exists (select from share_prices later
                                                   where later.company_id = h.company_id and later.as_of > lost.as_of
                                                     and later.basis <> 'nil' and later.confirmed_at is not null
                                                     and (later.share_class is null or later.share_class = h.share_class)))) as held_companies,
           (select count(distinct coalesce(record_id, commitment_id, id)) from holdings) as investors,
           (select coalesce(sum(cost_pence), 0)::bigint from holdings) as invested_pence`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("Nothing was counted.");
  return counts;
}

/** @returns which settings that every deal rests on are still the sample's. */
export async function listSampleWords(db: Kysely<DB>): Promise<SampleWords[]> {
  const rows = await db.selectFrom("club_settings").select(["key", "value"]).where("key", "in", sampleParts).execute();
  return findSampleWords(Object.fromEntries(rows.map(({ key, value }) => [key, value])) as Partial<SettingValues>);
}
