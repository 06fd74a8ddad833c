import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";

type Outcome = number | "denied" | "taken";
const denied = "denied" as const;
const nobody: Outcome[] = [denied, denied, denied, denied, denied];
const own: Outcome[] = [denied, 0, 0, 1, 0];

const readOnlyView = (view: string, seen: Outcome[]) => ({
  [view]: { [`select from ${view}`]: seen, [`delete from ${view}`]: nobody },
});

/** As in the matrix that it is a part of. */
export const introductionMatrix: Record<string, Record<string, Outcome[]>> = {
  introductions: {
    // Admins see the two that were reported.
    "select from introductions": [denied, 0, 0, 3, 2],
    "insert into introductions (asker_id, asked_id, message, expires_at) values ($me, $other, repeat('x', 20), now() + interval '1 day')":
      nobody,
    "update introductions set state = 'accepted'": nobody,
    "delete from introductions": nobody,
  },
  introduction_settings: {
    "select from introduction_settings": own,
    "insert into introduction_settings (user_id, is_off) values ($me, true)": [denied, 1, 1, "taken", 1],
    "insert into introduction_settings (user_id, is_off) values ($other, true)": nobody,
    "update introduction_settings set is_off = true": own,
    "update introduction_settings set barred_at = null": nobody,
    "delete from introduction_settings": nobody,
  },
  introduction_blocks: {
    "select from introduction_blocks": own,
    "insert into introduction_blocks (user_id, blocked_id) values ($me, $hidden)": nobody,
    "update introduction_blocks set user_id = user_id": nobody,
    "delete from introduction_blocks": own,
  },
  introduction_reports: {
    "select from introduction_reports": [denied, 0, 0, 1, 2],
    "insert into introduction_reports (introduction_id, reason) values ($introduction, 'x')": [
      denied,
      denied,
      denied,
      1,
      denied,
    ],
    "insert into introduction_reports (introduction_id, reason) values ($reported, 'x')": nobody,
    "insert into introduction_reports (introduction_id, reason, outcome) values ($introduction, 'x', 'barred')": nobody,
    "update introduction_reports set outcome = 'dismissed'": nobody,
    "delete from introduction_reports": nobody,
  },
  ...readOnlyView("own_introductions", [denied, 0, 0, 3, 0]),
  ...readOnlyView("own_introduction_blocks", own),
  ...readOnlyView("introduction_report_list", [denied, 0, 0, 0, 2]),
};

export const introductionFunctions = {
  "ask_for_introduction(uuid,text)": "member",
  "block_asker(uuid)": "member",
  "close_introduction_report(uuid,text,text)": "member",
  "introduction_outlook(uuid)": "member",
  "lift_introduction_bar(uuid)": "member",
  "transition_introductions(uuid,text[],text,timestamp with time zone,text)": "member",
  "was_asked(uuid)": "member",
} as const;

export const introductionAdminCalls = [
  "close_introduction_report(gen_random_uuid(), 'dismissed', null)",
  "lift_introduction_bar(gen_random_uuid())",
];

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
