import { createHash } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildFile, giveAdminRole, type Person, takeAdminRole } from "#server/sample/builders.ts";
import { buildQuestion } from "#server/sample/sample-questions.ts";
import { buildBankLine } from "#tests/support/build-allocated-deal.ts";
import {
  callCompanyBack,
  companyAccount,
  completeDeal,
  fileForCompletion,
  signedPdf,
} from "#tests/support/complete-deal.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { alderMembers, buildPaidAlder, type PaidAlder } from "#tests/support/paid-alder.ts";
import { completeDeal as completeProposed, confirmCompanyAccount, refusalOf } from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { goodPdf } from "#tests/support/raw-pdf.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const wednesday = new Date("2027-02-03T12:00:00Z");
const issued_on = "2027-02-02";
const codes = (function* () {
  for (const first of "23456789ABC") for (const last of "DEFGHJKMNP") yield `${first}${last}Z`;
})();
const nextCode = () => codes.next().value ?? "";

let now = wednesday;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const daniel = await buildAdmin(club.db, { full_name: "Daniel Achebe" });
const [admin, second] = [await club.as(owen), await club.as(daniel)];
beforeEach(async () => {
  now = wednesday;
});

const read = async (id: string, by = admin) => (await by("GET", `/api/deals/${id}/completion`)).body;
const items = (completion: { items: { key: string; state: string; said: string }[] }) =>
  Object.fromEntries(completion.items.map(({ key, state, said }) => [key, `${state}: ${said}`]));
const upload = (id: string, kind: string, by = admin, content = signedPdf) =>
  by("POST", `/api/deals/${id}/papers?kind=${kind}&file_name=${kind}.pdf`, content, {
    "content-type": "application/pdf",
  });
const enter = (id: string, change: object = {}) =>
  admin("POST", `/api/deals/${id}/company-account`, { ...companyAccount, ...change });
const callBack = (id: string) => refusalOf(confirmCompanyAccount(club, id, daniel.id));
const decideFee = (id: string, input: object = { decision: "allowed", article: "14", allowed_bp: 800 }) =>
  admin("POST", `/api/deals/${id}/success-fee`, input);
const propose = (id: string, by = admin, day = issued_on) =>
  by("POST", `/api/deals/${id}/completion`, { issued_on: day });
const complete = (id: string) => refusalOf(completeProposed(club, id, daniel.id));
const auditOf = (id: string) => club.auditOf(id, "kind", "actor_id", "details");

async function prepared(given: Partial<Parameters<typeof buildPaidAlder>[1]> = {}): Promise<PaidAlder> {
  const deal = await buildPaidAlder(club.db, { code: nextCode(), ...given });
  await callCompanyBack(club, deal.id, admin, daniel.id);
  await fileForCompletion(deal.id, admin);
  return deal;
}
async function completed(): Promise<PaidAlder> {
  const deal = await prepared();
  await completeDeal(club, deal.id, admin, issued_on, daniel.id);
  return deal;
}

