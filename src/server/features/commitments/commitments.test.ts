import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { buildDeal, freezeDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { actMessages } from "#shared/acts/act-messages.ts";
import { commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import { formatPence, withCommas } from "#shared/pence.ts";
import type { Tier } from "#shared/people/people-messages.ts";
import { defaultClub, defaultSettings } from "#shared/settings/club.ts";
import { tierFees } from "#shared/settings/tier-fees.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { beginWithDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const released = new Date("2026-01-11T10:00:00Z");
const inPriority = new Date("2026-01-12T12:00:00Z");
const later = new Date("2026-01-15T12:00:00Z");
const closes = new Date("2026-01-18T10:00:00Z");
const nobodysId = "018f0000-0000-7000-8000-000000000000";
let now = later;
let deal: Awaited<ReturnType<typeof buildDeal>>;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
beforeEach(async () => {
  now = later;
  await beginWithDeals(club.db, { cooling_off_hours: 0 });
  deal = await buildDeal(club.db, { at: released, author_id: owen.id });
});

type Member = Awaited<ReturnType<typeof member>>;
async function member(tier: Tier = "trial", full_name = "Jonas Weber") {
  const person = await buildInvestor(club.db, { full_name, signed_at: new Date("2026-01-11T08:00:00Z") });
  await setTier(person, tier);
  return { person, call: await club.as(person) };
}

const setTier = ({ id }: Person, tier: Tier) =>
  sql`insert into memberships (user_id, tier, from_date, reason) values (${id}, ${tier}, '2025-01-01', 'x')`.execute(
    club.db,
  );

const address = () => `/api/open-deals/${deal.id}/commitment`;
const inputFor = (amount_pence: number, change: object = {}) => ({
  amount_pence,
  wants_relief: true,
  ticks: Object.fromEntries(commitmentTicks.map((tick) => [tick, true])),
  signature: "jonas  WEBER",
  terms_id: deal.terms_id,
  expected_version: null,
  ...change,
});
const commit = ({ call }: Pick<Member, "call">, amount_pence: number, change: object = {}) =>
  call("PUT", address(), inputFor(amount_pence, change));

describe("GET /open-deals/{id}/commitment", () => {
  const offerTo = async ({ call }: Member) => (await call("GET", address())).body;

  it("returns the smallest commitment, the reader's fee and the band of a commitment placed now", async () => {
    now = inPriority;
    const vip = await member("vip");
    expect(await offerTo(vip)).toEqual({
      terms: { id: deal.terms_id, number: 1, price: "1.20", scheme: "SEIS" },
      tier: "vip",
      fee_bp: 0,
      band: "priority",
      minimum_shares: 417,
      minimum_pence: 50_000,
      maximum_pence: 10_000_000,
      legal_name: "Jonas Weber",
      is_uk_taxpayer: true,
      closes_at: "2026-01-18T10:00:00.000Z",
      obstacle: null,
      cooling_off_until: null,
      commitment: null,
    });
    expect(await offerTo(await member("premium"))).toMatchObject({ fee_bp: 400, band: "general" });
    now = new Date("2026-01-14T10:00:00Z");
    expect(await offerTo(vip)).toMatchObject({ fee_bp: 0, band: "general" });
  });

  it("returns one obstacle at a time", async () => {
    const { person, call } = await member();
    const obstacle = async () => (await call("GET", address())).body.obstacle;
    now = new Date("2026-01-11T09:59:59Z");
    expect(await obstacle()).toBe("opens_later");
    now = released;
    expect(await obstacle()).toBeNull();
    now = new Date(closes.getTime() - 1);
    expect(await obstacle()).toBeNull();
    now = closes;
    expect(await obstacle()).toBe("closed");
    now = later;
    await setTerms({ number: 2, price: "1.24" });
    expect(await obstacle()).toBe("terms_changing");
    await setTerms({ number: 3, price: "1.20", is_material: false, not_material_reason: "A typo." });
    expect(await obstacle()).toBeNull();
    await allocate("draft");
    expect(await obstacle()).toBeNull();
    await allocate("final");
    expect(await obstacle()).toBe("allocation_final");
    await sql`update investor_records set address = null where user_id = ${person.id}`.execute(club.db);
    expect(await obstacle()).toBe("record_incomplete");
  });

  it("returns no priority for a first commitment that can only be placed once priority has ended", async () => {
    // Until 14 January, 10:00.
    await beginWithDeals(club.db, { cooling_off_hours: 24 });
    now = new Date("2026-01-13T09:59:59Z");
    const inTime = await member("vip");
    expect(await offerTo(inTime)).toMatchObject({ band: "priority", cooling_off_until: "2026-01-14T09:59:59.000Z" });
    now = new Date("2026-01-13T10:00:00Z");
    expect(await offerTo(await member("vip"))).toMatchObject({ band: "general", obstacle: "cooling_off" });
    await beginWithDeals(club.db, { cooling_off_hours: 0 });
    expect(await offerTo(inTime)).toMatchObject({ band: "priority", obstacle: null });
  });

  it("makes a first commitment wait, counted from the first deal that the member read", async () => {
    await beginWithDeals(club.db, { cooling_off_hours: 24 });
    const jonas = await member();
    expect(await offerTo(jonas)).toMatchObject({
      obstacle: "cooling_off",
      cooling_off_until: "2026-01-16T12:00:00.000Z",
    });
    await jonas.call("GET", `/api/open-deals/${deal.id}`);
    now = new Date("2026-01-16T11:59:59Z");
    expect((await offerTo(jonas)).cooling_off_until).toBe("2026-01-16T12:00:00.000Z");
    const refused = await commit(jonas, 1_200_000);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      423,
      "cooling_off",
      "You have time to think before your first commitment. You can commit from 16 January 2026, 12:00.",
    ]);
    now = new Date("2026-01-16T12:00:00Z");
    expect((await offerTo(jonas)).obstacle).toBeNull();
    const { body } = await commit(jonas, 1_200_000);
    const reason = "I think again.";
    await jonas.call("DELETE", address(), { expected_version: body.updated_at, reason });
    // A member who has committed once does not wait again.
    await beginWithDeals(club.db, { cooling_off_hours: 720 });
    expect((await offerTo(jonas)).obstacle).toBeNull();
  });
});

