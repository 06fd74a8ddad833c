import { sql } from "kysely";
import { expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildAdmin, giveAdminRole } from "#server/sample/builders.ts";
import { commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import type { BankLine, LedgerTransaction } from "#shared/funds/funds.ts";
import type { ExitDetails, OwnExit } from "#shared/funds/funds-exits.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { callCompanyBack, completeDeal, fileForCompletion } from "#tests/support/complete-deal.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { moveClock } from "#tests/support/move-clock.ts";
import { alderMembers, buildPaidAlder } from "#tests/support/paid-alder.ts";
import {
  callRound,
  confirmCollectionAccount,
  confirmShares,
  draftShares,
  payOut,
} from "#tests/support/past-the-lists.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

/**
 * A company that raised money twice is sold: two members hold shares of both rounds. Through the API, with the clock moved, from
 * the second round to the last penny that is paid out. Every figure here was worked out apart from this code. Pence, unless marked.
 */

const at = (moment: string) => new Date(`${moment}:00Z`);

/** Shares of the first round and of the second, gross, costs, paid. */
const sale: Record<string, [number, number, number, number, number]> = {
  "Amara Okafor": [15326, 2016, 10752040, 31090, 10720950],
  "Ben Lindqvist": [11499, 0, 7129380, 20615, 7108765],
  "Chloe Martin": [9204, 0, 5706480, 16501, 5689979],
  "Dev Shah": [5753, 0, 3566860, 10314, 3556546],
  "Esther Brown": [10258, 0, 6359960, 18390, 6341570],
  "Farid Haddad": [8006, 1008, 5588680, 16160, 5572520],
  "Hugh Price": [5190, 0, 3217800, 9305, 3208495],
  "Isla Reid": [4626, 0, 2868120, 8293, 2859827],
  "Jonas Weber": [6879, 0, 4264980, 12333, 4252647],
  "Keira Doyle": [404, 0, 250480, 724, 249756],
  "Liam Carter": [3500, 0, 2170000, 6275, 2163725],
};
/** Of the second round: typed, shares, cost, fee. */
const followOn = [
  { name: "Amara Okafor", tier: "vip", typed: 500_000, shares: 2016, cost: 499_968, fee: 0 },
  { name: "Farid Haddad", tier: "premium", typed: 250_000, shares: 1008, cost: 249_984, fee: 9999 },
] as const;

let now = at("2027-02-03T12:00");
/** An admin who holds shares. */
let chloe: Call;
let second: { id: string; terms_id: string };
const references = new Map<string, string>();

const moveTo = (moment: string) => moveClock(club, (time) => (now = time), at(moment));
const personOf = (name: string) => {
  const place = alderMembers.findIndex((member) => member.name === name);
  const person = first.people[place];
  if (!person) throw new Error(`There is no ${name}.`);
  return person;
};

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
await setDeals(club.db);
const admins = [
  await buildAdmin(club.db, { full_name: "Daniel Achebe" }),
  await buildAdmin(club.db, { full_name: "Eleanor Whitfield" }),
  await buildAdmin(club.db, { full_name: "Ruth Alder" }),
] as const;
const [daniel, eleanor, ruth] = [await club.as(admins[0]), await club.as(admins[1]), await club.as(admins[2])];
const first = await buildPaidAlder(club.db, { code: "A7F" });

const header = "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)";
/** Every line so far, with its running balance: [day, payer, reference, pence]. */
function bankFile(lines: readonly (readonly [string, string, string, number])[]): string {
  let balance = 0;
  const rows = lines.map(([day, payer, reference, pence]) => {
    balance += pence;
    return `${day},${payer},${reference},FASTER PAYMENT,${(pence / 100).toFixed(2)},${(balance / 100).toFixed(2)}`;
  });
  return [header, ...rows, ""].join("\n");
}
const importBy = (by: Call, dealId: string, lines: Parameters<typeof bankFile>[0]) =>
  by("POST", `/api/deals/${dealId}/bank-files?name=starling.csv`, bankFile(lines), { "content-type": "text/csv" });
/** @returns what was booked with it. */
const importLines = async (...given: [dealId: string, lines: Parameters<typeof bankFile>[0]]) => {
  const { status, body } = await importBy(daniel, ...given);
  expect([body.errors, status]).toEqual([undefined, 201]);
  return body.booked;
};
const openLines = async (dealId: string): Promise<BankLine[]> =>
  (await daniel("GET", `/api/deals/${dealId}/bank-lines?show=open&limit=100`)).body.items;
const board = async (dealId: string) => (await daniel("GET", `/api/deals/${dealId}/closing`)).body;
const stateOf = async (dealId: string) => (await daniel("GET", `/api/deals/${dealId}`)).body.state;

it("The first round completes: eleven members hold 80,645 shares", async () => {
  await callCompanyBack(club, first.id, daniel);
  await fileForCompletion(first.id, daniel);
  await completeDeal(club, first.id, daniel);
  const held = await club.db.selectFrom("holdings").select("shares").where("deal_id", "=", first.id).execute();
  expect([held.length, sumOf(held.map(({ shares }) => shares))]).toEqual([11, 80_645]);
});

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

it("Two members commit to the second round at £2.48 and are given what they asked for", async () => {
  await moveTo("2028-03-13T10:00");
  const built = await buildDeal(club.db, {
    company: { name: "Alder Analytics Ltd" },
    name: "Follow-on round",
    at: now,
    terms: {
      price: "2.48",
      scheme: "EIS",
      club_minimum_pence: 500_000,
      club_maximum_pence: 1_000_000,
      opens_at: now,
      priority_until: at("2028-03-13T12:00"),
      closes_at: at("2028-03-15T17:00"),
    },
  });
  await club.db.updateTable("deals").set({ company_id: first.company_id }).where("id", "=", built.id).execute();
  second = built;
  const { id: form_id } = await club.db.selectFrom("statement_forms").select("id").limit(1).executeTakeFirstOrThrow();
  for (const { name, tier, typed, shares, cost, fee } of followOn) {
    const person = personOf(name);
    const statement = { record_id: person.record_id, form_id, signed_at: now, page_sha256: "a".repeat(64) };
    await club.db
      .insertInto("statements")
      .values({ ...statement, state: "live", live_from: now })
      .execute();
    await club.db
      .insertInto("memberships")
      .values({ user_id: person.id, tier, from_date: "2027-01-01", reason: "As agreed." })
      .execute();
    const call = await club.as(person);
    expect((await call("GET", `/api/open-deals/${second.id}`)).status).toBe(200);
    const { body } = await call("PUT", `/api/open-deals/${second.id}/commitment`, {
      amount_pence: typed,
      least_shares: null,
      wants_relief: true,
      ticks: Object.fromEntries(commitmentTicks.map((tick) => [tick, true])),
      signature: name,
      terms_id: second.terms_id,
      expected_version: null,
    });
    expect([body.shares, body.cost_pence, body.fee_pence]).toEqual([shares, cost, fee]);
  }
  await moveTo("2028-03-15T17:00");
  const { updated_at } = (await daniel("GET", `/api/deals/${second.id}`)).body;
  await daniel("POST", `/api/deals/${second.id}/transitions`, { to: "closing", expected_version: updated_at });
  await draftShares(club, second.id);
  const draft = await daniel("GET", `/api/deals/${second.id}/allocation`);
  expect(draft.body.totals).toMatchObject({ shares: 3024, cost_pence: 749_952, fee_pence: 9999, due_pence: 759_951 });
  await confirmShares(club, second.id);
});

const received = () => [
  ["20/03/2028", "AMARA OKAFOR", references.get("Amara Okafor") ?? "", 499_968] as const,
  ["20/03/2028", "F HADDAD", references.get("Farid Haddad") ?? "", 259_983] as const,
];
const sentOn = [
  ["27/03/2028", "ALDER ANALYTICS LTD", "KINDLING NOMINEE", -749_952],
  ["28/03/2028", "KINDLING CLUB LTD", "FEES", -9999],
] as const;

it("Members pay on 20 March 2028, the company is paid on the 27th, and its shares are issued on the 28th", async () => {
  await moveTo("2028-03-20T09:00");
  const account = {
    account_name: "Sample Nominee Services, clients",
    sort_code: "00-00-00",
    account_number: "00001234",
    bank: "Sample Bank",
    partner: "Sample Nominee Services",
  };
  await daniel("POST", `/api/deals/${second.id}/collection-account`, account);
  await confirmCollectionAccount(club, second.id);
  await callRound(club, second.id);
  expect((await board(second.id)).due_pence).toBe(759_951);
  const rows = await club.db
    .selectFrom("commitments as c")
    .innerJoin("investor_records as r", "r.id", "c.record_id")
    .select(["r.legal_name", "c.reference"])
    .where("c.deal_id", "=", second.id)
    .execute();
  for (const { legal_name, reference } of rows) references.set(legal_name ?? "", reference ?? "");
  await moveTo("2028-03-20T16:00");
  expect(await importLines(second.id, received())).toEqual({ lines: 2, paid_in_pence: 759_951, paid_out_pence: 0 });
  await callCompanyBack(club, second.id, daniel);
  await fileForCompletion(second.id, daniel);
  await payOut(club, second.id);
  await moveTo("2028-03-27T16:00");
  expect(await importLines(second.id, [...received(), sentOn[0]])).toMatchObject({ lines: 1 });
  await moveTo("2028-03-28T16:00");
  expect(await importLines(second.id, [...received(), ...sentOn])).toMatchObject({ lines: 1 });
  await completeDeal(club, second.id, daniel, "2028-03-28");
  const held = await club.db
    .selectFrom("holdings")
    .select(["shares", "scheme"])
    .where("deal_id", "=", second.id)
    .execute();
  expect(held.map(({ shares, scheme }) => [shares, scheme]).toSorted()).toEqual([
    [1008, "EIS"],
    [2016, "EIS"],
  ]);
});

const soldAt = {
  kind: "sale",
  happened_on: "2031-06-30",
  price: "6.20",
  costs_pence: 150_000,
  costs_payee: "Mills & Co",
  note: "All shares were sold to Northgate Software plc.",
};
let exit: ExitDetails;

it("The company is sold at £6.20: what each member would get is shown before it is confirmed", async () => {
  await moveTo("2031-06-30T15:00");
  const proposed = await daniel("POST", `/api/companies/${first.company_id}/exits`, soldAt);
  expect([proposed.body.errors, proposed.status]).toEqual([undefined, 201]);
  exit = proposed.body;
  expect(exit).toMatchObject({
    state: "proposed",
    members: 11,
    shares: 83_669,
    gross_pence: 51_874_780,
    costs_pence: 150_000,
    paid_pence: 51_724_780,
    is_of_all: true,
    price: "6.2",
    can: { confirm: false, withdraw: true, propose_payments: false, approve_payments: false },
  });
  expect(exit.members_paid.map(({ full_name }) => full_name)).toEqual(Object.keys(sale));
  for (const { full_name, lots, ...sums } of exit.members_paid) {
    const [one = 0, other = 0, gross, costs, paid] = sale[full_name ?? ""] ?? [];
    const expected = [one + other, gross, costs, paid];
    expect([full_name, sums.shares, sums.gross_pence, sums.costs_pence, sums.paid_pence]).toEqual([
      full_name,
      ...expected,
    ]);
    expect(lots.map(({ shares, issued_on, gross_pence }) => [shares, issued_on, gross_pence])).toEqual(
      other > 0
        ? [
            [one, "2027-02-02", one * 620],
            [other, "2028-03-28", other * 620],
          ]
        : [[one, "2027-02-02", one * 620]],
    );
  }
  expect(exit.deals.map(({ deal_name, shares, gross_pence }) => [deal_name, shares, gross_pence])).toEqual([
    ["Seed round", 80_645, 49_999_900],
    ["Follow-on round", 3024, 1_874_880],
  ]);
  const again = await eleanor("POST", `/api/companies/${first.company_id}/exits`, soldAt);
  expect([again.status, again.body.code]).toEqual([409, "revision_conflict"]);
});

it("One of two admins at once confirms the exit, and everybody who held shares is told", async () => {
  await giveAdminRole(club.db, personOf("Chloe Martin"));
  chloe = await club.as(personOf("Chloe Martin"));
  const confirm = (by: Call) => by("POST", `/api/exits/${exit.id}/confirm`);
  const answers = await meetAtRow(club.db, "companies", first.company_id, [
    () => confirm(eleanor),
    () => confirm(ruth),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  const told = await club.db.selectFrom("notices").select("user_id").where("kind", "=", "exit_confirmed").execute();
  expect(told.map(({ user_id }) => user_id).toSorted()).toEqual(first.people.map(({ id }) => id).toSorted());
  const audited = await club.db
    .selectFrom("audit_events")
    .select("details")
    .where("kind", "=", "exit_confirmed")
    .execute();
  expect(audited).toEqual([
    {
      details: {
        exit_id: exit.id,
        kind: "sale",
        shares: 83_669,
        gross_pence: 51_874_780,
        costs_pence: 150_000,
      },
    },
  ]);
});

const proceeds = (pence: number) => ["30/06/2031", "NORTHGATE SOFTWARE PLC", "ALDER SHARES", pence] as const;
const matchExit = (by: Call, lineId: string, input: object = {}) =>
  by("POST", `/api/bank-lines/${lineId}/match`, {
    parts: [{ kind: "exit", exit_id: exit.id, amount_pence: 49_999_900, ...input }],
    reason: "The buyer’s payment.",
  });

it("Money for the shares is booked once, in full, to the account of each deal", async () => {
  await importLines(first.id, [proceeds(49_999_900)]);
  await importLines(second.id, [...received(), ...sentOn, proceeds(1_874_880)]);
  expect((await board(first.id)).proceeds).toEqual([
    { exit_id: exit.id, kind: "sale", happened_on: "2031-06-30", amount_pence: 49_999_900 },
  ]);
  const [line] = await openLines(first.id);
  const id = line?.id ?? "";
  for (const wrong of [{ exit_id: first.id }, { exit_id: undefined }]) {
    const refused = await matchExit(daniel, id, wrong);
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "parts"]);
  }
  const answers = await meetAtRow(club.db, "deals", first.id, [
    () => matchExit(daniel, id),
    () => matchExit(eleanor, id),
  ]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [200, undefined],
    [409, "already_posted"],
  ]);
  expect(await board(first.id)).toMatchObject({
    on_account_pence: 49_999_900,
    distribution_pence: 49_999_900,
    difference_pence: 0,
    ledger_sum_pence: 0,
  });
  // The other deal has another sum.
  const [other] = await openLines(second.id);
  expect((await matchExit(daniel, other?.id ?? "")).status).toBe(422);
  expect((await matchExit(daniel, other?.id ?? "", { amount_pence: 1_874_880 })).status).toBe(200);
  const read = (await daniel("GET", `/api/exits/${exit.id}`)).body;
  expect(read.deals.map(({ arrived_on }: { arrived_on: string }) => arrived_on)).toEqual(["2031-06-30", "2031-06-30"]);
  expect(read.can).toEqual({ confirm: false, withdraw: false, propose_payments: true, approve_payments: false });
});

