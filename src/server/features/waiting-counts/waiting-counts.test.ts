import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createBank } from "#server/sample/build-bank.ts";
import { buildCommitment } from "#server/sample/build-commitment.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildHoldingImport } from "#server/sample/build-holding-import.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildQuestion } from "#server/sample/build-question.ts";
import { buildAdmin, buildInvitation, buildPeople, buildPerson, buildSubmission } from "#server/sample/builders.ts";
import { sampleStatementForms } from "#server/sample/sample-statement-forms.ts";
import { waitingWords } from "#shared/notices/notice-mail-messages.ts";
import { paths } from "#shared/paths.ts";
import type { ToDo, Today } from "#shared/waiting-counts/to-do.ts";
import type { WaitingCounts } from "#shared/waiting-counts/waiting-counts.ts";
import { buildUpdate } from "#tests/support/build-company-update.ts";
import { buildFirstAdmin } from "#tests/support/build-first-admin.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, createTestApp, openTestApp, type TestApp } from "#tests/support/test-app.ts";
import { countWaiting } from "./routes.ts";
import { listWhatWaits } from "./what-waits.ts";

const path = "/waiting-counts";
const none = {
  ...{
    investments: 0,
    today: 0,
    enquiries: 0,
    deals: 0,
    companies: 0,
    money: 0,
    membership_requests: 0,
    submissions: 0,
  },
  ...{
    statements: 0,
    deletion_requests: 0,
    introduction_reports: 0,
    settings: 0,
    setup: 0,
    invitations: 0,
    newsletter: 0,
  },
};
const sumOf = ({ deals, money, companies }: WaitingCounts) => deals + money + companies;
const club = await openTestApp();
const owen = await buildAdmin(club.db);
const admin = await club.as(owen);

describe("GET /waiting-counts", () => {
  it("counts pending items beyond one page, without first admins and without used or expired invitations", async () => {
    expect((await admin("GET", `/api${path}`)).body).toEqual({ ...none, setup: 1, today: 1 });
    await buildPeople(
      club.db,
      Array.from({ length: 130 }, () => ({ status: "pending" as const })),
    );
    await club.db.insertInto("admin_emails").values({ email: "first@castell.example" }).execute();
    await buildPerson(club.db, { email: "first@castell.example", status: "pending" });
    await buildSubmission(club.db);
    await buildSubmission(club.db, { status: "approved" });
    await buildInvitation(club.db);
    await club.db.insertInto("newsletter_subscriptions").values({ email: "a@b.example", agreed_text: "x" }).execute();
    await buildStatements(club.db, ["in_review", "live"]);
    await buildInvitation(club.db, { used_at: new Date() });
    await buildInvitation(club.db, { created_at: new Date("2026-01-01T10:00:00Z") });
    await club.db
      .insertInto("deletion_requests")
      .values({ user_id: (await buildPerson(club.db)).id })
      .execute();
    await buildQuestions(club.db);
    expect((await admin("GET", `/api${path}`)).body).toEqual({
      ...{ ...none, submissions: 1, membership_requests: 130, invitations: 1, deletion_requests: 1, deals: 1 },
      // A row for each of them but the invitations, which wait for others.
      today: 6,
      ...{ statements: 1, newsletter: 1, setup: 1 },
    });
  });
});

it("says who is a first admin to admins alone", async () => {
  const first = await buildPerson(club.db, { email: "listed@castell.example" });
  await club.db.insertInto("admin_emails").values({ email: "listed@castell.example" }).execute();
  const idsFor = async (userId: string) =>
    (await sql<{ id: string }>`select first_admin_ids() as id`.execute(club.readAs({ userId }))).rows.map(
      ({ id }) => id,
    );
  expect(await idsFor((await buildAdmin(club.db)).id)).toContain(first.id);
  expect(await idsFor((await buildPerson(club.db)).id)).toEqual([]);
});