describe("GET /deals/{id}/completion", () => {
  it("returns what is complete and what is missing of a round that waits for one payment", async () => {
    const { id } = await buildPaidAlder(club.db, { code: nextCode(), until: "received", unpaid: "Jonas Weber" });
    const completion = await read(id);
    expect(items(completion)).toEqual({
      due_applied: "open: £9,596.21 open",
      refunds: "open: £10.00 is owed back to Esther Brown; refund it",
      documents: "open: 0 of 4",
      schedule: "met: 11 members, 80,645 shares, £99,999.80",
      minimum: "met: £99,999.80 of at least £60,000.00",
      company_account: "open: Not entered",
      success_fee: "open: Not decided",
      wire: "open: £99,999.80 not paid to the company",
      issue_date: "later: The day of issue is given once the documents are filed",
      schemes_apart: "later: The day of issue is given once the documents are filed",
      account_empty: "open: £93,965.31 after what is approved",
    });
    expect(completion).toMatchObject({ success_fee: null, success_fee_pence: null, proposal: null, papers: [] });
    expect(completion.can).toEqual({ prepare: true, propose: false });
  });
  it("returns what is not called yet of shares taken once all was paid, as the board does", async () => {
    const { id, people } = await buildPaidAlder(club.db, { code: nextCode(), until: "refunded" });
    await sql`update commitments set shares = shares + 2500, allocated_shares = allocated_shares + 2500,
                                     cost_pence = cost_pence + 310000, fee_pence = fee_pence + 12400
               where id = ${people[4]?.commitment_id}`.execute(club.db);
    const { due_applied, schedule } = items(await read(id));
    expect([due_applied, schedule]).toEqual([
      "open: £3,224.00 not called yet",
      "met: 11 members, 83,145 shares, £103,099.80",
    ]);
    const { status, body: board } = await admin("GET", `/api/deals/${id}/closing`);
    expect(status).toBe(200);
    const { shares, price, to_company_pence, uncalled_cost_pence, uncalled_fee_pence, open_pence } = board;
    expect([shares, price, open_pence, uncalled_fee_pence]).toEqual([83_145, "1.24", 0, 12_400]);
    // 83,145 × £1.24 = £103,099.80.
    expect([to_company_pence, uncalled_cost_pence]).toEqual([9_999_980, 310_000]);
    expect(to_company_pence + uncalled_cost_pence).toBe(10_309_980);
  });
  it("counts a refund that is approved as listed", async () => {
    const { id, people } = await buildPaidAlder(club.db, { code: nextCode(), until: "received" });
    await club.db
      .insertInto("outgoing_payments")
      .values({
        deal_id: id,
        kind: "refund",
        commitment_id: people[4]?.commitment_id,
        amount_pence: 1000,
        payee: "Esther Brown",
        reason: "Sent too much.",
        state: "approved",
        approved_at: now,
      })
      .execute();
    expect(items(await read(id)).refunds).toBe("met: £10.00 approved, not yet paid");
  });
  it("returns nothing missing once everything is filed, paid and decided, and what the club would ask", async () => {
    const { id } = await prepared();
    const completion = await read(id);
    expect(items(completion)).toEqual({
      due_applied: "met: £103,551.52 applied",
      refunds: "met: Nothing is due back",
      documents: "met: 4 of 4",
      schedule: "met: 11 members, 80,645 shares, £99,999.80",
      minimum: "met: £99,999.80 of at least £60,000.00",
      company_account: "met: Daniel Achebe, 3 February 2027",
      success_fee: "met: 8%, allowed by article 14 of the company’s articles of association",
      wire: "met: On 1 February 2027",
      issue_date: "later: The day of issue is given once the documents are filed",
      schemes_apart: "later: The day of issue is given once the documents are filed",
      account_empty: "met: £0.00 after what is approved",
    });
    expect(completion).toMatchObject({
      success_fee_bp: 800,
      success_fee_pence: 799_998,
      members: 11,
      shares: 80_645,
    });
    expect(completion.can).toEqual({ prepare: true, propose: true });
  });
  it("returns an open account while nobody has booked a line of the bank", async () => {
    const { id } = await prepared();
    const { file_id } = await club.db
      .selectFrom("bank_lines")
      .select("file_id")
      .where("deal_id", "=", id)
      .limit(1)
      .executeTakeFirstOrThrow();
    await club.db
      .insertInto("bank_lines")
      .values({
        deal_id: id,
        file_id,
        line_number: 90,
        booked_on: "2027-02-03",
        amount_pence: -500,
        payer: "A",
        reference: "B",
        line_key: "unbooked",
      })
      .execute();
    expect(items(await read(id)).account_empty).toBe("open: Booked and at the bank differ by -£5.00");
  });
});

