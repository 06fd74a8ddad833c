import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import type { BankLine, LedgerTransaction, OutgoingPayment } from "#shared/funds/funds.ts";
import type { Relief } from "#shared/funds/funds-relief.ts";
import { readPaymentReference } from "#shared/funds/payment-reference.ts";
import { heldThreeYearsOn, reliefClaimableUntil } from "#shared/portfolio/tax-dates.ts";
import { alderBankFile, alderDues } from "#tests/support/alder-bank-file.ts";
import { companyAccount, fileForCompletion } from "#tests/support/complete-deal.ts";
import { moveClock } from "#tests/support/move-clock.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import { certificateOf } from "#tests/support/relief-certificates.ts";
import { zipOf } from "#tests/support/room-files.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { createSigner, type Signer, signByTwo } from "#tests/support/sign-act.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

/**
 * One round of twelve members from its opening to the last penny and the last certificate, through the API, with the clock moved. Every figure here was
 * worked out apart from this code, with exact fractions. Pence, unless marked.
 */

/** London is at GMT all the while. */
const at = (moment: string) => new Date(`${moment}:00Z`);

/** Shares, cost and fee. */
type Sums = [number, number, number];
type Tier = "trial" | "premium" | "vip";
type Band = "priority" | "general";
/** When in January 2027 each of them commits, what they type, and what it is under the first terms and under the second. */
const members: readonly [string, string, Tier, placed: string, Band, typed: number, first: Sums, second: Sums][] = [
  ["M01", "Amara Okafor", "vip", "13T11:01", "priority", 2000000, [16666, 1999920, 0], [16129, 1999996, 0]],
  ["M02", "Ben Lindqvist", "vip", "13T11:02", "priority", 1500000, [12500, 1500000, 0], [12096, 1499904, 0]],
  ["M03", "Chloe Martin", "vip", "13T11:03", "priority", 1200000, [10000, 1200000, 0], [9677, 1199948, 0]],
  ["M05", "Esther Brown", "premium", "13T11:04", "general", 1800000, [15000, 1800000, 72000], [14516, 1799984, 71999]],
  ["M06", "Farid Haddad", "premium", "13T11:05", "general", 1400000, [11666, 1399920, 55997], [11290, 1399960, 55998]],
  ["M07", "Grace Lund", "premium", "13T11:06", "general", 1600000, [13333, 1599960, 63998], [12903, 1599972, 63999]],
  ["M08", "Hugh Price", "premium", "13T11:07", "general", 900000, [7500, 900000, 36000], [7258, 899992, 36000]],
  ["M09", "Isla Reid", "trial", "13T11:08", "general", 800000, [6666, 799920, 99990], [6451, 799924, 99991]],
  ["M10", "Jonas Weber", "trial", "13T11:09", "general", 1200000, [10000, 1200000, 150000], [9677, 1199948, 149994]],
  ["M11", "Keira Doyle", "trial", "13T11:10", "general", 50000, [417, 50040, 6255], [404, 50096, 6262]],
  ["M12", "Liam Carter", "trial", "13T11:11", "general", 600000, [5000, 600000, 75000], [4838, 599912, 74989]],
  ["M04", "Dev Shah", "vip", "15T09:00", "general", 1000000, [8333, 999960, 0], [8064, 999936, 0]],
];
/** Keira Doyle's is the cost of the fewest shares that come to what she typed. */
const ceilingOf = (key: string, typed: number) => (key === "M11" ? 50_040 : typed);

/** Wish, base, priority, rest, shares, cost, fee, due, unfilled. */
const shared: Record<string, number[]> = {
  M01: [16129, 404, 13063, 1859, 15326, 1900424, 0, 1900424, 803],
  M02: [12096, 404, 9713, 1382, 11499, 1425876, 0, 1425876, 597],
  M03: [9677, 404, 7704, 1096, 9204, 1141296, 0, 1141296, 473],
  M04: [8064, 404, 0, 5349, 5753, 713372, 0, 713372, 2311],
  M05: [14516, 404, 0, 9854, 10258, 1271992, 50880, 1322872, 4258],
  M06: [11290, 404, 0, 7602, 8006, 992744, 39710, 1032454, 3284],
  M08: [7258, 404, 0, 4786, 5190, 643560, 25742, 669302, 2068],
  M09: [6451, 404, 0, 4222, 4626, 573624, 71703, 645327, 1825],
  M10: [9677, 404, 0, 6475, 6879, 852996, 106625, 959621, 2798],
  M11: [404, 404, 0, 0, 404, 50096, 6262, 56358, 0],
  M12: [4838, 404, 0, 3096, 3500, 434000, 54250, 488250, 1338],
};

