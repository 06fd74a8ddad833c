import { sql, type Transaction } from "kysely";
import type { SubmissionInput } from "#shared/member-profiles.ts";
import type { MembershipStatus } from "#shared/session.ts";
import type { DB } from "../../db/database.generated.ts";
import { fromCursor, pageOf } from "../../http/page-of.ts";
import { profileColumns, toProfileRow } from "../member-profiles/profile-row.ts";

const submissionColumns = [
  ...profileColumns.filter((column) => column !== "is_visible"),
  "status",
  "submitted_at",
  "reviewed_at",
  "reviewed_by",
  "admin_notes",
] as const;

export const findSubmissionOf = (tx: Transaction<DB>, userId: string | null) =>
  tx
    .selectFrom("member_profile_submissions")
    .select(submissionColumns)
    .where("user_id", "=", userId)
    .executeTakeFirst();

export const getSubmission = (tx: Transaction<DB>, id: string) =>
  tx.selectFrom("member_profile_submissions").select(submissionColumns).where("id", "=", id).executeTakeFirstOrThrow();

export const insertSubmission = (tx: Transaction<DB>, userId: string | null, input: SubmissionInput) =>
  tx
    .insertInto("member_profile_submissions")
    .values({ ...toProfileRow(input), user_id: userId ?? "" })
    .returning(submissionColumns)
    .executeTakeFirstOrThrow();

/** @returns undefined when there is no rejected submission of theirs. */
export const reviseSubmission = (tx: Transaction<DB>, userId: string | null, input: SubmissionInput) =>
  tx
    .updateTable("member_profile_submissions")
    .set({ ...toProfileRow(input), status: "pending", submitted_at: sql`now()`, reviewed_at: null, reviewed_by: null })
    .where("user_id", "=", userId)
    .where("status", "=", "rejected")
    .returning(submissionColumns)
    .executeTakeFirst();

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  status?: MembershipStatus | undefined;
}

export async function listSubmissions(tx: Transaction<DB>, { limit, cursor, status }: ListQuery) {
  const after = fromCursor(cursor);
  const rows = await tx
    .selectFrom("member_profile_submissions")
    .select(submissionColumns)
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? "pending"))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(submitted_at, id) < (${after?.moment}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("submitted_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, (row) => row.submitted_at);
}

export async function countWaitingSubmissions(tx: Transaction<DB>): Promise<number> {
  const waiting = tx.selectFrom("member_profile_submissions").where("status", "=", "pending");
  return (await waiting.select((query) => query.fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count;
}