describe("POST /deals/{id}/company-account", () => {
  it("returns 422 for an invalid sort code", async () => {
    const { status, body } = await admin("POST", `/api/deals/${unknownId}/company-account`, {
      ...companyAccount,
      sort_code: "12345",
    });
    expect([status, body.errors[0].path]).toEqual([422, "sort_code"]);
  });
  it("enters an account that waits, in place of an earlier one, and leaves its digits out of the audit", async () => {
    const { id } = await buildPaidAlder(club.db, { code: nextCode() });
    await enter(id);
    const { status, body } = await enter(id);
    expect([status, body.company_account]).toMatchObject([
      201,
      {
        current: null,
        entered: { ...companyAccount, entered_by_name: "Owen Pryce", confirmed_at: null },
      },
    ]);
    expect(items(body).company_account).toBe("open: Waits for two signatures");
    expect(await auditOf(id)).toEqual(
      Array(2).fill({ kind: "company_account_entered", actor_id: owen.id, details: {} }),
    );
  });
});

describe("A company’s account that two have signed", () => {
  it("A company's account is confirmed once, and opens the way of the payment", async () => {
    const { id } = await buildPaidAlder(club.db, { code: nextCode() });
    await enter(id);
    const mayPay = async () =>
      (await sql<{ may: boolean }>`select is_company_called_back(${id}) as may`.execute(club.db)).rows[0]?.may;
    expect(await mayPay()).toBe(false);
    const answers = await meetAtRow(club.db, "deals", id, [() => callBack(id), () => callBack(id)]);
    expect([answers, await mayPay()]).toEqual([[null, "company_account_decided"], true]);
    expect((await auditOf(id)).at(-1)).toEqual({
      kind: "company_account_confirmed",
      actor_id: daniel.id,
      details: {},
    });
    await enter(id);
    expect(await mayPay()).toBe(true);
    await enter(id, { account_number: "87654321" });
    expect(await mayPay()).toBe(false);
  });
});

describe("POST /deals/{id}/success-fee", () => {
  it.each([
    ["article", { decision: "allowed", article: " ", allowed_bp: 800 }],
    ["reason", { decision: "waived", reason: " " }],
    ["decision", {}],
  ])("returns 422 for an invalid %s", async (path, body) => {
    const answer = await admin("POST", `/api/deals/${unknownId}/success-fee`, body);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
  });
  it("refuses a fee above what the articles allow, and asks nothing where it is waived", async () => {
    const { id } = await buildPaidAlder(club.db, { code: nextCode() });
    const less = await decideFee(id, { decision: "allowed", article: "14", allowed_bp: 799 });
    expect([less.status, less.body.errors]).toEqual([
      422,
      [
        {
          path: "allowed_bp",
          message:
            "The page says that the success fee is 8%. Enter what the article allows if it is that or more; otherwise waive the fee",
        },
      ],
    ]);
    const waived = await decideFee(id, { decision: "waived", reason: "Agreed with the founders." });
    expect([items(waived.body).success_fee, waived.body.success_fee_pence]).toEqual([
      "met: Waived: Agreed with the founders.",
      0,
    ]);
  });
});

