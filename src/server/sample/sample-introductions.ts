import type { Transaction } from "kysely";
import type { DB } from "../platform/db/database.generated.ts";

const day = 24 * 60 * 60 * 1000;

/** One request that waits for Priya, one that she made and that came about, and one that somebody reported. */
export async function insertIntroductions(
  tx: Transaction<DB>,
  people: readonly { id: string; email: string }[],
  { now }: { now: Date },
): Promise<void> {
  const idOf = (email: string) => people.find((person) => person.email === email)?.id ?? "";
  const between = (asker: string, asked: string, days: number, message: string) => {
    const asked_at = new Date(now.getTime() - days * day);
    return {
      asker_id: idOf(asker),
      asked_id: idOf(asked),
      message,
      asked_at,
      expires_at: new Date(asked_at.getTime() + 30 * day),
    };
  };
  await tx
    .insertInto("introductions")
    .values([
      between(
        "rhys@pritchard-farm.example",
        "priya@ledgerlight.example",
        2,
        "You wrote about pricing for accountants. I look at a company that sells to vets and would like twenty minutes on how you found the plan people pick.",
      ),
      {
        ...between(
          "priya@ledgerlight.example",
          "tomasz@wieczorek.example",
          40,
          "We are hiring our first finance person after eight years without one. I would like to hear what you wish you had asked.",
        ),
        state: "accepted",
        ended_at: new Date(now.getTime() - 38 * day),
      },
    ])
    .execute();
  const { id: introduction_id } = await tx
    .insertInto("introductions")
    .values({
      ...between(
        "callum@strachan-marine.example",
        "fiona.macaskill@glenview.example",
        6,
        "Limited offer for members: survey your boat at half price until Friday. Reply today and bring a friend!",
      ),
      state: "declined",
      ended_at: new Date(now.getTime() - 5 * day),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("introduction_reports")
    .values({
      introduction_id,
      reason: "This is an advertisement, not an introduction.",
      reported_at: new Date(now.getTime() - 5 * day),
    })
    .execute();
}
