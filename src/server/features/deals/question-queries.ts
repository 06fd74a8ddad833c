import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";
import { runCommand } from "../../platform/http/run-command.ts";

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

/** As the caller sees them, newest first. */
export const listOpenQuestions = (tx: Transaction<DB>, dealId: string) =>
  tx
    .selectFrom("open_deal_questions")
    .select([
      "id",
      "asked_at",
      "question",
      "is_mine",
      "is_followed",
      "merged_into",
      "declined_reason",
      "answer",
      "answered_at",
    ])
    .where("deal_id", "=", dealId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .execute();

export const askQuestion = (tx: Transaction<DB>, dealId: string, question: string) =>
  runCommand(tx, sql`ask_deal_question(${dealId}, ${question})`, "deal");

export async function followQuestion(tx: Transaction<DB>, id: string, follows: boolean): Promise<void> {
  await sql`select follow_deal_question(${id}, ${follows})`.execute(tx);
}

const deskQuestions = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_question_list")
    .select(["id", "asked_at", "updated_at", "question", "asked_by_name", "followers", "answer", "answered_at"])
    .select(["answered_by_name", "merged_into", "declined_reason", "is_shown"])
    .where("deal_id", "=", dealId);

/** Newest first. */
export const listDeskQuestions = (db: Kysely<DB>, dealId: string) =>
  deskQuestions(db, dealId).orderBy("asked_at", "desc").orderBy("id", "desc").execute();

export const findDeskQuestion = (db: Kysely<DB>, dealId: string, id: string) =>
  deskQuestions(db, dealId).where("id", "=", id).executeTakeFirst();

/** Who asked, and whether the deal's page is theirs to read. */
export const findAsker = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom("deal_question_list as q")
    .innerJoin("deals as d", "d.id", "q.deal_id")
    .select(["q.asked_by", "q.asker_has_bought", "d.state"])
    .where("q.id", "=", id)
    .executeTakeFirstOrThrow();

export const answerQuestion = (tx: Transaction<DB>, id: string, answer: string, version: Date) =>
  runCommand(tx, sql`answer_deal_question(${id}, ${answer}, ${version})`, "question");

export const mergeQuestion = (tx: Transaction<DB>, id: string, into: string, version: Date) =>
  runCommand(tx, sql`merge_deal_question(${id}, ${into}, ${version})`, "question");

export const declineQuestion = (tx: Transaction<DB>, id: string, reason: string, version: Date) =>
  runCommand(tx, sql`decline_deal_question(${id}, ${reason}, ${version})`, "question");
