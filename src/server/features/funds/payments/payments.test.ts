import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import type { BankLine } from "#shared/funds/funds.ts";
import { buildCalledRound, type CalledRound } from "#tests/support/alder-round.ts";
import { buildBankLine, buildCompanyAccount } from "#tests/support/build-allocated-deal.ts";
import { callCompanyBack, companyAccount } from "#tests/support/complete-deal.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { payOut, refusalOf } from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { readIntoDeal } from "#tests/support/read-into-deal.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const unknownId = "018f0000-0000-7000-8000-000000000000";
const codes = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
let now = new Date();
let admin: Call;
let second: Call;
let round: CalledRound;
let rounds = 0;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const ada = await buildAdmin(club.db, { full_name: "Ada Finch" });
[admin, second] = [await club.as(owen), await club.as(ada)];
await setDeals(club.db);

beforeEach(async () => {
  now = new Date("2027-01-28T12:00:00Z");
  rounds += 1;
  round = await buildCalledRound(club.db, `${codes[rounds % 30]}P7`);
});

const path = () => `/api/deals/${round.deal.id}`;
/** No line is booked. The bank lists the last of its lines on this day. */
const upload = (lines: number) =>
  readIntoDeal(club, {
    dealId: round.deal.id,
    adminId: owen.id,
    text: round.fileUpTo(lines),
    at: new Date("2027-02-03T12:00:00Z"),
  });
const openLines = async (): Promise<BankLine[]> => (await admin("GET", `${path()}/bank-lines`)).body.items;
const match = (id: string, parts: object[]) =>
  admin("POST", `/api/bank-lines/${id}/match`, { parts, reason: "As seen." });
/** Everybody's payment, as in the worked example. */
async function allPaid(): Promise<void> {
  await upload(12);
  for (const { id, commitment_id, open_pence } of (await openLines()).toSorted((a, b) => a.line_number - b.line_number))
    expect((await match(id, [{ kind: "receipt", commitment_id, amount_pence: open_pence }])).status).toBe(200);
}
const propose = (what: string, body: object = {}, by = admin) =>
  by("POST", `${path()}/${what}`, { reason: "As agreed.", ...body });
const refund = (amount_pence: number, number = 5) =>
  propose("refunds", { commitment_id: round.memberOf(number).commitment_id, amount_pence });
const obstacle = () =>
  club.asOwner(null, async (tx) => {
    const { rows } = await sql<{ reason: string | null }>`select wire_obstacle(${round.deal.id}) as reason`.execute(tx);
    return rows[0]?.reason;
  });
