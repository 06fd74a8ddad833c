import fc from "fast-check";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { expect, it } from "vitest";
import type { DB } from "#server/platform/db/database.generated.ts";
import { raisedRefusal } from "#server/platform/db/errors.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { buildCalledRound } from "#tests/support/alder-round.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { tries } from "#tests/support/tries.ts";

/** Whatever happens in whatever order, nothing is lost, and nobody owes less than nothing. */
const club = await openTestApp();
const adminId = (await buildAdmin(club.db)).id;
const secondId = (await buildAdmin(club.db)).id;
const round = await buildCalledRound(club.db, "PR2");
const dealId = round.deal.id;
const members = round.members.slice(0, 3).map(({ commitment_id }) => commitment_id);

const kinds = [
  "pay",
  "pay",
  "split",
  "unidentified",
  "identify",
  "unmatch",
  "unmatch",
  "refund",
  "return",
  "leave",
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  member: fc.nat(2),
  other: fc.nat(2),
  pence: fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.constantFrom(1_900_424, 1_425_876, 1_141_296, 2_000_000)),
  pick: fc.nat(30),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

it("The ledger is zero, and every balance owed is possible, after any order of receipts, corrections and refunds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
      const rollback = new Error("rolled back");
      const run = club.asActor({ userId: adminId }, async (tx) => {
        let number = 0;
        for (const taken of steps) {
          number += 1;
          await take(tx, taken, number);
          await expectSound(tx);
        }
        throw rollback;
      });
      await expect(run).rejects.toBe(rollback);
    }),
    { numRuns: tries(200, 12), endOnFailure: true },
  );
}, 120_000);

async function take(tx: Transaction<DB>, { kind, member, other, pence, pick }: Step, number: number): Promise<void> {
  const [one, two] = [members[member], members[other]];
  const match = (line: string, parts: object[]) =>
    attempt(tx, sql`match_bank_line(${line}, ${JSON.stringify(parts)}::jsonb, 'x')`);
  const receipt = (commitment_id = one, amount_pence = pence) => ({ kind: "receipt", commitment_id, amount_pence });
  const choose = <Row>(rows: Row[]): Row | undefined => rows[pick % Math.max(rows.length, 1)];
  switch (kind) {
    case "pay":
      return void (await match(await addLine(tx, pence, number), [receipt()]));
    case "split":
      return void (await match(await addLine(tx, pence + 7, number), [receipt(), receipt(two, 7)]));
    case "unidentified":
      return void (await match(await addLine(tx, pence, number), [{ kind, amount_pence: pence }]));
    case "identify": {
      const found = choose(await liveMatches(tx, "unidentified"));
      return void (found && (await match(found.bank_line_id, [receipt(one, Math.min(pence, found.amount_pence))])));
    }
    case "unmatch": {
      const found = choose(await liveMatches(tx));
      return void (found && (await attempt(tx, sql`unmatch_bank_line(${found.bank_line_id}, ${found.id}, 'x')`)));
    }
    case "refund":
      return sendOut(tx, "refund", one ?? "", null, pence, number);
    case "return": {
      const found = choose(await liveMatches(tx, "unidentified"));
      return found && sendOut(tx, "return", null, found.bank_line_id, found.amount_pence, number);
    }
    case "leave":
      return asOwner(tx, async () => {
        const { rows } = await sql<{ state: string }>`select state from commitments where id = ${one}`.execute(tx);
        if (rows[0]?.state !== "released_unpaid")
          await sql`select end_commitment(${one}, 'released_unpaid', 'x')`.execute(tx);
      });
  }
}