it("Costs and thirteen payments to eleven members are proposed at once, and approved by others than are paid", async () => {
  const proposed = await daniel("POST", `/api/exits/${exit.id}/payments`, { reason: "The sale of all shares." });
  expect([proposed.status, proposed.body]).toEqual([201, { payments: 15, pence: 51_874_780, left_out: 0 }]);
  const approveAll = (by: Call) => by("POST", `/api/exits/${exit.id}/payments/approve`);
  expect((await approveAll(chloe)).body).toEqual({ payments: 14, pence: 51_874_780 - 5_689_979, left_out: 1 });
  const answers = await meetAtRow(club.db, "companies", first.company_id, [
    () => approveAll(eleanor),
    () => approveAll(ruth),
  ]);
  expect(answers.map(({ status, body }) => [status, body.payments ?? body.code])).toEqual([
    [200, 1],
    [409, "payment_closed"],
  ]);
});

/** As the bank says it, of one deal. */
const paidOut = (dealId: string) => {
  const costs = exit.deals.find(({ deal_id }) => deal_id === dealId)?.costs_pence ?? 0;
  const parts = exit.members_paid.flatMap(({ full_name, lots }) =>
    lots
      .filter(({ deal_id }) => deal_id === dealId)
      .map(({ paid_pence }) => ["02/07/2031", full_name?.toUpperCase() ?? "", "ALDER SALE", -paid_pence] as const),
  );
  return [["02/07/2031", "MILLS & CO", "ALDER SALE", -costs] as const, ...parts];
};

