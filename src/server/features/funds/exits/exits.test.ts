import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { investorRecordJobs } from "#server/features/investor-records/index.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import type { BankLine } from "#shared/funds/funds.ts";
import type { ExitDetails } from "#shared/funds/funds-exits.ts";
import { buildHeldRound, buildOwner, type Owner } from "#tests/support/build-lots.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { expectSameInPoppler, readPdf } from "#tests/support/read-pdf.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const wednesday = new Date("2031-07-02T12:00:00Z");
const sale = {
  kind: "sale",
  happened_on: "2031-06-30",
  price: "2",
  costs_pence: 0,
  earlier_id: null,
  shares: null,
  costs_payee: null,
  note: null,
};

let now = wednesday;
let amara: Owner;
let ben: Owner;
/** Of two rounds: Amara Okafor holds 100 and 50 shares, Ben Lindqvist 50. */
let company: string;
let first: Awaited<ReturnType<typeof buildHeldRound>>;
let later: typeof first;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const daniel = await buildAdmin(club.db, { full_name: "Daniel Achebe" });
const [admin, second] = [await club.as(owen), await club.as(daniel)];
beforeEach(async () => {
  now = wednesday;
  amara = await buildOwner(club.db, "Amara Okafor");
  ben = await buildOwner(club.db, "Ben Lindqvist");
  const held: [Owner, number][] = [
    [amara, 100],
    [ben, 50],
  ];
  first = await buildHeldRound(club.db, { issued_on: "2027-02-02", held });
  company = first.company_id;
  later = await buildHeldRound(club.db, { issued_on: "2028-03-28", company_id: company, held: [[amara, 50]] });
  await takeMails(club);
});

const propose = (input: object = {}, by = admin) =>
  by("POST", `/api/companies/${company}/exits`, { ...sale, ...input });
async function proposed(input: object = {}): Promise<ExitDetails> {
  const { status, body } = await propose(input);
  expect([body.errors ?? body.detail, status]).toEqual([undefined, 201]);
  return body;
}
const confirm = (id: string, by = second) => by("POST", `/api/exits/${id}/confirm`);
async function confirmed(input: object = {}): Promise<ExitDetails> {
  const { status, body } = await confirm((await proposed(input)).id);
  expect([body.detail, status]).toEqual([undefined, 200]);
  return body;
}
const withdraw = (id: string, by = admin) =>
  by("POST", `/api/exits/${id}/withdraw`, { reason: "The price was wrong." });
const read = async (id: string, by = admin): Promise<ExitDetails> => (await by("GET", `/api/exits/${id}`)).body;
const auditOf = async (id: string) =>
  (await club.auditOf(id, "kind", "actor_id", "details")).filter(({ kind }) => kind.startsWith("exit"));
/** [who, issued on, shares, gross, costs] of each lot. */
const lotsOf = ({ members_paid }: ExitDetails) =>
  members_paid.flatMap(({ full_name, lots }) =>
    lots.map(({ issued_on, shares, gross_pence, costs_pence }) => [
      full_name,
      issued_on,
      shares,
      gross_pence,
      costs_pence,
    ]),
  );

