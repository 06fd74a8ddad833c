import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { createBank } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import type { Tier } from "#shared/people/people-messages.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { approveVersion } from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { commitmentJobs } from "./index.ts";

/** The example's weekdays, a year earlier than written, so that sessions last. */
const released = new Date("2026-01-12T10:00:00Z");
const closes = new Date("2026-01-19T17:00:00Z");
const changed = new Date("2026-01-20T12:00:00Z");
const until = new Date("2026-01-23T12:00:00Z");
let now = released;
let deal: Awaited<ReturnType<typeof buildDeal>>;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const authorPerson = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const author = await club.as(authorPerson);
const approverPerson = await buildAdmin(club.db, { full_name: "Amara Okafor" });
const approver = await club.as(approverPerson);
await setDeals(club.db, { cooling_off_hours: 0 });
beforeEach(async () => {
  now = released;
  deal = await buildDeal(club.db, {
    at: released,
    terms: { assurance_on: "2025-11-18", closes_at: closes, priority_until: new Date("2026-01-15T10:00:00Z") },
  });
  await sql`delete from pgboss.job where name in ('mail', 'terms-change-ends')`.execute(club.db);
});

interface Member {
  call: Call;
  person: Person & { record_id: string };
}

async function member(full_name: string, tier: Tier): Promise<Member> {
  const person = await buildInvestor(club.db, { full_name, signed_at: new Date("2026-01-12T08:00:00Z") });
  await sql`insert into memberships (user_id, tier, from_date, reason) values (${person.id}, ${tier}, '2025-01-01', 'x')`.execute(
    club.db,
  );
  return { person, call: await club.as(person) };
}

const commit = ({ call, person }: Member, amount_pence: number, change: object = {}) =>
  call("PUT", `/api/open-deals/${deal.id}/commitment`, {
    amount_pence,
    wants_relief: true,
    signature: person.full_name,
    terms_id: deal.terms_id,
    ticks: Object.fromEntries(commitmentTicks.map((tick) => [tick, true])),
    expected_version: null,
    ...change,
  });

/** Set, frozen and signed. @returns the id of the terms. */
async function changeTerms(change: object): Promise<string> {
  const set = await setTerms(change);
  expect(set.status).toBe(201);
  const [newest] = set.body.terms;
  await approve();
  return newest.id;
}

const setTerms = (change: object) =>
  author("POST", `/api/deals/${deal.id}/terms`, { ...deal.content.terms, ...change });

async function approve(panel?: readonly object[]) {
  const frozen = await author("POST", `/api/deals/${deal.id}/versions`, { checklist: checklistItems, panel });
  expect(frozen.status).toBe(201);
  await approveVersion(club, deal.id);
}

const mine = async ({ call }: Member) => {
  const { body } = await call("GET", "/api/commitments/me");
  return (await call("GET", `/api/commitments/${body.items[0].id}`)).body;
};

const answer = async (who: Member, input: object) => {
  const own = await mine(who);
  return who.call("POST", `/api/open-deals/${deal.id}/commitment/reconsent`, {
    terms_id: own.reconsent?.terms.id ?? deal.terms_id,
    expected_version: own.updated_at,
    ...input,
  });
};

const auditOf = async (kind: string) =>
  (await club.auditOf(deal.id, "kind", "actor_id", "details")).filter((row) => row.kind === kind);

const endOfTime = (at = now) => {
  now = at;
  return commitmentJobs["terms-change-ends"].run({ ...club, log: silentLog }, { deal_id: deal.id });
};

