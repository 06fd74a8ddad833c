import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person, takeAdminRole } from "#server/sample/builders.ts";
import { commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const released = new Date("2026-01-11T10:00:00Z");
const noon = new Date("2026-01-15T12:00:00Z");
const closes = new Date("2026-01-18T10:00:00Z");
let now = noon;
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);

let deal: Awaited<ReturnType<typeof buildDeal>>;
beforeEach(async () => {
  now = noon;
  await setDeals(club.db, { cooling_off_hours: 0 });
  deal = await buildDeal(club.db, { at: released, author_id: owen.id });
  await takeMails(club);
});

async function investor(full_name: string): Promise<{ person: Person; call: Call }> {
  const person = await buildInvestor(club.db, { full_name, signed_at: new Date("2026-01-11T08:00:00Z") });
  return { person, call: await club.as(person) };
}

const address = () => `/api/open-deals/${deal.id}`;
const commit = (call: Call, signature: string, amount_pence: number, change: object = {}) =>
  call("PUT", `${address()}/commitment`, {
    amount_pence,
    wants_relief: true,
    signature,
    terms_id: deal.terms_id,
    expected_version: null,
    ticks: Object.fromEntries(commitmentTicks.map((tick) => [tick, true])),
    ...change,
  });
const move = async (to: "closing" | "released" | "cancelled", reason: string | null = null) => {
  const { updated_at } = (await admin("GET", `/api/deals/${deal.id}`)).body;
  return admin("POST", `/api/deals/${deal.id}/transitions`, { to, reason, until: null, expected_version: updated_at });
};
const proposalOf = async (call: Call) => (await call("GET", `/api/deals/${deal.id}`)).body.closing_proposal;
const post = (call: Call, body: object) => call("POST", `/api/deals/${deal.id}/closing-announcements`, body);
const announceBy = async (call: Call, closing: { closes_at: string; reason: string }) =>
  post(call, { ...closing, expected_proposal_id: (await proposalOf(call))?.id ?? null });
const announce = (closes_at: string, reason = "The round is full.") => announceBy(admin, { closes_at, reason });
const noticesOf = async (call: Call) =>
  (await call("GET", "/api/notices")).body.items.map(({ kind, text, path }: Record<string, string>) => [
    kind,
    text,
    path,
  ]);

it("A deal is closed at its end, and before it only by an announcement", async () => {
  const message = "Commitments are taken until 18 January 2026, 10:00. Announce an earlier closing first";
  const refused = await move("closing", "The round is full.");
  expect([refused.status, refused.body.errors]).toEqual([422, [{ path: "to", message }]]);
  expect((await admin("GET", `/api/deals/${deal.id}`)).body.can).toMatchObject({
    move_to: ["cancelled"],
    announce_closing: true,
  });
  now = new Date("2026-01-18T15:00:00Z");
  expect((await move("closing")).status).toBe(200);
  const { call } = await investor("Ida Berg");
  // Its true end is when commitments ended, not when an admin moved it.
  expect((await call("GET", address())).body).toMatchObject({
    state: "closed",
    closes_at: closes.toISOString(),
    instead_of: null,
    closing_reason: null,
  });
});

it.each([
  ["within 24 hours", "2026-01-16T11:59:00Z", "Please enter a time at least 24 hours ahead, and after the opening"],
  ["at the end that the deal has already", "2026-01-18T10:00:00Z", "It closes then already"],
])("A closing %s is refused at its field", async (_, closes_at, message) => {
  const refused = await announce(closes_at);
  expect([refused.status, refused.body.errors]).toEqual([422, [{ path: "closes_at", message }]]);
});

it("A closing needs a reason, and a deal that is open", async () => {
  const refused = await announce("2026-01-16T12:00:00Z", " ");
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, "reason"]);
  now = closes;
  await move("closing");
  const late = await announce("2026-01-25T12:00:00Z");
  expect([late.status, late.body.code]).toEqual([409, "deal_not_open"]);
});