describe("POST /companies/{id}/exits", () => {
  it.each<[string, string, object]>([
    ["no such day", "happened_on", { happened_on: "2031-06-31" }],
    ["a day to come", "happened_on", { happened_on: "2031-07-03" }],
    ["a day before anybody held shares", "happened_on", { happened_on: "2027-02-01" }],
    ["a price of nothing", "price", { price: "0.00" }],
    ["a price of seven decimals", "price", { price: "1.1234567" }],
    ["a sum that cannot be booked", "price", { price: "99999999" }],
    ["half a share", "shares", { shares: 0.5 }],
    ["more shares than are held", "shares", { shares: 201 }],
    ["a dividend on some shares", "shares", { kind: "dividend", shares: 10 }],
    ["costs above what is paid", "costs_pence", { costs_pence: 40_001, costs_payee: "Mills & Co" }],
    ["costs that are owed to nobody", "costs_payee", { costs_pence: 1 }],
    ["somebody to whom no costs are owed", "costs_payee", { costs_payee: "Mills & Co" }],
    ["a holdback of nothing", "earlier_id", { kind: "holdback" }],
    ["a liquidation that nothing shows", "note", { kind: "liquidation" }],
    ["a holdback of an unknown exit", "earlier_id", { kind: "holdback", earlier_id: unknownId }],
    ["a sale that belongs to an exit", "earlier_id", { earlier_id: unknownId }],
  ])("returns 422 for %s", async (_what, path, input) => {
    if (path === "price" && "price" in input && input.price === "99999999") await holdMillions();
    const { status, body } = await propose(input);
    expect([status, body.errors?.[0].path]).toEqual([422, path]);
  });
  const holdMillions = () =>
    buildHeldRound(club.db, { issued_on: "2028-01-01", company_id: company, held: [[ben, 2_000_000]] });

  it("accepts one of two exits that two admins propose at the same moment", async () => {
    const answers = await meetAtRow(club.db, "companies", company, [() => propose(), () => propose({}, second)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 409]);
  });
  it("returns what each lot would have, tells nobody, and leaves a row in the audit", async () => {
    const exit = await proposed({ price: "2.50", costs_pence: 100, costs_payee: "Mills & Co" });
    expect(exit).toMatchObject({
      kind: "sale",
      state: "proposed",
      members: 2,
      shares: 200,
      gross_pence: 50_000,
      costs_pence: 100,
      paid_pence: 49_900,
      proposed_by_name: "Owen Pryce",
      confirmed_at: null,
      can: { confirm: false, withdraw: true, propose_payments: false, approve_payments: false },
    });
    expect(lotsOf(exit)).toEqual([
      ["Amara Okafor", "2027-02-02", 100, 25_000, 50],
      ["Amara Okafor", "2028-03-28", 50, 12_500, 25],
      ["Ben Lindqvist", "2027-02-02", 50, 12_500, 25],
    ]);
    expect(await takeMails(club)).toEqual([]);
    expect(await auditOf(company)).toEqual([
      {
        kind: "exit_proposed",
        actor_id: owen.id,
        details: {
          exit_id: exit.id,
          kind: "sale",
          happened_on: "2031-06-30",
          price: "2.50",
          shares: null,
          costs_pence: 100,
        },
      },
    ]);
  });
  it("sells the earliest lots first, one part after another, and never more than is left", async () => {
    expect(lotsOf(await confirmed({ shares: 100 }))).toEqual([
      ["Amara Okafor", "2027-02-02", 75, 15_000, 0],
      ["Ben Lindqvist", "2027-02-02", 25, 5000, 0],
    ]);
    expect(lotsOf(await confirmed({ kind: "buyback", shares: 60 }))).toEqual([
      ["Amara Okafor", "2027-02-02", 25, 5000, 0],
      ["Amara Okafor", "2028-03-28", 20, 4000, 0],
      ["Ben Lindqvist", "2027-02-02", 15, 3000, 0],
    ]);
    const { body } = await propose({ shares: 41 });
    expect(body.errors).toEqual([{ path: "shares", message: "Members hold 40 shares" }]);
    expect(lotsOf(await confirmed({ kind: "liquidation", note: "The liquidator’s final report." }))).toEqual([
      ["Amara Okafor", "2028-03-28", 30, 6000, 0],
      ["Ben Lindqvist", "2027-02-02", 10, 2000, 0],
    ]);
    expect((await propose()).body.errors).toEqual([
      { path: "happened_on", message: "Nobody held shares of this company on that day" },
    ]);
  });
  it("leaves the shares where they are with a dividend, which is on shares held before that day", async () => {
    await confirmed({ shares: 100, happened_on: "2030-01-10" });
    const dividend = { kind: "dividend", price: "0.1" };
    expect(lotsOf(await confirmed({ ...dividend, happened_on: "2028-01-01" }))).toEqual([
      ["Amara Okafor", "2027-02-02", 100, 1000, 0],
      ["Ben Lindqvist", "2027-02-02", 50, 500, 0],
    ]);
    // On the day of the sale who sold is still paid; later, who holds the rest.
    expect((await confirmed({ ...dividend, happened_on: "2030-01-10" })).shares).toBe(200);
    expect((await confirmed({ ...dividend, happened_on: "2030-01-11" })).shares).toBe(100);
    expect((await proposed({ shares: 100 })).shares).toBe(100);
  });
  it("pays a sale's holdback on the shares that were sold then", async () => {
    const earlier = await confirmed({ shares: 100 });
    const holdback = { kind: "holdback", earlier_id: earlier.id, price: "0.5", happened_on: "2031-07-01" };
    const early = await propose({ ...holdback, happened_on: "2031-06-29" });
    expect(early.body.errors[0].path).toBe("earlier_id");
    const exit = await confirmed(holdback);
    expect(lotsOf(exit)).toEqual([
      ["Amara Okafor", "2027-02-02", 75, 3750, 0],
      ["Ben Lindqvist", "2027-02-02", 25, 1250, 0],
    ]);
    const refused = await withdraw(earlier.id);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      ...[409, "revision_conflict", "A holdback of this exit is recorded. Withdraw that first."],
    ]);
    expect((await propose({ ...holdback, earlier_id: exit.id })).body.errors[0].path).toBe("earlier_id");
    expect((await proposed()).shares).toBe(100);
  });
});

describe("POST /companies/{id}/exits/preview", () => {
  const preview = (input: object) =>
    admin("POST", `/api/companies/${company}/exits/preview`, {
      ...sale,
      costs_payee: undefined,
      note: undefined,
      ...input,
    });
  it.each([
    [
      "a dividend on what was held before its day",
      { kind: "dividend", happened_on: "2028-01-01", price: "1.3725" },
      150,
      20_588,
    ],
    ["a dividend at a third of a penny", { kind: "dividend", price: "0.003333" }, 200, 67],
    ["a sale of a part", { price: "0.0175", shares: 101 }, 101, 177],
  ])("returns the sums of %s that are posted then, to the penny", async (_what, input, shares, gross_pence) => {
    const { status, body } = await preview(input);
    const sums = { members: 2, shares, gross_pence, costs_pence: 0, paid_pence: gross_pence };
    expect([status, body]).toEqual([200, sums]);
    const exit = await confirmed(input);
    expect(exit).toMatchObject(sums);
    expect(exit.members_paid.reduce((sum, { paid_pence }) => sum + paid_pence, 0)).toBe(gross_pence);
  });
  it("deducts the costs, and refuses what a proposal refuses", async () => {
    expect((await preview({ costs_pence: 401 })).body).toMatchObject({ gross_pence: 40_000, paid_pence: 39_599 });
    expect((await preview({ shares: 201 })).body.errors[0].path).toBe("shares");
    expect((await preview({})).status).toBe(200);
    expect((await proposed()).id).toBeTruthy();
  });
});

describe("GET /companies/{id}/exits", () => {
  it("lists the company's exits, newest first, by pages", async () => {
    const earlier = await confirmed({ kind: "dividend", price: "0.1" });
    now = new Date(now.getTime() + 1000);
    const newest = await proposed();
    const path = `/api/companies/${company}/exits`;
    const { items, next_cursor } = (await second("GET", `${path}?limit=1`)).body;
    expect(items).toMatchObject([{ id: newest.id, can: { confirm: true } }]);
    const rest = (await second("GET", `${path}?limit=1&cursor=${next_cursor}`)).body;
    expect([rest.items[0].id, rest.next_cursor]).toEqual([earlier.id, null]);
    expect(rest.items[0]).not.toHaveProperty("members_paid");
  });
});

