import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import type { ActKind, ActState } from "#shared/acts/act-messages.ts";
import { adminSeesOne, denied, nobody, type Outcomes, own, refused } from "./outcomes.ts";

const tables = ["deal_panel", "acts", "act_parts", "act_signatures", "act_objections", "balance_sightings"];

/** What a policy, a check or a function decides by row. The member takes part and has objected; of both admins one has prepared the list. */
export const actStatements: Record<string, Outcomes> = {
  ...Object.fromEntries(
    tables.flatMap((table) => [
      [`update ${table} set id = id`, nobody],
      [`delete from ${table}`, nobody],
    ]),
  ),
  "select from act_list where content like '%closing%'": [denied, 0, 0, 1, 1],
  "select from act_list where content like '%offer%'": [denied, 0, 0, 0, 1],
  "select from act_part_list where refusal is not null": [denied, 0, 0, 0, 2],
  "select from act_objection_list where is_own": own,
  "select from sign_act($act, $me, null, null, '{}', '{}')": nobody,
  "select from execute_part($act, 'shares')": nobody,
  "select from arm_payment($act, 'wire', null)": nobody,
  // Its freed shares are on offer.
  "select from prepare_act($deal, 'closing')": [denied, denied, denied, denied, refused],
  "select from withdraw_act($act, 'x') done where done is not null": adminSeesOne,
  "select from object_to_act($act, 'x') done where done is not null": [denied, 0, 0, refused, 0],
  "select from withdraw_act_objection($objection) done where done is not null": own,
  "select from answer_act_objection($objection, 'x') done where done is not null": [denied, 0, 0, refused, 1],
  "select from see_balance($deal, 1) seen where seen is not null": [denied, 0, 0, 0, 1],
  "select from set_deal_panel($version, '[]')": nobody,
};

interface Given {
  deal_id: string;
  version_id: string;
  prepared: { deal_id: string; version_id: string };
  admin: string;
  second: string;
}

/** Two admins on the panel of a deal; its closing list waits for one of them, and the member of its first commitment objects. */
export async function buildActs(db: Kysely<DB>, { deal_id, version_id, prepared, admin, second }: Given) {
  await db
    .insertInto("deal_panel")
    .values(
      [admin, second].map((user_id) => ({
        deal_id,
        version_id,
        user_id,
        name: "An admin",
        capacity: "admin" as const,
        signs_from: new Date(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const insertAct = async (act: { deal_id: string; version_id: string }, kind: ActKind, state: ActState) => {
    const { id } = await db
      .insertInto("acts")
      .values({
        ...act,
        kind,
        state,
        number: 1,
        content: JSON.stringify({ kind }),
        content_sha256: "a".repeat(64),
        prepared_by: second,
        expires_at: new Date(Date.now() + 60 * 60 * 1000),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const part = kind === "offer" ? "offer" : "shares";
    await db.insertInto("act_parts").values({ act_id: id, part, is_discretionary: false }).execute();
    return id;
  };
  await insertAct(prepared, "offer", "prepared");
  const act = await insertAct({ deal_id, version_id }, "closing", "waiting");
  await db
    .insertInto("act_signatures")
    .values({
      act_id: act,
      user_id: second,
      name: "An admin",
      capacity: "admin",
      takes_part_pence: 0,
      method: "password_and_code",
    })
    .execute();
  const { rows } = await sql<{ id: string }>`
    insert into act_objections (act_id, commitment_id, reason)
    select ${act}, id, 'Too many for one.' from commitments where deal_id = ${deal_id} and number = 1 returning id`.execute(
    db,
  );
  await db.insertInto("balance_sightings").values({ deal_id, balance_pence: 1, expected_pence: 1 }).execute();
  return { act: { id: act }, objection: { id: rows[0]?.id ?? "" } };
}
