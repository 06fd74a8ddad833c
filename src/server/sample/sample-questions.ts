import { randomUUID } from "node:crypto";
import type { Insertable, Kysely, Transaction } from "kysely";
import { dealCallMessages } from "#shared/deals/deal-call-messages.ts";
import type { DB, DealCallRequests, DealCalls, DealQuestions } from "../platform/db/database.generated.ts";
import { type buildDeal, freezeDeal } from "./build-deal.ts";

type Deal = Awaited<ReturnType<typeof buildDeal>>;

interface Asking {
  /** Records of members. */
  tomasz: string;
  priya: string;
  /** Admins. */
  amara: string;
  eleanor: string;
  now: Date;
}

/** Of the open deal: two are answered in its second version, one is merged into the first, one waits. */
export async function insertQuestions(tx: Transaction<DB>, deal: Deal, asking: Asking): Promise<void> {
  const { tomasz, priya, amara, eleanor, now } = asking;
  const ago = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000);
  const answered = [
    {
      id: randomUUID(),
      record_id: tomasz,
      asked_at: ago(32),
      followers: [priya],
      question: "What happens to a practice’s data if you close?",
      answer:
        "It is theirs. They can export bookings and forecasts at any time, and the contract gives them 60 days after an end.",
      answered_at: ago(9),
    },
    {
      id: randomUUID(),
      record_id: priya,
      asked_at: ago(28),
      question: "Why did the two practices leave?",
      answer: "Both were bought by chains that roll out one system everywhere. Neither complained of the forecasts.",
      answered_at: ago(8),
    },
  ] as const;
  for (const given of answered)
    await buildQuestion(tx, { ...given, deal_id: deal.id, answered_by: amara, told_at: ago(5) });
  await buildQuestion(tx, {
    deal_id: deal.id,
    record_id: priya,
    asked_at: ago(26),
    merged_into: answered[0].id,
    question: "Do practices get their bookings back if the company fails?",
  });
  await buildQuestion(tx, {
    deal_id: deal.id,
    record_id: tomasz,
    asked_at: ago(3),
    followers: [priya],
    question: "How many practices are trying it out now, and for how long?",
  });
  const answers = answered.map(({ id, question, asked_at, answer, answered_at }) => ({
    id,
    question,
    asked_at: asked_at.toISOString(),
    answer,
    answered_at: answered_at.toISOString(),
  }));
  await freezeDeal(tx, {
    deal_id: deal.id,
    terms_id: deal.terms_id,
    number: 2,
    content: { ...deal.content, answers },
    author_id: amara,
    created_at: ago(7),
    approved_at: ago(6),
    approved_by: eleanor,
  });
}

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

type CallGiven = Partial<Insertable<DealCalls>> & {
  deal_id: string;
  starts_at: Date;
  requests?: readonly (Partial<Insertable<DealCallRequests>> & { record_id: string })[];
};

/** A call of an hour with the founders of a deal. */
export async function buildCall(db: Kysely<DB>, { requests = [], starts_at, ...given }: CallGiven) {
  const hour = 60 * 60 * 1000;
  const call = await db
    .insertInto("deal_calls")
    .values({
      starts_at,
      ends_at: new Date(starts_at.getTime() + hour),
      about: "Video, one hour, both founders",
      join_url: "https://meet.example/founders",
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const asked = {
    call_id: call.id,
    wording: dealCallMessages.request,
    requested_at: new Date(starts_at.getTime() - 48 * hour),
  };
  if (requests.length > 0)
    await db
      .insertInto("deal_call_requests")
      .values(requests.map((request) => ({ ...asked, ...request })))
      .execute();
  return call;
}