/** Terms that no approved version has. */
async function setTerms(change: object): Promise<string> {
  const { id: _id, created_at: _created, ...terms } = deal.content.terms;
  const { id } = await club.db
    .insertInto("deal_terms")
    .values({
      ...terms,
      deal_id: deal.id,
      use_of_funds: JSON.stringify(terms.use_of_funds),
      risks: JSON.stringify(terms.risks),
      ...change,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function allocate(state: "draft" | "final") {
  await club.db.updateTable("allocations").set({ state: "replaced" }).where("deal_id", "=", deal.id).execute();
  await club.db
    .insertInto("allocations")
    .values({
      deal_id: deal.id,
      terms_id: deal.terms_id,
      number: state === "draft" ? 1 : 2,
      method: "pro_rata",
      state,
      capacity_shares: 83_333,
      minimum_shares: 417,
      priority_share_percent: 40,
      asked_shares: 1,
      input_sha256: "a".repeat(64),
      confirmed_at: state === "final" ? now : null,
    })
    .execute();
}

describe("POST /open-deals/{id}/commitment/preview", () => {
  const preview = ({ call }: Member, amount_pence: number) => call("POST", `${address()}/preview`, { amount_pence });

  it("turns an amount into whole shares, with the next number up and down", async () => {
    const { status, body } = await preview(await member(), 1_200_100);
    expect([status, body]).toEqual([
      200,
      {
        shares: 10_000,
        cost_pence: 1_200_000,
        fee_pence: 150_000,
        due_pence: 1_350_000,
        band: "general",
        tier: "trial",
        fee_bp: 1250,
        minimum_shares: 417,
        demand: null,
        next_up: { shares: 10_001, cost_pence: 1_200_120, fee_pence: 150_015, due_pence: 1_350_135 },
        next_down: { shares: 9_999, cost_pence: 1_199_880, fee_pence: 149_985, due_pence: 1_349_865 },
      },
    ]);
    expect(await club.db.selectFrom("commitments").select("id").where("deal_id", "=", deal.id).execute()).toEqual([]);
  });

  it("refuses sums below the smallest commitment and above the club's maximum", async () => {
    const jonas = await member();
    expect((await preview(jonas, 50_000)).body).toMatchObject({ shares: 417, cost_pence: 50_040, next_down: null });
    expect((await preview(jonas, 10_000_000)).body).toMatchObject({ shares: 83_333, next_up: null });
    const small = await preview(jonas, 49_999);
    expect([small.status, small.body.code, small.body.errors]).toEqual([
      422,
      "below_minimum",
      [{ path: "amount_pence", message: "The smallest commitment is £500.00" }],
    ]);
    const large = await preview(jonas, 10_000_001);
    expect([large.status, large.body.code, large.body.errors]).toEqual([
      422,
      "above_maximum",
      [{ path: "amount_pence", message: "The most that the club can take is £100,000.00" }],
    ]);
  });

  it("tells what the others want, as a band, once the member has asked for a sum", async () => {
    const jonas = await member();
    const ben = await member("vip", "Ben Lindqvist");
    await commit(ben, 6_000_000, { signature: "Ben Lindqvist" });
    expect((await preview(jonas, 1_200_000)).body.demand).toBeNull();
    await commit(jonas, 9_000_000);
    expect((await preview(jonas, 9_000_000)).body.demand).toBe("over_half");
    expect((await preview(ben, 6_000_000)).body.demand).toBe("over_half");
    expect((await ben.call("GET", `/api/open-deals/${deal.id}`)).body.demand).toBe("oversubscribed");
    // Of what somebody has said and committed, the larger counts.
    await jonas.call("PUT", `/api/open-deals/${deal.id}/interest`, { level: "likely", amount_pence: 12_000_000 });
    expect((await preview(ben, 6_000_000)).body.demand).toBe("oversubscribed");
  });
});

describe("PUT /open-deals/{id}/commitment", () => {
  it("stores whole shares up to a ceiling, and numbers members by deal", async () => {
    const jonas = await member();
    const { status, body } = await commit(jonas, 1_200_100);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        deal_id: deal.id,
        company_name: "Alder Analytics",
        deal_name: "Seed round",
        deal_state: "released",
        number: 1,
        state: "committed",
        band: "general",
        tier: "trial",
        fee_bp: 1250,
        state_since: expect.any(String),
        updated_at: expect.any(String),
        placed_at: now.toISOString(),
        call_hours: 48,
        hold_hours: 96,
        asked_shares: 10_000,
        instead_of: null,
        closing_reason: null,
        said_sent_at: null,
        amount_pence: 1_200_100,
        ceiling_pence: 1_200_100,
        least_shares: 417,
        wants_relief: true,
        shares: 10_000,
        cost_pence: 1_200_000,
        fee_pence: 150_000,
        due_pence: 1_350_000,
        signed_as: "jonas  WEBER",
        issued_on: null,
        held_shares: null,
        company_id: null,
        returned_pence: 0,
        returned_on: null,
        closes_at: deal.content.terms.closes_at,
        completion_expected_on: deal.content.terms.completion_expected_on,
        terms: { id: deal.terms_id, number: 1, price: "1.20", scheme: "SEIS" },
        reconsent: null,
        history: [
          {
            id: expect.any(String),
            happened_at: now.toISOString(),
            kind: "placed",
            reason: null,
            shares: 10_000,
            amount_pence: 1_350_000,
            terms_number: 1,
          },
        ],
        can: { change: true, withdraw: true, reconsent: false, say_sent: false },
      },
    ]);
    const least = await commit(await member("premium"), 50_000);
    expect(least.body).toMatchObject({ number: 2, shares: 417, ceiling_pence: 50_040, cost_pence: 50_040 });
    const [audited] = await club.auditOf(deal.id, "kind", "actor_id", "details");
    expect(audited).toEqual({
      kind: "commitment_placed",
      actor_id: jonas.person.id,
      details: { number: 1, shares: 10_000 },
    });
  });

  it.each([
    ["1.3725", 549_00, 400, 549_00, 68_63],
    ["1.3725", 1_999_99, 1457, 1_999_74, 249_97],
    ["0.333333", 600_00, 1800, 600_00, 75_00],
    ["0.333333", 1_000_00, 3000, 1_000_00, 125_00],
    ["0.0175", 600_00, 34_285, 599_99, 75_00],
    ["0.0175", 700_00, 40_000, 700_00, 87_50],
  ])(
    "A commitment at £%s for %d pence costs what was shown before, and never more than was typed",
    async (price, amount, ...costs) => {
      deal = await buildDeal(club.db, { at: released, author_id: owen.id, terms: { price } });
      const jonas = await member();
      const [shares, cost_pence, fee_pence] = costs;
      const shown = { shares, cost_pence, fee_pence, due_pence: Number(cost_pence) + Number(fee_pence) };
      expect((await jonas.call("POST", `${address()}/preview`, { amount_pence: amount })).body).toMatchObject(shown);
      const { status, body } = await commit(jonas, amount);
      expect([status, body]).toMatchObject([201, { ...shown, amount_pence: amount, ceiling_pence: amount }]);
      expect(Number(cost_pence)).toBeLessThanOrEqual(amount);
      const subject = `Alder Analytics: you committed to ${withCommas(Number(shares))} shares`;
      const receipt = (await takeMails(club)).find((mail) => mail.subject === subject)?.text;
      for (const pence of [cost_pence, fee_pence, shown.due_pence])
        expect(receipt).toContain(formatPence(Number(pence)));
    },
  );

  it("charges the fee that the preview of a change showed", async () => {
    const jonas = await member("premium");
    const { body } = await commit(jonas, 1_200_000);
    await setTier(jonas.person, "trial");
    const { body: shown } = await jonas.call("POST", `${address()}/preview`, { amount_pence: 1_300_000 });
    expect(shown).toMatchObject({ tier: "premium", fee_bp: 400, cost_pence: 1_299_960, fee_pence: 51_998 });
    const changed = await commit(jonas, 1_300_000, { expected_version: body.updated_at });
    expect(changed.body).toMatchObject({ fee_pence: 51_998, due_pence: shown.due_pence });
  });

  it("A commitment keeps its place when less is wanted, and moves when more is", async () => {
    const jonas = await member();
    let { body } = await commit(jonas, 1_200_000);
    const change = async (amount: number) => {
      now = new Date(now.getTime() + 60_000);
      const answer = await commit(jonas, amount, { expected_version: body.updated_at });
      expect(answer.status).toBe(200);
      body = answer.body;
    };
    await change(600_000);
    expect(body).toMatchObject({ shares: 5_000, placed_at: later.toISOString(), number: 1 });
    await change(600_120);
    expect(body).toMatchObject({ shares: 5_001, placed_at: now.toISOString() });
    expect(body.history.map(({ kind }: { kind: string }) => kind)).toEqual(["placed", "lowered", "raised"]);
  });

  it("A commitment keeps place and band inside the priority window, and gets the band of its new place after it", async () => {
    now = inPriority;
    const amara = await member("vip");
    const first = (await commit(amara, 1_000_000)).body;
    expect(first.band).toBe("priority");
    now = new Date("2026-01-14T09:59:59Z");
    const raised = (await commit(amara, 2_000_000, { expected_version: first.updated_at })).body;
    expect(raised).toMatchObject({ placed_at: inPriority.toISOString(), band: "priority", shares: 16_666 });
    now = new Date("2026-01-14T10:00:00Z");
    const lowered = (await commit(amara, 1_900_000, { expected_version: raised.updated_at })).body;
    expect(lowered).toMatchObject({ placed_at: inPriority.toISOString(), band: "priority" });
    const late = (await commit(amara, 1_900_001, { expected_version: lowered.updated_at })).body;
    expect(late).toMatchObject({ placed_at: now.toISOString(), band: "general" });
  });

  it("refuses a sum that is not the one that was read, and a change of what was withdrawn", async () => {
    const rosa = await member();
    const { body: placed } = await commit(rosa, 600_000, { due_pence: 675_000 });
    expect(placed).toMatchObject({ due_pence: 675_000 });
    await setTier(rosa.person, "premium");
    const change = { expected_version: placed.updated_at };
    const refused = await commit(rosa, 600_000, { ...change, due_pence: 675_000 });
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "Your fee has changed meanwhile: you would send at most £6,240.00. Please read the sums again.",
    ]);
    const changed = await commit(rosa, 600_000, { ...change, due_pence: 624_000 });
    expect(changed.body).toMatchObject({ due_pence: 624_000, fee_pence: 24_000 });
    await rosa.call("DELETE", address(), { expected_version: changed.body.updated_at });
    const late = await commit(rosa, 700_000, { expected_version: changed.body.updated_at });
    expect([late.status, late.body.detail]).toEqual([
      409,
      "This commitment was withdrawn meanwhile. The form is now for a new one.",
    ]);
  });

  it("lowers the fee to that of a better tier, and never raises it", async () => {
    const jonas = await member("premium");
    const first = (await commit(jonas, 1_200_000)).body;
    expect(first).toMatchObject({ tier: "premium", fee_bp: 400, fee_pence: 48_000 });
    await setTier(jonas.person, "trial");
    const second = (await commit(jonas, 1_300_000, { expected_version: first.updated_at })).body;
    expect(second).toMatchObject({ tier: "premium", fee_bp: 400 });
    await setTier(jonas.person, "vip");
    const third = (await commit(jonas, 1_300_000, { expected_version: second.updated_at })).body;
    expect(third).toMatchObject({ tier: "vip", fee_bp: 0 });
  });

  it("lets no signer ask for more than members read, nor for more on the last day", async () => {
    const jonas = await member("vip");
    const { version_id } = deal;
    await sql`insert into deal_panel (deal_id, version_id, user_id, name, capacity, invests_pence)
              values (${deal.id}, ${version_id}, ${jonas.person.id}, 'Jonas Weber', 'second', 120000)`.execute(club.db);
    const tooMuch = await commit(jonas, 120_120);
    expect([tooMuch.status, tooMuch.body.errors]).toEqual([
      422,
      [{ path: "amount_pence", message: actMessages.overTold("£1,200.00") }],
    ]);
    const first = await commit(jonas, 110_000);
    expect(first.status).toBe(201);
    now = new Date(closes.getTime() - 24 * 60 * 60 * 1000);
    const late = await commit(jonas, 120_000, { expected_version: first.body.updated_at });
    expect([late.status, late.body.detail]).toEqual([409, actMessages.signsForRound]);
    expect((await commit(jonas, 100_000, { expected_version: first.body.updated_at })).status).toBe(200);
  });

  it("returns 422 with each field that is not filled in", async () => {
    const jonas = await member();
    const wrong = await commit(jonas, 1_200_000, {
      least_shares: 416,
      wants_relief: null,
      signature: "Jonas Webber",
    });
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      422,
      "invalid_body",
      [
        { path: "least_shares", message: "Please enter at least 417 shares, the smallest commitment" },
        { path: "wants_relief", message: "Please answer Yes or No" },
        { path: "signature", message: "Type your name as Jonas Weber" },
      ],
    ]);
    const unsigned = await commit(jonas, 1_200_000, { signature: "Jonas Webber" });
    expect([unsigned.status, unsigned.body.code]).toEqual([422, "signature_mismatch"]);
    const most = await commit(jonas, 1_200_000, { least_shares: 10_001 });
    expect(most.body.errors).toEqual([
      { path: "least_shares", message: "Please enter at most 10,000 shares, what you ask for" },
    ]);
    const unticked = await commit(jonas, 1_200_000, { ticks: { terms: true, loss: true, nominee: true } });
    expect(unticked.body.errors).toEqual([{ path: "ticks.instruction", message: "Please tick this to commit" }]);
    expect((await commit(jonas, 49_999)).body.code).toBe("below_minimum");
    expect((await commit(jonas, 10_000_001)).body.code).toBe("above_maximum");
    expect((await commit(jonas, 1_200_000, { least_shares: 10_000 })).body.least_shares).toBe(10_000);
  });

  it("stores no answer about relief where there is no scheme", async () => {
    deal = await buildDeal(club.db, { at: released, terms: { scheme: "none" } });
    expect((await commit(await member(), 1_200_000)).body.wants_relief).toBeNull();
  });

  it("refuses while commitments are closed, and by terms that are not the present ones", async () => {
    const jonas = await member();
    const refusal = async (change: object = {}) => {
      const { status, body } = await commit(jonas, 1_200_000, change);
      return [status, body.code, body.detail];
    };
    const closed = [409, "deal_not_open", "Commitments to this deal are not open now."];
    expect(await refusal({ terms_id: nobodysId })).toEqual([
      409,
      "terms_changed",
      "The terms have changed. Please read them again; what you filled in is kept.",
    ]);
    now = new Date("2026-01-11T09:59:59Z");
    expect(await refusal()).toEqual(closed);
    now = closes;
    expect(await refusal()).toEqual(closed);
    now = later;
    await setTerms({ number: 2, price: "1.24" });
    expect((await refusal())[1]).toBe("terms_changed");
    await setTerms({ number: 3, is_material: false, not_material_reason: "A typo." });
    await allocate("final");
    expect((await refusal())[1]).toBe("allocation_final");
    await sql`update investor_records set address = null where user_id = ${jonas.person.id}`.execute(club.db);
    expect((await refusal())[1]).toBe("record_incomplete");
    await sql`update deals set state = 'declined' where id = ${deal.id}`.execute(club.db);
    expect(await refusal()).toEqual(closed);
  });

  it("returns 409 after a change in another window, and makes one commitment of two at once", async () => {
    const jonas = await member();
    const answers = await meetAtRow(club.db, "deals", deal.id, [
      () => commit(jonas, 1_200_000),
      () => commit(jonas, 2_400_000),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code, body.record?.shares])).toEqual([
      [201, undefined, undefined],
      [409, "already_committed", 10_000],
    ]);
    const expected_version = answers[0]?.body.updated_at;
    const changes = await meetAtRow(club.db, "deals", deal.id, [
      () => commit(jonas, 600_000, { expected_version }),
      () => commit(jonas, 2_400_000, { expected_version }),
    ]);
    expect(changes.map(({ status, body }) => [status, body.code, body.record?.shares])).toEqual([
      [200, undefined, undefined],
      [409, "revision_conflict", 5_000],
    ]);
  });

  it("commits by a new version once it is approved, and refuses a member whose statement has expired", async () => {
    const terms_id = await setTerms({ number: 2, price: "1.24" });
    const content = { ...deal.content, terms: { ...deal.content.terms, id: terms_id, number: 2, price: "1.24" } };
    const approved = { author_id: null, approved_by: null, approved_at: now, created_at: now };
    await freezeDeal(club.db, { deal_id: deal.id, number: 2, terms_id, content, ...approved });
    const jonas = await member();
    const { body } = await commit(jonas, 1_200_000, { terms_id });
    expect(body).toMatchObject({ shares: 9_677, cost_pence: 1_199_948, ceiling_pence: 1_200_000 });
    now = new Date("2027-01-11T00:00:00Z");
    expect((await commit(jonas, 1_200_000, { terms_id })).body.code).toBe("statement_expired");
  });
});

