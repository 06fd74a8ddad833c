import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { buildRound, goldenRound, type Round, type Wanted } from "#tests/support/build-round.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { confirmShares, draftShares } from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const hour = 60 * 60 * 1000;
const friday = new Date("2026-01-30T10:00:00Z");
let now = friday;
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
await setDeals(club.db);
const owen = await buildAdmin(club.db);
const admin = await club.as(owen);
beforeEach(() => {
  now = friday;
});

/** Shares given out for good. */
async function buildFinal(wanted: readonly Wanted[] = goldenRound): Promise<Round> {
  const round = await buildRound(club.db, wanted);
  await draftShares(club, round.id);
  await confirmShares(club, round.id);
  return round;
}

const release = ({ member }: Round, name: string) =>
  sql`select end_commitment(${member(name).id}, 'released_unpaid', 'No money came.')`.execute(club.db);
const open = ({ id }: Round) => admin("POST", `/api/deals/${id}/top-ups`, {});
const take = async ({ member }: Round, name: string, top_up_id: string, shares: number) => {
  const { id, person } = member(name);
  return (await club.as(person))("POST", `/api/commitments/${id}/top-up`, { top_up_id, shares });
};
const offerTo = async ({ member }: Round, name: string) => {
  const { id, person } = member(name);
  return (await (await club.as(person))("GET", `/api/commitments/${id}/allocation`)).body.top_up;
};
const listed = async ({ member }: Round, name: string) =>
  (await (await club.as(member(name).person))("GET", "/api/commitments/me")).body.items[0];
const sums = async ({ id }: Round) => {
  const { rows } = await sql<{ shares: number; cost: number }>`
    select sum(allocated_shares)::int as shares, sum(cost_pence)::int as cost from commitments
     where deal_id = ${id} and state in ('allocated', 'called', 'paid')`.execute(club.db);
  return rows[0];
};
const auditOf = (id: string) => club.auditOf(id, "kind", "details");

describe("The shares that are free in the database", () => {
  const freeFor = async (userId: string, dealId: string) => {
    const { rows } = await club.asActor({ userId, at: now }, (tx) =>
      sql<{ free: number | null }>`select free_shares(${dealId}) as free`.execute(tx),
    );
    return rows[0]?.free;
  };
  it("Free shares are those of the deal's final allocation, null before there is one, and null for members", async () => {
    const others = await buildFinal();
    await release(others, "Isla Reid");
    const round = await buildRound(club.db);
    // A draft, which the next one replaces.
    await draftShares(club, round.id);
    expect(await freeFor(owen.id, round.id)).toBeNull();
    await draftShares(club, round.id);
    await confirmShares(club, round.id);
    expect(await freeFor(owen.id, round.id)).toBe(0);
    await release(round, "Jonas Weber");
    expect(await freeFor(owen.id, round.id)).toBe(6879);
    expect(await freeFor(round.member("Dev Shah").person.id, round.id)).toBeNull();
  });
  it("Free shares are not taken beyond the round's capacity, though an offer says that they are free", async () => {
    const round = await buildFinal();
    await release(round, "Jonas Weber");
    const { id } = (await open(round)).body;
    // Written past the rules: another member was given shares that are on offer.
    await sql`update commitments set allocated_shares = allocated_shares + 6000, shares = shares + 6000
               where id = ${round.member("Isla Reid").id}`.execute(club.db);
    const { person, id: commitmentId } = round.member("Dev Shah");
    const taking = club.asActor({ userId: person.id, at: now }, (tx) =>
      sql`select take_top_up(${commitmentId}, ${id}, 938)`.execute(tx),
    );
    await expect(taking).rejects.toMatchObject({ code: "23000" });
  });
});

