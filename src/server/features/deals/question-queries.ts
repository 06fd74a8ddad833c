import type { Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";

/** What a version takes along, in the order in which it was asked. */
export async function listAnswers(tx: Transaction<DB>, dealId: string) {
  const rows = await tx
    .selectFrom("deal_question_list")
    .select(["id", "question", "asked_at", "answer", "answered_at"])
    .where("deal_id", "=", dealId)
    .where("merged_into", "is", null)
    .where("declined_reason", "is", null)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  return rows.flatMap(({ asked_at, answer, answered_at, ...row }) =>
    answer && answered_at
      ? [{ ...row, asked_at: asked_at.toISOString(), answer, answered_at: answered_at.toISOString() }]
      : [],
  );
}
