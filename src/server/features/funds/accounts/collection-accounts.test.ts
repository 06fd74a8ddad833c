import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { bookReceipt, buildAllocatedDeal, elevenMembers } from "#tests/support/build-allocated-deal.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { callRound, confirmCollectionAccount, refusalOf } from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { fundsCallJobs } from "../calls/jobs.ts";

const monday = new Date("2027-01-25T10:00:00Z");
const later = (hours: number) => new Date(monday.getTime() + hours * 60 * 60 * 1000);
const input = {
  account_name: "Sample Nominee Services, clients",
  sort_code: "10 20 30",
  account_number: "0000 1234",
  bank: "Sample Bank",
  partner: "Sample Nominee Services",
};
let now = monday;
let deal: { id: string };

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const daniel = await buildAdmin(club.db, { full_name: "Daniel Achebe" });
const admin = await club.as(owen);
beforeEach(async () => {
  now = monday;
  // Deals of earlier cases leave the account to this one.
  await sql`update collection_accounts set sort_code = '99-99-99'`.execute(club.db);
  deal = await buildDeal(club.db, { state: "closing" });
});

const read = async (id = deal.id) => (await admin("GET", `/api/deals/${id}/collection-account`)).body;
const enter = (body: object = input, id = deal.id) => admin("POST", `/api/deals/${id}/collection-account`, body);
const confirm = (isNew = false) => confirmCollectionAccount(club, deal.id, daniel.id, { isNew });
const enterAndConfirm = async (change: object = {}) => {
  expect((await enter({ ...input, ...change })).status).toBe(201);
  await confirm();
};
const auditOf = () => club.auditOf(deal.id, "kind", "actor_id", "details");

describe("GET /deals/{id}/collection-account", () => {
  it("returns nothing before an account is entered", async () => {
    expect(await read()).toEqual({ current: null, entered: null, last: null });
  });
  it("returns the account of the last deal where this one has none, once that deal is settled", async () => {
    await enter();
    await confirm();
    const other = await buildDeal(club.db, { company: { name: "Fern Robotics" } });
    const { account_name, bank, partner } = input;
    const digits = { sort_code: "10-20-30", account_number: "00001234" };
    expect((await read(other.id)).last).toBe(null);
    await sql`update deals set state = 'cancelled' where id = ${deal.id}`.execute(club.db);
    expect((await read(other.id)).last).toMatchObject({ account_name, bank, partner, ...digits });
    expect((await read()).last).toBe(null);
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
  it("enters an account that waits to be signed, and keeps its digits out of the audit", async () => {
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
        },
        last: null,
      },
    ]);
    expect(await auditOf()).toEqual([{ kind: "collection_account_entered", actor_id: owen.id, details: {} }]);
  });
  it("replaces an account that waits", async () => {
    await enter();
    const { body } = await enter({ ...input, account_number: "99998888" });
    expect([body.current, body.entered.account_number]).toEqual([null, "99998888"]);
    await confirm();
    expect(await read()).toMatchObject({ current: { account_number: "99998888" }, entered: null });
  });
});

describe("An account that two have signed", () => {
  it("A signed account is the one that members pay to, at once where the partner is known", async () => {
    const { id } = (await enter()).body.entered;
    await confirm();
    expect(await read()).toMatchObject({
      entered: null,
      current: {
        id,
        confirmed_at: "2027-01-25T10:00:00.000Z",
        confirmed_by_name: "Daniel Achebe",
        call_back_note: null,
        frozen_until: null,
      },
    });
    expect((await auditOf()).at(-1)).toEqual({
      kind: "collection_account_confirmed",
      actor_id: daniel.id,
      details: {},
    });
    expect(await refusalOf(confirm())).toBe("account_not_waiting");
  });
  it("A signed account is frozen for a day where it is another partner's", async () => {
    await enter();
    await confirm(true);
    expect((await read()).current.frozen_until).toBe("2027-01-26T10:00:00.000Z");
  });
  it("An account is confirmed once by two processes at the same time", async () => {
    await enter();
    const answers = await meetAtRow(club.db, "deals", deal.id, [
      () => refusalOf(confirm()),
      () => refusalOf(confirm()),
    ]);
    expect(answers).toEqual([null, "account_not_waiting"]);
  });
});

describe("A change of the account", () => {
  let called: Awaited<ReturnType<typeof buildAllocatedDeal>>;
  beforeEach(async () => {
    called = await buildAllocatedDeal(club.db, { members: elevenMembers.slice(0, 3) });
    deal = called;
    await enterAndConfirm();
    await callRound(club, deal.id);
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

  it("A change freezes the account for a day, gives payers the same day more, and tells everybody who was called", async () => {
    await enterAndConfirm({ account_number: "99998888" });
    expect((await read()).current.frozen_until).toBe("2027-01-26T14:00:00.000Z");
    expect(await timesOf()).toEqual([
      [later(48), later(72)],
      [later(72), later(96)],
      [later(72), later(96)],
    ]);
    await runClock();
    const mails = await takeMails(club);
    expect(mails.map(({ to }) => to).sort()).toEqual(called.people.map(({ email }) => email).sort());
    for (const { subject, text } of mails) {
      expect(subject).toBe("Alder Analytics: the account has changed, send nothing before Tue 26 Jan, 14:00");
      for (const secret of ["99998888", "00001234", "10-20-30", "Sample Nominee"]) expect(text).not.toContain(secret);
    }
    const { rows } = await sql<{
      kind: string;
    }>`select kind from notices where user_id = ${called.people[1]?.id}`.execute(club.db);
    expect(rows.map(({ kind }) => kind)).toEqual(["funds_called", "collection_account_changed"]);
  });
  it("Nobody is reminded while the account is frozen, and everybody once afterwards", async () => {
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
      expect.stringMatching(/^Alder Analytics: please pay £[\d,.]+ by Thu 28 Jan, 10:00$/),
      expect.stringMatching(/^Alder Analytics: please pay £[\d,.]+ by Thu 28 Jan, 10:00$/),
    ]);
  });
  it("A second change of the account gives only the hours that it adds", async () => {
    await enterAndConfirm();
    now = later(6);
    await enterAndConfirm();
    expect((await timesOf())[1]).toEqual([later(74), later(98)]);
  });
});