describe("GET /exits/me", () => {
  it("returns a member's own lots once an exit is confirmed, until it is withdrawn", async () => {
    const mine = await club.as(ben);
    const own = async () => (await mine("GET", "/api/exits/me")).body.items;
    const { id } = await proposed({ shares: 100, note: "To Northgate." });
    expect(await own()).toEqual([]);
    await confirm(id);
    expect(await own()).toEqual([
      {
        id,
        company_id: company,
        company_name: "Alder Analytics",
        kind: "sale",
        happened_on: "2031-06-30",
        price: "2",
        note: "To Northgate.",
        paid_on: null,
        confirmed_at: wednesday.toISOString(),
        in_effect_at: wednesday.toISOString(),
        shares: 25,
        gross_pence: 5000,
        costs_pence: 0,
        paid_pence: 5000,
        lots: [
          {
            id: expect.any(String),
            deal_id: first.id,
            deal_name: "Round of 2027-02-02",
            commitment_id: first.commitments[1],
            certificate_number: expect.stringMatching(/^LOT-/),
            issued_on: "2027-02-02",
            paid_on: null,
            shares: 25,
            gross_pence: 5000,
            costs_pence: 0,
            paid_pence: 5000,
            arrived_on: null,
            returned_on: null,
          },
        ],
      },
    ]);
    const [amaras] = (await (await club.as(amara))("GET", "/api/exits/me")).body.items;
    expect(amaras.shares).toBe(75);
    const other = await club.as(await buildOwner(club.db, "Chloe Martin"));
    expect((await other("GET", "/api/exits/me")).body).toEqual({ items: [] });
    await withdraw(id);
    expect(await own()).toEqual([]);
  });
});

describe("What a member gets of an exit", () => {
  it("A member's part of an exit is on its way once the money of the deal has arrived, and not before", async () => {
    const { id } = await confirmed();
    const mine = await club.as(amara);
    const lots = async () =>
      (await mine("GET", "/api/exits/me")).body.items[0].lots.map(
        (lot: { arrived_on: string | null }) => lot.arrived_on,
      );
    const onStatement = async () => (await readPdf(await statementOf(id))).text;
    expect(await lots()).toEqual([null, null]);
    expect((await onStatement()).match(/Once the buyer has paid/g)).toHaveLength(2);
    expect(await onStatement()).not.toContain("On its way");
    const [part, rest] = await bankLines(first.id, [
      ["NORTHGATE PLC", 10_000],
      ["NORTHGATE PLC", 20_000],
    ]);
    await matchExit(id, part);
    expect(await lots()).toEqual([null, null]);
    await matchExit(id, rest);
    expect(await lots()).toEqual([expect.stringMatching(/^2031-/), null]);
    expect((await onStatement()).match(/Once the buyer has paid|On its way/g)).toEqual([
      "On its way",
      "Once the buyer has paid",
    ]);
  });
});

const statementOf = async (id: string, holder = amara) => {
  const cookie = await club.cookieOf(holder);
  const request = new Request(`${club.appUrl}/api/exits/${id}/statement.pdf`, { headers: { cookie } });
  return Buffer.from(await (await club.fetch(request)).arrayBuffer());
};