/** Proposes it as an admin did before deals were closed by lists. */
async function proposeToCompany(): Promise<string> {
  const { id } = await club.db
    .insertInto("outgoing_payments")
    .values({
      deal_id: round.deal.id,
      kind: "wire",
      amount_pence: 9_999_980,
      payee: "Alder Analytics",
      reason: "Paid.",
      proposed_by: owen.id,
      proposed_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
const approve = (id: string, by = second) => by("POST", `/api/outgoing-payments/${id}/approve`);
const cancel = (id: string) => admin("POST", `/api/outgoing-payments/${id}/cancel`);
const closing = async () => (await admin("GET", `${path()}/closing`)).body;

const auditOf = async (kind: string) =>
  (await club.auditOf(round.deal.id, "kind", "actor_id", "details")).filter((row) => row.kind === kind);

describe("A refund", () => {
  it("A refund is at most the sum due back, beyond refunds on their way", async () => {
    await allPaid();
    const { body } = await refund(600);
    expect(body).toMatchObject({
      kind: "refund",
      amount_pence: 600,
      payee: "Esther Brown",
      state: "proposed",
      proposed_by_name: "Owen Pryce",
      can: { approve: false, cancel: true },
    });
    const second = await refund(500);
    expect([second.status, second.body.errors]).toEqual([
      422,
      [{ path: "amount_pence", message: "At most £4.00 is due back" }],
    ]);
    expect((await refund(1, 4)).body.errors[0].message).toBe("At most £0.00 is due back");
    await cancel(body.id);
    expect((await refund(1000)).status).toBe(201);
    expect((await propose("refunds", { commitment_id: unknownId, amount_pence: 1 })).status).toBe(404);
  });
  it("A refund is approved once, by another admin, and told once the bank has sent it", async () => {
    await allPaid();
    const { id } = (await refund(1000)).body;
    expect((await approve(id, admin)).body.code).toBe("second_person_required");
    const answers = await meetAtRow(club.db, "deals", round.deal.id, [() => approve(id), () => approve(id)]);
    expect(answers.map(({ status, body }) => [status, body.state ?? body.code])).toEqual([
      [200, "approved"],
      [409, "payment_closed"],
    ]);
    await takeMails(club);
    await upload(13);
    const [line] = await openLines();
    expect(line).toMatchObject({ grade: "sure", payment_id: id, full_name: "Esther Brown", due_pence: 1000 });
    expect((await closing()).payments).toMatchObject([{ state: "approved", is_listed: true }]);
    const confirmed = await admin("POST", "/api/bank-lines/confirm", { ids: [line?.id] });
    expect(confirmed.body).toEqual({ confirmed: 1, pence: -1000, left_out: 0 });
    expect((await closing()).payments).toMatchObject([{ state: "paid", paid_on: "2027-01-29" }]);
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [round.memberOf(5).email, "Alder Analytics: £10.00 was sent back to you"],
    ]);
    const [{ matches }] = (await admin("GET", `${path()}/bank-lines?show=booked&limit=1`)).body.items;
    await admin("POST", `/api/bank-lines/${line?.id}/unmatch`, { match_id: matches[0].id, reason: "Another one." });
    expect((await closing()).payments).toMatchObject([{ state: "approved", paid_on: null }]);
    expect((await cancel(id)).body.state).toBe("cancelled");
    expect((await cancel(id)).body.code).toBe("payment_closed");
    expect(await auditOf("payment_cancelled")).toEqual([
      {
        kind: "payment_cancelled",
        actor_id: owen.id,
        details: { payment_id: id, kind: "refund", pence: 1000 },
      },
    ]);
    expect(await closing()).toMatchObject({ difference_pence: -1000 });
  });
  it("A refund that the bank sends back is owed again and no surplus of its own, and the mistake of saying so is undone", async () => {
    await allPaid();
    const { id } = (await refund(1000)).body;
    await approve(id);
    await upload(13);
    const [line] = await openLines();
    await admin("POST", "/api/bank-lines/confirm", { ids: [line?.id] });
    await takeMails(club);
    const member = round.memberOf(5);
    const back = { deal_id: round.deal.id, amount_pence: 1000, booked_on: "2027-02-01", payer: "RETURNED PAYMENT" };
    const returned = await buildBankLine(club.db, { ...back, reference: member.reference }, now);
    expect((await openLines())[0]).toMatchObject({ grade: "likely", payment_id: id, full_name: "Esther Brown" });
    const part = { kind: "payment_returned", payment_id: id, amount_pence: 1000 };
    expect((await match(returned, [part])).status).toBe(200);
    const refunds = async () => {
      const { payments, refund_pence, difference_pence, ledger_sum_pence } = await closing();
      const [{ state, returned_on, paid_on }] = payments;
      return [state, returned_on, paid_on, refund_pence, difference_pence, ledger_sum_pence];
    };
    expect(await refunds()).toEqual(["approved", "2027-02-01", null, 1000, 0, 0]);
    const own = (await (await club.as(member))("GET", `/api/commitments/${member.commitment_id}/call`)).body;
    expect(own).toMatchObject({ refund_pence: 1000, refunded_pence: 0 });
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [member.email, "Alder Analytics: the bank sent back £10.00 that was paid to you"],
    ]);
    expect(mails[0]?.text).toContain("please write to us which account in your name it should go to");
    const booked = (await admin("GET", `${path()}/bank-lines?show=booked&limit=50`)).body.items;
    const { matches } = booked.find((each: BankLine) => each.id === returned);
    const undone = { match_id: matches[0].id, reason: "It was a gift." };
    expect((await admin("POST", `/api/bank-lines/${returned}/unmatch`, undone)).status).toBe(200);
    expect(await refunds()).toEqual(["paid", null, "2027-01-29", 0, 0, 0]);
  });
  it("A refund is not approved by the admin to whom it is paid", async () => {
    await allPaid();
    await club.db
      .updateTable("investor_records")
      .set({ user_id: ada.id })
      .where("id", "=", round.memberOf(5).record_id)
      .execute();
    const { id } = (await refund(1000)).body;
    expect((await approve(id)).body.code).toBe("second_person_required");
    await club.db
      .updateTable("investor_records")
      .set({ user_id: round.memberOf(5).id })
      .where("id", "=", round.memberOf(5).record_id)
      .execute();
  });
});