it("counts a member's own commitments that wait for something, and nothing of the desk's", async () => {
  const jonas = await buildInvestor(club.db);
  const mine = await club.as(jonas);
  const count = async () => (await mine("GET", `/api${path}`)).body;
  const { id: deal_id, terms_id } = await buildDeal(club.db);
  const { id } = await buildCommitment(club.db, { deal_id, terms_id, record_id: jonas.record_id });
  const other = await buildInvestor(club.db);
  const asked = { state: "needs_reconsent" as const, reconsent_until: new Date("2100-01-01T12:00:00Z") };
  await buildCommitment(club.db, { deal_id, terms_id, record_id: other.record_id, number: 2, ...asked });
  expect(await count()).toEqual(none);
  await club.db.updateTable("commitments").set(asked).where("id", "=", id).execute();
  expect((await count()).investments).toBe(1);
  expect((await admin("GET", `/api${path}`)).body.investments).toBe(0);
});

it("counts what waits for a second admin for the others alone", async () => {
  const count = async (by: Call) => sumOf((await by("GET", `/api${path}`)).body);
  const author = await buildAdmin(club.db);
  const before = await count(admin);
  await buildUnconfirmed(club.db, author.id, owen.id);
  // The list, the feed and the payment.
  expect([await count(admin), await count(await club.as(author))]).toEqual([before + 3, before]);
});

it("counts prices and exits that an admin may confirm: neither their own, nor what raises shares of theirs without a document", async () => {
  const count = async (by: Call) => sumOf((await by("GET", `/api${path}`)).body);
  const author = await buildAdmin(club.db);
  const holder = await buildInvestor(club.db, { is_admin: true });
  const [authors, holders] = [await club.as(author), await club.as(holder)];
  const { company_id } = await buildHeldRound(club.db, {
    ...{ terms: { price: "1.24", scheme: "SEIS" }, code: "W2Z" },
    ...{ called_on: "2025-01-25", wired_on: "2025-02-01", issued_on: "2025-02-02" },
    members: [{ record_id: holder.record_id, tier: "vip", shares: 1000, paid_on: "2025-01-28" }],
  });
  const all = async () => [await count(admin), await count(holders), await count(authors)];
  const [admins = 0, ofHolder = 0, ofAuthor = 0] = await all();
  const given = { company_id, source: "A filing.", entered_by: author.id };
  await club.db
    .insertInto("share_prices")
    .values([
      { ...given, as_of: "2025-06-01", basis: "last_round", price: "2.48" },
      { ...given, as_of: "2025-06-01", basis: "nil", price: "0" },
    ])
    .execute();
  expect(await all()).toEqual([admins + 2, ofHolder + 1, ofAuthor]);
  const sale = { kind: "sale", happened_on: "2025-07-01", price: "2", costs_pence: 0, costs_payee: null, note: null };
  const proposed = await authors("POST", `/api/companies/${company_id}/exits`, sale);
  expect([proposed.status, await all()]).toEqual([201, [admins + 3, ofHolder + 2, ofAuthor]]);
});

describe("GET /today", () => {
  it("has a row for what waits, with the names of the oldest, and one for each deal with an act; its numbers are the badges'", async () => {
    const fresh = await createTestApp();
    const { db } = fresh;
    const call = await fresh.as(await buildAdmin(db));
    await buildPeople(
      db,
      ["Ada", "Ben", "Cyd", "Dan"].map((full_name) => ({ full_name, status: "pending" as const })),
    );
    await buildQuestions(db);
    await buildDeal(db, { state: "diligence" });
    const { rows, deals, waiting } = (await call("GET", "/api/today")).body as Today;
    const told = rows.map(({ kind, count, names, act }) => [kind, count, names.length, act]);
    expect(told).toEqual([
      ["membership_request", 4, 3, null],
      ["deal", 1, 1, "questions"],
      ["setup", 1, 0, null],
    ]);
    expect(rows[0]).toMatchObject({ path: paths.membershipRequests, place: "membership_requests" });
    expect(rows[1]).toMatchObject({ path: paths.deal(deals[0]?.id ?? ""), place: "deals", text: expect.any(String) });
    // What is done is no deal in work; preparing one is no errand.
    expect(deals.map(({ state, act }) => [state, act])).toEqual([
      ["released", "questions"],
      ["diligence", "prepare"],
    ]);
    expect(waiting.map(({ kind, count }) => [kind, count])).toEqual([["no_statement", 1]]);
    const counts: WaitingCounts = (await call("GET", "/api/waiting-counts")).body;
    expect([counts.today, counts.membership_requests, counts.deals, counts.setup]).toEqual([3, 4, 1, 1]);
    await fresh.close();
  });

  it("is closed to members", async () => {
    const member = await club.as(await buildPerson(club.db));
    expect((await member("GET", "/api/today")).status).toBe(403);
  });
});