describe("GET /exits/{id}/statement.pdf", () => {
  it("returns the member's own statement, once the exit is confirmed", async () => {
    const { id } = await proposed();
    const path = `/api/exits/${id}/statement.pdf`;
    const amaras = await club.as(amara);
    expect((await amaras("GET", path)).status).toBe(404);
    await confirm(id);
    const pdf = await amaras("GET", path);
    expect([pdf.status, pdf.headers.get("content-type"), String(pdf.body).slice(0, 5)]).toEqual([
      ...[200, "application/pdf", "%PDF-"],
    ]);
    expect(pdf.headers.get("content-disposition")).toContain("alder-analytics-sale-2031-06-30.pdf");
    const other = await club.as(await buildOwner(club.db, "Dev Shah"));
    expect((await other("GET", path)).status).toBe(404);
  });
  const downloaded = async () => statementOf((await confirmed()).id);
  it("returns one page with what each lot of the member was sold for", async () => {
    const { pageCount, text } = await readPdf(await downloaded());
    expect(pageCount).toBe(1);
    for (const words of [
      "Sale of shares of Alder Analytics",
      "Statement for Amara Okafor",
      "On 30 June 2031",
      "Price of a share £2.00",
      "Together 150 £300.00 £0.00 £300.00",
      "This is not a statement of tax.",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("Lindqvist");
  });
  it("returns a PDF in which Poppler reads the same words", async (context) =>
    expectSameInPoppler(context, await downloaded()));
});

describe("POST /exits/{id}/confirm", () => {
  it("confirms by another admin, once, and tells who holds shares what they get", async () => {
    const { id } = await proposed({ costs_pence: 100, costs_payee: "Mills & Co" });
    const own = await confirm(id, admin);
    expect([own.status, own.body.code]).toEqual([403, "second_person_required"]);
    expect((await read(id, second)).can.confirm).toBe(true);
    const { status, body } = await confirm(id);
    expect([status, body.state, body.confirmed_by_name]).toEqual([200, "confirmed", "Daniel Achebe"]);
    const again = await confirm(id);
    expect([again.status, again.body.code]).toEqual([409, "revision_conflict"]);
    const mails = await takeMails(club);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([amara.email, ben.email].toSorted());
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual(
      [
        `${amara.email} Alder Analytics: you get £299.25 for your shares`,
        `${ben.email} Alder Analytics: you get £99.75 for your shares`,
      ].toSorted(),
    );
    expect((await auditOf(company)).at(-1)).toEqual({
      kind: "exit_confirmed",
      actor_id: daniel.id,
      details: { exit_id: id, kind: "sale", shares: 200, gross_pence: 40_000, costs_pence: 100 },
    });
  });
  it("returns 409 where the holdings have changed meanwhile", async () => {
    const { id } = await proposed();
    await buildHeldRound(club.db, { issued_on: "2030-01-01", company_id: company, held: [[ben, 7]] });
    const changed = await confirm(id);
    expect([changed.status, changed.body.code, changed.body.detail]).toEqual([
      409,
      "revision_conflict",
      "What members hold has changed since this was proposed. Please withdraw it and propose it again.",
    ]);
    expect((await withdraw(id)).status).toBe(200);
    expect((await proposed()).shares).toBe(207);
  });
});

describe("POST /exits/{id}/withdraw", () => {
  it("returns 422 without a reason", async () => {
    const { status, body } = await admin("POST", `/api/exits/${unknownId}/withdraw`, { reason: " " });
    expect([status, body.errors[0].path]).toEqual([422, "reason"]);
  });
  it("withdraws a proposal of which nobody was told, once", async () => {
    const { id } = await proposed();
    expect((await withdraw(id, second)).body).toMatchObject({
      state: "withdrawn",
      withdrawn_by_name: "Daniel Achebe",
      withdrawn_because: "The price was wrong.",
    });
    expect((await withdraw(id)).body.code).toBe("revision_conflict");
    expect((await confirm(id)).body.code).toBe("revision_conflict");
    expect(await takeMails(club)).toEqual([]);
    expect((await auditOf(company)).at(-1)).toEqual({
      kind: "exit_withdrawn",
      actor_id: daniel.id,
      details: { exit_id: id, reason: "The price was wrong." },
    });
  });
  it("withdraws a confirmed exit before its money, gives the shares back and tells who was told", async () => {
    const { id } = await confirmed();
    await takeMails(club);
    expect((await withdraw(id)).status).toBe(200);
    const mails = await takeMails(club);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([amara.email, ben.email].toSorted());
    expect(mails[0]?.subject).toBe("Alder Analytics: what we told you about your shares is withdrawn");
    expect((await proposed()).shares).toBe(200);
  });
  it("returns 409 once the exit's money is booked", async () => {
    const { id } = await arrived();
    const { status, body } = await withdraw(id);
    expect([status, body.code, body.detail]).toEqual([
      ...[409, "payment_closed", "Money of this exit is booked or on its way. Take that back first."],
    ]);
    expect((await read(id)).state).toBe("confirmed");
  });
});

/** As the bank lists it: [payer, pence]. @returns those that are not booked by it. */
const header = "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)";
async function bankLines(dealId: string, lines: readonly (readonly [string, number])[]): Promise<BankLine[]> {
  let balance = 0;
  const rows = lines.map(([payer, pence], place) => {
    balance += pence;
    return `02/07/2031,${payer},EXIT ${place},FASTER PAYMENT,${(pence / 100).toFixed(2)},${(balance / 100).toFixed(2)}`;
  });
  const file = [header, ...rows, ""].join("\n");
  const path = `/api/deals/${dealId}/bank-files?name=a.csv`;
  expect((await admin("POST", path, file, { "content-type": "text/csv" })).status).toBe(201);
  const { items } = (await admin("GET", `/api/deals/${dealId}/bank-lines?show=open&limit=100`)).body;
  return items.toSorted((one: BankLine, other: BankLine) => one.line_number - other.line_number);
}
const matchExit = (exitId: string, line: BankLine | undefined) =>
  admin("POST", `/api/bank-lines/${line?.id}/match`, {
    parts: [{ kind: "exit", exit_id: exitId, amount_pence: line?.amount_pence }],
    reason: "From the buyer.",
  });
/** Confirmed, with the money for the shares of the first deal booked. */
async function arrived(input: object = {}): Promise<ExitDetails> {
  const exit = await confirmed(input);
  const [line] = await bankLines(first.id, [["NORTHGATE PLC", 30_000]]);
  expect((await matchExit(exit.id, line)).status).toBe(200);
  return exit;
}
const unmatch = (line: BankLine | undefined) =>
  admin("POST", `/api/bank-lines/${line?.id}/unmatch`, { match_id: line?.matches.at(-1)?.id, reason: "Not so." });
const booked = async (dealId: string): Promise<BankLine[]> =>
  (await admin("GET", `/api/deals/${dealId}/bank-lines?show=booked&limit=100`)).body.items;
const pay = (id: string, by = admin) => by("POST", `/api/exits/${id}/payments`, { reason: "The sale." });
const approveAll = (id: string, by = second) => by("POST", `/api/exits/${id}/payments/approve`);
const stateOf = async (dealId: string) => (await admin("GET", `/api/deals/${dealId}`)).body.state;

describe("A line of the bank for the proceeds of an exit", () => {
  it("A line for an exit's proceeds is refused above what is missing, or where the exit is only proposed", async () => {
    const exit = await confirmed();
    const dividend = await proposed({ kind: "dividend", price: "2" });
    const [more, whole] = await bankLines(first.id, [
      ["NORTHGATE PLC", 30_001],
      ["NORTHGATE PLC", 30_000],
    ]);
    expect([more?.grade, whole?.grade]).toEqual(["unknown", "likely"]);
    for (const answer of [await matchExit(exit.id, more), await matchExit(dividend.id, whole)]) {
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        [
          {
            path: "parts",
            message: "Please choose a confirmed exit of this company, and no more than is missing of its money",
          },
        ],
      ]);
    }
    expect((await matchExit(exit.id, whole)).status).toBe(200);
  });
  it("A line may be one of several for an exit, and nothing is paid out before all of them are booked", async () => {
    // 150 shares of the first deal at £1.37: Amara Okafor has £137.00 and Ben Lindqvist £68.50.
    const exit = await confirmed({ price: "1.37" });
    const ofFirst = async () => (await read(exit.id)).deals.find(({ deal_id }) => deal_id === first.id);
    const missing = async () => (await admin("GET", `/api/deals/${first.id}/closing`)).body.proceeds;
    const gross_pence = (await ofFirst())?.gross_pence ?? 0;
    expect(gross_pence).toBe(20_550);
    const [part, rest] = await bankLines(first.id, [
      ["NORTHGATE PLC", 7001],
      ["NORTHGATE PLC", 13_549],
    ]);
    expect((await matchExit(exit.id, part)).status).toBe(200);
    expect(await ofFirst()).toMatchObject({ arrived_pence: 7001, arrived_on: null });
    expect(await missing()).toMatchObject([{ exit_id: exit.id, amount_pence: 13_549 }]);
    expect((await pay(exit.id)).body).toMatchObject({
      code: "payment_closed",
      detail: expect.stringMatching(/arrived/),
    });
    // The second line has what is missing, by which it is found.
    const [open] = (await admin("GET", `/api/deals/${first.id}/bank-lines?show=open`)).body.items;
    expect([open.id, open.grade]).toEqual([rest?.id, "likely"]);
    expect((await matchExit(exit.id, rest)).status).toBe(200);
    expect(await ofFirst()).toMatchObject({ arrived_pence: 20_550, arrived_on: "2031-07-02" });
    expect(await missing()).toEqual([]);
    const lines = await booked(first.id);
    expect((await unmatch(lines.find(({ id }) => id === part?.id))).status).toBe(200);
    expect(await ofFirst()).toMatchObject({ arrived_pence: 13_549, arrived_on: null });
    expect((await matchExit(exit.id, part)).status).toBe(200);
    expect((await read(exit.id)).to_propose).toEqual({ payments: 2, pence: 20_550 });
    expect((await pay(exit.id)).body).toEqual({ payments: 2, pence: 20_550, left_out: 0 });
    const { payments } = (await admin("GET", `/api/deals/${first.id}/closing`)).body;
    expect(
      payments.map(({ payee, amount_pence }: Record<string, unknown>) => [payee, amount_pence]).toSorted(),
    ).toEqual([
      ["Amara Okafor", 13_700],
      ["Ben Lindqvist", 6850],
    ]);
    expect((await approveAll(exit.id)).body).toMatchObject({ payments: 2, pence: 20_550 });
    // Each member was credited with their part and no penny else.
    const { rows } = await sql<{ pence: number }>`
      select sum(amount_pence)::int as pence from ledger_entries where deal_id = ${first.id} and account = '2400'
       group by commitment_id order by 1`.execute(club.db);
    expect(rows.map(({ pence }) => pence)).toEqual([-13_700, -6850]);
    const { items } = (await admin("GET", `/api/deals/${first.id}/ledger`)).body;
    expect(items.map(({ text }: { text: string }) => text)).toContain("Sale: a part of its money, £70.01");
  });
});