let now = at("2027-01-11T09:00");
let daniel: Call;
let eleanor: Call;
let signers: [Signer, Signer];
let admin: Person;
let deal: Awaited<ReturnType<typeof buildDeal>>;
const people = new Map<
  string,
  { person: Person & { record_id: string }; call: Call; commitment: string; number: number }
>();
const of = (key: string) => {
  const found = people.get(key);
  if (!found) throw new Error(`There is no ${key}.`);
  return found;
};
const keyOf = (commitmentId: string) =>
  [...people].find(([, { commitment }]) => commitment === commitmentId)?.[0] ?? "";
const moveTo = (moment: string) => moveClock(club, (time) => (now = time), at(moment));

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
beforeAll(async () => {
  const [author, approver] = [await buildAdmin(club.db, { full_name: "Daniel Achebe" }), await buildAdmin(club.db)];
  admin = author;
  signers = [await createSigner(club, author), await createSigner(club, approver)];
  [daniel, eleanor] = [signers[0].call, signers[1].call];
  await setDeals(club.db);
  deal = await buildDeal(club.db, {
    company: { name: "Alder Analytics Ltd" },
    at: at("2027-01-11T10:00"),
    author_id: author.id,
    approved_by: approver.id,
    terms: {
      opens_at: at("2027-01-11T10:00"),
      priority_until: at("2027-01-14T10:00"),
      closes_at: at("2027-01-18T17:00"),
    },
  });
  for (const [key, name, tier] of members) {
    const person = await buildInvestor(club.db, { full_name: name, signed_at: at("2026-11-22T09:00") });
    if (tier !== "trial")
      await club.db
        .insertInto("memberships")
        .values({ user_id: person.id, tier, from_date: "2026-01-01", reason: "As agreed." })
        .execute();
    people.set(key, { person, call: await club.as(person), commitment: "", number: 0 });
  }
  // Hugh Price pays no tax in the UK.
  const { record_id } = of("M08").person;
  await club.db.updateTable("investor_records").set({ is_uk_taxpayer: false }).where("id", "=", record_id).execute();
  await club.asOwner(null, async (_tx, effects) =>
    effects.schedule("deal-clock", { deal_id: deal.id }, at("2027-01-18T17:00")),
  );
  now = at("2027-01-11T10:05");
  for (const { call } of people.values()) expect((await call("GET", `/api/open-deals/${deal.id}`)).status).toBe(200);
});

const ticks = Object.fromEntries(commitmentTicks.map((tick) => [tick, true]));

it("Twelve members commit at £1.20: whole shares, costs, fees and bands", async () => {
  for (const [key, name, tier, placed, band, typed, first] of members) {
    await moveTo(`2027-01-${placed}`);
    const { call } = of(key);
    const preview = await call("POST", `/api/open-deals/${deal.id}/commitment/preview`, { amount_pence: typed });
    const { body: shown } = preview;
    expect([key, preview.status, shown.shares, shown.cost_pence, shown.fee_pence, shown.band]).toEqual([
      key,
      200,
      ...first,
      band,
    ]);
    const placedNow = await call("PUT", `/api/open-deals/${deal.id}/commitment`, {
      amount_pence: typed,
      least_shares: null,
      wants_relief: true,
      ticks,
      signature: name,
      terms_id: deal.terms_id,
      expected_version: null,
    });
    const { body } = placedNow;
    expect([key, placedNow.status, body.state, body.shares, body.cost_pence, body.fee_pence]).toEqual([
      key,
      201,
      "committed",
      ...first,
    ]);
    expect([body.ceiling_pence, body.band, body.tier]).toEqual([ceilingOf(key, typed), band, tier]);
    Object.assign(of(key), { commitment: body.id, number: body.number });
  }
  const { body } = await daniel("GET", `/api/deals/${deal.id}/commitments?limit=100`);
  expect([body.items.length, body.asked_shares, body.asked_pence]).toEqual([12, 117_081, 14_049_720]);
});

