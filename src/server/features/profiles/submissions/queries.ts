import { type Kysely, sql, type Transaction } from "kysely";
import type { SubmissionInput } from "#shared/profiles/profiles.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { profileColumns, toProfileRow } from "../profile-row.ts";

export const submissionColumns = [
  ...profileColumns.filter((column) => column !== "is_visible"),
  "status",
  "submitted_at",
  "reviewed_at",
  "reviewed_by",
  "admin_notes",
] as const;

export const findSubmissionOf = (db: Kysely<DB>, userId: string | null) =>
  db
    .selectFrom("member_profile_submissions")
    .select(submissionColumns)
    .where("user_id", "=", userId)
    .executeTakeFirst();

export const insertSubmission = (tx: Transaction<DB>, userId: string | null, input: SubmissionInput) =>
  tx
    .insertInto("member_profile_submissions")
    .values({ ...toProfileRow(input), user_id: userId ?? "" })
    .returning(submissionColumns)
    .executeTakeFirstOrThrow();

/** @returns undefined without a rejected submission. */
export const reviseSubmission = (tx: Transaction<DB>, userId: string | null, input: SubmissionInput) =>
  tx
    .updateTable("member_profile_submissions")
    .set({ ...toProfileRow(input), status: "pending", submitted_at: sql`now()`, reviewed_at: null, reviewed_by: null })
    .where("user_id", "=", userId)
    .where("status", "=", "rejected")
    .returning(submissionColumns)
    .executeTakeFirst();

/** Once per admin, member and day. */
export async function recordViews(
  tx: Transaction<DB>,
  viewerId: string | null,
  shown: readonly { user_id: string }[],
): Promise<void> {
  const rows = shown
    .filter(({ user_id }) => user_id !== viewerId)
    .map(({ user_id }) => ({ user_id, viewer_id: viewerId }));
  if (rows.length === 0) return;
  await tx
    .insertInto("submission_views")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["user_id", "viewer_id", "viewed_on"]).doNothing())
    .execute();
}