it("All is paid out on 2 July 2031: both accounts end at zero, and both deals are over", async () => {
  await moveTo("2031-07-02T16:00");
  const importAll = (by: Call) => () => importBy(by, first.id, [proceeds(49_999_900), ...paidOut(first.id)]);
  const answers = await meetAtRow(club.db, "deals", first.id, [importAll(eleanor), importAll(ruth)]);
  expect(answers.map(({ status, body }) => [status, body.booked?.lines ?? body.code])).toEqual([
    [201, 12],
    [409, "file_already_imported"],
  ]);
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(["exited", "completed"]);
  const all = [...received(), ...sentOn, proceeds(1_874_880), ...paidOut(second.id)];
  expect(await importLines(second.id, all)).toEqual({ lines: 3, paid_in_pence: 0, paid_out_pence: 1_874_880 });
  expect(await stateOf(second.id)).toBe("exited");
  for (const dealId of [first.id, second.id]) {
    expect(await board(dealId)).toMatchObject({
      on_account_pence: 0,
      distribution_pence: 0,
      difference_pence: 0,
      ledger_sum_pence: 0,
      bank_pence: 0,
    });
    const { rows } = await sql`
      select account, commitment_id from ledger_entries where deal_id = ${dealId}
       group by account, commitment_id
      having sum(amount_pence) <> 0 and account <> '2100'
       union all select account, null from ledger_entries where deal_id = ${dealId}
       group by account having sum(amount_pence) <> 0`.execute(club.db);
    expect(rows).toEqual([]);
  }
  expect((await sql`select check_ledgers(${now}) as deal_id`.execute(club.db)).rows).toEqual([]);
  const moves = await club.db
    .selectFrom("audit_events")
    .select(["subject_id", "details"])
    .where("kind", "=", "deal_moved")
    .where(sql<boolean>`details ->> 'to' = 'exited'`)
    .orderBy("id")
    .execute();
  expect(moves).toEqual(
    [first.id, second.id].map((subject_id) => ({ subject_id, details: { from: "completed", to: "exited" } })),
  );
});