it("New terms at £1.24 ask everybody again: ten keep, one keeps above their ceiling, a silent one owes nothing", async () => {
  await moveTo("2027-01-18T17:00");
  expect((await daniel("GET", `/api/deals/${deal.id}`)).body.state).toBe("closing");
  await moveTo("2027-01-19T12:00");
  const { terms } = (await daniel("GET", `/api/deals/${deal.id}`)).body;
  const next = { ...terms[0], price: "1.24", pre_money_pence: 1_550_000_00 };
  expect((await daniel("POST", `/api/deals/${deal.id}/terms`, next)).status).toBe(201);
  const checklist = [...checklistItems];
  const frozen = await daniel("POST", `/api/deals/${deal.id}/versions`, { checklist });
  expect(frozen.status).toBe(201);
  await signByTwo(deal.id, "offer", signers);
  await moveTo("2027-01-19T12:00");
  for (const [key, , , , , typed, , second] of members) {
    const { call, commitment } = of(key);
    const { body } = await call("GET", `/api/commitments/${commitment}`);
    expect([key, body.state, body.reconsent.until, body.reconsent.terms.price]).toEqual([
      key,
      "needs_reconsent",
      "2027-01-22T12:00:00.000Z",
      "1.24",
    ]);
    const { after } = body.reconsent;
    expect([after.shares, after.cost_pence, after.fee_pence]).toEqual(second);
    expect(body.reconsent.exceeds_ceiling).toBe(second[1] > ceilingOf(key, typed));
    if (key === "M07") continue;
    const answer = {
      choice: "keep",
      terms_id: body.reconsent.terms.id,
      accepts_more: false,
      expected_version: body.updated_at,
    };
    const path = `/api/open-deals/${deal.id}/commitment/reconsent`;
    if (key === "M11") expect((await call("POST", path, answer)).status).toBe(422);
    const kept = await call("POST", path, { ...answer, accepts_more: key === "M11" });
    expect([key, kept.status, kept.body.state, kept.body.shares, kept.body.cost_pence, kept.body.fee_pence]).toEqual([
      key,
      200,
      "committed",
      ...second,
    ]);
  }
  await moveTo("2027-01-22T12:00");
  expect((await of("M07").call("GET", `/api/commitments/${of("M07").commitment}`)).body.state).toBe("left_on_change");
  const { body } = await daniel("GET", `/api/deals/${deal.id}/commitments?limit=100`);
  expect([body.asked_shares, body.asked_pence]).toEqual([100_400, 12_449_600]);
});

const collectionAccount = {
  account_name: "Sample Nominee Services, clients",
  sort_code: "00-00-00",
  account_number: "00001234",
  bank: "Sample Bank",
  partner: "Sample Nominee Services",
};

it("Shares are allocated by the published rule, and the list that two sign makes them final", async () => {
  await moveTo("2027-01-22T14:20");
  const draft = await daniel("GET", `/api/deals/${deal.id}/allocation`);
  expect(draft.status).toBe(200);
  expect(draft.body).toMatchObject({
    state: "draft",
    capacity_shares: 80_645,
    minimum_shares: 404,
    asked_shares: 100_400,
    members: 11,
    waiting: 0,
    totals: { shares: 80_645, cost_pence: 9_999_980, fee_pence: 355_172, due_pence: 10_355_152 },
  });
  const { items } = (await daniel("GET", `/api/deals/${deal.id}/allocation/lines?limit=100`)).body;
  for (const line of items) {
    const key = keyOf(line.commitment_id);
    const { wish, base, priority, rest, shares, cost_pence, fee_pence, due_pence } = line;
    expect([key, wish, base, priority, rest, shares, cost_pence, fee_pence, due_pence, wish - shares]).toEqual([
      key,
      ...(shared[key] ?? []),
    ]);
  }
  expect(items).toHaveLength(11);
  await moveTo("2027-01-22T15:00");
  for (const [path, account] of [
    ["collection-account", collectionAccount],
    ["company-account", companyAccount],
  ] as const)
    expect((await daniel("POST", `/api/deals/${deal.id}/${path}`, account)).status).toBe(201);
  const fee = { decision: "allowed", article: "14", allowed_bp: 800 };
  expect((await daniel("POST", `/api/deals/${deal.id}/success-fee`, fee)).status).toBe(201);
  const { content } = await signByTwo(deal.id, "closing", signers);
  expect(content).toMatchObject({ wire: { pence: 9_999_980 }, fees: { pence: 355_172 } });
  await moveTo("2027-01-22T15:00");
  expect((await daniel("GET", `/api/deals/${deal.id}/allocation`)).body).toMatchObject({
    state: "final",
    confirmed_at: "2027-01-22T15:00:00.000Z",
  });
  const { updated_at } = (await daniel("GET", `/api/deals/${deal.id}`)).body;
  const reopening = { to: "released", reason: "More want to.", expected_version: updated_at };
  const reopened = await daniel("POST", `/api/deals/${deal.id}/transitions`, reopening);
  const message = "Its shares are allocated: it cannot be opened again";
  expect([reopened.status, reopened.body.errors]).toEqual([422, [{ path: "to", message }]]);
  const { body } = await of("M10").call("GET", `/api/commitments/${of("M10").commitment}/allocation`);
  expect(body).toMatchObject({
    asked_shares: 9677,
    shares: 6879,
    unfilled_shares: 2798,
    base: 404,
    priority: 0,
    rest: 6475,
    changes: [],
    round: {
      capacity_shares: 80_645,
      asked_shares: 100_400,
      members: 11,
      minimum_shares: 404,
      base_shares: 4444,
      priority_share_percent: 40,
      priority_shares: 30_480,
      rest_shares: 45_721,
    },
  });
});