describe("The payment to the company", () => {
  it("The company is paid once everybody has paid and excess money was sent back; no fees are proposed before that", async () => {
    expect(await obstacle()).toBe("not_all_paid");
    await allPaid();
    expect(await obstacle()).toBe("refund_open");
    expect((await closing()).can).toMatchObject({ transfer_fee: false });
    expect((await propose("fee-transfer")).body.detail).toBe("The fees go to the club once the company is paid.");
    const { id } = (await refund(1000)).body;
    expect((await approve(id)).status).toBe(200);
    expect(await obstacle()).toBe("refund_open");
    await upload(13);
    const [line] = await openLines();
    expect((await admin("POST", "/api/bank-lines/confirm", { ids: [line?.id] })).status).toBe(200);
    expect(await obstacle()).toBeNull();
  });
  it("The payment to the company is booked as sure though something else has left on the same day", async () => {
    await allPaid();
    const { wire: id } = await payOut(club, round.deal.id);
    const line = { deal_id: round.deal.id, booked_on: "2027-01-28" };
    await buildBankLine(club.db, { ...line, amount_pence: -9_999_980, payer: "ALDER ANALYTICS" }, now);
    await buildBankLine(club.db, { ...line, amount_pence: -41_943, payer: "THE CLUB" }, now);
    expect(await closing()).toMatchObject({ difference_pence: -41_943 });
    const [wire] = await openLines();
    expect(wire).toMatchObject({ grade: "sure", payment_id: id });
    const confirmed = await admin("POST", "/api/bank-lines/confirm", { ids: [wire?.id] });
    expect([confirmed.status, confirmed.body]).toEqual([200, { confirmed: 1, pence: -9_999_980, left_out: 0 }]);
    expect((await closing()).payments).toMatchObject([
      { kind: "fee", state: "approved" },
      { kind: "wire", state: "paid", paid_on: "2027-01-28" },
    ]);
  });
  it("The payment to the company is not sent for less than the club's minimum", async () => {
    round = await buildCalledRound(club.db, "MN7", { club_minimum_pence: 9_999_981 });
    await allPaid();
    expect(await obstacle()).toBe("below_minimum");
  });
  it("A payment to the company proposed by itself waits until its account, and any other that waits, is called back", async () => {
    await allPaid();
    const id = await proposeToCompany();
    const refused = await approve(id);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      "company_not_called_back",
      "Another admin has to confirm the company’s account after a call back first.",
    ]);
    await callCompanyBack(club, round.deal.id, admin);
    await buildCompanyAccount(club.db, round.deal.id, null);
    expect((await approve(id)).body.code).toBe("company_not_called_back");
    // The account that was called back, given again, takes the place of the one that waits.
    expect((await admin("POST", `/api/deals/${round.deal.id}/company-account`, companyAccount)).status).toBe(201);
    expect((await approve(id)).body.state).toBe("approved");
  });
  it("A payment to the company is not approved once a receipt was taken back, and keeps receipts once approved", async () => {
    await allPaid();
    await buildCompanyAccount(club.db, round.deal.id, now);
    const [line] = (await admin("GET", `${path()}/bank-lines?show=booked`)).body.items.filter(
      ({ payer }: BankLine) => payer === "DEV SHAH",
    );
    const taking = { match_id: line.matches[0].id, reason: "A mistake." };
    const id = await proposeToCompany();
    expect((await admin("POST", `/api/bank-lines/${line.id}/unmatch`, taking)).status).toBe(200);
    const changed = await approve(id);
    expect([changed.status, changed.body.code, changed.body.detail]).toEqual([
      409,
      "payment_closed",
      "What is owed has changed meanwhile. Please cancel this payment and propose it again.",
    ]);
    const { body } = await match(line.id, [
      { kind: "receipt", commitment_id: round.memberOf(4).commitment_id, amount_pence: 713_372 },
    ]);
    const movesOf = async () => (await admin("GET", `/api/deals/${round.deal.id}`)).body.can.move_to;
    expect(await movesOf()).toContain("cancelled");
    expect((await approve(id)).status).toBe(200);
    expect(await movesOf()).not.toContain("cancelled");
    const refused = await admin("POST", `/api/bank-lines/${line.id}/unmatch`, {
      ...taking,
      match_id: body.matches[1].id,
    });
    expect([refused.status, refused.body.code]).toEqual([409, "payment_closed"]);
  });
});