/** Writes past the rules, as a mistake in the database would. */
const changeSums = (exitId: string, payee: string) =>
  sql`update outgoing_payments set amount_pence = amount_pence - 1 where exit_id = ${exitId} and payee = ${payee}`.execute(
    club.db,
  );
const sumChanged = {
  status: 409,
  code: "payment_closed",
  detail: "What is owed has changed meanwhile. Please cancel this payment and propose it again.",
};

describe("A payment of an exit whose sum is not what is due", () => {
  it("A payment of a changed sum is left out of the approval, which returns 409 where no other one waits", async () => {
    const exit = await arrived();
    await pay(exit.id);
    await changeSums(exit.id, "Ben Lindqvist");
    expect((await approveAll(exit.id)).body).toEqual({ payments: 1, pence: 20_000, left_out: 1 });
    expect((await approveAll(exit.id)).body).toMatchObject(sumChanged);
  });
  it("An approved payment whose sum is no longer due is not booked", async () => {
    const exit = await arrived();
    await pay(exit.id);
    await approveAll(exit.id);
    await changeSums(exit.id, "Ben Lindqvist");
    const [out] = await bankLines(first.id, [
      ["NORTHGATE PLC", 30_000],
      ["BEN LINDQVIST", -9999],
    ]);
    const { payments } = (await admin("GET", `/api/deals/${first.id}/closing`)).body;
    const payment = payments.find(({ payee }: { payee: string }) => payee === "Ben Lindqvist");
    const parts = [{ kind: "distribution", payment_id: payment.id, amount_pence: 9999 }];
    const { body } = await admin("POST", `/api/bank-lines/${out?.id}/match`, { parts, reason: "By name." });
    expect(body).toMatchObject(sumChanged);
  });
});