const references = new Map<string, string>();

it("Money is called on Monday: 48 hours, 24 hours of grace, a reference for each", async () => {
  await moveTo("2027-01-25T09:59");
  expect((await board()).called_at).toBeNull();
  await moveTo("2027-01-25T10:00");
  for (const [key, [, , , , , , , due]] of Object.entries(shared)) {
    const { call, commitment, person } = of(key);
    const { body } = await call("GET", `/api/commitments/${commitment}/call`);
    expect([key, body.due_pence, body.open_pence, body.due_at, body.grace_until]).toEqual([
      ...[key, due, due, "2027-01-27T10:00:00.000Z", "2027-01-28T10:00:00.000Z"],
    ]);
    await club.db.updateTable("auth.sessions").set({ created_at: now }).where("user_id", "=", person.id).execute();
    const details = await call("POST", `/api/commitments/${commitment}/payment-details`, {});
    expect(details.body).toMatchObject({ ...collectionAccount, amount_pence: due });
    expect(readPaymentReference(details.body.reference)).toBe(details.body.reference);
    references.set(key, details.body.reference);
  }
  expect(new Set(references.values()).size).toBe(11);
});

/** Header and first lines of the bank's list, with everybody's own reference; of one the last character is left out. */
function bankFile(lines: number): string {
  const isla = references.get("M09");
  const file = alderDues.reduce(
    (text, [key, reference]) => text.replaceAll(reference, references.get(key) ?? ""),
    alderBankFile.replace("KDA7F TDAQ", `${isla?.slice(0, 5)} ${isla?.slice(5, 9)}`),
  );
  return `${file
    .split("\n")
    .slice(0, lines + 1)
    .join("\n")}\n`;
}
const importFile = (lines: number) =>
  daniel("POST", `/api/deals/${deal.id}/bank-files?name=starling.csv`, bankFile(lines), { "content-type": "text/csv" });
const openLines = async () => (await daniel("GET", `/api/deals/${deal.id}/bank-lines?show=open&limit=100`)).body;
const board = async () => (await daniel("GET", `/api/deals/${deal.id}/closing`)).body;

it("The bank's list is booked at the due time where it is sure, and the sums tie", async () => {
  await moveTo("2027-01-27T09:58");
  expect((await importFile(11)).body).toMatchObject({
    lines: 11,
    new_lines: 11,
    closing_balance_pence: 9_396_531,
    booked: { lines: 7, paid_in_pence: 6_286_036 },
  });
  const { items } = await openLines();
  const graded = (grade: string) => items.filter((line: BankLine) => line.grade === grade);
  for (const line of [...graded("amount"), ...graded("likely")]) {
    const part = { kind: "receipt", commitment_id: line.commitment_id, amount_pence: line.amount_pence };
    const matched = await daniel("POST", `/api/bank-lines/${line.id}/match`, { parts: [part], reason: "Theirs." });
    expect(matched.status).toBe(200);
  }
  await moveTo("2027-01-27T10:00");
  expect(await board()).toMatchObject({
    due_pence: 10_355_152,
    applied_pence: 9_395_531,
    open_pence: 959_621,
    refund_pence: 1000,
    transactions: 22,
    ledger_sum_pence: 0,
    difference_pence: 0,
  });
});

