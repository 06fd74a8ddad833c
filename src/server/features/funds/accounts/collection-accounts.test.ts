import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { bookReceipt, buildAllocatedDeal, elevenMembers } from "#tests/support/build-allocated-deal.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { fundsCallJobs } from "../calls/jobs.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const monday = new Date("2027-01-25T10:00:00Z");
const later = (hours: number) => new Date(monday.getTime() + hours * 60 * 60 * 1000);
const input = {
  account_name: "Sample Nominee Services, clients",
  sort_code: "10 20 30",
  account_number: "0000 1234",
  bank: "Sample Bank",
  partner: "Sample Nominee Services",
};
const call_back_note = "Called back at the number of the contract.";
const reason = "The partner knows no such account.";
let now = monday;
let deal: { id: string };

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const daniel = await buildAdmin(club.db, { full_name: "Daniel Achebe" });
const [admin, second] = [await club.as(owen), await club.as(daniel)];
beforeEach(async () => {
  now = monday;
  deal = await buildDeal(club.db, { state: "closing" });
});

const read = async (id = deal.id) => (await admin("GET", `/api/deals/${id}/collection-account`)).body;
const enter = (body: object = input, id = deal.id, by = admin) =>
  by("POST", `/api/deals/${id}/collection-account`, body);
const confirm = (id: string, by = second, dealId = deal.id) =>
  by("POST", `/api/deals/${dealId}/collection-account/confirm`, { id, call_back_note });
const reject = (id: string, by = second, dealId = deal.id) =>
  by("POST", `/api/deals/${dealId}/collection-account/reject`, { id, reason });
const enterAndConfirm = async (change: object = {}) => {
  const { body } = await enter({ ...input, ...change });
  return confirm(body.entered.id);
};
const auditOf = () => club.auditOf(deal.id, "kind", "actor_id", "details");

describe("GET /deals/{id}/collection-account", () => {
  it("returns nothing before one is entered", async () => {
    expect(await read()).toEqual({ current: null, entered: null, rejected: null });
  });
});

describe("POST /deals/{id}/collection-account", () => {
  it.each([
    ["sort_code", { sort_code: "12345" }],
    ["account_number", { account_number: "1234567" }],
    ["account_name", { account_name: "  " }],
  ])("returns 422 for an invalid %s", async (path, change) => {
    const { status, body } = await enter({ ...input, ...change });
    expect([status, body.errors[0].path]).toEqual([422, path]);
  });
  it("returns 409 for a deal that is over", async () => {
    const over = await buildDeal(club.db, { state: "cancelled" });
    const { status, body } = await enter(input, over.id);
    expect([status, body.code]).toEqual([409, "deal_not_open"]);
  });
  it("enters an account that another admin can confirm, and keeps its digits out of the audit", async () => {
    const { status, body } = await enter();
    expect([status, body]).toEqual([
      201,
      {
        current: null,
        entered: {
          ...input,
          sort_code: "10-20-30",
          account_number: "00001234",
          id: expect.any(String),
          entered_at: "2027-01-25T10:00:00.000Z",
          entered_by_name: "Owen Pryce",
          confirmed_at: null,
          confirmed_by_name: null,
          call_back_note: null,
          frozen_until: null,
          can: { confirm: false, reject: true },
        },
        rejected: null,
      },
    ]);
    expect((await second("GET", `/api/deals/${deal.id}/collection-account`)).body.entered.can).toEqual({
      confirm: true,
      reject: true,
    });
    expect(await auditOf()).toEqual([{ kind: "collection_account_entered", actor_id: owen.id, details: {} }]);
  });
  it("replaces one that waits", async () => {
    const first = (await enter()).body.entered.id;
    const { body } = await enter({ ...input, account_number: "99998888" });
    expect(body.entered.account_number).toBe("99998888");
    const { status, body: refused } = await confirm(first);
    expect([status, refused.code]).toEqual([409, "revision_conflict"]);
  });
});