it("Each member reads what they got, of each lot, and that it was paid on 2 July", async () => {
  for (const [name, [one, other, gross_pence, costs_pence, paid_pence]] of Object.entries(sale)) {
    const { status, body } = await (await club.as(personOf(name)))("GET", "/api/exits/me");
    const [own]: OwnExit[] = body.items;
    const sums = { shares: one + other, gross_pence, costs_pence, paid_pence, paid_on: "2031-07-02" };
    expect([name, status, body.items.length, own]).toMatchObject([name, 200, 1, { ...sums, kind: "sale" }]);
    expect(own?.lots.map(({ shares, paid_on }) => [shares, paid_on])).toEqual(
      [one, other].filter((shares) => shares > 0).map((shares) => [shares, "2031-07-02"]),
    );
  }
  const told = await club.db.selectFrom("notices").select("id").where("kind", "=", "distribution_paid").execute();
  expect(told).toHaveLength(13);
});

it("The ledger tells in words what came and who got what, others by number, and its file sums to zero", async () => {
  const jonas = await club.as(personOf("Jonas Weber"));
  const { body } = await jonas("GET", `/api/deals/${first.id}/ledger?limit=500`);
  const items: LedgerTransaction[] = body.items;
  const said = items
    .slice(-13)
    .map(({ booked_on, text, in_pence, out_pence }) => [booked_on, text, in_pence - out_pence]);
  expect(said[0]).toEqual(["2031-06-30", "Sold 80,645 shares for £499,999.00", 49_999_900]);
  expect(said[1]?.slice(0, 2)).toEqual(["2031-07-02", "Costs of the exit, to Mills & Co"]);
  expect(said).toContainEqual(["2031-07-02", "Paid out to you", -4_252_647]);
  expect(said).toContainEqual(["2031-07-02", "Paid out to Member 3", -5_689_979]);
  expect([items.at(-1)?.balance_pence, body.sum_pence]).toEqual([0, 0]);
  const csv: string = (await jonas("POST", `/api/deals/${first.id}/ledger.csv`)).body;
  const amounts = csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => Math.round(Number(row.split(",").at(-1)) * 100));
  expect(sumOf(amounts)).toBe(0);
  expect(csv).toContain("Distribution due");
});