it("A payment inside the time of grace keeps its shares", async () => {
  await moveTo("2027-01-28T09:30");
  expect((await importFile(12)).body).toMatchObject({
    lines: 12,
    new_lines: 1,
    booked: { lines: 1, paid_in_pence: 959_621 },
  });
  const { body } = await of("M10").call("GET", `/api/commitments/${of("M10").commitment}/call`);
  expect(body).toMatchObject({ open_pence: 0, arrived_on: "2027-01-28", is_late: true });
});

const propose = async (path: string, input: object) => {
  const proposed = await daniel("POST", `/api/deals/${deal.id}/${path}`, input);
  expect([path, proposed.status]).toEqual([path, 201]);
  const approve = (by: Call) => by("POST", `/api/outgoing-payments/${proposed.body.id}/approve`);
  expect((await approve(eleanor)).body.state).toBe("approved");
};
const bookNext = async (lines: number) =>
  expect((await importFile(lines)).body).toMatchObject({ new_lines: 1, booked: { lines: 1 } });

it("An overpayment goes back, the company is paid, the club gets its fees, and the account is empty", async () => {
  await moveTo("2027-01-28T15:00");
  await propose("refunds", { commitment_id: of("M05").commitment, amount_pence: 1000, reason: "£10.00 too much." });
  await moveTo("2027-01-29T10:00");
  await bookNext(13);
  expect((await eleanor("POST", `/api/deals/${deal.id}/balance`, { balance_pence: 10_355_152 })).status).toBe(201);
  await moveTo("2027-01-29T10:01");
  const { payments } = await board();
  expect(payments.map(({ kind, state, amount_pence }: OutgoingPayment) => [kind, state, amount_pence])).toEqual([
    ["fee", "approved", 355_172],
    ["wire", "approved", 9_999_980],
    ["refund", "paid", 1000],
  ]);
  await moveTo("2027-02-01T16:00");
  await bookNext(14);
  await moveTo("2027-02-03T16:00");
  await bookNext(15);
  expect(await board()).toMatchObject({
    on_account_pence: 0,
    transactions: 26,
    ledger_sum_pence: 0,
    difference_pence: 0,
  });
});

it("The ledger has 26 transactions and 74 entries, of which 12 pay the company", async () => {
  const { body } = await of("M10").call("GET", `/api/deals/${deal.id}/ledger?limit=500`);
  const items: LedgerTransaction[] = body.items;
  const entries = items.flatMap((item) => item.entries);
  expect([items.length, entries.length, body.sum_pence, body.own_member]).toEqual([26, 74, 0, of("M10").number]);
  const wire = items.find(({ kind }) => kind === "wire");
  expect(wire?.entries).toHaveLength(12);
});

it("No participant but the reader is named in what a participant reads", async () => {
  const { status, body } = await of("M10").call("GET", `/api/deals/${deal.id}/ledger?limit=500`);
  expect(status).toBe(200);
  const text = JSON.stringify(body);
  for (const [, name] of members) expect(text).not.toContain(name.split(" ")[1]);
});

it("Posted entries and allocated shares refuse every change, from the database's owner too", async () => {
  const refused = [
    sql`update ledger_entries set amount_pence = 1`,
    sql`delete from ledger_entries`,
    sql`update ledger_transactions set booked_on = '2027-01-01'`,
    sql`delete from ledger_transactions`,
    sql`update allocation_lines set shares = 1`,
  ];
  for (const change of refused) await expect(change.execute(club.db)).rejects.toThrow();
  const unbalanced = club.db
    .transaction()
    .execute((tx) =>
      sql`select post_ledger(${deal.id}, 'fee', '2027-02-04', '[{"account": "1000", "amount_pence": 5}, {"account": "2100", "amount_pence": -4}]'::jsonb)`.execute(
        tx,
      ),
    );
  await expect(unbalanced).rejects.toThrow("sums to zero");
});

async function download(key: string | null, path: string): Promise<Buffer> {
  const person = key === null ? admin : of(key).person;
  const request = new Request(`${club.appUrl}${path}`, { headers: { cookie: await club.cookieOf(person) } });
  const answer = await club.fetch(request, {});
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer());
}
const ownPaper = async (key: string, kind: string) =>
  (await of(key).call("GET", "/api/papers/me")).body.items.find((paper: { kind: string }) => paper.kind === kind);