describe("POST /deals/{id}/collection-account/confirm", () => {
  it("returns 404 for an unknown account and for one of another deal", async () => {
    const { entered } = (await enter()).body;
    const other = await buildDeal(club.db, { state: "closing" });
    expect((await confirm(unknownId)).status).toBe(404);
    expect((await confirm(entered.id, second, other.id)).status).toBe(404);
  });
  it("returns 403 to the admin who entered it, and 422 without a note of the call back", async () => {
    const { id } = (await enter()).body.entered;
    now = later(48);
    const { status, body } = await confirm(id, admin);
    expect([status, body.code]).toEqual([403, "second_person_required"]);
    const path = `/api/deals/${deal.id}/collection-account/confirm`;
    const without = await second("POST", path, { id, call_back_note: " " });
    expect([without.status, without.body.errors[0].path]).toEqual([422, "call_back_note"]);
  });
  it("makes it the account that members pay to, at once where there was none", async () => {
    const { id } = (await enter()).body.entered;
    const { status, body } = await confirm(id);
    expect([status, body.entered]).toEqual([200, null]);
    expect(body.current).toMatchObject({
      id,
      confirmed_at: "2027-01-25T10:00:00.000Z",
      confirmed_by_name: "Daniel Achebe",
      call_back_note,
      frozen_until: null,
      can: { confirm: false, reject: false },
    });
    expect((await auditOf()).at(-1)).toEqual({
      kind: "collection_account_confirmed",
      actor_id: daniel.id,
      details: { account_id: id },
    });
    expect((await confirm(id)).status).toBe(409);
  });
  it("confirms once where two admins press at the same time", async () => {
    const { id } = (await enter()).body.entered;
    const third = await club.as(await buildAdmin(club.db, { full_name: "Eleanor Marsh" }));
    const answers = await meetAtRow(club.db, "deals", deal.id, [() => confirm(id), () => confirm(id, third)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  });
});

describe("POST /deals/{id}/collection-account/reject", () => {
  it("returns 404 for an unknown account and for one of another deal, and 422 without a reason", async () => {
    const { id } = (await enter()).body.entered;
    const other = await buildDeal(club.db, { state: "closing" });
    expect((await reject(unknownId)).status).toBe(404);
    expect((await reject(id, second, other.id)).status).toBe(404);
    const without = await second("POST", `/api/deals/${deal.id}/collection-account/reject`, { id, reason: " " });
    expect([without.status, without.body.errors[0].path]).toEqual([422, "reason"]);
  });
  it("takes it away with its reason, until another is entered", async () => {
    const { id } = (await enter()).body.entered;
    const { status, body } = await reject(id);
    expect([status, body]).toEqual([
      200,
      {
        current: null,
        entered: null,
        rejected: {
          account_name: input.account_name,
          sort_code: "10-20-30",
          account_number: "00001234",
          entered_by_name: "Owen Pryce",
          rejected_at: "2027-01-25T10:00:00.000Z",
          rejected_by_name: "Daniel Achebe",
          rejection: reason,
        },
      },
    ]);
    expect(await auditOf()).toEqual([
      { kind: "collection_account_entered", actor_id: owen.id, details: {} },
      { kind: "collection_account_rejected", actor_id: daniel.id, details: { account_id: id } },
    ]);
    expect([(await reject(id)).status, (await confirm(id)).status]).toEqual([409, 409]);
    const next = (await enter()).body;
    expect([next.rejected, next.entered.account_number]).toEqual([null, "00001234"]);
  });
  it("leaves the account that members pay to", async () => {
    const { id } = (await enterAndConfirm()).body.current;
    expect((await reject(id)).status).toBe(409);
    const { body } = await enter({ ...input, account_number: "99998888" });
    const left = (await reject(body.entered.id)).body;
    expect([left.current.id, left.entered, left.rejected.account_number]).toEqual([id, null, "99998888"]);
  });
});

describe("A change of the account", () => {
  let called: Awaited<ReturnType<typeof buildAllocatedDeal>>;
  beforeEach(async () => {
    called = await buildAllocatedDeal(club.db, { members: elevenMembers.slice(0, 3) });
    deal = called;
    expect((await enterAndConfirm()).status).toBe(200);
    expect((await admin("POST", `/api/deals/${deal.id}/funds-call`, {})).status).toBe(201);
    await runClock();
    await takeMails(club);
    const [paid] = called.commitments;
    if (paid) await bookReceipt(club.db, paid, 1_900_424, { booked_on: "2027-01-25", at: monday });
    now = later(4);
  });
  const runClock = () => fundsCallJobs["funds-clock"].run(club, { deal_id: deal.id });
  const timesOf = async () =>
    (
      await club.db
        .selectFrom("commitments")
        .select(["due_at", "grace_until"])
        .where("deal_id", "=", deal.id)
        .orderBy("number")
        .execute()
    ).map(({ due_at, grace_until }) => [due_at, grace_until]);

  it("freezes it for a day, gives who has to pay the same day, and tells everybody who was called", async () => {
    const { body } = await enterAndConfirm({ account_number: "99998888" });
    expect(body.current.frozen_until).toBe("2027-01-26T14:00:00.000Z");
    expect(await timesOf()).toEqual([
      [later(48), later(72)],
      [later(72), later(96)],
      [later(72), later(96)],
    ]);
    await runClock();
    const mails = await takeMails(club);
    expect(mails.map(({ to }) => to).sort()).toEqual(called.people.map(({ email }) => email).sort());
    for (const { subject, text } of mails) {
      expect(subject).toBe("Alder Analytics: the account has changed, send nothing before 26 January 2027, 14:00");
      for (const secret of ["99998888", "00001234", "10-20-30", "Sample Nominee"]) expect(text).not.toContain(secret);
    }
    const { rows } = await sql<{
      kind: string;
    }>`select kind from notices where user_id = ${called.people[1]?.id}`.execute(club.db);
    expect(rows.map(({ kind }) => kind)).toEqual(["funds_called", "collection_account_changed"]);
  });
  it("reminds nobody while it is frozen, and once afterwards", async () => {
    await enterAndConfirm();
    await runClock();
    await takeMails(club);
    now = later(27);
    await runClock();
    expect(await takeMails(club)).toEqual([]);
    now = later(28);
    await runClock();
    await runClock();
    expect((await takeMails(club)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Alder Analytics: £[\d,.]+ is still open, by 28 January 2027, 10:00$/),
      expect.stringMatching(/^Alder Analytics: £[\d,.]+ is still open, by 28 January 2027, 10:00$/),
    ]);
  });
  it("gives only the hours that a second change adds", async () => {
    await enterAndConfirm();
    now = later(6);
    await enterAndConfirm();
    expect((await timesOf())[1]).toEqual([later(74), later(98)]);
  });
});
