import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildAdmin, takeAdminRole } from "#server/sample/builders.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import type { SettingValues } from "#shared/settings/settings.ts";
import { moveClock } from "#tests/support/move-clock.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { proposedSettingJobs } from "./propose-setting.ts";

const noon = new Date("2031-07-02T12:00:00Z");
let now = noon;
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const { db } = club;
const amara = await buildAdmin(db, { full_name: "Amara Okafor" });
const daniel = await buildAdmin(db, { full_name: "Daniel Price" });
const [amaras, daniels] = [await club.as(amara), await club.as(daniel)];
await setDeals(db);
await buildDeal(db, { author_id: amara.id });

const present: SettingValues["deals"] = { ...defaultSettings.deals, is_enabled: true };
const changed = { ...present, funds_window_hours: 12 };
beforeEach(async () => {
  now = noon;
  await sql`delete from setting_proposals`.execute(db);
  await setDeals(db);
  await takeMails(club);
});

const read = async (key = "deals", by = amaras) => (await by("GET", `/api/settings/${key}`)).body;
async function save(value: unknown, by: Call = amaras, key = "deals") {
  const { revision } = await read(key);
  return by("PUT", `/api/settings/${key}`, { value, expected_revision: revision });
}
const pass = (hours: number) => moveClock(club, (time) => (now = time), new Date(now.getTime() + hours * 3_600_000));
const told = async () =>
  (await takeMails(club))
    .map(({ to, subject }) => [to, subject])
    .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1));

