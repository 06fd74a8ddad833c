import { beforeAll, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import type { BankLine, LedgerTransaction, OutgoingPayment } from "#shared/funds/funds.ts";
import { buildCalledRound } from "#tests/support/alder-round.ts";
import { buildCompanyAccount } from "#tests/support/build-allocated-deal.ts";
import { payOut } from "#tests/support/past-the-lists.ts";
import { readCsv } from "#tests/support/read-csv.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const unknownId = "018f0000-0000-7000-8000-000000000000";
let now = new Date();

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const admin = await club.as(await buildAdmin(club.db, { full_name: "Owen Pryce" }));
const second = await club.as(await buildAdmin(club.db, { full_name: "Ada Finch" }));
await setDeals(club.db);
const round = await buildCalledRound(club.db, "A7F");
await buildCompanyAccount(club.db, round.deal.id, now);

const csv = { "content-type": "text/csv" };
const upload = (text: string, name = "starling.csv") =>
  admin("POST", `/api/deals/${round.deal.id}/bank-files?name=${name}`, text, csv);
const openLines = async (): Promise<BankLine[]> =>
  (await admin("GET", `/api/deals/${round.deal.id}/bank-lines`)).body.items;
const confirm = (ids: string[], by = admin) => by("POST", "/api/bank-lines/confirm", { ids });
const closing = async () => (await admin("GET", `/api/deals/${round.deal.id}/closing`)).body;
const ledger = async (call = admin, query = "?limit=500") =>
  (await call("GET", `/api/deals/${round.deal.id}/ledger${query}`)).body;
const propose = async (path: string, body: object): Promise<OutgoingPayment> => {
  const { status, body: payment } = await admin("POST", `/api/deals/${round.deal.id}/${path}`, body);
  expect(status).toBe(201);
  return payment;
};

/** What an import left, in the order of the file: what is sure now by the button, the rest by hand. */
async function bookAll(): Promise<void> {
  const lines = (await openLines()).toSorted((one, other) => one.line_number - other.line_number);
  for (const { id } of lines) {
    const line = (await openLines()).find((other) => other.id === id);
    if (!line) throw new Error("The line is gone.");
    if (line.grade === "sure") {
      expect((await confirm([id])).body).toMatchObject({ confirmed: 1, left_out: 0 });
      continue;
    }
    const parts = [{ kind: "receipt", commitment_id: line.commitment_id, amount_pence: line.amount_pence }];
    const { status, body } = await admin("POST", `/api/bank-lines/${id}/match`, { parts, reason: line.said });
    expect([status, body.open_pence]).toEqual([200, 0]);
  }
}

describe("The worked example", () => {
  beforeAll(() => {
    now = new Date("2027-01-27T10:05:00Z");
  });
  it("The worked example books 7 sure lines of the bank's file at the due time, and grades the others", async () => {
    const { status, body } = await upload(round.fileUpTo(11), "starling-2027-01-27.csv");
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        imported_at: "2027-01-27T10:05:00.000Z",
        imported_by_name: "Owen Pryce",
        origin: "file",
        name: "starling-2027-01-27.csv",
        format: "starling",
        lines: 11,
        new_lines: 11,
        opening_balance_pence: 0,
        closing_balance_pence: 9_396_531,
        paid_in_pence: 9_396_531,
        paid_out_pence: 0,
        can: { take_back: false },
        booked: { lines: 7, paid_in_pence: 6_286_036, paid_out_pence: 0 },
        own: { lines: 0, paid_in_pence: 0, paid_out_pence: 0 },
        to_book: { lines: 0, paid_in_pence: 0, paid_out_pence: 0 },
        to_look_at: { lines: 4, paid_in_pence: 3_110_495, paid_out_pence: 0 },
      },
    ]);
    const { body: list } = await admin("GET", `/api/deals/${round.deal.id}/bank-lines`);
    expect(list.grades).toEqual({
      sure: { lines: 0, pence: 0 },
      amount: { lines: 3, pence: 2_465_168 },
      payer: { lines: 0, pence: 0 },
      likely: { lines: 1, pence: 645_327 },
      unknown: { lines: 0, pence: 0 },
    });
    expect(list.items.map(({ full_name }: BankLine) => full_name)).toEqual([
      ...["Chloe Martin", "Esther Brown", "Chloe Martin", "Isla Reid"],
    ]);
    expect(list.items[0]).toMatchObject({
      grade: "amount",
      due_pence: 1_141_296,
      open_due_pence: 1_141_296,
      said: "£5,000.00 of £11,412.96; £6,412.96 would stay open",
      matches: [],
    });
    expect(await closing()).toMatchObject({
      applied_pence: 6_286_036,
      on_account_pence: 6_286_036,
      bank_pence: 9_396_531,
      difference_pence: 0,
    });
  });

  it("The closing board has the sums of the worked example at the due time", async () => {
    await bookAll();
    const board = await closing();
    expect(board).toMatchObject({
      company_name: "Alder Analytics",
      price: "1.24",
      called_at: "2027-01-25T10:00:00.000Z",
      due_at: "2027-01-27T10:00:00.000Z",
      counts: {
        called: { members: 11, pence: 10_355_152 },
        paid: { members: 10, pence: 9_395_531 },
        part_paid: { members: 0, pence: 0 },
        held: { members: 0, pence: 0 },
        late: { members: 1, pence: 959_621 },
      },
      shares: 80_645,
      due_pence: 10_355_152,
      applied_pence: 9_395_531,
      open_pence: 959_621,
      refund_pence: 1000,
      unidentified_pence: 0,
      on_account_pence: 9_396_531,
      to_company_pence: 9_999_980,
      to_club_pence: 355_172,
      transactions: 22,
      ledger_sum_pence: 0,
      bank_pence: 9_396_531,
      difference_pence: 0,
      nudgeable: 1,
      can: { import: true, transfer_fee: false, nudge: true },
    });
    const { body } = await admin("GET", `/api/deals/${round.deal.id}/closing/members`);
    expect(body.items.map((row: { full_name: string; state: string }) => [row.full_name, row.state])).toEqual(
      round.members.map(({ full_name }) => [full_name, full_name === "Jonas Weber" ? "called" : "paid"]),
    );
    const [chloe, esther, jonas] = [2, 4, 8].map((place) => body.items[place]);
    expect(chloe).toMatchObject({ bank_days: ["2027-01-25", "2027-01-26"], applied_pence: 1_141_296, is_late: false });
    expect(esther).toMatchObject({ refund_pence: 1000, can: { refund: true, bear: false } });
    expect(jonas).toMatchObject({
      number: 10,
      tier: "trial",
      shares: 6879,
      due_pence: 959_621,
      applied_pence: 0,
      open_pence: 959_621,
      bank_days: [],
      is_held: false,
      is_late: true,
      can: { extend: true, release: false, bear: false, refund: false },
    });
    const sum = (name: string) =>
      body.items.reduce((total: number, row: Record<string, number>) => total + (row[name] ?? 0), 0);
    for (const name of ["due_pence", "applied_pence", "open_pence", "refund_pence", "shares"])
      expect([name, sum(name)]).toEqual([name, board[name]]);
  });

  it("Money leaves the worked example as approved or signed by two, once the bank's file says so", async () => {
    now = new Date("2027-01-28T12:00:00Z");
    expect((await upload(round.fileUpTo(12))).body).toMatchObject({ lines: 12, new_lines: 1 });
    await bookAll();
    const refund = await propose("refunds", {
      commitment_id: round.memberOf(5).commitment_id,
      amount_pence: 1000,
      reason: "£10.00 too much.",
    });
    const approve = (id: string, by = second) => by("POST", `/api/outgoing-payments/${id}/approve`);
    const alone = await approve(refund.id, admin);
    expect([alone.status, alone.body.code]).toEqual([403, "second_person_required"]);
    expect((await approve(refund.id)).body).toMatchObject({ state: "approved", approved_by_name: "Ada Finch" });
    now = new Date("2027-01-29T12:00:00Z");
    expect((await upload(round.fileUpTo(13))).body.new_lines).toBe(1);
    await bookAll();
    const { wire } = await payOut(club, round.deal.id);
    expect((await closing()).payments.slice(0, 2)).toMatchObject([
      { kind: "fee", state: "approved", amount_pence: 355_172, payee: "Kindling Club Ltd" },
      { kind: "wire", state: "approved", amount_pence: 9_999_980, payee: "Alder Analytics" },
    ]);
    const isListed = async () => (await closing()).payments.find(({ id }: OutgoingPayment) => id === wire).is_listed;
    expect(await isListed()).toBe(false);
    now = new Date("2027-02-01T12:00:00Z");
    expect((await upload(round.fileUpTo(14))).body).toMatchObject({ booked: { lines: 1, paid_out_pence: 9_999_980 } });
    expect(await isListed()).toBe(false);
    now = new Date("2027-02-03T12:00:00Z");
    expect((await upload(round.file)).body).toMatchObject({ lines: 15, new_lines: 1, closing_balance_pence: 0 });
    expect(await openLines()).toEqual([]);
    const board = await closing();
    expect(board).toMatchObject({
      applied_pence: 10_355_152,
      open_pence: 0,
      refund_pence: 0,
      on_account_pence: 0,
      bank_pence: 0,
      wired_pence: 9_999_980,
      fee_paid_pence: 355_172,
      transactions: 26,
      ledger_sum_pence: 0,
    });
    expect(board.payments.map(({ kind, state, paid_on }: OutgoingPayment) => [kind, state, paid_on])).toEqual([
      ["fee", "paid", "2027-02-03"],
      ["wire", "paid", "2027-02-01"],
      ["refund", "paid", "2027-01-29"],
    ]);
  });

  it("The worked example makes 26 transactions with 74 entries, each of which is zero, and every account is empty", async () => {
    const { items, ...sums } = await ledger();
    expect(sums).toEqual({ next_cursor: null, transactions: 26, sum_pence: 0, on_account_pence: 0, own_member: null });
    const entries = items.flatMap((transaction: LedgerTransaction) => transaction.entries);
    expect(entries).toHaveLength(74);
    for (const { entries: own } of items)
      expect(own.reduce((total: number, { amount_pence }: { amount_pence: number }) => total + amount_pence, 0)).toBe(
        0,
      );
    const balances = new Map<string, number>();
    for (const { account, member, amount_pence } of entries) {
      const key = `${account}:${member ?? ""}`;
      balances.set(key, (balances.get(key) ?? 0) + amount_pence);
    }
    expect([...balances.values()].filter((pence) => pence !== 0)).toEqual([]);
    expect(
      items.slice(0, 11).map(({ kind, booked_on, member }: LedgerTransaction) => [kind, booked_on, member]),
    ).toEqual(round.members.map(({ number }) => ["call", "2027-01-25", number]));
    expect(
      items
        .slice(11)
        .map((row: LedgerTransaction) => [
          row.number,
          row.booked_on,
          row.kind,
          row.member,
          row.in_pence - row.out_pence,
        ]),
    ).toEqual([
      [12, "2027-01-25", "receipt", 1, 1_900_424],
      [13, "2027-01-25", "receipt", 11, 56_358],
      [14, "2027-01-26", "receipt", 2, 1_425_876],
      [15, "2027-01-26", "receipt", 4, 713_372],
      [16, "2027-01-26", "receipt", 6, 1_032_454],
      [17, "2027-01-27", "receipt", 8, 669_302],
      [18, "2027-01-27", "receipt", 12, 488_250],
      [19, "2027-01-25", "receipt", 3, 500_000],
      [20, "2027-01-25", "receipt", 5, 1_323_872],
      [21, "2027-01-26", "receipt", 3, 641_296],
      [22, "2027-01-26", "receipt", 9, 645_327],
      [23, "2027-01-28", "receipt", 10, 959_621],
      [24, "2027-01-29", "refund", 5, -1000],
      [25, "2027-02-01", "wire", null, -9_999_980],
      [26, "2027-02-03", "fee", null, -355_172],
    ]);
    expect(items.slice(22).map(({ balance_pence }: LedgerTransaction) => balance_pence)).toEqual([
      10_356_152, 10_355_152, 355_172, 0,
    ]);
    expect(items[19].entries).toEqual([
      { account: "1000", member: null, amount_pence: 1_323_872 },
      { account: "1100", member: 5, amount_pence: -1_322_872 },
      { account: "2200", member: 5, amount_pence: -1000 },
    ]);
  });
});