it("Members stay in after a change of terms only by answering: at their place, and at what their shares cost by then", async () => {
  const [keira, grace] = [await member("Keira Doyle", "trial"), await member("Grace Lund", "premium")];
  expect((await commit(grace, 1_600_000)).status).toBe(201);
  expect((await commit(keira, 50_000)).body).toMatchObject({ shares: 417, cost_pence: 50_040, fee_pence: 6_255 });
  now = changed;
  await changeTerms({ price: "1.24", pre_money_pence: 155_000_000 });
  expect(await mine(keira)).toMatchObject({
    state: "needs_reconsent",
    shares: 417,
    cost_pence: 50_040,
    ceiling_pence: 50_040,
    placed_at: released.toISOString(),
    reconsent: {
      until: until.toISOString(),
      terms: { number: 2, price: "1.24" },
      least_shares: 404,
      exceeds_ceiling: true,
      after: { shares: 404, cost_pence: 50_096, fee_pence: 6_262 },
      changes: [
        { label: "Price of a share", before: "£1.20", after: "£1.24" },
        { label: "Value of the company before the round", before: "£1,500,000", after: "£1,550,000" },
        { label: "Smallest commitment", before: "417 shares, £500.40", after: "404 shares, £500.96" },
      ],
    },
    can: { change: false, withdraw: true, reconsent: true },
  });

  const tooMuch = await answer(keira, { choice: "keep" });
  const message = "Please confirm that the shares may cost £500.96, more than you agreed to before";
  expect([tooMuch.status, tooMuch.body.errors]).toEqual([422, [{ path: "accepts_more", message }]]);
  expect((await answer(keira, { choice: "keep", accepts_more: true })).status).toBe(200);
  await endOfTime(new Date(until.getTime() - 1));
  expect((await mine(grace)).state).toBe("needs_reconsent");
  await endOfTime(until);
  await endOfTime(until);

  const left = await mine(grace);
  expect([left.state, left.history.map(({ kind }: { kind: string }) => kind)]).toEqual([
    "left_on_change",
    ["placed", "asked_again", "left_on_change"],
  ]);
  expect(await mine(keira)).toMatchObject({
    state: "committed",
    shares: 404,
    cost_pence: 50_096,
    fee_pence: 6_262,
    ceiling_pence: 50_096,
    least_shares: 404,
    placed_at: released.toISOString(),
    terms: { number: 2 },
    reconsent: null,
  });
  expect(await auditOf("commitments_asked_again")).toMatchObject([{ details: { members: 2, terms: 2 } }]);
  expect(await auditOf("commitments_lapsed")).toEqual([
    { kind: "commitments_lapsed", actor_id: null, details: { members: 1 } },
  ]);
  const after = (await author("GET", `/api/deals/${deal.id}/commitments`)).body;
  expect([after.asked_shares, after.asked_pence]).toEqual([404, 50_096]);
  expect([after.counts.committed, after.counts.left_on_change]).toEqual([1, 1]);
  const entries = club.db.selectFrom("ledger_entries").select("id").where("deal_id", "=", deal.id);
  expect(await entries.execute()).toEqual([]);
});