describe("POST /deals/{id}/top-ups", () => {
  it("offers freed shares to everybody whose wish is not filled, in proportion, for a day", async () => {
    const round = await buildFinal();
    await release(round, "Jonas Weber");
    await takeMails(club);
    const { status, body } = await open(round);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        number: 1,
        opened_at: friday.toISOString(),
        ended_at: null,
        closes_at: "2026-01-31T10:00:00.000Z",
        shares: 6879,
        taken_shares: 0,
        members: 9,
      },
    ]);
    const { rows } = await sql<{ name: string; offered: number }>`
        select split_part(r.legal_name, ' ', 1) as name, l.offered from top_up_lines l
          join commitments c on c.id = l.commitment_id join investor_records r on r.id = c.record_id
         where l.top_up_id = ${body.id}`.execute(club.db);
    expect(Object.fromEntries(rows.map(({ name, offered }) => [name, offered]))).toEqual({
      Amara: 326,
      Ben: 242,
      Chloe: 192,
      Esther: 1727,
      Farid: 1332,
      Hugh: 839,
      Isla: 740,
      Liam: 543,
      Dev: 938,
    });
    expect(await offerTo(round, "Dev Shah")).toEqual({
      id: body.id,
      closes_at: "2026-01-31T10:00:00.000Z",
      offered_shares: 938,
      taken_shares: 0,
      least_shares: 1,
      available_shares: 938,
      can: { take: true },
    });
    expect(await offerTo(round, "Keira Doyle")).toBeNull();
    expect(await listed(round, "Dev Shah")).toMatchObject({ next: "take", due_at: "2026-01-31T10:00:00.000Z" });
    expect(await listed(round, "Keira Doyle")).toMatchObject({ next: null, due_at: null });
    const mails = (await takeMails(club)).filter(({ template }) => template === "shares-offered");
    expect(mails).toHaveLength(9);
    expect(mails[0]?.subject).toBe("Shares of Alder Analytics became free");
    expect(mails[0]?.text).toContain("31 January 2026");
    expect(mails[0]?.text).not.toMatch(/£/);
    expect((await auditOf(round.id)).at(-1)).toEqual({ kind: "top_up_opened", details: { number: 1, shares: 6879 } });
    const again = await open(round);
    expect([again.status, again.body.code, again.body.detail]).toEqual([
      ...[409, "top_up_closed", "Freed shares are on offer already."],
    ]);
  });
  it("offers none to members who gave the freed shares up: who took fewer, or did not pay for those on top", async () => {
    const round = await buildFinal();
    await release(round, "Jonas Weber");
    const { id } = (await open(round)).body;
    const giveUp = (name: string, kind: "took_fewer" | "reduced") =>
      sql`insert into commitment_events (commitment_id, kind, shares) values (${round.member(name).id}, ${kind}, 1)`.execute(
        club.db,
      );
    await giveUp("Dev Shah", "took_fewer");
    // Nor by the offer that is open.
    expect(await offerTo(round, "Dev Shah")).toBeNull();
    await giveUp("Isla Reid", "reduced");
    await club.db.updateTable("top_ups").set({ ended_at: now }).where("id", "=", id).execute();
    const again = await open(round);
    expect([again.status, again.body.members]).toEqual([201, 7]);
    for (const name of ["Dev Shah", "Isla Reid"]) expect(await offerTo(round, name)).toBeNull();
  });
  it("offers members on the waiting list nothing under their least", async () => {
    const round = await buildFinal([
      { name: "First", place: 1, shares: 60_000 },
      { name: "Waits", place: 2, shares: 60_000, least: 50_000 },
      { name: "Small", place: 3, shares: 30_000 },
    ]);
    await release(round, "Small");
    await open(round);
    expect(await offerTo(round, "Waits")).toMatchObject({
      least_shares: 50_000,
      offered_shares: 0,
      available_shares: 0,
      can: { take: false },
    });
    expect(await offerTo(round, "First")).toMatchObject({ offered_shares: 6251, available_shares: 6251 });
  });
  it("refuses before the allocation is confirmed, and where nothing is free", async () => {
    const round = await buildRound(club.db);
    const early = await open(round);
    expect([early.status, early.body.code, early.body.detail]).toEqual([
      ...[409, "deal_not_open", "There is no allocation yet."],
    ]);
    const full = await open(await buildFinal());
    expect([full.status, full.body.detail]).toEqual([409, "No shares are free."]);
  });
  it("mails no member without a statement that counts", async () => {
    const round = await buildFinal();
    await release(round, "Jonas Weber");
    await takeMails(club);
    await open(round);
    await setDeals(club.db, { kill_switch: true });
    expect((await takeMails(club)).filter(({ template }) => template === "shares-offered")).toEqual([]);
    expect(await offerTo(round, "Dev Shah")).toBeNull();
    await setDeals(club.db);
  });
});