describe("DELETE /open-deals/{id}/commitment", () => {
  it("ends the commitment, with or without a reason and without a statement, and lets its owner commit again", async () => {
    const jonas = await member();
    const { body: placed } = await commit(jonas, 1_200_000);
    await sql`update statements set state = 'withdrawn', ended_at = ${now} where record_id = ${jonas.person.record_id}`.execute(
      club.db,
    );
    const reason = "I need the money for a roof.";
    const { status, body } = await jonas.call("DELETE", address(), { expected_version: placed.updated_at, reason });
    expect([status, body.state, body.can]).toEqual([
      200,
      "withdrawn",
      { change: false, withdraw: false, reconsent: false, say_sent: false },
    ]);
    expect(body.history.at(-1)).toMatchObject({ kind: "withdrawn", reason, shares: 10_000 });
    const again = await jonas.call("DELETE", address(), { expected_version: body.updated_at });
    expect(again.status).toBe(404);
    const [, ...audited] = await club.auditOf(deal.id, "kind", "actor_id", "details");
    expect(audited).toEqual([
      { kind: "commitment_withdrawn", actor_id: jonas.person.id, details: { number: body.number } },
    ]);
    const amara = await member("vip");
    const first = (await commit(amara, 1_200_000)).body;
    await amara.call("DELETE", address(), { expected_version: first.updated_at });
    expect((await commit(amara, 600_000)).body).toMatchObject({ number: 3, state: "committed" });
  });

  it("refuses another version, and a commitment that was given shares", async () => {
    const jonas = await member();
    const { body } = await commit(jonas, 1_200_000);
    const withdraw = (expected_version: string) => jonas.call("DELETE", address(), { expected_version });
    const stale = await withdraw("2026-01-11T10:00:00.000Z");
    expect([stale.status, stale.body.code, stale.body.record.state]).toEqual([409, "revision_conflict", "committed"]);
    const allocated = { allocated_shares: 10, cost_pence: 1200, fee_pence: 150 };
    await club.db
      .updateTable("commitments")
      .set({ state: "allocated", ...allocated })
      .where("id", "=", body.id)
      .execute();
    const { updated_at } = (await jonas.call("GET", `/api/commitments/${body.id}`)).body;
    const late = await withdraw(updated_at);
    expect([late.status, late.body.code]).toEqual([409, "allocation_final"]);
  });
});