describe("POST /exits/{id}/payments", () => {
  it("returns 409 before the exit is confirmed and before its money is there", async () => {
    const { id } = await proposed();
    expect((await pay(id)).body).toMatchObject({
      code: "payment_closed",
      detail: expect.stringMatching(/confirmed/),
    });
    await confirm(id);
    expect((await pay(id)).body).toMatchObject({ code: "payment_closed", detail: expect.stringMatching(/arrived/) });
  });
  it("proposes the payments due of the deals whose money is there, each once", async () => {
    const exit = await arrived({ costs_pence: 400, costs_payee: "Mills & Co" });
    expect(await read(exit.id)).toMatchObject({
      can: { propose_payments: true },
      to_propose: { payments: 3, pence: 30_000 },
      to_approve: { payments: 0, pence: 0 },
    });
    expect((await pay(exit.id)).body).toEqual({ payments: 3, pence: 30_000, left_out: 0 });
    expect((await read(exit.id)).to_approve).toEqual({ payments: 0, pence: 0 });
    expect(await read(exit.id, second)).toMatchObject({
      to_propose: { payments: 0 },
      to_approve: { payments: 3, pence: 30_000 },
    });
    expect((await pay(exit.id)).body.code).toBe("payment_closed");
    const { payments } = (await admin("GET", `/api/deals/${first.id}/closing`)).body;
    const listed = payments.map(({ kind, payee, amount_pence }: Record<string, unknown>) => [
      kind,
      payee,
      amount_pence,
    ]);
    expect(listed.toSorted()).toEqual([
      ["distribution", "Amara Okafor", 19_800],
      ["distribution", "Ben Lindqvist", 9900],
      ["exit_costs", "Mills & Co", 300],
    ]);
    expect(await auditOf(first.id)).toEqual([
      {
        kind: "exit_payments_proposed",
        actor_id: owen.id,
        details: { exit_id: exit.id, payments: 3, pence: 30_000, reason: "The sale." },
      },
    ]);
    // The other deal's money comes later.
    const [other] = await bankLines(later.id, [["NORTHGATE PLC", 10_000]]);
    await matchExit(exit.id, other);
    expect((await pay(exit.id, second)).body).toEqual({ payments: 2, pence: 10_000, left_out: 0 });
  });
  it("proposes a cancelled payment again", async () => {
    const exit = await arrived();
    await pay(exit.id);
    const { payments } = (await admin("GET", `/api/deals/${first.id}/closing`)).body;
    expect((await admin("POST", `/api/outgoing-payments/${payments[0].id}/cancel`)).status).toBe(200);
    expect((await pay(exit.id)).body).toEqual({ payments: 1, pence: payments[0].amount_pence, left_out: 0 });
  });
  it("returns 409 while ledger and bank differ", async () => {
    const exit = await arrived();
    await bankLines(first.id, [
      ["NORTHGATE PLC", 30_000],
      ["SOMEBODY", -1],
    ]);
    expect((await pay(exit.id)).body.code).toBe("ledger_mismatch");
  });
});

describe("POST /exits/{id}/payments/approve", () => {
  it("approves payments that left the account before they were proposed, and their lines are sure then", async () => {
    const exit = await arrived();
    await bankLines(first.id, [
      ["NORTHGATE PLC", 30_000],
      ["AMARA OKAFOR", -20_000],
      ["BEN LINDQVIST", -10_000],
    ]);
    const both = { payments: 2, pence: 30_000, left_out: 0 };
    expect((await pay(exit.id)).body).toEqual(both);
    expect((await approveAll(exit.id)).body).toEqual(both);
    const { items } = (await admin("GET", `/api/deals/${first.id}/bank-lines?show=open`)).body;
    expect(items.map(({ grade }: BankLine) => grade)).toEqual(["sure", "sure"]);
  });
  it("returns 409 where no payment waits", async () => {
    expect((await approveAll((await confirmed()).id)).body.code).toBe("payment_closed");
  });
  it("needs another admin, and money that came for shares stays until it is taken back in order", async () => {
    const exit = await arrived();
    await pay(exit.id);
    expect((await approveAll(exit.id, admin)).body.code).toBe("second_person_required");
    expect((await read(exit.id, second)).can.approve_payments).toBe(true);
    // What waits is cancelled with its proceeds taken back; approved, it keeps them.
    const [matched] = await booked(first.id);
    expect((await unmatch(matched)).status).toBe(200);
    expect((await approveAll(exit.id)).body.code).toBe("payment_closed");
    const [open] = (await admin("GET", `/api/deals/${first.id}/bank-lines?show=open`)).body.items;
    await matchExit(exit.id, open);
    expect((await approveAll(exit.id)).body).toEqual({ payments: 2, pence: 30_000, left_out: 0 });
    const [again] = await booked(first.id);
    expect((await unmatch(again)).body.code).toBe("payment_closed");
    expect(await auditOf(first.id)).toContainEqual({
      kind: "exit_payments_approved",
      actor_id: daniel.id,
      details: { exit_id: exit.id, payments: 2, pence: 30_000 },
    });
  });
});