describe("POST /deals/{id}/papers", () => {
  it("accepts PDFs alone, of a kind that people sign", async () => {
    const { id } = await buildPaidAlder(club.db, { code: nextCode() });
    const page = await upload(id, "board_minutes", admin, Buffer.from("<html>"));
    expect([page.status, page.body.code]).toEqual([422, "file_type_refused"]);
    expect((await upload(id, "ledger")).status).toBe(422);
  });
  it("puts a paper in place of another of its kind, which stays stored", async () => {
    const { id } = await buildPaidAlder(club.db, { code: nextCode() });
    await upload(id, "board_minutes");
    const { status, body } = await upload(id, "board_minutes", second, goodPdf("again"));
    expect([status, body.items]).toMatchObject([201, [{ kind: "board_minutes", author_name: "Daniel Achebe" }]]);
    const rows = club.db
      .selectFrom("papers")
      .select(["removed_by", "author_id"])
      .where("deal_id", "=", id)
      .orderBy("id");
    expect(await rows.execute()).toEqual([
      { removed_by: daniel.id, author_id: owen.id },
      { removed_by: null, author_id: daniel.id },
    ]);
  });
  it("puts the later of two that are filed at once in place of the earlier one", async () => {
    const { id } = await buildPaidAlder(club.db, { code: nextCode() });
    const file = (by: Call) => () => upload(id, "board_minutes", by);
    const answers = await meetAtRow(club.db, "deals", id, [file(admin), file(second)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const rows = club.db.selectFrom("papers").select(["author_id", "removed_by"]).where("deal_id", "=", id);
    expect(await rows.orderBy("id").execute()).toEqual([
      { author_id: owen.id, removed_by: daniel.id },
      { author_id: daniel.id, removed_by: null },
    ]);
  });
  it("accepts signed papers before completion, and the company's certificate after", async () => {
    const before = await buildPaidAlder(club.db, { code: nextCode() });
    expect((await upload(before.id, "company_certificate")).body.code).toBe("deal_not_open");
    const after = await completed();
    expect((await upload(after.id, "board_minutes")).body.code).toBe("deal_not_open");
    expect((await upload(after.id, "company_certificate")).status).toBe(201);
    const told = club.db
      .selectFrom("notices")
      .select("user_id")
      .where("kind", "=", "paper_delivered")
      .orderBy("user_id");
    expect((await told.execute()).map(({ user_id }) => user_id)).toEqual(after.people.map(({ id }) => id).toSorted());
  });
});

describe("POST /deals/{id}/completion", () => {
  it("returns 422 for a day that does not exist, and 409 unless the deal is closing", async () => {
    expect((await propose(unknownId, admin, "2 February")).body.errors[0].path).toBe("issued_on");
    const { id } = await prepared();
    await club.db.updateTable("deals").set({ state: "released" }).where("id", "=", id).execute();
    expect((await propose(id)).body.code).toBe("deal_not_open");
  });
  it("refuses an incomplete round with the first missing thing in words", async () => {
    const { id } = await buildPaidAlder(club.db, { code: nextCode(), until: "wired" });
    const { status, body } = await propose(id);
    expect([status, body.code, body.detail]).toEqual([409, "completion_unmet", "Signed documents filed: 0 of 4"]);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
      "documents",
      "company_account",
      "success_fee",
      "account_empty",
    ]);
  });
  it.each([
    ["before the company was paid", "2027-01-31", "Issued on 31 January 2027, paid on 1 February 2027"],
    ["in the future", "2027-02-04", "4 February 2027 is still to come. Give the day once the shares are issued"],
  ])("refuses shares issued %s", async (_when, day, said) => {
    const { id } = await prepared();
    const { status, body } = await propose(id, admin, day);
    expect([status, body.errors]).toEqual([
      409,
      [{ path: "issue_date", message: `Shares issued after payment: ${said}` }],
    ]);
  });
  it("accepts the day from an admin who takes part in the deal, tells everybody who paid, and replaces it by another", async () => {
    const deal = await prepared();
    const jonas = deal.people[8] as Person;
    await giveAdminRole(club.db, jonas);
    const { status, body } = await propose(deal.id, await club.as(jonas));
    expect([status, body.proposal.issued_on, body.proposal.proposed_by_name]).toEqual([201, issued_on, "Jonas Weber"]);
    const told = club.db.selectFrom("notices").select("subject_id").where("kind", "=", "completion_ahead");
    const ids = deal.people.map(({ commitment_id }) => commitment_id);
    expect(await told.where("subject_id", "in", ids).execute()).toHaveLength(11);
    expect((await propose(deal.id, second, "2027-02-01")).body.proposal).toMatchObject({
      issued_on: "2027-02-01",
      proposed_by_name: "Daniel Achebe",
    });
    await takeAdminRole(club.db, jonas);
  });
  it("refuses SEIS and EIS shares of a company on one day", async () => {
    const { company_id } = await completed();
    const { id } = await prepared({ scheme: "EIS", company_id });
    const { body } = await propose(id);
    expect(body.detail).toBe("SEIS and EIS on different days: SEIS shares of this company were issued on the same day");
    expect((await propose(id, admin, "2027-02-03")).status).toBe(201);
  });
});