describe("A change of terms", () => {
  it("Members who are asked again read what those who sign for the money do no more", async () => {
    const keira = await member("Keira Doyle", "trial");
    const [amara, owen] = [{ user_id: approverPerson.id }, { user_id: authorPerson.id }];
    await approve([{ ...amara, arranges: true, invests_pence: 500_000 }, owen]);
    expect((await commit(keira, 50_000)).status).toBe(201);
    now = changed;
    expect((await setTerms({ rights: "Tag-along" })).status).toBe(201);
    await approve([amara, owen]);
    const [mail] = (await takeMails(club)).filter(({ template }) => template === "terms-changed");
    expect(mail?.text).toContain(
      "Who signs for the money, before: Amara Okafor, an admin, arranges the round and takes part with shares for at most £5,000.00; Owen Pryce, an admin\n\nWho signs for the money, now: Amara Okafor, an admin; Owen Pryce, an admin\n",
    );
    const { changes } = (await mine(keira)).reconsent;
    expect(changes.slice(1)).toEqual([
      {
        label: "Who signs for the money",
        before:
          "Amara Okafor, an admin, arranges the round and takes part with shares for at most £5,000.00; Owen Pryce, an admin",
        after: "Amara Okafor, an admin; Owen Pryce, an admin",
      },
    ]);
  });

  it("Each member who has committed is told a change of terms with company, shares, sum, deadline and a link", async () => {
    const jonas = await member("Jonas Weber", "trial");
    const { body } = await commit(jonas, 1_200_000);
    now = changed;
    await changeTerms({ price: "1.24" });
    const mails = (await takeMails(club)).filter(({ template }) => template === "terms-changed");
    expect(mails.map(({ to, subject, link }) => [to, subject, link])).toEqual([
      [
        jonas.person.email,
        "The terms of Alder Analytics have changed",
        `${club.appUrl}/#/members?tab=investments&view=mine&commitment=${body.id}`,
      ],
    ]);
    expect(mails[0]?.text).toContain("23 January 2026, 12:00");
    expect(mails[0]?.text).toContain(
      "You have committed to 10,000 shares of Alder Analytics for at most £13,500.00, a fee of £1,500.00 included",
    );
    expect(mails[0]?.text).toContain("Price of a share, before: £1.20\n\nPrice of a share, now: £1.24\n");
    expect(mails[0]?.text).toContain(
      "Kept with the new terms it is 9,677 shares for at most £13,499.42, a fee of £1,499.94 included.",
    );
    const notices = (await jonas.call("GET", "/api/notices")).body.items;
    expect(notices[0]).toMatchObject({ kind: "terms_changed", subject_id: body.id });
    await endOfTime(until);
    const [ended] = await takeMails(club);
    expect([ended?.template, ended?.subject]).toEqual([
      "commitment-ended",
      "Your commitment to Alder Analytics has ended",
    ]);
    expect((await jonas.call("GET", "/api/notices")).body.items[0].kind).toBe("commitment_lapsed");
  });

  it("Commitments without an answer end once, though the job for the end of the time is gone", async () => {
    const jonas = await member("Jonas Weber", "trial");
    await commit(jonas, 1_200_000);
    now = changed;
    await changeTerms({ price: "1.24" });
    await takeMails(club);
    await sql`delete from pgboss.job where name = 'terms-change-ends'`.execute(club.db);
    const sweep = () => commitmentJobs["terms-changes-end"].run({ ...club, log: silentLog });
    now = new Date(until.getTime() - 1);
    await sweep();
    expect((await mine(jonas)).state).toBe("needs_reconsent");
    now = until;
    await Promise.all([sweep(), endOfTime(until)]);
    await sweep();
    expect((await mine(jonas)).state).toBe("left_on_change");
    // Deals of other tests are swept too.
    const told = (await takeMails(club)).filter(({ to }) => to === jonas.person.email);
    expect(told.map(({ subject }) => subject)).toEqual(["Your commitment to Alder Analytics has ended"]);
    expect(await auditOf("commitments_lapsed")).toMatchObject([{ details: { members: 1 } }]);
  });

  it("A change of terms schedules the end of its time once, at the moment that members are told", async () => {
    await commit(await member("Jonas Weber", "trial"), 1_200_000);
    now = changed;
    await changeTerms({ price: "1.24" });
    const { rows } = await sql`
      select data ->> 'deal_id' as deal_id, start_after as at from pgboss.job where name = 'terms-change-ends'`.execute(
      club.db,
    );
    expect(rows).toEqual([{ deal_id: deal.id, at: until }]);
  });

  it("A change of terms stops new commitments until it is approved, and they are taken by the new terms then", async () => {
    now = new Date("2026-01-16T12:00:00Z");
    const jonas = await member("Jonas Weber", "trial");
    const ben = await member("Ben Lindqvist", "vip");
    expect((await setTerms({ price: "1.24" })).status).toBe(201);
    expect((await commit(jonas, 1_200_000)).body.detail).toBe(
      "The terms are changing. Commitments stop until the new ones are approved and everybody was asked.",
    );
    await approve();
    const { terms } = (await ben.call("GET", `/api/open-deals/${deal.id}/commitment`)).body;
    expect((await commit(ben, 1_200_000, { terms_id: terms.id })).body).toMatchObject({
      shares: 9_677,
      terms: { number: 2 },
    });
  });

  it("A change that is not material needs a reason, asks nobody and stays in everybody's history", async () => {
    const jonas = await member("Jonas Weber", "trial");
    const { body } = await commit(jonas, 1_200_000);
    await takeMails(club);
    now = new Date("2026-01-13T12:00:00Z");
    const refused = await setTerms({ rights: "None", not_material_reason: "It changes nothing." });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          path: "not_material_reason",
          message: "This is another offer, whatever is said of it: Rights. Everybody is asked again.",
        },
      ],
    ]);
    const reason = "The completion moves by a week.";
    const terms_id = await changeTerms({ completion_expected_on: "2026-02-10", not_material_reason: reason });
    expect(await mine(jonas)).toMatchObject({
      state: "committed",
      shares: body.shares,
      terms: { id: terms_id, number: 2 },
      reconsent: null,
      history: [{ kind: "placed" }, { kind: "terms_followed", reason }],
    });
    expect(await takeMails(club)).toEqual([]);
    const record = (await author("GET", `/api/deals/${deal.id}`)).body;
    expect(record.terms.map((terms: { not_material_reason: unknown }) => terms.not_material_reason)).toEqual([
      reason,
      null,
    ]);
  });

  it("A member reads before the answer which fewest shares a change of terms leaves", async () => {
    for (const [least_shares, kept] of [
      [417, 404],
      [5000, 5000],
      [10_000, 9677],
    ] as const) {
      const who = await member(`Member ${least_shares}`, "trial");
      await commit(who, 1_200_000, { least_shares });
      now = changed;
      await changeTerms({ price: "1.24" });
      const { reconsent } = await mine(who);
      expect([least_shares, reconsent.least_shares]).toEqual([least_shares, kept]);
      expect((await answer(who, { choice: "keep" })).body.least_shares).toBe(kept);
      deal = await buildDeal(club.db, { at: released, terms: { assurance_on: "2025-11-18", closes_at: closes } });
      now = released;
    }
  });

  it("The approver reads how many members are asked again and why, or why nobody is", async () => {
    const pending = async () => (await approver("GET", `/api/deals/${deal.id}`)).body.change_of_terms;
    const freeze = () => author("POST", `/api/deals/${deal.id}/versions`, { checklist: checklistItems });
    expect(await pending()).toBeNull();
    await commit(await member("Jonas Weber", "trial"), 1_200_000);
    await commit(await member("Ben Lindqvist", "vip"), 1_200_000);
    const left = await member("Grace Lund", "premium");
    const { body } = await commit(left, 1_200_000);
    await left.call("DELETE", `/api/open-deals/${deal.id}/commitment`, { expected_version: body.updated_at });
    const reason = "The completion moves by a week.";
    await setTerms({ completion_expected_on: "2026-02-10", not_material_reason: reason });
    await freeze();
    const change = { commitments: 2, version_id: expect.any(String), closes_at: closes.toISOString() };
    expect(await pending()).toEqual({ ...change, material_terms: [], not_material_reason: reason });
    await setTerms({ price: "1.24" });
    await freeze();
    expect(await pending()).toEqual({
      ...change,
      material_terms: ["Price of a share"],
      not_material_reason: null,
    });
    await approve();
    expect(await pending()).toBeNull();
  });

  it("A change of terms without a reason asks everybody, however small it is", async () => {
    const jonas = await member("Jonas Weber", "trial");
    await commit(jonas, 1_200_000);
    await changeTerms({ completion_expected_on: "2026-02-10" });
    expect((await mine(jonas)).state).toBe("needs_reconsent");
  });

  it("A change of terms replaces what was shared out and reverses calls: members who leave are paid back what arrived", async () => {
    const jonas = await member("Jonas Weber", "trial");
    const ben = await member("Ben Lindqvist", "vip");
    const first = (await commit(jonas, 1_200_000)).body;
    const second = (await commit(ben, 1_200_000)).body;
    const bank = await createBank(club.db, deal.id);
    await call(bank, first.id, 150_000, "KDA7FR7C3F");
    await call(bank, second.id, 0, "KDA7F7HKMX");
    await bank.move("receipt", "2026-01-12", first.id, 1_000_000, [["1100", first.id, -1_000_000]]);
    await bank.move("receipt", "2026-01-12", second.id, 1_200_000, [["1100", second.id, -1_200_000]]);
    await club.db
      .insertInto("allocations")
      .values({
        deal_id: deal.id,
        terms_id: deal.terms_id,
        number: 1,
        method: "pro_rata",
        state: "final",
        capacity_shares: 83_333,
        minimum_shares: 417,
        priority_share_percent: 40,
        asked_shares: 1,
        input_sha256: "a".repeat(64),
        confirmed_at: now,
      })
      .execute();
    now = changed;
    await changeTerms({ price: "1.24" });
    expect(await balances()).toEqual({
      [`1100 ${first.number}`]: -1_000_000,
      [`1100 ${second.number}`]: -1_200_000,
      1000: 2_200_000,
    });
    expect(await club.db.selectFrom("allocations").select("state").where("deal_id", "=", deal.id).execute()).toEqual([
      { state: "replaced" },
    ]);
    expect((await answer(jonas, { choice: "leave" })).body).toMatchObject({ state: "left_on_change" });
    expect((await answer(ben, { choice: "keep" })).body).toMatchObject({ state: "committed", shares: 9_677 });
    expect(await balances()).toEqual({
      [`2200 ${first.number}`]: -1_000_000,
      [`1100 ${second.number}`]: -1_200_000,
      1000: 2_200_000,
    });
  });
});

