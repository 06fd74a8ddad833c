import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minimumShares } from "#shared/commitments/share-costs.ts";
import { createRoundTable, type MoneyRound, type RoundMember } from "#tests/support/money-round.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { tries } from "#tests/support/tries.ts";

const seats = 6;
let database: TestDatabase;
let table: Awaited<ReturnType<typeof createRoundTable>>;

beforeAll(async () => {
  database = await createTestDatabase();
  table = await createRoundTable(database.db, seats);
});
afterAll(() => database.close());

const payments = ["exact", "nothing", "fewer", "back", "short", "over", "twice"] as const;
/** By the bank, of what was paid: never paid again, paid again, in part, and before it was booked. */
const takenBack = ["returned", "repaid", "part_returned", "bounced"] as const;
const toPay = [...payments, ...takenBack] as const;
type Pays = (typeof toPay)[number];

/** Each member does this with their first call; a shortfall of up to a pound is borne. */
async function settle(round: MoneyRound, pays: readonly Pays[]): Promise<void> {
  const called = [...pays.entries()];
  for (const [member, how] of called) {
    const { open, state } = await round.stateOf(member);
    if (state !== "called" && state !== "part_paid") continue;
    if (how === "exact") await round.pay(member, open);
    if (how === "over") await round.pay(member, open + 777);
    if (how === "fewer" || how === "back") await round.pay(member, Math.ceil(open * 0.7));
    if (how === "short") await round.pay(member, Math.max(open - 63, 1));
    if (how === "twice") {
      await round.pay(member, open);
      await round.pay(member, open);
    }
    if (how === "bounced") await round.bounce(member, open);
    if (how === "returned" || how === "repaid") {
      await round.pay(member, open + 5);
      await round.takeBack(member);
      expect((await round.stateOf(member)).open).toBe(open);
    }
    if (how === "part_returned") {
      await round.pay(member, open + 5);
      await round.takeBack(member, 7);
      expect(await round.stateOf(member)).toMatchObject({ open: Math.min(2, open), back: 0 });
      await round.takeBack(member, 3);
    }
    if (how === "repaid" || how === "bounced") await round.pay(member, open);
    expect(await round.difference()).toBe(0);
    if (how === "short") expect(["borne", "bears_too_much"]).toContain(await round.bear(member));
  }
  round.pass(73);
  for (const [member, how] of called) {
    const { state } = await round.stateOf(member);
    if (state === "part_paid" && how === "fewer") await round.takeFewer(member);
    if ((await round.stateOf(member)).state === "part_paid" && how === "back") await round.askBack(member);
  }
  for (const [member] of called)
    if (["called", "part_paid"].includes((await round.stateOf(member)).state)) await round.release(member);
  for (const [member] of called) if ((await round.stateOf(member)).state === "part_paid") await round.askBack(member);
}

async function payIn(round: MoneyRound): Promise<void> {
  const owedByClub = await round.balance("2100");
  if (owedByClub > 0) await round.clubPaysIn(owedByClub);
}

async function sendBack(round: MoneyRound): Promise<void> {
  for (const [member] of round.members.entries()) {
    const { back } = await round.stateOf(member);
    if (back > 0) expect(await round.send("refund", member, back)).toBe("sent");
  }
}

async function cancel(round: MoneyRound): Promise<void> {
  await round.cancel();
  await sendBack(round);
  if ((await round.balance("2100")) < 0) expect(await round.send("fee")).toBe("sent");
  expect(await round.openBalances()).toEqual([]);
}

async function payOut(round: MoneyRound): Promise<string> {
  await payIn(round);
  const wire = await round.send("wire");
  if (wire !== "sent") return wire;
  const fee = await round.send("fee");
  expect(["sent", "nothing_open"]).toContain(fee);
  return "sent";
}

const money = fc.record({
  micropounds: fc.integer({ min: 3000, max: 5_000_000 }),
  members: fc.array(
    fc.record({
      feeBp: fc.constantFrom(0, 400, 1250),
      more: fc.integer({ min: 0, max: 4000 }),
      isWaiting: fc.boolean(),
      wishes: fc.integer({ min: 0, max: 2000 }),
      pays: fc.constantFrom(...toPay),
      paysLater: fc.constantFrom(...toPay),
    }),
    { minLength: 1, maxLength: seats },
  ),
  isToppedUp: fc.boolean(),
  cancelled: fc.constantFrom("never", "never", "called", "settled", "topped_up", "wire_armed"),
});

describe("A random round", () => {
  it("A random round completes or is cancelled, ends with all accounts at 0, and never pays more than the account holds", async () => {
    await fc.assert(
      fc.asyncProperty(money, async ({ micropounds, members, isToppedUp, cancelled }) => {
        const price = (micropounds / 1_000_000).toFixed(6);
        const least = minimumShares(price, 500_00);
        const given: RoundMember[] = members.map(({ feeBp, more, isWaiting, wishes }, index) => {
          const shares = index > 0 && isWaiting ? null : least + more;
          return { feeBp, shares, wish: (shares ?? least) + wishes };
        });
        const round = await table.play(price, given);
        const over = async (at: string) => {
          if (cancelled !== at) return false;
          await cancel(round);
          return true;
        };
        round.pass(67);
        expect(await round.call()).toBe("called");
        if (await over("called")) return;
        await settle(
          round,
          members.map(({ pays }) => pays),
        );
        if (await over("settled")) return;
        const topUp = isToppedUp ? await round.offer() : null;
        if (topUp !== null) {
          for (const [member] of members.entries()) await round.take(member, topUp);
          await round.endOffer(topUp);
          // The time moves on to Monday.
          round.pass(95);
          if ((await round.call()) === "called")
            await settle(
              round,
              members.map(({ paysLater }) => paysLater),
            );
        }
        if (await over("topped_up")) return;
        if (cancelled === "wire_armed") {
          await payIn(round);
          await sendBack(round);
          const armed = await round.arm("wire");
          if ("id" in armed) expect(await round.cancelPayment(armed.id)).toBe("cancelled");
          else expect(["not_all_paid", "below_minimum"]).toContain(armed.obstacle);
          await over("wire_armed");
          return;
        }
        await sendBack(round);
        const paid = await payOut(round);
        if (paid !== "sent") {
          // Nobody is left, or too little for the club's minimum.
          expect(["not_all_paid", "below_minimum"]).toContain(paid);
          expect((await round.gate()).cost_pence).toBeLessThan(500_00);
          await cancel(round);
        } else {
          const gate = await round.gate();
          expect(gate.cost_pence).toBe(gate.wired_pence);
          expect(gate.unmet).toEqual(["documents", "success_fee"]);
        }
        expect(await round.openBalances()).toEqual([]);
      }),
      { seed: 19, numRuns: tries(3000, 20, 20) },
    );
  }, 3_600_000);
});