/** Proposed, approved by another admin, in the bank's list, and booked. */
async function sendOut(
  tx: Transaction<DB>,
  kind: "refund" | "return",
  commitment: string | null,
  line: string | null,
  pence: number,
  number: number,
): Promise<void> {
  const proposed = await attempt<{ id: string }>(
    tx,
    sql`propose_payment(${dealId}, ${kind}, ${commitment}, ${line}, ${pence}, 'x', 'x')`,
  );
  if ("refused" in proposed) {
    // As much as is due back, then.
    const most = Number(proposed.refused.most_pence ?? 0);
    if (most > 0) await sendOut(tx, kind, commitment, line, most, number);
    return;
  }
  const payment_id = proposed.answer?.id;
  if (!payment_id) return;
  await as(tx, secondId, () => sql`select approve_payment(${payment_id})`.execute(tx));
  const out = await addLine(tx, -pence, number);
  const parts = JSON.stringify([{ kind, payment_id, amount_pence: pence }]);
  await sql`select match_bank_line(${out}, ${parts}::jsonb, 'x')`.execute(tx);
}

/** A refusal undoes nothing but what it refuses. */
async function attempt<Answer>(
  tx: Transaction<DB>,
  call: RawBuilder<unknown>,
): Promise<{ answer: Answer | undefined } | { refused: Record<string, unknown> }> {
  await sql`savepoint attempt`.execute(tx);
  try {
    const { rows } = await sql<{ answer: Answer }>`select ${call} as answer`.execute(tx);
    return { answer: rows[0]?.answer };
  } catch (error) {
    const raised = raisedRefusal(error);
    if (!raised) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    return { refused: raised.detail };
  }
}

async function addLine(tx: Transaction<DB>, pence: number, number: number): Promise<string> {
  const day = "2027-01-26";
  const line = {
    line_number: 1,
    booked_on: day,
    amount_pence: pence,
    payer: "x",
    reference: "",
    line_key: `${number}`,
  };
  const { rows } = await sql<{ imported: { id: string } }>`
    select import_bank_file(${dealId}, 'x', 'starling', ${`${number}`.padStart(64, "0")}, null, null,
                            ${JSON.stringify([line])}::jsonb) as imported`.execute(tx);
  const added = await tx
    .selectFrom("bank_lines")
    .select("id")
    .where("file_id", "=", rows[0]?.imported.id ?? "")
    .executeTakeFirstOrThrow();
  return added.id;
}

async function liveMatches(tx: Transaction<DB>, kind?: "unidentified") {
  const all = tx
    .selectFrom("bank_match_list")
    .select(["id", "bank_line_id", "amount_pence"])
    .where("deal_id", "=", dealId)
    .where("is_reversed", "=", false)
    .orderBy("id");
  return (kind ? all.where("kind", "=", kind) : all).execute();
}

async function as<Result>(tx: Transaction<DB>, userId: string, work: () => Promise<Result>): Promise<Result> {
  await sql`select set_config('app.user_id', ${userId}, true)`.execute(tx);
  const result = await work();
  await sql`select set_config('app.user_id', ${adminId}, true)`.execute(tx);
  return result;
}

async function asOwner<Result>(tx: Transaction<DB>, work: () => Promise<Result>): Promise<Result> {
  await sql`reset role`.execute(tx);
  const result = await work();
  await sql`set local role club_member`.execute(tx);
  return result;
}

async function expectSound(tx: Transaction<DB>): Promise<void> {
  const { rows } = await sql`
    select account, commitment_id, sum(amount_pence) as pence from ledger_entries where deal_id = ${dealId}
     group by account, commitment_id
    having (account = '1100' and sum(amount_pence) < 0) or (account in ('2000', '2200', '2300') and sum(amount_pence) > 0)`.execute(
    tx,
  );
  expect(rows).toEqual([]);
  const sums = await tx
    .selectFrom("closing_sums")
    .select(["ledger_sum_pence", "difference_pence", "due_pence", "applied_pence", "open_pence", "on_account_pence"])
    .select(["refund_pence", "unidentified_pence", "borne_pence"])
    .where("deal_id", "=", dealId)
    .executeTakeFirstOrThrow();
  expect(sums).toMatchObject({ ledger_sum_pence: 0, difference_pence: 0 });
  expect(sums.applied_pence + sums.open_pence).toBe(sums.due_pence);
  expect(sums.applied_pence - sums.borne_pence + sums.refund_pence + sums.unidentified_pence).toBe(
    sums.on_account_pence,
  );
}