describe("Money of an exit", () => {
  it("A deal ends once none of its shares is left and all is paid; this is told, and taken back by a reversal", async () => {
    const part = await confirmed({ shares: 100 });
    const [line] = await bankLines(first.id, [["NORTHGATE PLC", 20_000]]);
    await matchExit(part.id, line);
    await pay(part.id);
    await approveAll(part.id);
    const paid = [
      ["NORTHGATE PLC", 20_000],
      ["AMARA OKAFOR", -15_000],
      ["BEN LINDQVIST", -5000],
    ] as const;
    await takeMails(club);
    expect(await bankLines(first.id, paid)).toEqual([]);
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual(
      [
        `${amara.email} Alder Analytics: you were paid £150.00 for your shares`,
        `${ben.email} Alder Analytics: you were paid £50.00 for your shares`,
      ].toSorted(),
    );
    expect(await stateOf(first.id)).toBe("completed");

    const rest = await confirmed();
    const [incoming] = await bankLines(first.id, [...paid, ["NORTHGATE PLC", 10_000]]);
    await matchExit(rest.id, incoming);
    await pay(rest.id);
    await approveAll(rest.id);
    const last = await bankLines(first.id, [
      ...paid,
      ["NORTHGATE PLC", 10_000],
      ["A OKAFOR", -5000],
      ["B LINDQVIST", -5000],
    ]);
    // Two payments of one sum, matched by hand where names do not decide.
    for (const { id, grade, payment_id, amount_pence } of last.filter(({ grade }) => grade === "sure"))
      expect([id, grade, payment_id === null, amount_pence]).toEqual([id, "sure", false, -5000]);
    const { payments } = (await admin("GET", `/api/deals/${first.id}/closing`)).body;
    const open = payments.filter(({ state }: { state: string }) => state === "approved");
    for (const [place, { id }] of last.entries()) {
      const payment = open.find(({ payee }: { payee: string }) => payee === ["Amara Okafor", "Ben Lindqvist"][place]);
      const parts = [{ kind: "distribution", payment_id: payment?.id, amount_pence: 5000 }];
      expect((await admin("POST", `/api/bank-lines/${id}/match`, { parts, reason: "By name." })).status).toBe(200);
    }
    expect(await stateOf(first.id)).toBe("exited");
    expect(await stateOf(later.id)).toBe("completed");
    const own = (await (await club.as(ben))("GET", "/api/exits/me")).body.items;
    expect(own.map(({ paid_on }: { paid_on: string }) => paid_on)).toEqual(["2031-07-02", "2031-07-02"]);

    const distribution = (await booked(first.id)).find(({ amount_pence }) => amount_pence === -5000);
    expect((await unmatch(distribution)).status).toBe(200);
    expect((await admin("GET", `/api/deals/${first.id}/closing`)).body).toMatchObject({
      distribution_pence: 5000,
      difference_pence: 0,
      ledger_sum_pence: 0,
    });
    const { items } = (await admin("GET", `/api/deals/${first.id}/ledger?limit=500`)).body;
    expect(items.at(-1).text).toMatch(/^Distribution, .+: £50\.00 of .+ 2031 is taken back$/);
  });

  it("A payout that the member's bank sends back is owed again, told once, and paid again by another line", async () => {
    const part = await confirmed({ shares: 100 });
    const [line] = await bankLines(first.id, [["NORTHGATE PLC", 20_000]]);
    await matchExit(part.id, line);
    await pay(part.id);
    await approveAll(part.id);
    const paid = [
      ["NORTHGATE PLC", 20_000],
      ["AMARA OKAFOR", -15_000],
      ["BEN LINDQVIST", -5000],
    ] as const;
    expect(await bankLines(first.id, paid)).toEqual([]);
    await takeMails(club);
    const [back] = await bankLines(first.id, [...paid, ["RETURNED B LINDQVIST", 5000]]);
    expect([back?.grade, back?.full_name, back?.said]).toEqual([
      "likely",
      "Ben Lindqvist",
      "It may be the payment of 2 July 2031, which the bank sent back",
    ]);
    const returned = { kind: "payment_returned", payment_id: back?.payment_id, amount_pence: 5000 };
    const book = (amount_pence: number) =>
      admin("POST", `/api/bank-lines/${back?.id}/match`, {
        parts: [{ ...returned, amount_pence }],
        reason: "As seen.",
      });
    expect((await book(4999)).status).toBe(422);
    expect((await book(5000)).status).toBe(200);
    const desk = (await admin("GET", `/api/deals/${first.id}/closing`)).body;
    expect(desk).toMatchObject({ distribution_pence: 5000, difference_pence: 0, ledger_sum_pence: 0 });
    expect(desk.payments.find(({ id }: { id: string }) => id === back?.payment_id)).toMatchObject({
      state: "approved",
      paid_on: null,
      returned_on: "2031-07-02",
    });
    expect((await read(part.id)).deals[0]).toMatchObject({ distributed_pence: 15_000 });
    const own = (await (await club.as(ben))("GET", "/api/exits/me")).body.items;
    expect(own.map(({ paid_on }: { paid_on: string | null }) => paid_on)).toEqual([null]);
    expect(own[0].lots.map(({ returned_on }: { returned_on: string | null }) => returned_on)).toEqual(["2031-07-02"]);
    const waiting = async () => {
      const bens = await club.as(ben);
      const { items } = (await bens("GET", "/api/to-do")).body;
      const { returned_pence, returned_on } = (await bens("GET", `/api/commitments/${own[0].lots[0].commitment_id}`))
        .body;
      return [
        items
          .filter(({ kind }: { kind: string }) => kind === "payout_account")
          .map(({ pence }: { pence: number }) => pence),
        returned_pence,
        returned_on,
      ];
    };
    expect(await waiting()).toEqual([[5000], 5000, "2031-07-02"]);
    expect((await readPdf(await statementOf(part.id, ben))).text).toContain("Sent back by your bank on 2 July 2031");
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual([
      `${ben.email} Alder Analytics: the bank sent back £50.00 that was paid to you`,
    ]);
    expect((await admin("GET", `/api/deals/${first.id}/next`)).body).toMatchObject({
      text: "2 July 2031: the bank sent back £50.00 that was paid to Ben Lindqvist. Ask them for the right account. Pay what is approved of the sale of Alder Analytics on 30 June 2031: 1 payment, £50.00. Then bring the bank file.",
      act: "bank_file",
    });
    const ledger = (await admin("GET", `/api/deals/${first.id}/ledger?limit=500`)).body.items;
    expect(ledger.at(-1).text).toBe("The bank sent back what was paid to Ben Lindqvist; it is owed again");
    // The first payment is not taken back beneath its return.
    const sent = (await booked(first.id)).find(({ amount_pence }) => amount_pence === -5000);
    expect((await unmatch(sent)).body.detail).toBe(
      "The bank sent this payment back later. Take back that booking first.",
    );
    const again = [...paid, ["RETURNED B LINDQVIST", 5000], ["BEN LINDQVIST", -5000]] as const;
    expect(await bankLines(first.id, again)).toEqual([]);
    const [told] = await takeMails(club);
    expect([told?.to, told?.link]).toEqual([ben.email, expect.stringContaining(`company=${own[0].company_id}`)]);
    expect(await waiting()).toEqual([[], 0, null]);
    const settled = (await admin("GET", `/api/deals/${first.id}/closing`)).body;
    expect(settled).toMatchObject({ distribution_pence: 0, difference_pence: 0, ledger_sum_pence: 0 });
    const return_ = (await booked(first.id)).find(({ payer }) => payer.startsWith("RETURNED"));
    expect((await unmatch(return_)).body.code).toBe("payment_closed");
  });

  it("An exit's money is in its owner's export, and keeps a sealed record for six years after the last payment", async () => {
    const exit = await confirmed({ note: "To Northgate." });
    const data = await club.asOwner(null, (tx) => collectData(tx, ben.id, club));
    expect(data.what_you_got_for_shares).toMatchObject([
      {
        company: "Alder Analytics",
        kind: "sale",
        shares: 50,
        gross_pence: 10_000,
        paid_pence: 10_000,
        note: "To Northgate.",
      },
    ]);
    const record = club.db.selectFrom("investor_records").select("retain_until").where("id", "=", ben.record_id);
    await club.db
      .updateTable("investor_records")
      .set({ user_id: null, sealed_at: now, retain_until: "2037-07-02" })
      .where("id", "=", ben.record_id)
      .execute();
    now = new Date("2031-08-02T12:00:00Z");
    await investorRecordJobs["expired-investor-records"].run(club);
    // All is sold: no longer needed from day to day.
    expect(await record.execute()).toEqual([{ retain_until: "2037-07-02" }]);
    const [line] = await bankLines(first.id, [["NORTHGATE PLC", 30_000]]);
    await matchExit(exit.id, line);
    await pay(exit.id);
    await approveAll(exit.id);
    await bankLines(first.id, [
      ["NORTHGATE PLC", 30_000],
      ["AMARA OKAFOR", -20_000],
      ["BEN LINDQVIST", -10_000],
    ]);
    expect(await record.execute()).toEqual([{ retain_until: "2037-08-02" }]);
  });

  it("Who is owed an exit's money after their account is deleted is named until they are paid", async () => {
    const exit = await confirmed();
    await club.db
      .updateTable("investor_records")
      .set({ user_id: null, sealed_at: now, legal_name: "Benjamin Lindqvist", retain_until: "2037-07-02" })
      .where("id", "=", ben.record_id)
      .execute();
    const shown = async () =>
      (await read(exit.id)).members_paid.map(({ full_name, paid_pence }) => [full_name, paid_pence]);
    const owed = [
      ["Amara Okafor", 30_000],
      ["Benjamin Lindqvist", 10_000],
    ];
    expect(await shown()).toEqual(owed);
    const [line] = await bankLines(first.id, [["NORTHGATE PLC", 30_000]]);
    await matchExit(exit.id, line);
    await pay(exit.id);
    await approveAll(exit.id);
    expect(await shown()).toEqual(owed);
    await bankLines(first.id, [
      ["NORTHGATE PLC", 30_000],
      ["AMARA OKAFOR", -20_000],
      ["BENJAMIN LINDQVIST", -10_000],
    ]);
    expect(await shown()).toEqual([
      ["Amara Okafor", 30_000],
      [null, 10_000],
    ]);
  });

  it("An exit is never changed or deleted, by the database's owner neither", async () => {
    const exit = await confirmed();
    const refused = [
      sql`update exits set price = 1 where id = ${exit.id}`,
      sql`update exits set confirmed_at = now() where id = ${exit.id}`,
      sql`update exits set confirmed_by = ${owen.id} where id = ${exit.id}`,
      sql`delete from exits where id = ${exit.id}`,
      sql`update exit_lines set gross_pence = 1 where exit_id = ${exit.id}`,
      sql`delete from exit_lines where exit_id = ${exit.id}`,
    ];
    for (const change of refused) await expect(change.execute(club.db)).rejects.toThrow("never changed or deleted");
    await sql`update exits set proposed_by = null, confirmed_by = null where id = ${exit.id}`.execute(club.db);
  });

  it("The database refuses an exit whose lines do not add up", async () => {
    const lots = await club.asOwner(null, (tx) =>
      sql<{ holding_id: string; shares: number }>`
        select holding_id, shares from exit_lots(${company}, 'sale', '2031-06-30', null)`.execute(tx),
    );
    const whole = lots.rows.map(({ holding_id, shares }) => ({
      holding_id,
      shares,
      gross_pence: shares * 200,
      costs_pence: 0,
    }));
    const [one, two, three] = whole;
    if (!one || !two || !three) throw new Error("There are three lots.");
    const add = (lines: object[], shares: number | null = null) =>
      club.asActor({ userId: owen.id, at: now }, (tx) =>
        sql`select propose_exit(${company}, 'sale', null, '2031-06-30', 2, ${shares}, 0, null, null,
                                ${JSON.stringify(lines)}::jsonb)`.execute(tx),
      );
    const wrong: [object[], number | null][] = [
      [[one, two], null],
      [[one, two, { ...three, gross_pence: three.gross_pence + 1 }], null],
      [[one, { ...two, gross_pence: two.gross_pence - 50 }, { ...three, gross_pence: three.gross_pence + 50 }], null],
      [[one, two, { ...three, shares: three.shares + 1 }], 201],
      [[one, two, { ...three, costs_pence: 1 }], null],
      // The later lot of the owner of two comes first.
      [lots.rows.at(-1) ? [{ ...three, shares: 50, gross_pence: 10_000 }] : [], 50],
    ];
    for (const [lines, shares] of wrong) await expect(add(lines, shares)).rejects.toThrow("invalid_parameter_value");
    await add(whole);
  });
});