describe("A deal whose payment to the company is approved", () => {
  it("A deal whose payment to the company is approved is not cancelled before that payment is", async () => {
    await allPaid();
    await buildCompanyAccount(club.db, round.deal.id, now);
    const { wire } = await payOut(club, round.deal.id);
    const { updated_at } = await club.db
      .selectFrom("deals")
      .select("updated_at")
      .where("id", "=", round.deal.id)
      .executeTakeFirstOrThrow();
    const end = (by = admin) =>
      by("POST", `${path()}/transitions`, { to: "cancelled", reason: "Off.", expected_version: updated_at });
    const refused = await end();
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      "payment_closed",
      "The payment to the company is approved or paid, so shares and commitments stay as they are. If the bank has not sent it, cancel that payment first.",
    ]);
    expect((await cancel(wire ?? "")).status).toBe(200);
    // Its fees do not leave without it.
    expect((await closing()).payments.map(({ state }: { state: string }) => state)).toEqual(["cancelled", "cancelled"]);
    await takeMails(club);
    for (const by of [admin, second]) expect((await end(by)).status).toBe(200);
    const text = (await takeMails(club))
      .find(({ to }) => to === round.memberOf(10).email)
      ?.text.replaceAll(/\s+/g, " ");
    expect(text).toMatch(
      /You owe nothing\. The £[\d,]+\.\d\d that you sent comes back in full, any fee included\. The reason:/,
    );
    expect(text?.match(/owe nothing/g)).toHaveLength(1);
    expect(text).toContain("Off.");
  });
});

describe("Payments that left the account before they were proposed", () => {
  const out = (amount_pence: number) =>
    buildBankLine(club.db, { deal_id: round.deal.id, amount_pence, booked_on: "2027-01-28" }, now);
  const canRefund = async () => {
    const { items } = (await admin("GET", `${path()}/closing/members`)).body;
    return items.find(({ number }: { number: number }) => number === 5).can.refund;
  };
  const canApprove = async (id: string) =>
    (await second("GET", `${path()}/closing`)).body.payments.find((payment: { id: string }) => payment.id === id).can
      .approve;

  it("Payments that left the account already are offered as the server takes them, and explain the line with a charge", async () => {
    await allPaid();
    await buildCompanyAccount(club.db, round.deal.id, now);
    const line = await out(-10_003_480);
    expect(await closing()).toMatchObject({
      difference_pence: -10_003_480,
      sendable_pence: 10_003_480,
      can: { transfer_fee: false },
    });
    expect(await canRefund()).toBe(true);
    const wire = await proposeToCompany();
    const back = (await refund(1000)).body;
    expect([await canApprove(wire), await canApprove(back.id)]).toEqual([true, true]);
    for (const id of [wire, back.id]) expect((await approve(id)).status).toBe(200);
    const { status } = await match(line, [
      { kind: "wire", payment_id: wire, amount_pence: 9_999_980 },
      { kind: "refund", payment_id: back.id, amount_pence: 1000 },
      { kind: "club_bears", amount_pence: 2500 },
    ]);
    expect(status).toBe(200);
    expect(await closing()).toMatchObject({ difference_pence: 0, sendable_pence: null, borne_pence: 2500 });
  });

  it("Payments of more than the line that left are not offered, as the server refuses them", async () => {
    await allPaid();
    await buildCompanyAccount(club.db, round.deal.id, now);
    const wire = await proposeToCompany();
    await out(-600);
    expect(await canApprove(wire)).toBe(false);
    expect((await approve(wire)).body.code).toBe("ledger_mismatch");
    await cancel(wire);
    expect(await canRefund()).toBe(true);
    expect([(await refund(601)).body.code, (await refund(600)).status]).toEqual(["ledger_mismatch", 201]);
  });

  it("A line that left the account is not all taken for a charge: the club bears what it has of fees", async () => {
    await allPaid();
    const line = await out(-10_003_480);
    const refused = await match(line, [{ kind: "club_bears", amount_pence: 10_003_480 }]);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          path: "parts",
          message:
            "The club cannot bear £100,034.80: £3,551.72 of fees are its own in this deal. Please match the line with approved payments, or book what the club pays in first",
        },
      ],
    ]);
  });
});