describe("A change of what members pay or have time for, once an offer was signed", () => {
  it("A proposed change tells the other admin each field's old and new value, and no digits of an account", async () => {
    await save(changed);
    const [hours] = await takeMails(club);
    expect(hours?.text).toContain(
      "\n\nHours to send money after a call, now: 48\n\nHours to send money after a call, then: 12\n",
    );
    const account = {
      account_name: "Kindling Club Ltd",
      sort_code: "20-30-40",
      account_number: "55667788",
      bank: "A Bank",
    };
    expect((await save(account, amaras, "fee_account")).status).toBe(200);
    const [fees] = await takeMails(club);
    expect(fees?.text).toContain("then: Kindling Club Ltd\n");
    expect(fees?.text).toContain("Account number: another one, which the page shows\n");
    expect(fees?.text).not.toMatch(/55667788|20-30-40/);
  });
  it("A proposed change waits for another admin, and is in force a day after that admin confirmed it", async () => {
    const proposed = await save(changed);
    expect([proposed.status, proposed.body]).toMatchObject([
      200,
      {
        value: present,
        needs_second_person: true,
        proposal: { value: changed, proposed_by_name: "Amara Okafor", takes_effect_at: null, can: { confirm: false } },
      },
    ]);
    expect(await told()).toEqual([[daniel.email, "Settings of Kindling, Deals: a change waits for another admin"]]);
    const waiting = async (by: Call) => (await by("GET", "/api/waiting-counts")).body;
    expect([(await waiting(daniels)).settings, (await waiting(amaras)).settings]).toEqual([1, 0]);
    expect((await read("deals", daniels)).proposal).toMatchObject({ refusal: null, can: { confirm: true } });

    const own = await save(changed);
    expect([own.status, own.body.code, own.body.reason]).toEqual([403, "second_person_required", "same_account"]);

    const confirmed = await save(changed, daniels);
    expect([confirmed.status, confirmed.body]).toMatchObject([
      200,
      {
        value: present,
        proposal: {
          takes_effect_at: "2031-07-03T12:00:00.000Z",
          announced_by_name: "Daniel Price",
          can: { confirm: false },
        },
      },
    ]);
    expect(await told()).toEqual([
      [amara.email, "Settings of Kindling, Deals: a change is in force from Thu 3 Jul, 13:00"],
    ]);

    await pass(23.9);
    expect((await read()).value).toEqual(present);
    await pass(0.1);
    expect(await read()).toMatchObject({ value: changed, updated_by_name: "Amara Okafor", proposal: null });
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
      [amara, daniel].map(({ email }) => [email, "Settings of Kindling changed: Deals"]).toSorted(),
    );
    expect(mails[0]?.text).toContain(
      "Amara Okafor proposed and Daniel Price confirmed a change of Settings → Deals on 3 July 2031, 13:00.",
    );
    expect(mails[0]?.text).toContain("put the earlier values back, and have the passwords of both changed.");
    await save({ ...changed, kill_switch: true });
    const [stopped] = await takeMails(club);
    expect(stopped?.text, "what one admin did alone").toContain("Amara Okafor changed Settings → Deals on");
    expect(stopped?.text).toContain("that admin’s password changed.");
    await save(changed);
    await takeMails(club);
    // What a process that did not run has missed is made up for, once.
    await proposedSettingJobs["setting-effects"].run(club);
    expect(await told()).toEqual([]);
  });

  it("A proposed change is confirmed by SQL neither by its author nor by one admin", async () => {
    await save(changed);
    await takeMails(club);
    const value = JSON.stringify(changed);
    const calls = [
      sql`update club_settings set value = ${value} where key = 'deals'`,
      sql`select propose_setting('deals', ${value}::jsonb)`,
      sql`update setting_proposals set confirmed_at = app_now()`,
      sql`insert into setting_proposals (key, value) values ('terms', '[]')`,
      sql`select take_setting_effect((select id from setting_proposals))`,
    ];
    for (const call of calls)
      await expect(club.asActor({ userId: amara.id, at: now }, (tx) => call.execute(tx))).rejects.toThrow(
        /second_person|permission denied/,
      );
    await pass(48);
    expect((await read()).value).toEqual(present);
  });

  it("A confirmed change stays as it was confirmed, and tells nobody, where either admin saves it again", async () => {
    await save(changed);
    await save(changed, daniels);
    await takeMails(club);
    await pass(6);
    for (const by of [amaras, daniels]) {
      const { status, body } = await save(changed, by);
      expect([status, body]).toMatchObject([
        200,
        { proposal: { takes_effect_at: "2031-07-03T12:00:00.000Z", announced_by_name: "Daniel Price" } },
      ]);
    }
    expect(await told()).toEqual([]);
    await pass(18);
    expect((await read()).value).toEqual(changed);
  });

  it("A proposed change is withdrawn by saving the values in force, by any admin, also once confirmed", async () => {
    await save(changed);
    await save(changed, daniels);
    await takeMails(club);
    expect((await save(present, daniels)).body.proposal).toBeNull();
    expect(await told()).toEqual([[amara.email, "Settings of Kindling, Deals: a proposed change was withdrawn"]]);
    await pass(25);
    expect((await read()).value).toEqual(present);
  });

  it("A proposed change takes the place of the one before, which nobody can confirm any more", async () => {
    await save(changed);
    const other = { ...present, funds_window_hours: 36 };
    expect((await save(other, daniels)).body.proposal).toMatchObject({
      value: other,
      proposed_by_name: "Daniel Price",
    });
    expect((await save(changed)).body.proposal).toMatchObject({ value: changed, takes_effect_at: null });
  });

  it("A proposed change stops nobody from stopping deals at once, and does not start them again", async () => {
    const both = { ...changed, kill_switch: true };
    expect((await save(both)).body).toMatchObject({
      value: { ...present, kill_switch: true },
      proposal: { value: both, takes_effect_at: null },
    });
    await save({ ...present, is_enabled: false, kill_switch: true }, daniels);
    expect((await save((await read()).proposal.value, daniels)).body).toMatchObject({
      value: { is_enabled: false, kill_switch: true },
      proposal: { announced_by_name: "Daniel Price" },
    });
    await pass(24);
    expect((await read()).value).toEqual({ ...changed, is_enabled: false, kill_switch: true });
  });

  it("A proposed change does not come into force once its two admins are not two persons any more", async () => {
    await save(changed);
    const owen = await buildAdmin(db, { full_name: "Owen Pryce" });
    await save(changed, await club.as(owen));
    await takeAdminRole(db, owen);
    await takeMails(club);
    await pass(24);
    expect(await read()).toMatchObject({ value: present, proposal: null });
    expect((await told()).map(([, subject]) => subject)).toEqual(
      Array.from({ length: 2 }, () => "Settings of Kindling, Deals: a change is not in force"),
    );
  });

  it("A proposed change is refused where somebody has saved meanwhile", async () => {
    const { revision } = await read();
    await save({ ...present, kill_switch: true });
    const { status, body } = await daniels("PUT", "/api/settings/deals", {
      value: changed,
      expected_revision: revision,
    });
    expect([status, body.code, body.record.proposal]).toEqual([409, "revision_conflict", null]);
  });

  const termsFrom = async (effective_from: string) => {
    const { value } = await read("terms");
    return [...value, { ...value.at(-1), effective_from, minimum_investment_pence: 100_00 }];
  };

  it("Proposed terms do not begin once their day has begun before they could be saved", async () => {
    const { value } = await read("terms");
    const late = await termsFrom("2031-07-04");
    await save(late, amaras, "terms");
    await save(late, daniels, "terms");
    await takeMails(club);
    // No process ran when its time came.
    now = new Date("2031-07-03T23:30:00Z");
    await proposedSettingJobs["setting-effects"].run(club);
    expect(await read("terms")).toMatchObject({ value, proposal: null });
    expect((await takeMails(club))[0]?.text).toContain(
      "The day of the new terms had begun before they could be saved.",
    );
    await pass(0);
  });

  it("Proposed terms begin on a day after the change is in force", async () => {
    const refused = await save(await termsFrom("2031-07-03"), amaras, "terms");
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ path: "value.1.effective_from", message: "New terms start on 4 July 2031 or later" }],
    ]);
    const late = await termsFrom("2031-07-04");
    expect((await save(late, amaras, "terms")).body.proposal.value).toEqual(late);
    now = new Date("2031-07-03T09:00:00Z");
    expect((await save(late, daniels, "terms")).status).toBe(422);
    const later = await termsFrom("2031-08-01");
    await takeMails(club);
    await save(later, daniels, "terms");
    await save(later, amaras, "terms");
    const mails = await takeMails(club);
    const [proposed, confirmed] = [amara, daniel].map(({ email }) => mails.find(({ to }) => to === email));
    expect(proposed?.text).not.toContain("From the beginning");
    expect(proposed?.text).toContain(
      "It applies from 1 August 2031. Another admin confirms it by 30 July 2031. Later it has to be proposed again.",
    );
    expect(proposed?.text).toContain(
      "\n\nFrom 1 August 2031, now: Minimum £500\n\nFrom 1 August 2031, then: Minimum £100\n\nThe rest stays as it is.\n",
    );
    expect(confirmed?.subject).toBe("Settings of Kindling, Fees and minimum: a change is confirmed");
    expect(confirmed?.text).toContain(
      "It applies from 1 August 2031. Any admin can withdraw it until Fri 4 Jul, 10:00.",
    );
    await pass(24);
    expect((await takeMails(club))[0]?.text).toContain("It applies from 1 August 2031. Terms that have begun");
    expect((await read("terms")).value).toEqual(later);
  });
});