describe("GET /to-do", () => {
  it("has what its reader has to do, and of open deals no name", async () => {
    const fresh = await createTestApp();
    const { db } = fresh;
    const jonas = await buildInvestor(db);
    const mine = await fresh.as(jonas);
    await setDeals(db);
    const read = async () => (await mine("GET", "/api/to-do")).body as ToDo;
    const kindsOf = ({ items }: ToDo) => items.map(({ kind }) => kind);
    expect(kindsOf(await read())).toEqual(["profile"]);
    const { id: deal_id, terms_id } = await buildDeal(db);
    const { items } = await read();
    expect(items).toEqual([
      { kind: "open_deals", subject_id: null, name: null, by: expect.any(String), pence: null, count: 1 },
      expect.objectContaining({ kind: "profile" }),
    ]);
    const until = new Date("2100-01-01T12:00:00Z");
    const asked = { state: "needs_reconsent" as const, reconsent_until: until };
    await buildCommitment(db, { deal_id, terms_id, record_id: jonas.record_id, ...asked });
    expect((await read()).items[0]).toMatchObject({ kind: "reconsent", by: until.toISOString() });
    expect(kindsOf(await read())).not.toContain("open_deals");
    await fresh.close();
  });

  it("has the start of who has signed nothing, which ends with the statement and the choice of emails", async () => {
    await setDeals(club.db);
    const newcomer = await buildPerson(club.db);
    const read = async () => (await (await club.as(newcomer))("GET", "/api/to-do")).body.start;
    expect(await read()).toEqual({ profile: "none", statement: "none", has_chosen_mails: false });
    const investor = await buildInvestor(club.db);
    const theirs = await club.as(investor);
    expect((await theirs("GET", "/api/to-do")).body.start).toMatchObject({
      statement: "live",
      has_chosen_mails: false,
    });
    await club.db
      .insertInto("mail_consents")
      .values({ user_id: investor.id, kind: "deal_release", agreed_at: new Date() })
      .execute();
    expect((await theirs("GET", "/api/to-do")).body.start).toBeNull();
  });
});