describe("A payment above what the account holds", () => {
  it("A payment above the account's money is refused with that sum, and paid once the club has paid in", async () => {
    await allPaid();
    await buildCompanyAccount(club.db, round.deal.id, now);
    const line = (amount_pence: number) =>
      buildBankLine(club.db, { deal_id: round.deal.id, amount_pence, booked_on: "2027-01-28" }, now);
    const bears = [{ kind: "club_bears", amount_pence: 400_000 }];
    const paidIn = await line(400_000);
    const { matches } = (await match(paidIn, bears)).body;
    expect((await match(await line(-400_000), bears)).status).toBe(200);
    const wire = await proposeToCompany();
    const taken = { match_id: matches[0].id, reason: "Another one." };
    expect((await admin("POST", `/api/bank-lines/${paidIn}/unmatch`, taken)).status).toBe(200);
    expect(await refusalOf(payOut(club, round.deal.id))).toBe("account_short");
    const { status, body } = await approve(wire);
    expect([status, body.code, body.detail]).toEqual([
      409,
      "account_short",
      "£99,999.80 cannot be paid: the account holds £99,561.52, of which £0.00 is approved to be paid out.",
    ]);
    await cancel(wire);
    expect((await match(paidIn, bears)).status).toBe(200);
    const { items } = (await admin("GET", `${path()}/ledger?limit=500`)).body;
    const texts = items.map(({ text }: { text: string }) => text);
    expect([texts.at(-3), texts.at(-1)]).toEqual(["A charge of the bank, borne by the club", "Paid in by the club"]);
    expect((await payOut(club, round.deal.id)).wire).toBeDefined();
  });
});