describe("GET /commitments/me", () => {
  it("lists the member's own commitments, latest first, whatever became of the deal and of the statement", async () => {
    const jonas = await member();
    const { body: first } = await commit(jonas, 1_200_000);
    await commit(await member(), 600_000);
    const birch = await buildDeal(club.db, { at: released, company: { name: "Birch Systems" } });
    now = new Date(later.getTime() + 1000);
    await jonas.call("PUT", `/api/open-deals/${birch.id}/commitment`, inputFor(600_000, { terms_id: birch.terms_id }));
    await sql`update deals set state = 'completed' where id = ${birch.id}`.execute(club.db);
    now = new Date("2027-02-01T12:00:00Z");
    const { status, body } = await jonas.call("GET", "/api/commitments/me?limit=1");
    expect([status, body.items.map(({ company_name }: { company_name: string }) => company_name)]).toEqual([
      200,
      ["Birch Systems"],
    ]);
    const next = await jonas.call("GET", `/api/commitments/me?limit=1&cursor=${body.next_cursor}`);
    expect(next.body).toEqual({
      items: [
        {
          id: first.id,
          deal_id: deal.id,
          company_name: "Alder Analytics",
          deal_name: "Seed round",
          deal_state: "released",
          next: null,
          due_at: null,
          refunded_pence: 0,
          refunded_on: null,
          state: "committed",
          state_since: later.toISOString(),
          placed_at: later.toISOString(),
          shares: 10_000,
          cost_pence: 1_200_000,
          fee_pence: 150_000,
          due_pence: 1_350_000,
        },
      ],
      next_cursor: null,
    });
  });
});

