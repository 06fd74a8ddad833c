import type { Insertable, Kysely } from "kysely";
import type { DB, DealQuestions } from "../platform/db/database.generated.ts";

type QuestionGiven = Partial<Insertable<DealQuestions>> &
  Pick<Insertable<DealQuestions>, "deal_id" | "record_id"> & {
    /** Records, beside the asker's. */
    followers?: readonly string[];
  };

/** A question on a deal, with its followers; it waits unless it is given an answer. */
export async function buildQuestion(db: Kysely<DB>, { followers = [], ...given }: QuestionGiven) {
  const asked_at = given.asked_at ?? new Date();
  const question = await db
    .insertInto("deal_questions")
    .values({ question: "Why did the two practices leave?", ...given, asked_at })
    .returningAll()
    .executeTakeFirstOrThrow();
  const follow = { followed_at: asked_at, question_id: question.id };
  await db
    .insertInto("deal_question_follows")
    .values([given.record_id, ...followers].map((record_id) => ({ ...follow, record_id })))
    .execute();
  return question;
}