describe("A completion that two have signed", () => {
  it("A signed completion is refused where the account was entered anew since", async () => {
    const { id } = await prepared();
    await propose(id);
    await enter(id, { account_number: "87654321" });
    expect(await complete(id)).toBe("completion_unmet");
  });
  it("A deal completes once where two processes do it at the same time", async () => {
    const { id } = await prepared();
    await propose(id);
    const answers = await meetAtRow(club.db, "deals", id, [() => complete(id), () => complete(id)]);
    expect(answers).toEqual([null, "proposal_decided"]);
  });
  it("A completion gives payers the shares of the worked example, and invoices the company's fee once", async () => {
    await takeMails(club);
    const deal = await completed();
    const holdings = await club.db
      .selectFrom("holdings")
      .select(["commitment_id", "record_id", "shares", "cost_pence", "fee_pence", "scheme", "issued_on", "price"])
      .select("certificate_number")
      .where("deal_id", "=", deal.id)
      .orderBy("certificate_number")
      .execute();
    expect(holdings.map(({ certificate_number: _number, ...holding }) => holding)).toEqual(
      alderMembers.map(({ name, shares, cost_pence, fee_pence }, index) => ({
        commitment_id: deal.people[index]?.commitment_id,
        record_id: deal.people[index]?.record_id,
        shares,
        cost_pence,
        fee_pence,
        issued_on,
        price: "1.240000",
        scheme: name === "Hugh Price" ? null : "SEIS",
      })),
    );
    const sum = (rows: { cost_pence: number }[]) => rows.reduce((total, { cost_pence }) => total + cost_pence, 0);
    expect([sum(holdings), sum(holdings.filter(({ scheme }) => scheme === "SEIS"))]).toEqual([9_999_980, 9_356_420]);
    expect(holdings[9]?.certificate_number).toMatch(/^..Z-010$/);
    const invoice = await club.db
      .selectFrom("success_fee_invoices")
      .select(["raised_pence", "fee_bp", "fee_pence", "article", "invoiced_on"])
      .where("deal_id", "=", deal.id)
      .execute();
    expect(invoice).toEqual([
      { raised_pence: 9_999_980, fee_bp: 800, fee_pence: 799_998, article: "14", invoiced_on: "2027-02-03" },
    ]);
    const completion = await read(deal.id);
    expect(completion).toMatchObject({ deal_state: "completed", success_fee_pence: 799_998 });
    expect(completion.proposal).toMatchObject({ issued_on, confirmed_by_name: "Daniel Achebe" });
    expect(completion.can).toEqual({ prepare: false, propose: false });
    const states = club.db.selectFrom("commitments").select("state").distinct().where("deal_id", "=", deal.id);
    expect(await states.execute()).toEqual([{ state: "completed" }]);
    const moves = club.db
      .selectFrom("deal_moves")
      .select(["to_state", "moved_by", "is_by_clock"])
      .where("deal_id", "=", deal.id);
    expect((await moves.orderBy("moved_at", "desc").limit(1).execute())[0]).toEqual({
      to_state: "completed",
      moved_by: null,
      is_by_clock: true,
    });
    const company = await club.db
      .selectFrom("companies as c")
      .innerJoin("deals as d", "d.company_id", "c.id")
      .select("c.name")
      .where("d.id", "=", deal.id)
      .executeTakeFirstOrThrow();
    const { body } = await admin("GET", "/api/investments");
    const shown = body.items.filter(({ name }: { name: string }) => name === company.name);
    expect(shown).toMatchObject([{ status: "Active", invested_on: issued_on, is_example: false }]);
    const events = club.db.selectFrom("commitment_events").select("commitment_id").where("kind", "=", "completed");
    const ids = deal.people.map(({ commitment_id }) => commitment_id);
    expect(await events.where("commitment_id", "in", ids).execute()).toHaveLength(11);
  });
  it("A completion tells each holder once, with shares and cost", async () => {
    await takeMails(club);
    const deal = await completed();
    const mails = await takeMails(club);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(deal.people.map(({ email }) => email).toSorted());
    const jonas = mails.find(({ subject }) => subject === "Alder Analytics: you hold 6,879 shares");
    expect(jonas?.text).toContain("They cost £8,529.96 and a fee of £1,066.25. The nominee holds them for you");
    for (const { subject } of mails) expect(subject).toMatch(/^Alder Analytics: you hold [\d,]+ shares$/);
    const notices = club.db.selectFrom("notices").select("subject_id").where("kind", "=", "shares_issued");
    const people = deal.people.map(({ id }) => id);
    expect(
      (await notices.where("user_id", "in", people).execute()).map(({ subject_id }) => subject_id).toSorted(),
    ).toEqual(deal.people.map(({ commitment_id }) => commitment_id).toSorted());
  });
  it("A completion tells the asker of an answer that no version has, as who bought reads it from then on", async () => {
    const deal = await prepared();
    const [jonas] = deal.people;
    const outsider = await buildInvestor(club.db);
    const answered = { deal_id: deal.id, answer: "Both were bought.", answered_at: new Date() };
    const record = club.db
      .selectFrom("investor_records")
      .select("id")
      .where("user_id", "=", jonas?.id ?? "");
    await buildQuestion(club.db, { ...answered, record_id: (await record.executeTakeFirstOrThrow()).id });
    await buildQuestion(club.db, { ...answered, record_id: outsider.record_id });
    await takeMails(club);
    await completeDeal(club, deal.id, admin, issued_on, daniel.id);
    const told = await club.db
      .selectFrom("notices")
      .select(["kind", "user_id"])
      .where("kind", "in", ["deal_question_settled", "deal_question_closed"])
      .where("subject_id", "=", deal.id)
      .orderBy("kind")
      .execute();
    expect(told).toEqual([
      { kind: "deal_question_closed", user_id: outsider.id },
      { kind: "deal_question_settled", user_id: jonas?.id },
    ]);
  });
  it("A completion freezes bookings of before, whoever asks, and lets go of what was booked later", async () => {
    const deal = await completed();
    const booked = async () => (await admin("GET", `/api/deals/${deal.id}/bank-lines?show=booked`)).body.items;
    const lines = await booked();
    expect(lines.length).toBeGreaterThan(12);
    const fee = lines.find(({ matches }: { matches: { kind: string }[] }) => matches[0]?.kind === "fee");
    for (const { matches } of lines)
      expect(matches.map(({ can }: { can: object }) => can)).toEqual([{ unmatch: false, send_back: false }]);
    const [{ id: match_id }] = fee.matches;
    const refused = await admin("POST", `/api/bank-lines/${fee.id}/unmatch`, { match_id, reason: "To Ben." });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      "payment_closed",
      "The deal is completed, and its payments were sealed with this booking. What was booked before the completion stays as it is.",
    ]);
    const { transaction_id } = await club.db
      .selectFrom("bank_matches")
      .select("transaction_id")
      .where("id", "=", match_id)
      .executeTakeFirstOrThrow();
    await expect(
      sql`select reverse_ledger(${transaction_id}, '2027-02-03', 'Past the rules.')`.execute(club.db),
    ).rejects.toThrow("booked_before_completion");
    const late = await buildBankLine(club.db, { deal_id: deal.id, booked_on: "2027-02-03", amount_pence: 500 }, now);
    const parts = [{ kind: "unidentified", amount_pence: 500 }];
    const { body } = await admin("POST", `/api/bank-lines/${late}/match`, { parts, reason: "Unknown." });
    expect(body.matches[0].can).toEqual({ unmatch: true, send_back: true });
    const taken = await admin("POST", `/api/bank-lines/${late}/unmatch`, {
      match_id: body.matches[0].id,
      reason: "Known now.",
    });
    expect(taken.status).toBe(200);
  });
  it("A completion hashes the ledger of its moment", async () => {
    const deal = await completed();
    const { rows } = await sql<{ line: string }>`
        select concat_ws(',', t.number, t.booked_on, t.kind, e.account, coalesce(c.number::text, ''), e.amount_pence) as line
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          left join commitments c on c.id = e.commitment_id
         where t.deal_id = ${deal.id} order by t.number, e.account, c.number, e.id`.execute(club.db);
    const sha256 = createHash("sha256")
      .update(rows.map(({ line }) => line).join("\n"))
      .digest("hex");
    expect((await read(deal.id)).proposal.ledger_sha256).toBe(sha256);
  });
  it("Invoices are numbered without gaps, also where deals complete at the same time", async () => {
    const deals = [await prepared(), await prepared()];
    for (const { id } of deals) await propose(id);
    expect(await Promise.all(deals.map(({ id }) => complete(id)))).toEqual([null, null]);
    const numbers = await club.db.selectFrom("success_fee_invoices").select("number").orderBy("number").execute();
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
  });
});