const relief = async (): Promise<Relief> => (await daniel("GET", `/api/deals/${deal.id}/relief`)).body;

it("The deal completes a day after its day of issue is given, with 80,645 shares held and an invoice of £7,999.98", async () => {
  await fileForCompletion(deal.id, daniel);
  await moveTo("2027-02-03T17:00");
  await club.db
    .insertInto("webhook_endpoints")
    .values({ name: "Bookkeeping", url: "https://127.0.0.1:1/", events: ["deal.released", "deal.completed"] })
    .execute();
  await sql`alter table commitment_events disable trigger refuse_ledger_change`.execute(club.db);
  await sql`update commitment_events set details = details - 'cost_pence'
             where commitment_id = ${of("M04").commitment}`.execute(club.db);
  await sql`alter table commitment_events enable trigger refuse_ledger_change`.execute(club.db);
  expect((await daniel("POST", `/api/deals/${deal.id}/completion`, { issued_on: "2027-02-02" })).status).toBe(201);
  await moveTo("2027-02-04T17:00");
  const told = await club.db.selectFrom("webhook_deliveries").select(["event_type", "data"]).execute();
  expect(told).toEqual([{ event_type: "deal.completed", data: { deal_id: deal.id } }]);
  await club.db.deleteFrom("webhook_endpoints").execute();
  await moveTo("2027-02-04T17:05");
  const { body } = await daniel("GET", `/api/deals/${deal.id}/completion`);
  expect(body).toMatchObject({
    deal_state: "completed",
    members: 11,
    shares: 80_645,
    cost_pence: 9_999_980,
    success_fee_pence: 799_998,
    proposal: { issued_on: "2027-02-02", confirmed_at: "2027-02-04T17:00:00.000Z" },
  });
  const held = (await relief()).members.map(({ commitment_id, shares, cost_pence, issued_on, state }) => [
    ...[keyOf(commitment_id), shares, cost_pence, issued_on, state],
  ]);
  expect(held.toSorted()).toEqual(
    Object.entries(shared).map(([key, [, , , , shares, cost]]) => [
      ...[key, shares, cost, "2027-02-02", key === "M08" ? "not_a_taxpayer" : "waiting"],
    ]),
  );
  const invoice = body.papers.find(({ kind }: { kind: string }) => kind === "success_fee_invoice");
  const { text: invoiced } = await readPdf(await download(null, `/api/papers/${invoice.id}`));
  for (const words of ["Invoice 1", "To Alder Analytics Ltd", "8% of £99,999.80", "To be paid £7,999.98"])
    expect(invoiced).toContain(words);
  const paper = await ownPaper("M10", "signed_commitment");
  const { text: signed } = await readPdf(await download("M10", `/api/papers/${paper.id}`));
  for (const words of [
    "I have read the terms, version 1 of",
    "I can lose all of the £13,500.00.",
    "The nominee holds the shares for me by name",
    "I instruct the nominee to subscribe for up to 10,000 shares, for at most £12,000.00 and the fee.",
    "6,879, for £8,529.96 and a fee of £1,066.25",
  ])
    expect(signed).toContain(words);
  // The members had entered £20,000.00 and £10,000.00; the second was signed while the words had what was entered.
  for (const [key, words] of [
    ["M01", "for up to 16,666 shares, for at most £19,999.20 and the fee."],
    ["M04", "for up to 8,333 shares, for at most £10,000.00 and the fee."],
  ] as const) {
    const { id } = await ownPaper(key, "signed_commitment");
    expect((await readPdf(await download(key, `/api/papers/${id}`))).text).toContain(words);
  }
  const sumsOf = async (key: string) => {
    const { history } = (await of(key).call("GET", `/api/commitments/${of(key).commitment}`)).body;
    return history.map(({ kind, amount_pence }: { kind: string; amount_pence: number | null }) => [kind, amount_pence]);
  };
  expect(await sumsOf("M03")).toEqual([
    ["placed", 1_200_000],
    ["asked_again", null],
    ["kept", 1_199_948],
    ["allocated", 1_141_296],
    ["called", 1_141_296],
    ["part_paid", 500_000],
    ["paid", 641_296],
    ["completed", 1_141_296],
  ]);
  expect((await sumsOf("M05")).slice(-4)).toEqual([
    ["called", 1_322_872],
    ["paid", 1_323_872],
    ["refund_paid", 1000],
    ["completed", 1_322_872],
  ]);
  const { id: parts } = await ownPaper("M03", "signed_commitment");
  const { text: inParts } = await readPdf(await download("M03", `/api/papers/${parts}`));
  for (const words of [
    "Placed 1 10,000 at most £12,000.00",
    "Kept 2 9,677 at most £11,999.48",
    "Called 2 9,204 £11,412.96",
    "Part paid £5,000.00",
    "Paid £6,412.96",
  ])
    expect(inParts).toContain(words);
  const { awaited } = (await of("M10").call("GET", "/api/papers/me")).body;
  expect(awaited).toMatchObject([{ commitment_id: of("M10").commitment, scheme: "SEIS", expected_from: "2027-08" }]);
}, 60_000);