/** Paid in, received, its multiple and yearly rate; cost, gross, its multiple and rate. */
const owned: [name: string, net: [number, number, string, string], gross: [number, number, string, string]][] = [
  ["Amara Okafor", [2800392, 10720950, "3.828375", "0.374854"], [2800392, 10752040, "3.839477", "0.378241"]],
  ["Ben Lindqvist", [1425876, 7108765, "4.985542", "0.436795"], [1425876, 7129380, "5.000000", "0.440330"]],
  ["Chloe Martin", [1141296, 5689979, "4.985542", "0.436654"], [1141296, 5706480, "5.000000", "0.440330"]],
  ["Dev Shah", [713372, 3556546, "4.985542", "0.436795"], [713372, 3566860, "5.000000", "0.440330"]],
  ["Esther Brown", [1322872, 6341570, "4.793790", "0.423828"], [1271992, 6359960, "5.000000", "0.440330"]],
  ["Farid Haddad", [1604437, 5572520, "3.473193", "0.343640"], [1542728, 5588680, "3.622596", "0.359145"]],
  ["Hugh Price", [669302, 3208495, "4.793793", "0.424451"], [643560, 3217800, "5.000000", "0.440330"]],
  ["Isla Reid", [645327, 2859827, "4.431594", "0.399122"], [573624, 2868120, "5.000000", "0.440330"]],
  ["Jonas Weber", [1184621, 4252647, "3.589880", "0.339199"], [1052996, 4264980, "4.050329", "0.378288"]],
  ["Keira Doyle", [56358, 249756, "4.431598", "0.398832"], [50096, 250480, "5.000000", "0.440330"]],
  ["Liam Carter", [488250, 2163725, "4.431592", "0.399413"], [434000, 2170000, "5.000000", "0.440330"]],
];