describe("What is held and filed", () => {
  beforeAll(async () => {
    const { id } = await completed();
    await upload(id, "company_certificate");
    await upload(id, "company_certificate");
  });
  it.each([
    "update holdings set shares = shares + 1",
    "delete from holdings",
    "update success_fee_invoices set fee_pence = 1",
    "delete from success_fee_invoices",
    "update success_fee_decisions set article = '15'",
    "update papers set dated_on = '2020-01-01'",
    "update papers set removed_at = null where removed_at is not null",
    "delete from papers",
  ])("Holdings and papers are never changed, not even by the owner: %s", async (statement) => {
    await expect(club.db.executeQuery(CompiledQuery.raw(statement))).rejects.toThrow("never changed or deleted");
  });
});

describe("Money that comes after a deal is completed", () => {
  it("Next and Today name it until it is booked, sent back and gone", async () => {
    // Nothing else keeps this deal in Today: it has no certificates, and its invoice is sent.
    const { id, people } = await prepared({ scheme: "none" });
    await completeDeal(club, id, admin, issued_on, daniel.id);
    expect((await admin("POST", `/api/deals/${id}/success-fee/sent`)).status).toBe(200);
    const dev = people.find(({ full_name }) => full_name === "Dev Shah");
    const next = async () => (await admin("GET", `/api/deals/${id}/next`)).body.text;
    const today = async (by: Call) =>
      (await by("GET", "/api/today")).body.rows
        .filter(({ path }: { path: string }) => path.includes(id))
        .map(({ text }: { text: string }) => text);
    now = new Date("2027-06-01T12:00:00Z");
    const line = await buildBankLine(
      club.db,
      { deal_id: id, booked_on: "2027-06-01", amount_pence: 500, payer: "J SMITH", reference: "" },
      now,
    );
    expect(await next()).toBe("1 line of the bank is not booked. Say what it is.");
    expect(await today(second)).toEqual(["1 line of the bank is not booked. Say what it is."]);
    const parts = [{ kind: "receipt", commitment_id: dev?.commitment_id, amount_pence: 500 }];
    expect((await admin("POST", `/api/bank-lines/${line}/match`, { parts, reason: "As seen." })).status).toBe(200);
    expect(await today(second)).toEqual(["Send £5.00 back to members."]);
    const { items } = (await admin("GET", `/api/deals/${id}/closing/members`)).body;
    const paid = items.find(({ commitment_id }: { commitment_id: string }) => commitment_id === dev?.commitment_id);
    expect(paid).toMatchObject({ is_late: false, refund_pence: 500 });
    const own = await (await club.as(dev as Person))("GET", `/api/commitments/${dev?.commitment_id}/call`);
    expect(own.body).toMatchObject({ is_late: false, refund_pence: 500 });
    const refund = { commitment_id: dev?.commitment_id, amount_pence: 500, reason: "Too much." };
    const { body } = await admin("POST", `/api/deals/${id}/refunds`, refund);
    expect(await today(second)).toEqual(["Approve that £5.00 is sent back."]);
    expect((await second("POST", `/api/outgoing-payments/${body.id}/approve`)).status).toBe(200);
    now = new Date("2027-09-01T12:00:00Z");
    for (const by of [admin, second])
      expect(await today(by)).toEqual(["Send £5.00 back as approved, then bring the bank file."]);
    const book = async (amount_pence: number, kind: string) => {
      const row = { deal_id: id, booked_on: "2027-09-01", amount_pence, payer: "DEV SHAH", reference: "" };
      const open = await buildBankLine(club.db, row, now);
      const parts = [{ kind, payment_id: body.id, amount_pence: 500 }];
      expect((await admin("POST", `/api/bank-lines/${open}/match`, { parts, reason: "As seen." })).status).toBe(200);
    };
    await book(-500, "refund");
    expect(await today(second)).toEqual([]);
    await book(500, "payment_returned");
    expect(await today(second)).toEqual([
      "1 September 2027: the bank sent back £5.00 that was paid to Dev Shah. Ask them for the right account. Send £5.00 back as approved, then bring the bank file.",
    ]);
  });
});

