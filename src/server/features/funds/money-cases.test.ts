import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { costDifferenceWords } from "#shared/funds/difference-words.ts";
import { createRoundTable, type MoneyRound } from "#tests/support/money-round.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let database: TestDatabase;
let table: Awaited<ReturnType<typeof createRoundTable>>;

beforeAll(async () => {
  database = await createTestDatabase();
  table = await createRoundTable(database.db, 5);
});
afterAll(() => database.close());

/** Two members ask for £500.00 at £0.8349: 599 shares each, 100,021 pence together, of which they pay 50,011 and 50,010. */
async function calledRound(): Promise<MoneyRound> {
  const round = await table.play("0.8349", [
    { feeBp: 400, shares: 599, wish: 599 },
    { feeBp: 1250, shares: 599, wish: 599 },
  ]);
  round.pass(67);
  expect(await round.call()).toBe("called");
  expect([(await round.stateOf(0)).open, (await round.stateOf(1)).open]).toEqual([52_011, 56_261]);
  return round;
}

/** The second member is £1.00 short, and the club bears it. */
async function borneRound(): Promise<MoneyRound> {
  const round = await calledRound();
  await round.pay(0, 52_011);
  await round.pay(1, 56_161);
  expect(await round.bear(1)).toBe("borne");
  expect(await round.balance("1000")).toBe(108_172);
  return round;
}

describe("A round whose first member never pays, at a price of broken pence", () => {
  it("A round of broken pence pays the company what the other one paid and completes, a penny off the price", async () => {
    const round = await calledRound();
    await round.pay(1, 56_261);
    round.pass(73);
    expect(await round.release(0)).toBe("released");
    expect([await round.send("wire"), await round.send("fee")]).toEqual(["sent", "sent"]);
    const gate = await round.gate();
    expect(gate).toMatchObject({ shares: 599, cost_pence: 50_010, total_pence: 50_011, wired_pence: 50_010 });
    expect(gate).toMatchObject({ left_members: 1, changed_members: 0, tolerance_pence: 1 });
    expect(gate.unmet).toEqual(["documents", "success_fee"]);
    expect(await round.openBalances()).toEqual([]);
    expect(costDifferenceWords(gate)).toBe(
      "The members’ parts add up to £500.10. At the price, 599 shares cost £500.11. 1 member left after the allocation, which explains a difference of up to £0.01: the company is paid what the members’ parts add up to.",
    );
  });
  it("A round completes two pence off where one member takes fewer shares, whose cost is rounded for itself", async () => {
    const round = await table.play("3.683695", Array(5).fill({ feeBp: 0, shares: 167, wish: 167 }));
    round.pass(67);
    await round.call();
    for (const member of [0, 1, 2, 3]) await round.pay(member, 61_518);
    await round.pay(4, 57_466);
    round.pass(73);
    expect(await round.takeFewer(4)).toBe("taken");
    expect([await round.stateOf(4), await round.send("wire")]).toMatchObject([{ state: "paid", shares: 156 }, "sent"]);
    const gate = await round.gate();
    expect(gate).toMatchObject({ cost_pence: 303_538, total_pence: 303_536, changed_members: 1, tolerance_pence: 2 });
    expect(gate.unmet).toEqual(["documents", "success_fee"]);
  });
  it("A round does not pay the company when a cost is off without a reason", async () => {
    const round = await calledRound();
    await round.pay(0, 52_011);
    await round.pay(1, 56_261);
    await round.misprice(1, 50_008);
    expect(await round.arm("wire")).toEqual({ obstacle: "costs_differ" });
    const gate = await round.gate();
    expect(gate.unmet).toContain("schedule");
    expect(costDifferenceWords(gate)).toBe(
      "The members’ parts add up to £1,000.19. At the price, 1,198 shares cost £1,000.21.",
    );
  });
  it("The payment to the company is not made ready once the shares no longer explain the costs", async () => {
    const round = await calledRound();
    await round.pay(0, 52_011);
    await round.pay(1, 56_261);
    await round.setShares(1, 700);
    expect(await round.arm("wire")).toEqual({ obstacle: "costs_differ" });
    await round.setShares(1, 599);
    expect(await round.arm("wire")).toHaveProperty("id");
  });
  it("Shares, costs and members stay once the payment to the company is approved", async () => {
    const round = await calledRound();
    await round.pay(0, 52_011);
    await round.pay(1, 56_261);
    expect(await round.arm("wire")).toHaveProperty("id");
    const refused = "company_paid";
    await expect(round.misprice(0, 50_010)).rejects.toThrow(refused);
    await expect(round.setShares(1, 700)).rejects.toThrow(refused);
    await expect(round.cancel()).rejects.toThrow(refused);
  });
});