describe("A line that left the account in several parts", () => {
  const out = (amount_pence: number) =>
    buildBankLine(club.db, { deal_id: round.deal.id, amount_pence, booked_on: "2027-01-28" }, now);
  const approved = async (amount_pence: number, number: number): Promise<string> => {
    const { body } = await refund(amount_pence, number);
    expect((await approve(body.id)).status).toBe(200);
    return body.id;
  };
  const refusedFields = async (answer: ReturnType<typeof match>) => {
    const { status, body } = await answer;
    return [status, body.errors];
  };

  it("A line in several parts is the payment to the company with the bank's charge, and all of the line", async () => {
    await allPaid();
    await buildCompanyAccount(club.db, round.deal.id, now);
    const { wire: payment_id } = await payOut(club, round.deal.id);
    const line = await out(-10_001_480);
    const wire = { kind: "wire", payment_id, amount_pence: 9_999_980 };
    for (const [pence, words] of [
      [1499, "The parts are £0.01 less than the line. A line that left the account is booked in full."],
      [1501, "The parts are £0.01 more than the line. A line that left the account is booked in full."],
    ] as const)
      expect(await refusedFields(match(line, [wire, { kind: "club_bears", amount_pence: pence }]))).toEqual([
        422,
        [{ path: "parts", message: words }],
      ]);
    expect(await refusedFields(match(line, [wire]))).toEqual([
      422,
      [
        {
          path: "parts",
          message: "The parts are £15.00 less than the line. A line that left the account is booked in full.",
        },
      ],
    ]);
    const { status, body } = await match(line, [wire, { kind: "club_bears", amount_pence: 1500 }]);
    expect([status, body.open_pence, body.matches.map(({ amount_pence }: BankLine) => amount_pence)]).toEqual([
      ...[200, 0],
      [-9_999_980, -1500],
    ]);
    expect(await closing()).toMatchObject({ difference_pence: 0, ledger_sum_pence: 0, borne_pence: 1500 });
    expect((await closing()).payments).toMatchObject([
      { kind: "fee", state: "approved" },
      { kind: "wire", state: "paid", paid_on: "2027-01-28" },
    ]);
    // One part of several is taken back, and booked again.
    const taken = { match_id: body.matches[1].id, reason: "Not a charge." };
    expect((await admin("POST", `/api/bank-lines/${line}/unmatch`, taken)).body.open_pence).toBe(-1500);
    expect((await match(line, [{ kind: "club_bears", amount_pence: 1500 }])).body.open_pence).toBe(0);
  });

  it("A line in several parts is four refunds to named members, each told of their own", async () => {
    await upload(12);
    const pay = async (payer: string, parts: object[]) => {
      const line = (await openLines()).find((other) => other.payer === payer);
      expect((await match(line?.id ?? "", parts)).status).toBe(200);
    };
    const receipt = (number: number, amount_pence: number) => ({
      kind: "receipt",
      commitment_id: round.memberOf(number).commitment_id,
      amount_pence,
    });
    const extra = [1, 2, 3, 4].map((number) => receipt(number, round.memberOf(number).due_pence + number * 1000));
    const line = await buildBankLine(
      club.db,
      {
        deal_id: round.deal.id,
        amount_pence: extra.reduce((sum, { amount_pence }) => sum + amount_pence, 0),
        booked_on: "2027-01-28",
      },
      now,
    );
    expect((await match(line, extra)).status).toBe(200);
    await pay("ESTHER BROWN", [receipt(5, 1_323_872)]);
    const ids: string[] = [];
    for (const number of [1, 2, 3, 4]) ids.push(await approved(number * 1000, number));
    await takeMails(club);
    const bulk = await out(-10_000);
    const part = (place: number, amount_pence: number) => ({ kind: "refund", payment_id: ids[place], amount_pence });
    const [first, second, third, fourth] = [part(0, 1000), part(1, 2000), part(2, 3000), part(3, 4000)];
    const notApproved = {
      path: "parts",
      message: "Please choose an approved payment, and give the part its amount",
    };
    // Nothing is booked of it where one part is refused.
    expect(
      await refusedFields(match(bulk, [first, second, third, part(3, 3999), { kind: "club_bears", amount_pence: 1 }])),
    ).toEqual([422, [notApproved]]);
    expect(await refusedFields(match(bulk, [first, first, second, third, third]))).toEqual([422, [notApproved]]);
    const { status, body } = await match(bulk, [first, second, third, fourth]);
    expect([status, body.open_pence, body.matches.length]).toEqual([200, 0, 4]);
    expect((await closing()).payments.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill("paid"));
    expect(await closing()).toMatchObject({ difference_pence: 0, refund_pence: 1000 });
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
      [1, 2, 3, 4]
        .map((number) => [round.memberOf(number).email, `Alder Analytics: £${number * 10}.00 was sent back to you`])
        .toSorted(),
    );
  });

  it("A line in several parts is refused where the ledger has less in the account", async () => {
    await upload(12);
    const esther = (await openLines()).find(({ payer }) => payer === "ESTHER BROWN");
    const receipt = { kind: "receipt", commitment_id: round.memberOf(5).commitment_id, amount_pence: 1_323_872 };
    await match(esther?.id ?? "", [receipt]);
    const payment_id = await approved(1000, 5);
    const charge = [{ kind: "club_bears", amount_pence: 1_323_372 }];
    const paidIn = await out(1_323_372);
    const { matches } = (await match(paidIn, charge)).body;
    expect((await match(await out(-1_323_372), charge)).status).toBe(200);
    const taken = { match_id: matches[0].id, reason: "Another one." };
    expect((await admin("POST", `/api/bank-lines/${paidIn}/unmatch`, taken)).status).toBe(200);
    const refunded = await out(-1000);
    const parts = [{ kind: "refund", payment_id, amount_pence: 1000 }];
    expect(await refusedFields(match(refunded, parts))).toEqual([
      422,
      [
        {
          path: "parts",
          message: "Less is booked in the account than this payment. Please book what came in first",
        },
      ],
    ]);
    const amara = (await openLines()).find(({ payer }) => payer === "AMARA OKAFOR");
    await match(amara?.id ?? "", [{ kind: "unidentified", amount_pence: 1_900_424 }]);
    expect((await match(refunded, parts)).status).toBe(200);
  });
});