describe("POST /deals/{id}/success-fee/sent", () => {
  it("The invoice waits in Today of both founders until one of them says that it is sent", async () => {
    const { id } = await completed();
    const sent = (by: Call) => by("POST", `/api/deals/${id}/success-fee/sent`);
    const today = async (by: Call) =>
      (await by("GET", "/api/today")).body.rows.filter(({ path }: { path: string }) => path.includes(id));
    const text =
      "Completed. Send the company the invoice of £7,999.98 for the success fee. 10 SEIS3 certificates not delivered yet. The share certificate of Alder Analytics is not filed yet.";
    for (const by of [admin, second]) expect(await today(by)).toMatchObject([{ text, act: "invoice" }]);
    const { id: file_id } = await buildFile(club.db, null, { kind: "paper", media_type: "application/pdf" });
    const paper = {
      deal_id: id,
      kind: "relief_certificate" as const,
      file_name: "a.pdf",
      file_id,
      dated_on: "2027-02-12",
      found: "{}",
      created_at: now,
    };
    await club.db.insertInto("papers").values(paper).execute();
    expect(await today(admin)).toMatchObject([
      {
        act: "invoice",
        text: expect.stringMatching(
          /^Completed\. Send the company the invoice of £7,999\.98 for the success fee\. 1 SEIS3 certificate came in and is given to no member\./,
        ),
      },
    ]);
    await club.db.updateTable("papers").set({ removed_at: now }).where("file_id", "=", file_id).execute();
    expect((await sent(await club.as(await buildInvestor(club.db)))).status).toBe(403);
    expect((await sent(second)).status).toBe(200);
    expect(await today(admin)).toEqual([]);
    expect((await admin("GET", `/api/deals/${id}/next`)).body.text).toBe(
      "Completed. 10 SEIS3 certificates not delivered yet. The share certificate of Alder Analytics is not filed yet.",
    );
    expect((await auditOf(id)).filter(({ kind }) => kind === "success_fee_invoice_sent")).toEqual([
      { kind: "success_fee_invoice_sent", actor_id: daniel.id, details: { fee_pence: 799_998 } },
    ]);
  });
  it("A completed deal has nothing to do only once the company's share certificate is filed", async () => {
    const { id } = await prepared({ scheme: "none" });
    await completeDeal(club, id, admin, issued_on, daniel.id);
    await second("POST", `/api/deals/${id}/success-fee/sent`);
    const next = async () => {
      const { text, act, waits_for } = (await admin("GET", `/api/deals/${id}/next`)).body;
      return [text, act, waits_for];
    };
    expect(await next()).toEqual([
      "Completed. The share certificate of Alder Analytics is not filed yet.",
      "papers",
      "others",
    ]);
    const file = `/api/deals/${id}/papers?kind=company_certificate&file_name=a.pdf`;
    expect((await admin("POST", file, goodPdf("signed"), { "content-type": "application/pdf" })).status).toBe(201);
    expect(await next()).toEqual(["Completed: there is nothing to do.", null, null]);
  });
  it("returns 404 for a deal without an invoice", async () => {
    const { id } = await prepared();
    expect((await admin("POST", `/api/deals/${id}/success-fee/sent`)).status).toBe(404);
  });
});