it("names each kind alike to the badges and to the mails", async () => {
  const fresh = await createTestApp();
  const { db } = fresh;
  const [reader, author] = [await buildAdmin(db), await buildAdmin(db)];
  await buildPerson(db, { status: "pending", email_verified: false });
  await buildFirstAdmin(db, { status: "pending" });
  await buildSubmission(db);
  const appointed = { user_id: (await buildPerson(db)).id, how_known: "From school.", proposed_by: author.id };
  await db
    .insertInto("signatories")
    .values({ ...appointed, capacity: "admin" })
    .execute();
  const member = await buildInvestor(db);
  await db.insertInto("deletion_requests").values({ user_id: member.id }).execute();
  await buildStatements(db, ["in_review", "live"]);
  await buildReport(db, member.id, author.id);
  await buildQuestions(db);
  await buildUnconfirmed(db, author.id, reader.id);
  const { company_id } = await buildHeldRound(db, {
    ...{ terms: { price: "1.24", scheme: "SEIS" }, code: "W2Z" },
    ...{ called_on: "2025-01-25", wired_on: "2025-02-01", issued_on: "2025-02-02" },
    members: [{ record_id: member.record_id, tier: "vip", shares: 1000, paid_on: "2025-01-28" }],
  });
  for (const version of [1, 2]) await buildUpdate(db, { company_id, quarter: "2025-Q3", version, published_at: null });
  await db
    .insertInto("share_prices")
    .values({
      ...{ company_id, as_of: "2025-06-01", basis: "last_round", price: "2.48" },
      ...{ source: "A filing.", entered_by: author.id },
    })
    .execute();
  await db
    .insertInto("share_actions")
    .values({
      ...{ company_id, new_shares: 10, old_shares: 1, effective_on: "2025-06-01" },
      ...{ source: "A filing.", proposed_by: author.id },
    })
    .execute();
  const sale = { kind: "sale", happened_on: "2025-07-01", price: "2", costs_pence: 0, costs_payee: null, note: null };
  const propose = await fresh.as(author);
  const released = await buildDeal(db, { author_id: author.id });
  const closing = {
    closes_at: new Date(Date.now() + 3 * 86_400_000),
    reason: "The round is full.",
    expected_proposal_id: null,
  };
  expect((await propose("POST", `/api/deals/${released.id}/closing-announcements`, closing)).status).toBe(201);
  const { updated_at } = (await propose("GET", `/api/deals/${released.id}`)).body;
  const cancelling = { to: "cancelled", reason: "The company was sold.", expected_version: updated_at };
  expect((await propose("POST", `/api/deals/${released.id}/transitions`, cancelling)).status).toBe(200);
  expect((await propose("POST", `/api/companies/${company_id}/exits`, sale)).status).toBe(201);

  for (const key of ["deals", "fee_account", "terms"] as const)
    await db.insertInto("setting_proposals").values({ key, value: "{}", proposed_by: author.id }).execute();

  await buildImports(db, { ...member, company_id }, author.id);

  const seenBy = async ({ id: userId }: { id: string }, at = new Date()) => {
    const own = fresh.readAs({ userId, at });
    return {
      told: (await listWhatWaits(own, fresh.waitingKinds)).map(({ kind }) => kind).toSorted(),
      counted: await countWaiting(own, fresh),
    };
  };
  const all = Object.keys(waitingWords).toSorted();
  const one = { submissions: 1, deletion_requests: 1, statements: 1, introduction_reports: 1 };
  expect(await seenBy(reader)).toMatchObject({
    told: all,
    counted: { ...one, membership_requests: 2, deals: 3, companies: 7, money: 2, settings: 3 },
  });
  const entered = [
    "bank_feed",
    "cancelling_proposal",
    "closing_proposal",
    "exit",
    "list_to_sign",
    "payment",
    "price",
    "signatory",
    "split",
  ];
  const settings = ["deals_setting", "fee_account_setting", "terms_setting"];
  const own = [...entered, ...settings, "holding_import", "holding_import_undo", "outside_payment"];
  expect(await seenBy(author)).toMatchObject({
    told: all.filter((kind) => !own.includes(kind)),
    counted: { ...one, membership_requests: 1, deals: 1, companies: 1, money: 0, settings: 0 },
  });
  await fresh.close();
});