it("The figures at the end of 2031 are right, with another company that was lost", async () => {
  const members = [
    ["Amara Okafor", "vip", 8000],
    ["Farid Haddad", "premium", 6000],
    ["Jonas Weber", "trial", 4000],
  ] as const;
  const birch = await buildHeldRound(club.db, {
    company: { name: "Birch Systems" },
    code: "B2K",
    called_on: "2027-05-10",
    wired_on: "2027-05-14",
    issued_on: "2027-05-17",
    terms: { price: "0.50", scheme: "EIS", share_class: "Ordinary" },
    members: members.map(([name, tier, shares]) => ({
      record_id: personOf(name).record_id,
      tier,
      shares,
      paid_on: "2027-05-10",
    })),
  });
  await moveTo("2031-12-31T12:00");
  const lost = { basis: "nil", as_of: "2029-09-30", source: "Liquidator’s letter" };
  const { id } = (await daniel("POST", `/api/companies/${birch.company_id}/valuations`, lost)).body;
  expect((await eleanor("POST", `/api/valuations/${id}/confirm`)).status).toBe(200);
  const six = (value: number | null) => value?.toFixed(6);
  for (const [name, net, gross] of owned) {
    const { figures, companies }: Portfolio = (await (await club.as(personOf(name)))("GET", "/api/portfolio/me")).body;
    const { paid_in_pence, received_pence, cost_pence, gross_received_pence, value_pence } = figures;
    expect([name, value_pence, companies[0]?.state, figures.paid_out_multiple]).toEqual([
      ...[name, 0, "sold", figures.net_multiple],
    ]);
    expect([paid_in_pence, received_pence, six(figures.net_multiple), six(figures.net_rate.rate)]).toEqual(net);
    expect([cost_pence, gross_received_pence, six(figures.gross_multiple), six(figures.gross_rate.rate)]).toEqual(
      gross,
    );
  }
});