async function call(bank: Awaited<ReturnType<typeof createBank>>, id: string, fee_pence: number, reference: string) {
  const numbers = { allocated_shares: 10_000, cost_pence: 1_200_000, fee_pence, reference };
  const times = { called_at: now, due_at: now, grace_until: now };
  const commitment = club.db.updateTable("commitments").where("id", "=", id);
  await commitment.set({ state: "called", ...numbers, ...times }).execute();
  await bank.post("call", "2026-01-12", id, [
    ["1100", id, 1_200_000 + fee_pence],
    ["2000", id, -1_200_000],
    ["2100", null, -fee_pence],
  ]);
}

/** By account and member, without what is even. */
async function balances(): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; pence: number }>`
    select concat_ws(' ', e.account, c.number) as account, sum(e.amount_pence)::bigint as pence
      from ledger_entries e left join commitments c on c.id = e.commitment_id
     where e.deal_id = ${deal.id} group by 1 having sum(e.amount_pence) <> 0 order by 1`.execute(club.db);
  return Object.fromEntries(rows.map(({ account, pence }) => [account, pence]));
}

describe("POST /open-deals/{id}/commitment/reconsent", () => {
  let jonas: Member;
  beforeEach(async () => {
    jonas = await member("Jonas Weber", "trial");
    await commit(jonas, 1_200_000);
    now = changed;
    await changeTerms({ price: "1.24" });
  });

  it("changes the amount: a smaller one keeps the place, and a larger one gives another", async () => {
    const less = await answer(jonas, { choice: "change", amount_pence: 600_000 });
    expect(less.body).toMatchObject({
      state: "committed",
      amount_pence: 600_000,
      shares: 4_838,
      ceiling_pence: 600_000,
      placed_at: released.toISOString(),
    });
    const ben = await member("Ben Lindqvist", "vip");
    now = new Date("2026-01-13T12:00:00Z");
    await commit(ben, 1_200_000, { terms_id: less.body.terms.id });
    now = new Date("2026-01-20T13:00:00Z");
    await changeTerms({ price: "1.25" });
    const more = await answer(ben, { choice: "change", amount_pence: 2_000_000 });
    expect(more.body).toMatchObject({ shares: 16_000, placed_at: now.toISOString(), band: "general" });
    await changeTerms({ price: "1.30" });
    const { body } = await answer(ben, { choice: "change", amount_pence: 49_999 });
    expect(body.code).toBe("below_minimum");
    const none = await answer(ben, { choice: "change" });
    expect(none.body.errors).toEqual([{ path: "amount_pence", message: "Please enter an amount like 395 or 395.50" }]);
  });

  it("needs a statement to stay, and none to leave", async () => {
    const { record_id } = jonas.person;
    await sql`update statements set state = 'withdrawn', ended_at = ${now} where record_id = ${record_id}`.execute(
      club.db,
    );
    expect((await mine(jonas)).reconsent.changes).toEqual([]);
    expect((await answer(jonas, { choice: "keep" })).body.code).toBe("statement_required");
    const { status, body } = await answer(jonas, { choice: "leave" });
    expect([status, body.state]).toEqual([200, "left_on_change"]);
    expect(await auditOf("terms_change_answered")).toEqual([
      { kind: "terms_change_answered", actor_id: jonas.person.id, details: { answer: "leave", number: body.number } },
    ]);
  });

  it("refuses other terms, another version, a second answer and one that comes too late", async () => {
    const refusal = async (input: object) => {
      const { status, body } = await answer(jonas, input);
      return [status, body.code, body.detail];
    };
    expect(await refusal({ choice: "keep", terms_id: deal.terms_id })).toEqual([
      409,
      "terms_changed",
      "The terms have changed. Please read them again; what you filled in is kept.",
    ]);
    expect(await refusal({ choice: "keep", expected_version: released.toISOString() })).toEqual([
      409,
      "revision_conflict",
      "This commitment has changed meanwhile. Please look at it again.",
    ]);
    now = until;
    expect(await refusal({ choice: "leave" })).toEqual([
      409,
      "revision_conflict",
      "The time to answer is over. The commitment has ended, and nothing is owed.",
    ]);
    now = new Date(until.getTime() - 1);
    expect((await refusal({ choice: "keep" }))[0]).toBe(200);
    expect(await refusal({ choice: "leave" })).toEqual([
      409,
      "revision_conflict",
      "There is no change of terms to answer.",
    ]);
    expect(
      (
        await (
          await member("Ben", "vip")
        ).call("POST", `/api/open-deals/${deal.id}/commitment/reconsent`, {
          choice: "leave",
          terms_id: deal.terms_id,
          expected_version: released.toISOString(),
        })
      ).status,
    ).toBe(404);
  });

  it("refuses the server more shares than the amount buys", async () => {
    const own = await mine(jonas);
    const change = (shares: number) =>
      club.asActor({ userId: jonas.person.id, at: now }, (tx) =>
        sql<{ answer: string }>`select answer_terms_change(${deal.id}, 'change', ${own.reconsent.terms.id},
          ${own.updated_at}::timestamptz, 600000, ${shares}, 600000, 404, false) as answer`.execute(tx),
      );
    await expect(change(4839)).rejects.toMatchObject({ code: "22023" });
    expect((await change(4838)).rows).toEqual([{ answer: "changed" }]);
  });

  it("accepts the first of two answers at once, and an answer alone beside the end of the time", async () => {
    const own = await mine(jonas);
    const input = { terms_id: own.reconsent.terms.id, expected_version: own.updated_at };
    const say = (choice: string) => () =>
      jonas.call("POST", `/api/open-deals/${deal.id}/commitment/reconsent`, { ...input, choice });
    const answers = await meetAtRow(club.db, "deals", deal.id, [say("keep"), say("leave")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect((await mine(jonas)).state).toBe("committed");
    await endOfTime(until);
    expect((await mine(jonas)).state).toBe("committed");
  });
});

describe("A deal that is cancelled", () => {
  it("A cancelled deal ends every commitment, owes back what has arrived, and tells everybody", async () => {
    const jonas = await member("Jonas Weber", "trial");
    const ben = await member("Ben Lindqvist", "vip");
    const first = (await commit(jonas, 1_200_000)).body;
    await commit(ben, 600_000);
    const left = (await commit(await member("Chloe Martin", "vip"), 600_000)).body;
    await sql`update commitments set state = 'withdrawn' where id = ${left.id}`.execute(club.db);
    const bank = await createBank(club.db, deal.id);
    await call(bank, first.id, 150_000, "KDA7F9WRDF");
    await bank.move("receipt", "2026-01-12", first.id, 1_350_000, [["1100", first.id, -1_350_000]]);
    const { updated_at: expected_version } = (await author("GET", `/api/deals/${deal.id}`)).body;
    const move = { to: "cancelled", reason: "The company was sold.", expected_version };
    const proposed = await author("POST", `/api/deals/${deal.id}/transitions`, move);
    expect([proposed.status, proposed.body.state]).toEqual([200, "released"]);
    expect((await mine(jonas)).state).toBe("called");
    const other = await approver("POST", `/api/deals/${deal.id}/transitions`, { ...move, reason: "They found more." });
    expect([other.status, other.body.cancelling_proposal]).toMatchObject([
      ...[200, { reason: "They found more.", proposed_by_name: "Amara Okafor" }],
    ]);
    expect((await author("POST", `/api/deals/${deal.id}/transitions`, move)).body.state).toBe("released");
    const moved = await approver("POST", `/api/deals/${deal.id}/transitions`, move);
    expect([moved.status, moved.body.state]).toEqual([200, "cancelled"]);
    expect([(await mine(jonas)).state, (await mine(ben)).state]).toEqual(["deal_cancelled", "deal_cancelled"]);
    expect(await balances()).toEqual({ 1000: 1_350_000, [`2200 ${first.number}`]: -1_350_000 });
    expect(await auditOf("commitments_ended")).toEqual([
      { kind: "commitments_ended", actor_id: approverPerson.id, details: { members: 2 } },
    ]);
    const mails = (await takeMails(club)).filter(({ template }) => template === "commitment-ended");
    expect(mails.map(({ to }) => to).sort()).toEqual([jonas.person.email, ben.person.email].sort());
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(["Alder Analytics is cancelled"]));
    expect(mails.every(({ text }) => text.includes("The company was sold."))).toBe(true);
    // The sum that comes back is the one that was sent; a member who sent nothing reads of no sum that does.
    const textTo = ({ person }: Member) => mails.find(({ to }) => to === person.email)?.text;
    expect(textTo(jonas)).toContain(
      "your commitment to 10,000 shares with it. You owe nothing. The £13,500.00 that you sent comes back in full, any fee included.",
    );
    expect(textTo(ben)).toContain("your commitment to 5,000 shares for at most £6,000.00 with it. You owe nothing.\n");
    expect((await jonas.call("GET", "/api/notices")).body.items[0].kind).toBe("deal_cancelled");
    // Members read the reason on their page too, as its form promises.
    expect((await mine(ben)).history.at(-1)).toMatchObject({
      kind: "deal_cancelled",
      reason: "The company was sold.",
    });
  });
});

describe("An account that is deleted", () => {
  it("A deleted account withdraws what is not given out, and the rest stays with the sealed record", async () => {
    const jonas = await member("Jonas Weber", "trial");
    const { body } = await commit(jonas, 1_200_000);
    now = new Date("2026-01-14T12:00:00Z");
    await club.deleteAccount(jonas.person.id, { actorId: jonas.person.id, reason: "requested" }, async () => true);
    const kept = await club.db
      .selectFrom("commitments as c")
      .innerJoin("investor_records as r", "r.id", "c.record_id")
      .select(["c.state", "c.signed_as", "r.user_id", "r.needed_until"])
      .where("c.id", "=", body.id)
      .executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ state: "withdrawn", signed_as: "Jonas Weber", user_id: null });
    await sql`delete from investor_records where id = ${jonas.person.record_id}`.execute(club.db);
    const erased = await club.db
      .selectFrom("commitments")
      .select(["record_id", "signed_as"])
      .where("id", "=", body.id)
      .executeTakeFirstOrThrow();
    expect(erased).toEqual({ record_id: null, signed_as: null });
  });
});