it("A member's own data holds the member's own part of the ledger", async () => {
  const esther = round.memberOf(5);
  const { what_was_booked_for_you: booked } = await club.db
    .transaction()
    .execute((tx) => collectData(tx, esther.id, club));
  expect(booked?.map(({ number, kind, account, amount_pence }) => [number, kind, account, amount_pence])).toEqual([
    [5, "call", "1100", 1_322_872],
    [5, "call", "2000", -1_271_992],
    [20, "receipt", "1100", -1_322_872],
    [20, "receipt", "2200", -1000],
    [24, "refund", "2200", 1000],
    [25, "wire", "2000", 1_271_992],
  ]);
  for (const row of booked ?? []) expect(row.commitment_id).toBe(esther.commitment_id);
});

describe("GET /deals/{id}/ledger", () => {
  it("shows who takes part the whole account, the others by their numbers", async () => {
    const jonas = await club.as(round.memberOf(10));
    const { items, own_member } = await ledger(jonas);
    expect(own_member).toBe(10);
    expect([8, 11, 19, 22, 23, 24, 25].map((place) => items[place].text)).toEqual([
      "Due from you: £9,596.21",
      "Arrived from Member 1",
      "Arrived from Member 5, £10.00 more than was due",
      "Arrived from you, after the time, inside the time of grace",
      "Sent back to Member 5, who had sent too much",
      "To Alder Analytics, 80,645 shares",
      "Fees to Kindling Club Ltd",
    ]);
    for (const { full_name } of round.members) expect(JSON.stringify(items)).not.toContain(full_name);
  });
  it("returns members by name to admins", async () => {
    const { items } = await ledger();
    expect(items[22].text).toBe("Arrived from Jonas Weber, after the time, inside the time of grace");
  });
  it("returns by bank day the balances that the bank had, from page to page", async () => {
    const pageBy = async (query: string) =>
      (await admin("GET", `/api/deals/${round.deal.id}/ledger?order=bank${query}`)).body;
    const rows: LedgerTransaction[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { items: LedgerTransaction[]; next_cursor: string | null } = await pageBy(
        `&limit=4${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      rows.push(...page.items);
      cursor = page.next_cursor;
    }
    const last = new Map(rows.map(({ bank_on, balance_pence }) => [bank_on, balance_pence]));
    expect([...last]).toEqual([
      ["2027-01-25", 3_780_654],
      ["2027-01-26", 8_238_979],
      ["2027-01-27", 9_396_531],
      ["2027-01-28", 10_356_152],
      ["2027-01-29", 10_355_152],
      ["2027-02-01", 355_172],
      ["2027-02-03", 0],
    ]);
  });
  it("returns by bank day a booking that was taken back on the day of its line", async () => {
    now = new Date("2027-01-25T12:00:00Z");
    const other = await buildCalledRound(club.db, "B7F");
    const path = `/api/deals/${other.deal.id}`;
    await admin("POST", `${path}/bank-files?name=a.csv`, other.fileUpTo(1), csv);
    const [line] = (await admin("GET", `${path}/bank-lines?show=booked`)).body.items;
    now = new Date("2027-01-28T12:00:00Z");
    const taking = { match_id: line.matches[0].id, reason: "A mistake." };
    expect((await admin("POST", `/api/bank-lines/${line.id}/unmatch`, taking)).status).toBe(200);
    const { items } = (await admin("GET", `${path}/ledger?order=bank&limit=500`)).body;
    expect(
      items
        .slice(-2)
        .map(({ booked_on, bank_on, balance_pence }: LedgerTransaction) => [booked_on, bank_on, balance_pence]),
    ).toEqual([
      ["2027-01-25", "2027-01-25", 1_900_424],
      ["2027-01-28", "2027-01-25", 0],
    ]);
  });
  it("returns the next page with the same balances", async () => {
    const first = await ledger(admin, "?limit=24");
    const rest = await ledger(admin, `?limit=24&cursor=${first.next_cursor}`);
    expect([...first.items, ...rest.items]).toEqual((await ledger()).items);
  });
  it("returns 404 to a member who takes no part", async () => {
    const other = await club.as(await buildPerson(club.db));
    for (const id of [round.deal.id, unknownId])
      expect((await other("GET", `/api/deals/${id}/ledger`)).status).toBe(404);
  });
});

describe("POST /deals/{id}/ledger.csv", () => {
  it("writes a row for each entry, which sum to zero, and leaves a row in the audit", async () => {
    const jonas = await club.as(round.memberOf(10));
    const { status, body } = await jonas("POST", `/api/deals/${round.deal.id}/ledger.csv`);
    expect(status).toBe(200);
    const rows = body.trimEnd().split("\r\n").slice(1);
    expect(rows).toHaveLength(74);
    const pence = rows.map((row: string) => Math.round(Number(row.split(",").at(-1)) * 100));
    expect(pence.reduce((sum: number, one: number) => sum + one, 0)).toBe(0);
    expect(rows[0]).toBe(
      'Alder Analytics,1,2027-01-25,"Due from Member 1: £19,004.24",1100,Due from a member,1,Member 1,19004.24',
    );
    const ownRows = (await readCsv(body)).filter((row) => row[6] === "10");
    expect(new Set(ownRows.map((row) => row[7]))).toEqual(new Set(["You"]));
    const audit = await club.db
      .selectFrom("audit_events")
      .select(["actor_id", "subject_id"])
      .where("kind", "=", "ledger_exported")
      .execute();
    expect(audit).toEqual([{ actor_id: round.memberOf(10).id, subject_id: round.deal.id }]);
    expect((await jonas("GET", `/api/deals/${round.deal.id}/ledger.csv`)).status).toBe(405);
  });
  it("writes company and members for admins in columns, and no name as a formula", async () => {
    const { id: deal_id, company_id } = round.deal;
    const user = club.db.updateTable("auth.users").where("id", "=", round.memberOf(1).id);
    await user.set({ name: "=HYPERLINK(A1)" }).execute();
    await club.db.updateTable("companies").set({ name: "@Alder" }).where("id", "=", company_id).execute();
    const { body } = await admin("POST", `/api/deals/${deal_id}/ledger.csv`);
    const [header, ...rows] = await readCsv(body);
    expect(header?.join()).toBe(
      "Company,Number,Date,What happened,Account,Name of the account,Member,Name of the member,Amount (GBP)",
    );
    expect(new Set(rows.map(([company]) => company))).toEqual(new Set(["'@Alder"]));
    const namesOf = (member: string) => new Set(rows.filter((row) => row[6] === member).map((row) => row[7]));
    expect(namesOf("1")).toEqual(new Set(["'=HYPERLINK(A1)"]));
    expect(namesOf("10")).toEqual(new Set(["Jonas Weber"]));
    expect(namesOf("")).toEqual(new Set([""]));
    await user.set({ name: "Amara Okafor" }).execute();
    await club.db.updateTable("companies").set({ name: "Alder Analytics" }).where("id", "=", company_id).execute();
  });
});