describe("GET /commitments/{id}", () => {
  it("returns the member's own commitment, and 404 to others, admins too", async () => {
    const jonas = await member();
    const { body } = await commit(jonas, 1_200_000);
    const read = (call: Call) => call("GET", `/api/commitments/${body.id}`);
    expect((await read(jonas.call)).body).toEqual(body);
    expect((await read((await member()).call)).status).toBe(404);
    expect((await read(await club.as(owen))).status).toBe(404);
  });
});

describe("GET /deals/{id}/commitments", () => {
  let admin: Call;
  beforeAll(async () => {
    admin = await club.as(owen);
  });
  const read = (query = "") => admin("GET", `/api/deals/${deal.id}/commitments${query}`);

  it("lists who has committed by place, with sums that are those of all", async () => {
    const ben = await member("vip", "Ben Lindqvist");
    await commit(ben, 600_000, { signature: "Ben Lindqvist", least_shares: 1_000 });
    const jonas = await member();
    now = new Date(later.getTime() + 1000);
    await commit(jonas, 1_200_100);
    const chloe = await member("premium", "Chloe Martin");
    now = new Date(later.getTime() + 2000);
    const gone = (await commit(chloe, 900_000, { signature: "Chloe Martin" })).body;
    await chloe.call("DELETE", address(), { expected_version: gone.updated_at });
    const { status, body } = await read("?limit=2");
    expect([status, body]).toMatchObject([
      200,
      {
        items: [
          {
            number: 1,
            user_id: ben.person.id,
            full_name: "Ben Lindqvist",
            state: "committed",
            tier: "vip",
            fee_bp: 0,
            band: "general",
            placed_at: later.toISOString(),
            terms_number: 1,
            reconsent_until: null,
            shares: 5_000,
            cost_pence: 600_000,
            fee_pence: 0,
            due_pence: 600_000,
            least_shares: 1_000,
          },
          { number: 2, shares: 10_000, ceiling_pence: 1_200_100, fee_pence: 150_000 },
        ],
        counts: { committed: 2, withdrawn: 1, paid: 0 },
        asked_shares: 15_000,
        asked_pence: 1_800_000,
      },
    ]);
    const next = (await read(`?limit=2&cursor=${body.next_cursor}`)).body;
    expect([next.items.map(({ number }: { number: number }) => number), next.next_cursor]).toEqual([[3], null]);
    const withdrawn = (await read("?state=withdrawn")).body;
    expect(withdrawn.items).toMatchObject([{ full_name: "Chloe Martin", state: "withdrawn" }]);
    expect(withdrawn.asked_shares).toBe(15_000);
  });

  it("returns no name for somebody who deleted their account", async () => {
    const jonas = await member();
    await commit(jonas, 1_200_000);
    await club.deleteAccount(jonas.person.id, { actorId: jonas.person.id, reason: "requested" }, async () => true);
    expect((await read()).body.items).toMatchObject([{ user_id: null, full_name: null, state: "withdrawn" }]);
  });
});