it("A deal keeps the hours that were in force when its offer was signed", async () => {
  const hoursOf = async (id: string) => {
    const { rows } = await sql<{ hours: number }>`
      select (hours_of_deal(${id}) ->> 'funds_window_hours')::int as hours`.execute(db);
    return rows[0]?.hours;
  };
  const startOf = (at: string) =>
    sql`update club_setting_revisions set created_at = ${at} where key = 'deals' and created_at < '2031-01-01'`.execute(
      db,
    );
  await startOf("2031-06-01");
  const before = await buildDeal(db, { author_id: amara.id, at: new Date("2031-07-01T12:00:00Z") });
  await setDeals(db, { funds_window_hours: 12 });
  await startOf("2031-07-05");
  const after = await buildDeal(db, { author_id: amara.id, at: new Date("2031-07-06T12:00:00Z") });
  expect([await hoursOf(before.id), await hoursOf(after.id)]).toEqual([48, 12]);
});

it("An open deal keeps its hours when the setting is changed, on its members' pages and in its calls", async () => {
  const hoursOf = async (id: string) => {
    const { rows } = await sql<{ hours: object }>`select hours_of_deal(${id}) as hours`.execute(db);
    return rows[0]?.hours;
  };
  const { id } = await buildDeal(db, { author_id: amara.id, at: now });
  await pass(1);
  await save({ ...present, funds_window_hours: 72, grace_hours: 1 });
  await save({ ...present, funds_window_hours: 72, grace_hours: 1 }, daniels);
  await pass(24);
  expect((await read()).value).toMatchObject({ funds_window_hours: 72, grace_hours: 1 });
  expect(await hoursOf(id)).toMatchObject({ funds_window_hours: 48, grace_hours: 24 });
  const later = await buildDeal(db, { author_id: amara.id, at: now });
  expect(await hoursOf(later.id)).toMatchObject({ funds_window_hours: 72, grace_hours: 1 });
});

it("One admin saves alone where there is no other, and ends the proposal that waited", async () => {
  await save(changed);
  await takeAdminRole(db, daniel);
  const alone = { ...present, hold_hours: 24 };
  expect((await save(alone)).body).toMatchObject({ value: alone, needs_second_person: false, proposal: null });
});
