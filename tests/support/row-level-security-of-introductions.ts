import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import { denied, nobody, type Outcomes, own, taken } from "./outcomes.ts";

/** What a policy, a check or a function decides by row. */
export const introductionStatements: Record<string, Outcomes> = {
  "delete from introduction_blocks": own,
  "insert into introduction_reports (introduction_id, reason) values ($introduction, 'x')": [
    denied,
    denied,
    denied,
    1,
    denied,
  ],
  "insert into introduction_reports (introduction_id, reason) values ($reported, 'x')": nobody,
  "insert into introduction_settings (user_id, is_off) values ($me, true)": [denied, 1, 1, taken, 1],
  "insert into introduction_settings (user_id, is_off) values ($other, true)": nobody,
  "update introduction_settings set is_off = true": own,
};

/** One by the member, one to the member, both reported; one to the member from a hidden one, and one that is none of theirs. */
export async function buildIntroductions(
  db: Kysely<DB>,
  { member, other, hidden, second }: Record<"member" | "other" | "hidden" | "second", { id: string }>,
): Promise<{ introduction: { id: string }; reported: { id: string } }> {
  const between = (asker: { id: string }, asked: { id: string }) => ({
    asker_id: asker.id,
    asked_id: asked.id,
    message: "I would like to hear how you price.",
    expires_at: new Date(Date.now() + 24 * 60 * 60 * 1000),
  });
  const [byMember, toMember, introduction] = await db
    .insertInto("introductions")
    .values([between(member, other), between(other, member), between(hidden, member), between(second, hidden)])
    .returning("id")
    .execute();
  if (!byMember || !toMember || !introduction) throw new Error("an insert returns its rows");
  await db
    .insertInto("introduction_reports")
    .values([byMember, toMember].map(({ id }) => ({ introduction_id: id, reason: "An advertisement." })))
    .execute();
  await db
    .insertInto("introduction_settings")
    .values([member, other].map(({ id }) => ({ user_id: id })))
    .execute();
  await db
    .insertInto("introduction_blocks")
    .values([
      { user_id: member.id, blocked_id: other.id },
      { user_id: other.id, blocked_id: hidden.id },
    ])
    .execute();
  return { introduction, reported: byMember };
}