describe("What the database checks", () => {
  it("The database refuses a commitment whose numbers are not those of the terms", async () => {
    const { person } = await member();
    const place = (change: { amount?: number; shares?: number; ceiling?: number; least?: number; relief?: null }) => {
      const { amount = 1_200_000, shares = 10_000, ceiling = amount, least = 417, relief = true } = change;
      return club.asActor({ userId: person.id, at: now }, (tx) =>
        sql`select set_commitment(${deal.id}, ${deal.terms_id}, null, ${amount}, ${shares}, ${ceiling}, ${least}, 1250,
                                  ${relief}, 'Jonas Weber', '{}')`.execute(tx),
      );
    };
    await expect(place({ amount: 49_999, shares: 417, ceiling: 50_040 })).rejects.toThrow("below_minimum");
    await expect(place({ amount: 10_000_001, shares: 83_333 })).rejects.toThrow("above_maximum");
    // More than the ceiling pays for; a ceiling below the amount, or above it by more than a share.
    for (const change of [
      ...[{ shares: 10_001 }, { ceiling: 1_199_999, shares: 9_999 }, { ceiling: 1_200_121 }],
      ...[{ least: 416 }, { least: 10_001 }, { relief: null }],
    ])
      await expect(place(change), JSON.stringify(change)).rejects.toMatchObject({ code: "22023" });
    const free = club.asActor({ userId: person.id, at: now }, (tx) =>
      sql`select set_commitment(${deal.id}, ${deal.terms_id}, null, 1200000, 10000, 1200000, 417, 0, true, 'Jonas Weber',
                                '{}')`.execute(tx),
    );
    await expect(free).rejects.toThrow("terms_changed");
    await place({});
  });

  it("The database and the program have the fee that the settings have on the day", async () => {
    const [first] = defaultSettings.terms;
    const plans = (percent: number) => ({
      ...first?.plans,
      Trial: { annual_price_pence: 0, investment_fee_percent: percent },
    });
    const terms = [
      first,
      { ...first, effective_from: "2027-06-01", plans: plans(7.25) },
      { ...first, effective_from: "2027-07-01", plans: plans(3) },
    ];
    const undone = club.asOwner(null, async (tx) => {
      const feesAt = async (at: string) => {
        await sql`select set_config('app.now', ${at}, true)`.execute(tx);
        return (await sql<{ fees: unknown }>`select tier_fees_bp() as fees`.execute(tx)).rows[0]?.fees;
      };
      expect(await feesAt(now.toISOString())).toEqual(tierFees(defaultClub));
      await tx
        .insertInto("club_settings")
        .values({ key: "terms", value: JSON.stringify(terms) })
        .execute();
      for (const [at, trial] of [
        ["2027-05-31T22:59:00Z", 1250],
        ["2027-05-31T23:00:00Z", 725],
        ["2027-07-02T00:00:00Z", 300],
      ] as const) {
        expect(await feesAt(at), at).toEqual({ trial, premium: 400, vip: 0 });
      }
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
  });
});

describe("A commitment", () => {
  it("A commitment is in its owner's export, with its history", async () => {
    const jonas = await member();
    await commit(jonas, 1_200_000);
    const data = await club.asOwner(null, (tx) => collectData(tx, jonas.person.id, club));
    expect(data).toMatchObject({
      commitments: [{ deal_id: deal.id, number: 1, state: "committed", shares: 10_000, signed_as: "jonas  WEBER" }],
      what_happened_to_commitments: [{ kind: "placed", shares: 10_000 }],
    });
  });

  it("A commitment keeps its owner's investor record as long as the law asks for", async () => {
    const { call, person } = await member();
    now = new Date("2026-01-16T12:00:00Z");
    await sql`update investor_records set needed_until = null where id = ${person.record_id}`.execute(club.db);
    await commit({ call }, 1_200_000);
    const { needed_until } = await club.db
      .selectFrom("investor_records")
      .select("needed_until")
      .where("id", "=", person.record_id)
      .executeTakeFirstOrThrow();
    expect(needed_until).toBe("2026-01-16");
  });
});