/** One that waits, one that waits to be taken back, and the payment of an exit of its shares. */
async function buildImports(
  db: TestApp["db"],
  { id: user_id, email, company_id }: { id: string; email: string; company_id: string },
  by: string,
): Promise<void> {
  const company = { id: company_id, name: "Alder" };
  const lot = { user_id, email, shares: 10, price: "1", cost_pence: 1000, scheme: null };
  const given = { company, proposed_by: by };
  const { id: import_id } = await buildHoldingImport(db, {
    ...{ ...given, confirmed_by: user_id, lots: [{ ...lot, happened_on: "2024-01-01" }] },
  });
  await buildHoldingImport(db, { ...given, confirmed_by: null, lots: [{ ...lot, happened_on: "2024-01-02" }] });
  await db.insertInto("holding_import_undos").values({ import_id, proposed_by: by, because: "x" }).execute();
  const { id: exit_id } = await db
    .insertInto("exits")
    .values({
      ...{ company_id, kind: "dividend", happened_on: "2024-06-01", price: "1", costs_pence: 0 },
      ...{ lots_sha256: "a".repeat(64), confirmed_at: new Date() },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`insert into exit_lines (exit_id, holding_id, shares, gross_pence, costs_pence)
    select ${exit_id}, id, 10, 1000, 0 from holdings where import_id = ${import_id}`.execute(db);
  await db
    .insertInto("exit_outside_payments")
    .values({ exit_id, paid_on: "2024-06-02", source: "x", recorded_by: by })
    .execute();
}

async function buildReport(db: TestApp["db"], asker_id: string, asked_id: string): Promise<void> {
  const asked = { asked_at: new Date(), expires_at: new Date("2100-01-01T10:00:00Z") };
  const { id: introduction_id } = await db
    .insertInto("introductions")
    .values({ asker_id, asked_id, message: "May I ask about your time at sea?", ...asked })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("introduction_reports").values({ introduction_id, reason: "It sells something." }).execute();
}

/** An offer that one has signed and the other has not, a bank's feed and a payment. */
async function buildUnconfirmed(db: TestApp["db"], by: string, other: string): Promise<void> {
  const { id: deal_id, version_id } = await buildDeal(db, { state: "preparing", author_id: by, panel: [by, other] });
  await db
    .insertInto("collection_accounts")
    .values({
      ...{ deal_id, account_name: "x", sort_code: "00-00-00", account_number: "00001234", bank: "x", partner: "x" },
      entered_by: by,
    })
    .execute();
  await sql`insert into bank_feeds (deal_id, account_id, environment, bank_account_id, bank_category_id, entered_by)
    select deal_id, id, 'live', 'x', 'x', ${by} from collection_accounts where deal_id = ${deal_id}`.execute(db);
  const bank = await createBank(db, deal_id);
  await bank.move("unidentified", "2027-02-01", null, 1, [["2300", null, -1]]);
  await db
    .insertInto("outgoing_payments")
    .values({ deal_id, kind: "wire", amount_pence: 1, payee: "x", reason: "x", proposed_by: by })
    .execute();
  await sql`
    with list as (
      insert into acts (deal_id, kind, number, version_id, content, content_sha256, prepared_by, state, expires_at)
      select ${deal_id}, 'offer', 1, ${version_id}, act_content(${deal_id}, 'offer')::text, repeat('a', 64), ${by}, 'waiting',
             now() + interval '14 days' returning id)
    insert into act_signatures (act_id, user_id, name, capacity, takes_part_pence, method)
    select id, ${by}, 'An admin', 'admin', 0, 'password_and_code' from list`.execute(db);
}

/** One waits on a deal that is shown; three do not, and one waits on a deal that is not. */
async function buildQuestions(db: TestApp["db"]): Promise<void> {
  const { record_id } = await buildInvestor(db);
  const { id: deal_id } = await buildDeal(db);
  const waiting = await buildQuestion(db, { deal_id, record_id });
  await buildQuestion(db, { deal_id, record_id, answer: "Both were bought.", answered_at: new Date() });
  await buildQuestion(db, { deal_id, record_id, merged_into: waiting.id });
  await buildQuestion(db, { deal_id, record_id, declined_reason: "It is private." });
  await buildQuestion(db, { deal_id: (await buildDeal(db, { state: "completed" })).id, record_id });
}

async function buildStatements(db: TestApp["db"], states: readonly ("in_review" | "live")[]): Promise<void> {
  const [sample] = sampleStatementForms;
  if (!sample) throw new Error("no sample form");
  const form = { ...sample, content: JSON.stringify(sample.content), valid_from: "2020-01-01", sha256: "a".repeat(64) };
  const { id: form_id } = await db
    .insertInto("statement_forms")
    .values({ ...form, is_sample: true, signed_off_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const signed_at = new Date();
  for (const state of states) {
    const { id: user_id } = await buildPerson(db);
    const { id: record_id } = await db
      .insertInto("investor_records")
      .values({ user_id })
      .returning("id")
      .executeTakeFirstOrThrow();
    const live_from = state === "live" ? signed_at : null;
    await db
      .insertInto("statements")
      .values({ record_id, form_id, signed_at, live_from, state, page_sha256: "b".repeat(64) })
      .execute();
  }
}