it("Reliefs that a member recorded make another figure, and nothing is lost between sale and payment", async () => {
  const jonas = await club.as(personOf("Jonas Weber"));
  const { companies }: Portfolio = (await jonas("GET", "/api/portfolio/me")).body;
  const lotOf = (name: string) => companies.find((company) => company.name.startsWith(name))?.lots[0]?.id;
  for (const [name, kind, claimed_on, pence] of [
    ["Alder", "income", "2027-11-15", 426_498],
    ["Birch", "income", "2028-02-15", 60_000],
    ["Birch", "loss", "2030-11-15", 56_000],
  ] as const) {
    const relief = { lot_id: lotOf(name), kind, claimed_on, pence };
    expect((await jonas("POST", "/api/portfolio/me/reliefs", relief)).status).toBe(201);
  }
  const { figures, calendar, next }: Portfolio = (await jonas("GET", "/api/portfolio/me")).body;
  const { net_multiple, net_multiple_with_reliefs, net_rate_with_reliefs } = figures;
  expect(
    [net_multiple, net_multiple_with_reliefs, net_rate_with_reliefs.rate].map((value) => value?.toFixed(6)),
  ).toEqual([...["3.589880", "4.047830", "0.461217"]]);
  expect(calendar.filter(({ kind }) => kind === "sold" || kind === "paid_out")).toMatchObject([
    { day: "2031-06-30", kind: "sold", pence: 4_264_980 },
    { day: "2031-07-02", kind: "paid_out", pence: 4_252_647 },
  ]);
  expect(next.map(({ kind }) => kind)).toEqual([]);
  const between: Portfolio = (await jonas("GET", "/api/portfolio/me?on=2031-07-01")).body;
  expect([between.figures.value_pence, between.figures.received_pence]).toEqual([4_252_647, 0]);
  expect(between.events.at(-1)).toMatchObject({ day: "2031-06-30", kind: "sold", pence: 4_264_980 });
  const csv: string = (await jonas("GET", "/api/portfolio/me/flows.csv")).body;
  expect(
    csv
      .split("\r\n")
      .filter((row) => /Sold|Paid out/.test(row))
      .map((row) => row.split(",").slice(3)),
  ).toEqual([
    ["Sold", "", "42649.80", "123.33", "", "6879", ""],
    ["Paid out", "42526.47", "", "", "", "", ""],
  ]);
});
