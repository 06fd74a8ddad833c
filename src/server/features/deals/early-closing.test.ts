import { beforeEach, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const released = new Date("2026-01-11T10:00:00Z");
const noon = new Date("2026-01-15T12:00:00Z");
/** By its terms. */
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
    ...{ amount_pence, wants_relief: true, signature, terms_id: deal.terms_id, expected_version: null },
    ticks: Object.fromEntries(commitmentTicks.map((tick) => [tick, true])),
    ...change,
  });
const close = async (reason: string | null) => {
  const { updated_at } = (await admin("GET", `/api/deals/${deal.id}`)).body;
  return admin("POST", `/api/deals/${deal.id}/transitions`, {
    ...{ to: "closing", reason, until: null, expected_version: updated_at },
  });
};
const noticesOf = async (call: Call) =>
  (await call("GET", "/api/notices")).body.items.map(({ kind, text, path }: Record<string, string>) => [
    kind,
    text,
    path,
  ]);

it("before its announced end needs a reason, and after it needs none", async () => {
  const refused = await close(null);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ path: "reason", message: "It closes earlier than announced. Please give the reason: members read it" }],
  ]);
  now = closes;
  expect((await close(null)).status).toBe(200);
  const { call } = await investor("Ida Berg");
  const { body } = await call("GET", address());
  expect([body.state, body.closed_early]).toEqual(["closed", null]);
});

it("is shown with its true moment and reason, and told to whoever committed or answered, by mail and notice", async () => {
  const [jonas, keira, ida, nobody] = [
    await investor("Jonas Weber"),
    await investor("Keira Doyle"),
    await investor("Ida Berg"),
    await investor("Liam Carter"),
  ];
  const own = (await commit(jonas.call, "Jonas Weber", 2_000_00)).body;
  await keira.call("PUT", `${address()}/interest`, { level: "considering", amount_pence: null });
  await ida.call("PUT", `${address()}/interest`, { level: "not_for_me", reason: "No." });
  await takeMails(club);
  expect((await close("The round is full.")).status).toBe(200);
  const early = { at: "2026-01-15T12:00:00.000Z", reason: "The round is full." };

  expect((await jonas.call("GET", address())).body).toMatchObject({ state: "closed", closed_early: early });
  expect((await jonas.call("GET", "/api/open-deals")).body.items[0]).toMatchObject({
    ...{ state: "closed", closed_early: early, is_new: false },
  });
  expect((await jonas.call("GET", `/api/commitments/${own.id}`)).body).toMatchObject({
    ...{ closed_early: early, can: { change: false } },
  });

  const mails = await takeMails(club);
  expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
    [
      [jonas.person.email, "Alder Analytics has closed earlier than announced"],
      [keira.person.email, "A deal has closed earlier than announced"],
    ].toSorted(),
  );
  const [toJonas = "", toKeira = ""] = [jonas, keira].map(
    ({ person }) => mails.find(({ to }) => to === person.email)?.text,
  );
  expect(toJonas).toContain("Alder Analytics has closed earlier than announced: on 15 January 2026, 12:00.");
  expect(toJonas).toContain("The round is full.");
  expect(toJonas).not.toContain("has the reason");
  expect(toKeira).toContain("A deal that you answered closed on 15 January 2026, 12:00");
  expect(toKeira).not.toContain("Alder");
  expect((await noticesOf(jonas.call))[0]).toEqual([
    "commitment_closed_early",
    "Alder Analytics has closed earlier than announced: on 15 January 2026, 12:00. Your commitment to 1,666 shares for £2,249.10 stays as it is. The page of your commitment has the reason.",
    `/members?tab=investments&view=mine&commitment=${own.id}`,
  ]);
  expect(await noticesOf(keira.call)).toEqual([
    [
      "deal_closed_early",
      "A deal that you answered has closed earlier than announced. Its page has the reason.",
      `/members?tab=investments&view=deals&deal=${deal.id}`,
    ],
  ]);
  expect([await noticesOf(ida.call), await noticesOf(nobody.call)]).toEqual([[], []]);
});

it("that is opened again is announced no more as closed", async () => {
  const { call } = await investor("Ida Berg");
  await close("By mistake.");
  const { updated_at } = (await admin("GET", `/api/deals/${deal.id}`)).body;
  const back = { to: "released", reason: "It was a mistake.", until: null, expected_version: updated_at };
  await admin("POST", `/api/deals/${deal.id}/transitions`, back);
  expect((await call("GET", address())).body).toMatchObject({ state: "open", closed_early: null });
});

it("a commitment, its change and its withdrawal each give a receipt by mail and a notice, with numbers and terms", async () => {
  const { person, call } = await investor("Jonas Weber");
  const placed = (await commit(call, "Jonas Weber", 2_000_00)).body;
  const changed = (await commit(call, "Jonas Weber", 1_000_00, { expected_version: placed.updated_at })).body;
  const withdrawal = { expected_version: changed.updated_at, reason: null };
  expect((await call("DELETE", `${address()}/commitment`, withdrawal)).status).toBe(200);
  const mails = (await takeMails(club)).toSorted((one, other) => other.subject.localeCompare(one.subject));
  expect(mails.map(({ to, template, subject }) => [to, template, subject])).toEqual([
    [person.email, "commitment-receipt", "Your commitment to Alder Analytics is now for 833 shares"],
    [person.email, "commitment-receipt", "You withdrew your commitment to 833 shares of Alder Analytics"],
    [person.email, "commitment-receipt", "You committed to 1,666 shares of Alder Analytics"],
  ]);
  const [, withdrawn, first] = mails.map(({ text }) => text);
  for (const line of [
    "Shares, at most: 1,666",
    "Cost of the shares: £1,999.20",
    "Fee: £249.90",
    "You send, at most: £2,249.10",
    "You accept at least: 417 shares",
    "With SEIS relief: Yes",
    "Terms: Version 1 of 11 January 2026",
  ])
    expect(first).toContain(line);
  expect(withdrawn).toContain("you owe nothing");
  expect(withdrawn).not.toMatch(/£|at most/);
  expect((await noticesOf(call)).map(([kind, text]: string[]) => [kind, text])).toEqual([
    [
      "commitment_withdrawn",
      "You withdrew your commitment to 833 shares of Alder Analytics for £1,124.55. You owe nothing.",
    ],
    [
      "commitment_changed",
      "Your commitment is now for 833 shares of Alder Analytics, which cost £999.60 and a fee of £124.95: you pay £1,124.55 at most, by version 1 of the terms of 11 January 2026.",
    ],
    [
      "commitment_placed",
      "You committed to 1,666 shares of Alder Analytics, which cost £1,999.20 and a fee of £249.90: you pay £2,249.10 at most, by version 1 of the terms of 11 January 2026.",
    ],
  ]);
});
