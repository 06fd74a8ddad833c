import { type Kysely, sql, type Transaction } from "kysely";
import type { IntroductionOutlook } from "#shared/introductions/introductions.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";

interface Page {
  limit: number;
  cursor?: string | undefined;
}

const ownColumns = [
  "id",
  "is_asker",
  "message",
  "state",
  "asked_at",
  "expires_at",
  "ended_at",
  "name",
  "email",
  "profile_id",
  "location",
  "tier",
  "member_since",
  "is_reported",
  "is_blocked",
] as const;

export const listOwn = (db: Kysely<DB>, page: Page) =>
  keysetPage(db.selectFrom("own_introductions").select(ownColumns), newestFirst("asked_at"), page);

/** @throws HttpError 404 where it is not one's own. */
export async function getOwn(db: Kysely<DB>, id: string) {
  const row = await db.selectFrom("own_introductions").select(ownColumns).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("introduction");
  return row;
}

/** @throws HttpError 404 for a profile that the directory does not show. */
export async function readOutlook(db: Kysely<DB>, profileId: string): Promise<IntroductionOutlook> {
  const { rows } = await sql<Omit<IntroductionOutlook, "again_at"> & { again_at: Date | null }>`
    select state, left_this_week, again_at, email from introduction_outlook(${profileId})`.execute(db);
  const [row] = rows;
  if (!row) throw notFound("profile");
  return { ...row, again_at: row.again_at?.toISOString() ?? null };
}

export async function readSettings(db: Kysely<DB>, userId: string | null) {
  const row = await db
    .selectFrom("introduction_settings")
    .select(["is_off", "barred_because"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? { is_off: false, barred_because: null };
}

export const saveSettings = (tx: Transaction<DB>, userId: string, is_off: boolean) =>
  tx
    .insertInto("introduction_settings")
    .values({ user_id: userId, is_off })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ is_off }))
    .execute();

export const listBlocks = (db: Kysely<DB>, page: Page) =>
  keysetPage(
    db.selectFrom("own_introduction_blocks").select(["id", "name", "blocked_at"]),
    newestFirst("blocked_at"),
    page,
  );

const reportColumns = [
  "id",
  "reported_at",
  "reason",
  "message",
  "asked_at",
  "asker_id",
  "asker_name",
  "asked_name",
  "outcome",
  "note",
  "closed_at",
  "closed_by_name",
  "is_barred",
] as const;

export const listReports = (db: Kysely<DB>, page: Page) =>
  keysetPage(db.selectFrom("introduction_report_list").select(reportColumns), newestFirst("reported_at"), page);

/** @throws HttpError 404 without one. */
export async function getReport(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom("introduction_report_list")
    .select(reportColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("report");
  return row;
}