it("A payment to the company is not taken back once members hold shares for it, whatever becomes of the fees", async () => {
  const { id, bank_line_id } = await club.db
    .selectFrom("ledger_transactions as t")
    .innerJoin("bank_matches as m", "m.transaction_id", "t.id")
    .select(["m.id", "m.bank_line_id"])
    .where("t.kind", "=", "wire")
    .executeTakeFirstOrThrow();
  const fees = club.db.updateTable("outgoing_payments").where("kind", "=", "fee");
  await fees.set({ state: "cancelled", paid_on: null }).execute();
  const taken = await daniel("POST", `/api/bank-lines/${bank_line_id}/unmatch`, { match_id: id, reason: "A mistake." });
  expect([taken.status, taken.body.code]).toEqual([409, "payment_closed"]);
  await fees.set({ state: "paid", paid_on: "2027-02-03" }).execute();
});

const certificate = (key: string) => {
  const [, , , , shares = 0, amount_pence = 0] = shared[key] ?? [];
  return certificateOf({ name: of(key).person.full_name, shares, amount_pence });
};
const upload = (content: Buffer, type: string) =>
  daniel("POST", `/api/deals/${deal.id}/relief-certificates?file_name=seis3`, content, { "content-type": type });

it("Ten members get their certificates, for £93,564.20 together", async () => {
  const record = (step: string, day: string, more: object = {}) =>
    daniel("POST", `/api/deals/${deal.id}/relief-steps`, { step, happened_on: day, ...more });
  await moveTo("2027-06-10T12:00");
  expect((await record("filed", "2027-06-10")).status).toBe(201);
  await moveTo("2027-08-05T12:00");
  expect((await record("authorised", "2027-08-05", { uir: "Z1234 567" })).status).toBe(201);
  await moveTo("2027-08-12T12:00");
  expect((await record("certified", "2027-08-12")).status).toBe(201);

  const files: Record<string, Buffer> = {};
  for (const key of Object.keys(shared)) if (key !== "M08") files[`${key}.pdf`] = await certificate(key);
  const { certificates } = (await upload(await zipOf(files), "application/zip")).body;
  const ids = certificates.map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(10);
  const { body } = await daniel("POST", `/api/deals/${deal.id}/relief-certificates/match`, { ids });
  expect(body).toMatchObject({
    due: 10,
    delivered: 10,
    delivered_pence: 9_356_420,
    certificates: [],
    waiting_days: null,
    uir: "Z1234 567",
  });
  expect(body.steps.map(({ on }: { on: string }) => on)).toEqual([
    ...["2026-11-18", "2027-02-02", "2027-06-10", "2027-08-05", "2027-08-12", "2027-08-12"],
  ]);
  const own = await ownPaper("M10", "relief_certificate");
  expect(await download("M10", `/api/papers/${own.id}`)).toEqual(files["M10.pdf"]);
  expect((await of("M09").call("GET", `/api/papers/${own.id}`)).status).toBe(404);
  expect(await ownPaper("M08", "relief_certificate")).toBeUndefined();
  const issued = body.members[0].issued_on;
  expect([
    reliefClaimableUntil(issued),
    reliefClaimableUntil(issued, { isCarriedBack: true }),
    heldThreeYearsOn(issued),
  ]).toEqual(["2033-01-31", "2032-01-31", "2030-02-02"]);
}, 60_000);