describe("POST /commitments/{id}/top-up", () => {
  it("gives a part of the member's own offer, up to the whole, with its cost and fee", async () => {
    const round = await buildFinal();
    await release(round, "Jonas Weber");
    const { id } = (await open(round)).body;
    await takeMails(club);
    const { status, body } = await take(round, "Isla Reid", id, 700);
    expect([status, body.shares, body.unfilled_shares, body.cost_pence, body.fee_pence, body.due_pence]).toEqual([
      ...[200, 5326, 1125, 660_424, 82_553, 742_977],
    ]);
    expect(body.top_up).toMatchObject({ offered_shares: 740, taken_shares: 700, available_shares: 40 });
    const has =
      "You now have 5,326 shares of Alder Analytics, £6,604.24; the fee is £825.53. £7,429.77 is called later; you are told by when to pay it.";
    const receipt = (await takeMails(club)).find(({ to }) => to === round.member("Isla Reid").person.email);
    expect([receipt?.subject, receipt?.text]).toEqual([
      "Alder Analytics: you now have 5,326 shares",
      expect.stringContaining(has),
    ]);
    const notices = await club.db
      .selectFrom("notices")
      .select("text")
      .where("user_id", "=", round.member("Isla Reid").person.id)
      .where("kind", "=", "commitment_changed")
      .execute();
    expect(notices).toEqual([{ text: has }]);
    const more = await take(round, "Isla Reid", id, 41);
    expect([more.status, more.body.errors]).toEqual([
      422,
      [{ path: "shares", message: "At most 40 shares are free for you now" }],
    ]);
    expect((await take(round, "Isla Reid", id, 40)).status).toBe(200);
    // 80,645 − 6,879 + 740 shares at £1.24.
    expect(await sums(round)).toEqual({ shares: 74_506, cost: 9_238_744 });
    expect((await auditOf(round.id)).at(-1)).toEqual({
      kind: "top_up_taken",
      details: { commitment_id: round.member("Isla Reid").id, shares: 40 },
    });
    const events = await club.db
      .selectFrom("commitment_events")
      .select(["kind", "shares"])
      .where("commitment_id", "=", round.member("Isla Reid").id)
      .where("kind", "=", "topped_up")
      .orderBy("id")
      .execute();
    expect(events.map(({ shares }) => shares)).toEqual([700, 40]);
  });
  it("gives the rest to those who come first, once the day is over, until nothing is left", async () => {
    const round = await buildFinal();
    await release(round, "Jonas Weber");
    const { id } = (await open(round)).body;
    await take(round, "Dev Shah", id, 938);
    now = new Date("2026-01-31T10:00:00Z");
    expect(await offerTo(round, "Esther Brown")).toMatchObject({ offered_shares: 1727, available_shares: 4258 });
    expect((await take(round, "Esther Brown", id, 4258)).status).toBe(200);
    // 6,879 − 938 − 4,258.
    expect(await offerTo(round, "Farid Haddad")).toMatchObject({ available_shares: 1683 });
    expect((await take(round, "Farid Haddad", id, 1683)).body.top_up).toBeNull();
    expect(await sums(round)).toEqual({ shares: 80_645, cost: 9_999_980 });
    const late = await take(round, "Amara Okafor", id, 1);
    expect([late.status, late.body.code, late.body.detail]).toEqual([
      ...[409, "top_up_closed", "These shares are not on offer any more."],
    ]);
  });
  it("never gives out more than is left to two who come at the same moment", async () => {
    const round = await buildFinal();
    await release(round, "Jonas Weber");
    const { id } = (await open(round)).body;
    now = new Date(friday.getTime() + 25 * hour);
    await take(round, "Esther Brown", id, 4258);
    const answers = await meetAtRow(club.db, "deals", round.id, [
      () => take(round, "Farid Haddad", id, 2621),
      () => take(round, "Dev Shah", id, 2311),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect(await sums(round)).toEqual({ shares: 80_645, cost: 9_999_980 });
  });
  it("gives members on the waiting list their least at once or nothing, and adds them to the round", async () => {
    const round = await buildFinal([
      { name: "First", place: 1, shares: 50_000 },
      { name: "Second", place: 2, shares: 30_000 },
      { name: "Waits", place: 3, shares: 10_000, least: 9000 },
    ]);
    await release(round, "Second");
    const { id, shares } = (await open(round)).body;
    expect(shares).toBe(30_645);
    const few = await take(round, "Waits", id, 8999);
    expect([few.status, few.body.errors[0].message]).toEqual([422, "At least 9,000 shares, the least that you accept"]);
    expect((await take(round, "Waits", id, 9500)).body).toMatchObject({ shares: 9500, due_pence: 1_325_250 });
    expect((await listed(round, "Waits")).state).toBe("allocated");
    // Given shares now, every further one counts.
    expect((await take(round, "Waits", id, 1)).status).toBe(200);
  });
  it("returns 404 for somebody else's commitment and for somebody else's offer", async () => {
    const round = await buildFinal();
    await release(round, "Jonas Weber");
    const { id } = (await open(round)).body;
    const isla = await club.as(round.member("Isla Reid").person);
    const other = await isla("POST", `/api/commitments/${round.member("Dev Shah").id}/top-up`, {
      top_up_id: id,
      shares: 1,
    });
    expect(other.status).toBe(404);
    expect((await take(round, "Keira Doyle", id, 1)).status).toBe(404);
    expect((await take(round, "Isla Reid", id, 0)).status).toBe(422);
  });
});

it("A member's own data contains what the member was given and offered, and no other member's", async () => {
  const round = await buildFinal();
  await release(round, "Jonas Weber");
  const { id } = (await open(round)).body;
  await take(round, "Isla Reid", id, 700);
  const { person, id: commitment_id } = round.member("Isla Reid");
  const data = await club.asOwner(null, (tx) => collectData(tx, person.id, club));
  expect(data.shares_given_to_you).toEqual([
    {
      commitment_id,
      company: "Alder Analytics",
      confirmed_at: friday,
      method: "pro_rata",
      wish: 6451,
      least: 404,
      base: 404,
      priority: 0,
      rest: 4222,
      shares: 4626,
      cost_pence: 573_624,
      fee_pence: 71_703,
      reason: null,
    },
  ]);
  expect(data.freed_shares_offered_to_you).toEqual([
    {
      commitment_id,
      company: "Alder Analytics",
      opened_at: friday,
      closes_at: new Date("2026-01-31T10:00:00Z"),
      unfilled: 1825,
      offered: 740,
      taken: 700,
      answered_at: friday,
    },
  ]);
});

describe("POST /top-ups/{id}/end", () => {
  it("ends an offer once; another one can follow, and both are listed", async () => {
    const round = await buildFinal();
    await release(round, "Jonas Weber");
    const { id } = (await open(round)).body;
    await take(round, "Isla Reid", id, 700);
    const ended = await admin("POST", `/api/top-ups/${id}/end`);
    expect([ended.status, ended.body]).toMatchObject([200, { ended_at: friday.toISOString(), taken_shares: 700 }]);
    expect((await admin("POST", `/api/top-ups/${id}/end`)).body.code).toBe("top_up_closed");
    expect((await auditOf(round.id)).at(-1)).toEqual({ kind: "top_up_ended", details: { number: 1, taken: 700 } });
    expect(await offerTo(round, "Dev Shah")).toBeNull();
    const told = await club.db
      .selectFrom("notices")
      .select(["user_id"])
      .where("kind", "=", "shares_offer_ended")
      .execute();
    // All nine who had a part, the one who took a piece of it too.
    expect(told).toHaveLength(9);
    const next = (await open(round)).body;
    expect(next).toMatchObject({ number: 2, shares: 6179 });
    // The list of a deal has the newest first.
    const { items } = (await admin("GET", `/api/deals/${round.id}/top-ups`)).body;
    expect(items.map((offer: { id: string }) => offer.id)).toEqual([next.id, id]);
  });
});