describe("Money of nobody known", () => {
  it("Money of nobody known goes back to where it came from, and is not booked in another way meanwhile", async () => {
    await upload(1);
    const [line] = await openLines();
    const id = line?.id ?? "";
    await match(id, [{ kind: "unidentified", amount_pence: 1_900_424 }]);
    const much = await propose("returns", { bank_line_id: id, amount_pence: 1_900_425 });
    expect(much.body.errors[0].message).toBe("At most £19,004.24 is due back");
    const returned = await propose("returns", { bank_line_id: id, amount_pence: 1_900_424 });
    expect(returned.body).toMatchObject({ kind: "return", payee: "AMARA OKAFOR", state: "proposed" });
    const taken = await match(id, [
      { kind: "receipt", commitment_id: round.memberOf(1).commitment_id, amount_pence: 1 },
    ]);
    expect([taken.status, taken.body.code]).toEqual([409, "already_posted"]);
    const bookedLine = async () =>
      (await admin("GET", `${path()}/bank-lines?show=booked`)).body.items.find((other: BankLine) => other.id === id);
    const { matches } = await bookedLine();
    expect(matches[0]).toMatchObject({
      can: { unmatch: false, send_back: false },
      returnable_pence: 0,
      returns: [{ amount_pence: 1_900_424, state: "proposed", paid_on: null }],
    });
    const unmatched = await admin("POST", `/api/bank-lines/${id}/unmatch`, {
      match_id: matches[0].id,
      reason: "Known.",
    });
    expect(unmatched.body.code).toBe("payment_closed");
    await approve(returned.body.id);
    const out =
      "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)\n28/01/2027,AMARA OKAFOR,BACK,FPI,-19004.24,0.00\n";
    await admin("POST", `${path()}/bank-files?name=b.csv`, out, { "content-type": "text/csv" });
    expect(await closing()).toMatchObject({ unidentified_pence: 0, on_account_pence: 0, difference_pence: 0 });
    expect((await bookedLine()).matches[0]).toMatchObject({
      can: { unmatch: false, send_back: false },
      returns: [{ amount_pence: 1_900_424, state: "paid", paid_on: "2027-01-28" }],
    });
  });
});

describe("Money of nobody known in a deal that is then cancelled", () => {
  it("Money of nobody known keeps a cancelled deal in the list of closing deals until the money is sent back", async () => {
    const deal = await buildDeal(club.db, { state: "released" });
    const listed = async () => {
      const { items } = (await admin("GET", "/api/deals?state=unsettled")).body;
      return items.some(({ id }: { id: string }) => id === deal.id);
    };
    const record = async () => (await admin("GET", `/api/deals/${deal.id}`)).body;
    const board = async () => (await admin("GET", `/api/deals/${deal.id}/closing`)).body;
    const bank = (amount_pence: number) =>
      buildBankLine(club.db, { deal_id: deal.id, amount_pence, booked_on: "2027-01-28" }, now);
    const bank_line_id = await bank(50_000);
    await match(bank_line_id, [{ kind: "unidentified", amount_pence: 50_000 }]);
    expect([await listed(), (await record()).is_unsettled]).toEqual([false, false]);
    const { updated_at } = await record();
    const end = { to: "cancelled", reason: "Off.", expected_version: updated_at };
    for (const by of [admin, second])
      expect((await by("POST", `/api/deals/${deal.id}/transitions`, end)).status).toBe(200);
    expect([await listed(), (await record()).is_unsettled]).toEqual([true, true]);
    const back = await admin("POST", `/api/deals/${deal.id}/returns`, {
      bank_line_id,
      reason: "Off.",
      amount_pence: 50_000,
    });
    expect(back.status).toBe(201);
    expect(await board()).toMatchObject({ deal_state: "cancelled", called_at: null, on_account_pence: 50_000 });
    expect((await board()).payments).toMatchObject([{ state: "proposed", can: { cancel: true } }]);
    expect((await approve(back.body.id)).status).toBe(200);
    const returned = await match(await bank(-50_000), [
      { kind: "return", payment_id: back.body.id, amount_pence: 50_000 },
    ]);
    expect(returned.status).toBe(200);
    expect([await listed(), (await record()).is_unsettled]).toEqual([false, false]);
  });
});