it("Commitments end at the announced time, though nobody moves the deal, and are taken again once it is later", async () => {
  const { call } = await investor("Jonas Weber");
  await announce("2026-01-16T12:00:00Z");
  now = new Date("2026-01-16T12:00:00Z");
  const refused = await commit(call, "Jonas Weber", 2_000_00);
  expect([refused.status, refused.body.code]).toEqual([409, "deal_not_open"]);
  expect((await call("GET", address())).body.state).toBe("closed");
  await announce("2026-01-20T12:00:00Z", "It was a mistake.");
  expect((await call("GET", address())).body).toMatchObject({
    state: "open",
    closes_at: "2026-01-20T12:00:00.000Z",
    instead_of: "2026-01-16T12:00:00.000Z",
  });
  expect((await commit(call, "Jonas Weber", 2_000_00)).status).toBe(201);
});

describe("A closing announced where there is another admin", () => {
  const start = async () => {
    const other = await buildAdmin(club.db, { full_name: "Ada Finch" });
    const leave = async () => void (await takeAdminRole(club.db, other));
    return { other, leave, second: await club.as(other) };
  };
  const body = { closes_at: "2026-01-16T17:00:00.000Z", reason: "The round is full." };

  it("A deal ends earlier once both admins have announced the same time, and nobody is told before", async () => {
    const [{ second, leave }, jonas] = [await start(), await investor("Jonas Weber")];
    await commit(jonas.call, "Jonas Weber", 2_000_00);
    await takeMails(club);
    expect((await announce(body.closes_at)).body.closes_at).toBe(closes.toISOString());
    expect(await proposalOf(admin)).toMatchObject({ ...body, proposed_by_name: "Owen Pryce", can: { confirm: false } });
    expect((await takeMails(club)).filter(({ to }) => to === jonas.person.email)).toEqual([]);
    const own = await announce(body.closes_at);
    expect([own.status, own.body.code, own.body.reason]).toEqual([403, "second_person_required", "same_account"]);
    expect(await proposalOf(second)).toMatchObject({ can: { confirm: true } });
    const confirmed = await announceBy(second, body);
    expect([confirmed.status, confirmed.body.closes_at, confirmed.body.closing_proposal]).toEqual([
      ...[201, body.closes_at, null],
    ]);
    const mails = (await takeMails(club)).filter(({ to }) => to === jonas.person.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Alder Analytics closes early, Fri 16 Jan, 17:00"]);
    await leave();
  });
  it("Of two proposals at the same moment the second is refused with the first, and both can go on from there", async () => {
    const { second, leave } = await start();
    const [friday, saturday] = ["2026-01-16T17:00:00.000Z", "2026-01-17T17:00:00.000Z"];
    const answers = await Promise.all([
      post(admin, { closes_at: friday, reason: "The round is full.", expected_proposal_id: null }),
      post(second, { closes_at: saturday, reason: "It is nearly full.", expected_proposal_id: null }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const isFirst = answers[0].status === 201;
    const refused = answers[isFirst ? 1 : 0].body;
    expect([refused.code, refused.detail]).toEqual([
      "revision_conflict",
      isFirst
        ? "Owen Pryce has proposed 16 January 2026, 17:00 meanwhile. Confirm that, or propose another time in its place. The reason given: The round is full."
        : "Ada Finch has proposed 17 January 2026, 17:00 meanwhile. Confirm that, or propose another time in its place. The reason given: It is nearly full.",
    ]);
    const proposed = await proposalOf(admin);
    expect(proposed.closes_at).toBe(isFirst ? friday : saturday);
    const confirm = { closes_at: proposed.closes_at, reason: proposed.reason };
    expect((await announceBy(isFirst ? second : admin, confirm)).status).toBe(201);
    const { closings } = (await admin("GET", `/api/deals/${deal.id}`)).body;
    expect(closings).toMatchObject([
      {
        ...confirm,
        instead_of: closes.toISOString(),
        proposed_at: now.toISOString(),
        confirmed_at: now.toISOString(),
        proposed_by_name: isFirst ? "Owen Pryce" : "Ada Finch",
        confirmed_by_name: isFirst ? "Ada Finch" : "Owen Pryce",
      },
    ]);
    await leave();
  });
  it("A proposal that was replaced is not confirmed by an admin who read the earlier one", async () => {
    const { second, leave } = await start();
    await announce(body.closes_at);
    const { id } = await proposalOf(second);
    await announce("2026-01-17T17:00:00.000Z");
    const late = await post(second, { ...body, expected_proposal_id: id });
    expect([late.status, late.body.code]).toEqual([409, "revision_conflict"]);
    expect((await admin("GET", `/api/deals/${deal.id}`)).body.closes_at).toBe(closes.toISOString());
    await leave();
  });
  it("A proposal lapses a day before its time, and a newer one takes its place", async () => {
    const { second, leave } = await start();
    await announce(body.closes_at);
    await announceBy(second, { ...body, closes_at: "2026-01-17T17:00:00.000Z" });
    expect(await proposalOf(admin)).toMatchObject({ closes_at: "2026-01-17T17:00:00.000Z", can: { confirm: true } });
    now = new Date("2026-01-16T17:00:00.001Z");
    expect(await proposalOf(admin)).toBeNull();
    expect((await admin("GET", `/api/deals/${deal.id}`)).body.closes_at).toBe(closes.toISOString());
    await leave();
  });
});

it("A closing is told by name to members who committed and to others who may commit, and not to those who said no", async () => {
  const [jonas, keira, ida] = [
    await investor("Jonas Weber"),
    await investor("Keira Doyle"),
    await investor("Ida Berg"),
  ];
  const own = (await commit(jonas.call, "Jonas Weber", 2_000_00)).body;
  await ida.call("PUT", `${address()}/interest`, { level: "not_for_me", reason: "No." });
  await takeMails(club);
  expect((await announce("2026-01-16T17:00:00Z")).status).toBe(201);
  const mails = (await takeMails(club)).filter(({ to }) =>
    [jonas, keira, ida].some(({ person }) => person.email === to),
  );
  expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
    [
      [jonas.person.email, "Alder Analytics closes early, Fri 16 Jan, 17:00"],
      [keira.person.email, "Alder Analytics closes early, Fri 16 Jan, 17:00"],
    ].toSorted(),
  );
  expect(mails.find(({ to }) => to === keira.person.email)?.text).toContain(
    "Alder Analytics, a deal that you can commit to: Closes early: Fri 16 Jan, 17:00, not Sun 18 Jan. Reason: The round is full.",
  );
  expect((await noticesOf(jonas.call))[0]).toEqual([
    "commitment_closing",
    "Alder Analytics, £2,249.10: Closes early: Fri 16 Jan, 17:00, not Sun 18 Jan. Reason: The round is full.",
    `/members?tab=investments&view=mine&commitment=${own.id}`,
  ]);
  expect(await noticesOf(keira.call)).toEqual([
    [
      "deal_closing",
      "A deal that you can commit to closes at another time than announced. Its page says when, and why.",
      `/members?tab=investments&view=deals&deal=${deal.id}`,
    ],
  ]);
  expect(await noticesOf(ida.call)).toEqual([]);
});

it("A mail to somebody who may not commit any more is not sent", async () => {
  const { person } = await investor("Keira Doyle");
  await announce("2026-01-16T17:00:00Z");
  await club.db
    .updateTable("statements")
    .set({ ended_at: now, state: "withdrawn" })
    .where("record_id", "in", (record) =>
      record.selectFrom("investor_records").select("id").where("user_id", "=", person.id),
    )
    .execute();
  expect((await takeMails(club)).filter(({ to }) => to === person.email)).toEqual([]);
});

it("The only admin cancels a deal at once", async () => {
  const cancelled = await move("cancelled", "The company was sold.");
  expect([cancelled.status, cancelled.body.state, cancelled.body.cancelling_proposal]).toEqual([
    200,
    "cancelled",
    null,
  ]);
});

it("New terms of an open deal do not end it earlier", async () => {
  const { terms } = (await admin("GET", `/api/deals/${deal.id}`)).body;
  const earlier = await admin("POST", `/api/deals/${deal.id}/terms`, {
    ...terms[0],
    assurance_on: "2026-01-10",
    closes_at: "2026-01-17T10:00:00Z",
  });
  const message = "It closes on 18 January 2026, 10:00. Announce an earlier closing instead";
  expect([earlier.status, earlier.body.errors]).toEqual([422, [{ path: "closes_at", message }]]);
  const later = await admin("POST", `/api/deals/${deal.id}/terms`, {
    ...terms[0],
    assurance_on: "2026-01-10",
    closes_at: "2026-01-19T10:00:00Z",
  });
  expect(later.status).toBe(201);
});

it("A deal that is opened again has no true end until it is closed again", async () => {
  now = closes;
  await move("closing");
  const ended = () => club.db.selectFrom("deals").select("closed_at").where("id", "=", deal.id).executeTakeFirst();
  expect(await ended()).toEqual({ closed_at: closes });
  await move("released", "More want to join.");
  expect(await ended()).toEqual({ closed_at: null });
});

it("A commitment, its change and its withdrawal each give a receipt by mail and a notice, with numbers and terms", async () => {
  const { person, call } = await investor("Jonas Weber");
  const placed = (await commit(call, "Jonas Weber", 2_000_00)).body;
  const changed = (await commit(call, "Jonas Weber", 1_000_00, { expected_version: placed.updated_at })).body;
  const withdrawal = { expected_version: changed.updated_at, reason: null };
  expect((await call("DELETE", `${address()}/commitment`, withdrawal)).status).toBe(200);
  const mails = (await takeMails(club)).toSorted((one, other) => other.subject.localeCompare(one.subject));
  expect(mails.map(({ to, template, subject }) => [to, template, subject])).toEqual([
    [person.email, "commitment-receipt", "Alder Analytics: you withdrew"],
    [person.email, "commitment-receipt", "Alder Analytics: you lowered your commitment from 1,666 to 833 shares"],
    [person.email, "commitment-receipt", "Alder Analytics: you committed to 1,666 shares"],
  ]);
  const [withdrawn, , first] = mails.map(({ text }) => text);
  for (const line of [
    "Shares, at most: 1,666 at £1.20",
    "Cost: £1,999.20",
    "Fee, 12.5%: £249.90",
    "You send, at most: £2,249.10",
    "You accept at least: 417 shares",
    "With SEIS relief: Yes",
    "Terms: Version 1 of 11 January 2026",
  ])
    expect(first).toContain(line);
  expect(withdrawn).toContain(
    "You owe nothing. Your commitment to 833 shares, £999.60 and a fee of £124.95 at most, has ended.",
  );
  expect((await noticesOf(call)).map(([kind, text]: string[]) => [kind, text])).toEqual([
    [
      "commitment_withdrawn",
      "Alder Analytics: You withdrew on Thu 15 Jan, 12:00. You owe nothing. Your commitment to 833 shares, £999.60 and a fee of £124.95 at most, has ended.",
    ],
    [
      "commitment_changed",
      "Alder Analytics: You lowered your commitment from 1,666 to 833 shares. It is £999.60 and a fee of £124.95 at most. Free to withdraw until shares are allocated, which is not before Sun 18 Jan, 10:00.",
    ],
    [
      "commitment_placed",
      "You committed to 1,666 shares of Alder Analytics, £1,999.20 and a fee of £249.90 at most. Free to withdraw until shares are allocated, which is not before Sun 18 Jan, 10:00.",
    ],
  ]);
});