describe("A member who sends too much", () => {
  /** Two of three shares are called first; the third is topped up after its member has gone. */
  async function overpaidRound(): Promise<{ round: MoneyRound; take: () => Promise<void> }> {
    const round = await table.play("1.00", [
      { feeBp: 0, shares: 600, wish: 700 },
      { feeBp: 0, shares: 600, wish: 600 },
    ]);
    round.pass(67);
    await round.call();
    await round.pay(0, 630_00);
    round.pass(73);
    expect(await round.release(1)).toBe("released");
    return {
      round,
      take: async () => {
        const topUp = await round.offer();
        expect(await round.take(0, topUp ?? "")).toBe("taken");
        // The time moves on to Monday.
        round.pass(95);
      },
    };
  }
  it("Money sent too much is used for the next call of the deal, and the member owes the rest of that", async () => {
    const { round, take } = await overpaidRound();
    expect(await round.stateOf(0)).toMatchObject({ state: "paid", open: 0, back: 30_00 });
    expect((await round.gate()).unmet).toContain("refunds");
    await take();
    expect(await round.call()).toBe("called");
    expect(await round.stateOf(0)).toMatchObject({ state: "part_paid", shares: 700, open: 70_00, back: 0 });
    await round.pay(0, 70_00);
    expect(await round.stateOf(0)).toMatchObject({ state: "paid", open: 0, back: 0 });
    expect([await round.send("wire"), await round.openBalances()]).toEqual(["sent", []]);
  });
  it("Money used for a call is out of a refund's reach, and money being refunded is out of a call's", async () => {
    const { round, take } = await overpaidRound();
    await round.propose("refund", 0, 20_00);
    await take();
    await round.call();
    expect(await round.stateOf(0)).toMatchObject({ state: "part_paid", open: 90_00, back: 20_00 });
    await expect(round.propose("refund", 0, 1)).rejects.toThrow("refund_too_much");
    await round.pay(0, 90_00);
    expect((await round.gate()).unmet).toContain("refunds");
  });
  it("Money that was used for a call is owed again once the payment was not the member's", async () => {
    const { round, take } = await overpaidRound();
    await take();
    await round.call();
    expect(await round.unpay(0)).toBe("taken back");
    expect(await round.stateOf(0)).toMatchObject({ state: "called", open: 700_00, back: 0 });
    await round.pay(0, 700_00);
    expect(await round.stateOf(0)).toMatchObject({ state: "paid", open: 0, back: 0 });
  });
  it("The second of two payments is used where the first was not the member's", async () => {
    const { round } = await overpaidRound();
    await round.pay(0, 600_00);
    expect(await round.stateOf(0)).toMatchObject({ state: "paid", back: 630_00 });
    expect(await round.unpay(0)).toBe("taken back");
    expect(await round.stateOf(0)).toMatchObject({ state: "paid", open: 0, back: 0 });
  });
});

describe("A round in which the club bore £1.00", () => {
  it("The club is paid £1.00 less in a round in which it bore that much, and the account ends at 0", async () => {
    const round = await borneRound();
    expect([await round.send("wire"), await round.send("fee")]).toEqual(["sent", "sent"]);
    expect(await round.gate()).toMatchObject({ wired_pence: 100_021, unmet: ["documents", "success_fee"] });
    expect(await round.openBalances()).toEqual([]);
    expect(await round.paidOut("fee")).toEqual([8151]);
  });
  it("A cancelled round in which the club bore £1.00 gives each back what they sent", async () => {
    const round = await borneRound();
    await round.cancel();
    expect([(await round.stateOf(0)).back, (await round.stateOf(1)).back]).toEqual([52_011, 56_161]);
    await expect(round.propose("refund", 1, 56_162)).rejects.toThrow("refund_too_much");
    expect(await round.ownCall(0)).toMatchObject({ refund_pence: 52_011, refunded_pence: 0, refunded_on: null });
    expect([await round.send("refund", 0, 52_011), await round.send("refund", 1, 56_161)]).toEqual(["sent", "sent"]);
    expect(await round.openBalances()).toEqual([]);
    expect(await round.ownCall(0)).toEqual({
      state: "deal_cancelled",
      open_pence: 0,
      refund_pence: 0,
      refunded_pence: 52_011,
      refunded_on: "2027-01-25",
    });
  });
  it("The company is paid once the club has paid in what its fees do not cover", async () => {
    const round = await table.play("1.00", [{ feeBp: 0, shares: 600, wish: 600 }]);
    round.pass(67);
    await round.call();
    await round.pay(0, 59_900);
    await round.bear(0);
    expect(await round.arm("wire")).toEqual({ obstacle: "account_short" });
    await round.clubPaysIn(100);
    expect([await round.send("wire"), await round.send("fee")]).toEqual(["sent", "nothing_open"]);
    expect(await round.openBalances()).toEqual([]);
  });
});

describe("A payment that is approved and not yet booked", () => {
  it("An approved payment counts as gone: the next one is refused above the money that is left", async () => {
    const round = await calledRound();
    await round.pay(0, 72_011);
    await round.pay(1, 56_261);
    const [first, second] = [await round.propose("refund", 0, 10_000), await round.propose("refund", 0, 10_000)];
    expect(await round.approve(first.id)).toBe("approved");
    expect(await round.arm("wire")).toEqual({ obstacle: "refund_open" });
    const paidIn = await round.clubPaysIn(120_000);
    await round.bankCharges(120_000);
    await round.unmatch(paidIn);
    await expect(round.approve(second.id)).rejects.toMatchObject({ code: "KC001" });
  });
});

describe("A member called for less than they have paid", () => {
  it("A member called for less than they have paid is owed the rest, but for what the club bore", async () => {
    const round = await borneRound();
    await round.callAnew(1, 598, 49_927, 6241);
    expect(await round.stateOf(1)).toMatchObject({ state: "paid", open: 0, back: 0 });
    expect(await round.balance("2100")).toBe(-(2000 + 6241 - 7));
    await round.callAnew(1, 590, 49_259, 6157);
    expect(await round.stateOf(1)).toMatchObject({ state: "paid", open: 0, back: 745 });
    expect(await round.balance("2100")).toBe(-(2000 + 6157));
  });
});