describe("What the funds desk offers", () => {
  /** Whether the database would take the change, which is rolled back. */
  const succeeds = (change: ReturnType<typeof sql>) =>
    club
      .asActor({ userId: owen.id, at: now }, async (tx) => {
        await change.execute(tx);
        throw new Error("rolled back");
      })
      .catch((error: Error) => error.message === "rolled back");
  const expectOffersTrue = async () => {
    const lines: BankLine[] = (await admin("GET", `${path()}/bank-lines?show=booked`)).body.items;
    const offered = lines.flatMap(({ id, matches }) =>
      matches.map((made) => ({ what: `${made.full_name ?? made.kind}`, id, made, may: made.can.unmatch })),
    );
    for (const { what, id, made, may } of offered)
      expect([what, await succeeds(sql`select unmatch_bank_line(${id}, ${made.id}, 'A mistake.')`)]).toEqual([
        what,
        may,
      ]);
    const { can, payments } = await closing();
    expect(can.transfer_fee).toBe(
      await succeeds(sql`select propose_payment(${round.deal.id}, 'fee', null, null, null, 'X', 'Y')`),
    );
    const seen = (await second("GET", `${path()}/closing`)).body.payments;
    for (const payment of seen.filter(({ state }: { state: string }) => state === "proposed"))
      expect(payment.can.approve).toBe(
        await club
          .asActor({ userId: ada.id, at: now }, async (tx) => {
            await sql`select approve_payment(${payment.id})`.execute(tx);
            throw new Error("rolled back");
          })
          .catch((error: Error) => error.message === "rolled back"),
      );
    return { offered: offered.filter(({ may }) => may).length, payments };
  };
  it("Whatever the funds desk offers the database takes, from the first payment to the fees", async () => {
    await allPaid();
    expect((await expectOffersTrue()).offered).toBe(12);
    // Esther Brown sent £10.00 too much.
    const back = (await refund(1000)).body;
    expect((await expectOffersTrue()).offered).toBe(11);
    await cancel(back.id);
    const id = await proposeToCompany();
    const { payments } = await expectOffersTrue();
    expect(payments[0].obstacle).toBe("Another admin has to confirm the company’s account after a call back first.");
    await callCompanyBack(club, round.deal.id, admin);
    await expectOffersTrue();
    await approve(id);
    // Nothing is taken back of what the company is paid with.
    expect((await expectOffersTrue()).offered).toBe(0);
  });
});

describe("A reminder", () => {
  it("A reminder goes to each member who has something to do, once a day", async () => {
    await allPaid();
    const [line] = (await admin("GET", `${path()}/bank-lines?show=booked`)).body.items.filter(
      ({ payer }: BankLine) => payer === "DEV SHAH",
    );
    await admin("POST", `/api/bank-lines/${line.id}/unmatch`, { match_id: line.matches[0].id, reason: "A mistake." });
    await takeMails(club);
    expect((await closing()).nudgeable).toBe(1);
    const nudge = () => admin("POST", `${path()}/nudge`);
    const answers = await meetAtRow(club.db, "deals", round.deal.id, [nudge, nudge]);
    expect(answers.map(({ body }) => body)).toEqual([{ members: 1 }, { members: 0 }]);
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [round.memberOf(4).email, "Alder Analytics: £7,133.72 has come to the bank"],
    ]);
    now = new Date("2027-01-29T12:00:00Z");
    expect((await nudge()).body).toEqual({ members: 1 });
  });
});
