import { beforeEach, describe, expect, it } from "vitest";
import { buildAdmin, buildMember, buildPerson } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { peopleJobs } from "./index.ts";

let now = new Date("2026-11-22T10:00:00Z");
const club = await openTestApp({ now: () => now });
beforeEach(async () => {
  now = new Date("2026-11-22T10:00:00Z");
  await takeMails(club);
});

const set = (user_id: string, from_date: string, until_date: string | null, tier: "premium" | "vip" = "premium") =>
  club.db.insertInto("memberships").values({ user_id, tier, from_date, until_date, reason: "As agreed." }).execute();

describe("GET /memberships/me", () => {
  it("returns Trial without an entry", async () => {
    const mine = await club.as(await buildPerson(club.db));
    expect((await mine("GET", "/api/memberships/me")).body).toEqual({
      tier: "trial",
      until: null,
      tiers: [],
      is_shown: false,
      can: { show: false },
    });
  });
  it("returns today's tier in London with all earlier and coming ones, latest first, and no other member's", async () => {
    const person = await buildPerson(club.db);
    await set((await buildPerson(club.db)).id, "2026-01-01", null, "vip");
    await set(person.id, "2026-01-01", "2026-11-22");
    await set(person.id, "2027-06-01", null, "vip");
    const mine = await club.as(person);
    const today = await mine("GET", "/api/memberships/me");
    expect(today.body).toMatchObject({
      tier: "premium",
      until: "2026-11-22",
      tiers: [
        { tier: "vip", from: "2027-06-01", until: null, reason: "As agreed." },
        { tier: "premium", from: "2026-01-01", until: "2026-11-22" },
      ],
    });
    now = new Date("2026-11-23T00:00:00Z");
    expect((await mine("GET", "/api/memberships/me")).body).toMatchObject({ tier: "trial", until: null });
  });
});

describe("PUT /memberships/me/shown", () => {
  it("returns 422 without a choice, and 404 without a profile", async () => {
    const mine = await club.as(await buildPerson(club.db));
    const { status, body } = await mine("PUT", "/api/memberships/me/shown", {});
    expect([status, body.errors[0].path]).toEqual([422, "is_shown"]);
    expect((await mine("PUT", "/api/memberships/me/shown", { is_shown: true })).status).toBe(404);
  });
  it("shows the tier in the directory while the member wishes it, not before and not after", async () => {
    const member = await buildMember(club.db);
    await set(member.id, "2026-01-01", null, "vip");
    const mine = await club.as(member);
    const other = await club.as(await buildPerson(club.db));
    const { id } = (await mine("GET", "/api/member-profiles/me")).body;
    const shownTo = async () => (await other("GET", `/api/member-profiles/${id}`)).body.shown_tier;
    expect(await shownTo()).toBeNull();
    const { status, body } = await mine("PUT", "/api/memberships/me/shown", { is_shown: true });
    expect([status, body.is_shown, body.can.show]).toEqual([200, true, true]);
    expect(await shownTo()).toBe("vip");
    await mine("PUT", "/api/memberships/me/shown", { is_shown: false });
    expect(await shownTo()).toBeNull();
  });
});

describe("The nightly job about tiers that end", () => {
  const run = async (at: string) => {
    now = new Date(at);
    await peopleJobs["ending-tiers"].run({ ...club, now: () => now, log: silentLog });
  };
  const toldTo = async ({ id, email }: { id: string; email: string }) => {
    const mails = (await takeMails(club)).filter(({ to }) => to === email).map(({ template }) => template);
    const notices = club.db.selectFrom("notices").select("kind").where("user_id", "=", id).orderBy("id");
    return [mails, (await notices.execute()).map(({ kind }) => kind)];
  };

  it("A member is told of a tier's end 30 days before the last day and on the day after, once each, by London's days", async () => {
    const person = await buildPerson(club.db);
    await set(person.id, "2026-01-01", "2027-06-30");
    await run("2027-05-30T22:59:59Z");
    expect(await toldTo(person)).toEqual([[], []]);
    await run("2027-05-30T23:00:00Z");
    expect(await toldTo(person)).toEqual([["tier-ending"], ["tier_ending"]]);
    await run("2027-06-30T22:59:59Z");
    expect(await toldTo(person)).toEqual([[], ["tier_ending"]]);
    await run("2027-06-30T23:00:00Z");
    await run("2027-07-01T23:00:00Z");
    expect(await toldTo(person)).toEqual([["tier-ended"], ["tier_ending", "tier_ended"]]);
  });

  it("The mail about a tier's end has the last day, and the tier after it", async () => {
    const person = await buildPerson(club.db);
    await set(person.id, "2026-01-01", "2027-06-30");
    await run("2027-06-10T10:00:00Z");
    const [mail] = (await takeMails(club)).filter(({ to }) => to === person.email);
    expect(mail?.subject).toBe("Your Premium plan ends on 30 June 2027");
    expect(mail?.text).toContain("From 1 July 2027 you are on Trial");
  });

  it("Nobody is told whose tier goes on, whose membership has ended, or whose tier ended long ago", async () => {
    const renewed = await buildPerson(club.db);
    await set(renewed.id, "2026-01-01", "2027-06-30");
    await set(renewed.id, "2027-07-01", "2028-06-30");
    const left = await buildPerson(club.db);
    await set(left.id, "2026-01-01", "2027-06-30");
    const admin = await club.as(await buildAdmin(club.db));
    await admin("POST", `/api/people/${left.id}/end-membership`, { reason: "As agreed." });
    const long = await buildPerson(club.db);
    await set(long.id, "2026-01-01", "2027-05-01");
    await takeMails(club);
    await run("2027-06-10T10:00:00Z");
    await run("2027-07-01T10:00:00Z");
    for (const person of [renewed, long]) expect(await toldTo(person)).toEqual([[], []]);
    expect((await toldTo(left))[1]).toEqual([]);
  });
});
