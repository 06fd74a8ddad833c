import { sql, type Updateable } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Commitments } from "#server/platform/db/database.generated.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { buildRound, goldenRound, type Round, type Wanted } from "#tests/support/build-round.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { confirmShares, draftShares, refusalOf } from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const hour = 60 * 60 * 1000;
const thursday = new Date("2026-01-22T14:20:00Z");
let now = thursday;
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
await setDeals(club.db);
const author = await buildAdmin(club.db);
const call = await club.as(author);
const daniel = await buildAdmin(club.db, { full_name: "Daniel Achebe" });
const second = await club.as(daniel);
beforeEach(() => {
  now = thursday;
});

async function draft({ id, path }: Round) {
  await draftShares(club, id);
  return (await call("GET", path)).body;
}
const linesOf = async ({ path }: Round) => (await call("GET", `${path}/lines?limit=500`)).body.items;
const change = (
  { path, member }: Round,
  name: string,
  { updated_at }: { updated_at: string },
  shares: number,
  by = call,
) =>
  by("PUT", `${path}/lines/${member(name).id}`, {
    shares,
    reason: "The founders asked for it.",
    expected_version: updated_at,
  });
const auditOf = (id: string) => club.auditOf(id, "kind", "details");
const setCommitment = (id: string, values: Updateable<Commitments>) =>
  club.db.updateTable("commitments").set(values).where("id", "=", id).execute();
const commitmentOf = (id: string) =>
  club.db
    .selectFrom("commitments")
    .select(["state", "allocated_shares", "cost_pence", "fee_pence", "due_pence"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("A draft of shares", () => {
  it("A draft works out the round of the worked example to the share and the penny", async () => {
    const round = await buildRound(club.db);
    const body = await draft(round);
    expect(body).toEqual({
      id: expect.any(String),
      deal_id: round.id,
      number: 1,
      state: "draft",
      author_name: null,
      created_at: thursday.toISOString(),
      updated_at: thursday.toISOString(),
      confirmed_at: null,
      confirmed_by_name: null,
      terms_number: 1,
      price: "1.24",
      method: "pro_rata",
      published_method: "pro_rata",
      capacity_shares: 80_645,
      capacity_pence: 9_999_980,
      minimum_shares: 404,
      priority_share_percent: 40,
      asked_shares: 100_400,
      is_stale: false,
      input_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      changed_lines: 0,
      members: 11,
      waiting: 0,
      totals: {
        wish: 100_400,
        base: 4444,
        priority: 30_480,
        rest: 45_721,
        shares: 80_645,
        cost_pence: 9_999_980,
        fee_pence: 355_172,
        due_pence: 10_355_152,
      },
      can: { change: true },
    });
    const lines = await linesOf(round);
    const figures = lines.map((line: Record<string, number | string>) => [
      ...[line.full_name, line.base, line.priority, line.rest, line.shares],
      ...[line.cost_pence, line.fee_pence, line.due_pence],
    ]);
    expect(figures).toEqual([
      ["Amara Okafor", 404, 13_063, 1859, 15_326, 1_900_424, 0, 1_900_424],
      ["Ben Lindqvist", 404, 9713, 1382, 11_499, 1_425_876, 0, 1_425_876],
      ["Chloe Martin", 404, 7704, 1096, 9204, 1_141_296, 0, 1_141_296],
      ["Esther Brown", 404, 0, 9854, 10_258, 1_271_992, 50_880, 1_322_872],
      ["Farid Haddad", 404, 0, 7602, 8006, 992_744, 39_710, 1_032_454],
      ["Hugh Price", 404, 0, 4786, 5190, 643_560, 25_742, 669_302],
      ["Isla Reid", 404, 0, 4222, 4626, 573_624, 71_703, 645_327],
      ["Jonas Weber", 404, 0, 6475, 6879, 852_996, 106_625, 959_621],
      ["Keira Doyle", 404, 0, 0, 404, 50_096, 6262, 56_358],
      ["Liam Carter", 404, 0, 3096, 3500, 434_000, 54_250, 488_250],
      ["Dev Shah", 404, 0, 5349, 5753, 713_372, 0, 713_372],
    ]);
    expect(lines[7]).toMatchObject({
      commitment_id: round.member("Jonas Weber").id,
      number: 9,
      tier: "trial",
      band: "general",
      wish: 9677,
      least: 404,
      is_waiting: false,
      reason: null,
      changed_by_name: null,
    });
    expect(await auditOf(round.id)).toEqual([
      {
        kind: "allocation_drafted",
        details: { number: 1, method: "pro_rata", input_sha256: body.input_sha256 },
      },
    ]);
  });
  it("A draft gives no share with priority where nobody has priority, whatever earlier terms say", async () => {
    const round = await buildRound(club.db, goldenRound, { priority_share_percent: 12, priority_tiers: [] });
    expect((await draft(round)).priority_share_percent).toBe(0);
  });
  it("A draft is by the method that was published, and takes the place of the draft before", async () => {
    const shares = async (allocation_method: "pro_rata" | "level") => {
      const round = await buildRound(club.db, goldenRound, { priority_share_percent: 0, allocation_method });
      expect(await draft(round)).toMatchObject({ method: allocation_method, published_method: allocation_method });
      return Object.fromEntries(
        (await linesOf(round)).map((line: { full_name: string; shares: number }) => [
          line.full_name.split(" ")[0],
          line.shares,
        ]),
      );
    };
    expect(await shares("pro_rata")).toEqual({
      Amara: 12_891,
      Ben: 9689,
      Chloe: 7768,
      Dev: 6487,
      Esther: 11_611,
      Farid: 9049,
      Hugh: 5847,
      Isla: 5206,
      Jonas: 7768,
      Keira: 404,
      Liam: 3925,
    });
    expect(await shares("level")).toEqual({
      Amara: 8939,
      Ben: 8939,
      Chloe: 8938,
      Dev: 8064,
      Esther: 8938,
      Farid: 8938,
      Hugh: 7258,
      Isla: 6451,
      Jonas: 8938,
      Keira: 404,
      Liam: 4838,
    });
    const round = await buildRound(club.db);
    await draft(round);
    await draft(round);
    const { rows } = await sql<{ number: number; state: string }>`
        select number, state from allocations where deal_id = ${round.id} order by number`.execute(club.db);
    expect(rows).toEqual([
      { number: 1, state: "replaced" },
      { number: 2, state: "draft" },
    ]);
  });
  it("A draft has the same shares and costs whatever order the rows come in", async () => {
    const figures = async (wanted: readonly Wanted[]) => {
      const round = await buildRound(club.db, wanted);
      await draft(round);
      return (await linesOf(round)).map((line: { full_name: string; shares: number; cost_pence: number }) => [
        ...[line.full_name, line.shares, line.cost_pence],
      ]);
    };
    expect(await figures(goldenRound.toReversed())).toEqual(await figures(goldenRound));
  });
  it("A draft splits fractions of pence so that the costs sum to what the company is paid", async () => {
    const round = await buildRound(
      club.db,
      [
        { name: "A", place: 1, shares: 1000, least: 599 },
        { name: "B", place: 2, shares: 777, least: 599 },
        { name: "C", place: 3, shares: 605, least: 599 },
      ],
      { price: "0.8349" },
    );
    const { totals } = await draft(round);
    // 2,382 × £0.8349 = £1,988.7318.
    expect([totals.shares, totals.cost_pence]).toEqual([2382, 198_873]);
    const costs = (await linesOf(round)).map((line: { cost_pence: number }) => line.cost_pence);
    expect(costs).toEqual([83_490, 64_872, 50_511]);
  });
  it("A draft puts members who would get less than their least on the waiting list", async () => {
    const round = await buildRound(club.db, [
      { name: "A", place: 1, shares: 60_000 },
      { name: "B", place: 2, shares: 60_000, least: 50_000 },
    ]);
    expect(await draft(round)).toMatchObject({ members: 1, waiting: 1, totals: { shares: 60_000 } });
    expect((await linesOf(round))[1]).toMatchObject({ full_name: "B", shares: 0, cost_pence: 0, is_waiting: true });
  });
  it("A draft lowers fees to a better tier that somebody has by now, and never raises one", async () => {
    const round = await buildRound(club.db, [
      { name: "Up", place: 1, shares: 1000 },
      { name: "Down", place: 2, shares: 1000, tier: "vip" },
    ]);
    const tier = (name: string, tier: "premium" | "trial") => ({
      user_id: round.member(name).person.id,
      tier,
      from_date: "2026-01-19",
      reason: "As asked.",
    });
    await club.db
      .insertInto("memberships")
      .values([tier("Up", "premium"), tier("Down", "trial")])
      .execute();
    await draft(round);
    expect((await linesOf(round)).map((line: Record<string, unknown>) => [line.tier, line.fee_pence])).toEqual([
      ["premium", 4960],
      ["vip", 0],
    ]);
    const events = await club.db
      .selectFrom("commitment_events")
      .select(["kind", "details"])
      .where("commitment_id", "in", [round.member("Up").id, round.member("Down").id])
      .where("kind", "<>", "placed")
      .execute();
    expect(events).toEqual([{ kind: "fee_lowered", details: { tier: "premium", fee_bp: 400 } }]);
  });
  it("A draft is refused while commitments are open, unless the deal is closing", async () => {
    const round = await buildRound(club.db);
    now = new Date("2026-01-18T16:59:59Z");
    expect(await refusalOf(draftShares(club, round.id))).toBe("allocation_still_open");
    await club.db.updateTable("deals").set({ state: "closing" }).where("id", "=", round.id).execute();
    expect((await draft(round)).members).toBe(11);
  });
  it("A draft is refused while members still answer a change of terms, and not after that", async () => {
    const round = await buildRound(club.db);
    const asked = { state: "needs_reconsent" as const, reconsent_until: new Date(thursday.getTime() + hour) };
    await setCommitment(round.member("Isla Reid").id, asked);
    expect(await refusalOf(draftShares(club, round.id))).toBe("allocation_reconsent_running");
    now = asked.reconsent_until;
    expect((await draft(round)).members).toBe(10);
  });
  it("A draft is refused where nobody has committed, and where the deal is over", async () => {
    const round = await buildRound(club.db, [{ name: "Gone", place: 1, shares: 1000, state: "withdrawn" }]);
    expect(await refusalOf(draftShares(club, round.id))).toBe("allocation_no_commitments");
    await club.db.updateTable("deals").set({ state: "completed" }).where("id", "=", round.id).execute();
    expect(await refusalOf(draftShares(club, round.id))).toBe("allocation_not_open");
  });
  it("A draft is refused where the terms take more than somebody asked for", async () => {
    const round = await buildRound(club.db, [{ name: "Small", place: 1, shares: 403, least: 403 }]);
    expect(await refusalOf(draftShares(club, round.id))).toBe("allocation_wish_too_small");
  });
});

describe("GET /deals/{id}/allocation", () => {
  it("returns null before there is a draft, then the draft, which other commitments make stale", async () => {
    const round = await buildRound(club.db);
    expect(await call("GET", round.path)).toMatchObject({ status: 200, body: null });
    expect((await call("GET", `${round.path}/lines`)).status).toBe(404);
    const drafted = await draft(round);
    expect((await call("GET", round.path)).body).toEqual(drafted);
    await setCommitment(round.member("Amara Okafor").id, { shares: 16_000 });
    expect((await second("GET", round.path)).body).toMatchObject({ is_stale: true, can: { change: true } });
    const again = await draft(round);
    expect([again.is_stale, again.number, again.input_sha256 === drafted.input_sha256]).toEqual([false, 2, false]);
  });
});

describe("GET /deals/{id}/allocation/lines", () => {
  it("pages through the lines by their places", async () => {
    const round = await buildRound(club.db);
    await draft(round);
    const names: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await call("GET", `${round.path}/lines?limit=4${cursor}`);
      names.push(...body.items.map((line: { full_name: string }) => line.full_name.split(" ")[0]));
      if (!body.next_cursor) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(names.join(" ")).toBe("Amara Ben Chloe Esther Farid Hugh Isla Jonas Keira Liam Dev");
    const { body } = await call("GET", `${round.path}/lines`);
    const { commitment_id } = body.items[1];
    const named = { name: "", email: "ben@lindqvist.example" };
    await sql`update auth.users u set name = ${named.name}, email = ${named.email}
                from commitments c join investor_records r on r.id = c.record_id
               where u.id = r.user_id and c.id = ${commitment_id}`.execute(club.db);
    const again = await call("GET", `${round.path}/lines`);
    expect(again.body.items[1].full_name, "who has no name").toBe("ben@lindqvist.example");
  });
});

describe("PUT /deals/{id}/allocation/lines/{commitment_id}", () => {
  it("changes a line with its reason and shares the costs out again", async () => {
    const round = await buildRound(club.db);
    const before = await draft(round);
    const { status, body } = await change(round, "Jonas Weber", before, 5000);
    expect([status, body.changed_lines, body.totals.shares, body.totals.cost_pence]).toEqual([
      ...[200, 1, 78_766, 9_766_984],
    ]);
    expect(body.updated_at > before.updated_at).toBe(true);
    const line = (await linesOf(round))[7];
    expect(line).toMatchObject({
      full_name: "Jonas Weber",
      shares: 5000,
      rest: 6475,
      cost_pence: 620_000,
      fee_pence: 77_500,
      reason: "The founders asked for it.",
      changed_by_name: "Amara Okafor",
      is_waiting: false,
    });
    const waiting = await change(round, "Keira Doyle", body, 0);
    expect(waiting.body).toMatchObject({ changed_lines: 2, members: 10, waiting: 1 });
    expect((await auditOf(round.id)).at(-1)).toEqual({
      kind: "allocation_line_changed",
      details: {
        number: 1,
        commitment_id: round.member("Keira Doyle").id,
        shares: 0,
        reason: "The founders asked for it.",
      },
    });
  });
  it("refuses shares above the wish, under the least, above what there is, and without a reason", async () => {
    const round = await buildRound(club.db);
    const drafted = await draft(round);
    const messageOf = async (name: string, shares: number) => {
      const { status, body } = await change(round, name, drafted, shares);
      return [status, body.errors[0].path, body.errors[0].message];
    };
    expect(await messageOf("Keira Doyle", 405)).toEqual([422, "shares", "At most 404 shares, what was asked for"]);
    expect(await messageOf("Jonas Weber", 403)).toEqual([
      ...[422, "shares", "At least 404 shares, the least that is accepted, or 0"],
    ]);
    expect(await messageOf("Jonas Weber", 6880)).toEqual([
      ...[422, "shares", "That would allocate 1 shares more than there are"],
    ]);
    const silent = await call("PUT", `${round.path}/lines/${round.member("Jonas Weber").id}`, {
      shares: 1000,
      reason: " ",
      expected_version: drafted.updated_at,
    });
    expect([silent.status, silent.body.errors[0].path]).toEqual([422, "reason"]);
    expect((await call("GET", round.path)).body).toEqual(drafted);
  });
  it("answers an older version with the present draft, and a commitment without a line with 404", async () => {
    const round = await buildRound(club.db);
    const drafted = await draft(round);
    const { body: changed } = await change(round, "Jonas Weber", drafted, 5000);
    const { status, body } = await change(round, "Isla Reid", drafted, 5000);
    expect([status, body.code, body.record.updated_at]).toEqual([409, "revision_conflict", changed.updated_at]);
    expect((await change(round, "Grace Lund", changed, 0)).status).toBe(404);
  });
  it("Of two changes to a draft at the same moment, one is made and the other refused", async () => {
    const round = await buildRound(club.db);
    const drafted = await draft(round);
    const answers = await meetAtRow(club.db, "deals", round.id, [
      () => change(round, "Jonas Weber", drafted, 5000),
      () => change(round, "Isla Reid", drafted, 4000, second),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("Shares that two have signed", () => {
  it("A signed list gives out the shares for good, moves the deal, and tells everybody at once", async () => {
    const round = await buildRound(
      club.db,
      goldenRound.map((wanted) => (wanted.name === "Dev Shah" ? { ...wanted, least: 8000 } : wanted)),
    );
    const drafted = await draft(round);
    await takeMails(club);
    now = new Date("2026-01-22T15:00:00Z");
    await confirmShares(club, round.id, daniel.id);
    const { body } = await call("GET", round.path);
    expect([body.state, body.confirmed_at, body.confirmed_by_name, body.can]).toEqual([
      ...["final", "2026-01-22T15:00:00.000Z", "Daniel Achebe", { change: false }],
    ]);
    expect([body.totals.shares, body.totals.cost_pence, body.members, body.waiting]).toEqual([
      80_645, 9_999_980, 10, 1,
    ]);
    expect((await call("GET", `/api/deals/${round.id}`)).body.state).toBe("closing");
    expect(await commitmentOf(round.member("Dev Shah").id)).toEqual({
      state: "waiting_list",
      allocated_shares: null,
      cost_pence: null,
      fee_pence: null,
      due_pence: null,
    });
    expect((await commitmentOf(round.member("Grace Lund").id)).state).toBe("left_on_change");
    const { rows } = await sql<{ shares: number; due: number }>`
        select sum(allocated_shares)::int as shares, sum(due_pence)::int as due from commitments
         where deal_id = ${round.id} and state = 'allocated'`.execute(club.db);
    expect(rows).toEqual([{ shares: 80_645, due: body.totals.due_pence }]);
    const told = await club.db
      .selectFrom("notices")
      .select(["user_id", "kind", "subject_id"])
      .where("kind", "=", "shares_given_out")
      .where("user_id", "in", [round.member("Jonas Weber").person.id, round.member("Dev Shah").person.id])
      .execute();
    expect(told.map(({ subject_id }) => subject_id).sort()).toEqual(
      [round.member("Jonas Weber").id, round.member("Dev Shah").id].sort(),
    );
    const mails = (await takeMails(club)).filter(({ template }) => template === "shares-given-out");
    const mail = mails.find(({ to }) => to === round.member("Jonas Weber").person.email);
    expect([mails.length, mail?.subject]).toEqual([11, "Alder Analytics: you get 7,797 of 9,677 shares"]);
    expect(mail?.link).toContain(round.member("Jonas Weber").id);
    expect(mail?.text).toContain(
      "You asked for 9,677 shares and get 7,797 (81%): £9,668.28 and a fee of £1,208.54, £10,876.8",
    );
    const { input_sha256 } = drafted;
    expect((await auditOf(round.id)).at(-1)).toEqual({
      kind: "allocation_confirmed",
      details: { number: 1, input_sha256, shares: 80_645 },
    });
    expect(await refusalOf(confirmShares(club, round.id))).toBe("allocation_not_draft");
    expect(await refusalOf(draftShares(club, round.id))).toBe("allocation_confirmed");
    const changed = await change(round, "Jonas Weber", body, 5000);
    expect([changed.status, changed.body.code]).toEqual([409, "allocation_final"]);
  });
  it("Signed shares are refused once something changed since, and under the club's minimum", async () => {
    const round = await buildRound(club.db);
    await draft(round);
    await setCommitment(round.member("Jonas Weber").id, { state: "withdrawn" });
    expect(await refusalOf(confirmShares(club, round.id))).toBe("allocation_stale");
    const few = await buildRound(club.db, goldenRound.slice(0, 2));
    await draft(few);
    expect(await refusalOf(confirmShares(club, few.id))).toBe("allocation_below_club_minimum");
  });
  it("Signed shares are given out once when two processes do it at the same moment", async () => {
    const round = await buildRound(club.db);
    await draft(round);
    const answers = await meetAtRow(club.db, "deals", round.id, [
      () => refusalOf(confirmShares(club, round.id)),
      () => refusalOf(confirmShares(club, round.id)),
    ]);
    expect(answers).toEqual([null, "allocation_not_draft"]);
    const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from commitment_events where kind = 'allocated'
           and commitment_id = ${round.member("Jonas Weber").id}`.execute(club.db);
    expect(rows).toEqual([{ count: 1 }]);
  });
  it("Nobody changes a confirmed allocation, the owner neither, but another may replace it whole", async () => {
    const round = await buildRound(club.db);
    await draft(round);
    await confirmShares(club, round.id);
    const refused = [
      sql`update allocations set capacity_shares = 1 where deal_id = ${round.id}`,
      sql`update allocations set state = 'draft', confirmed_at = null where deal_id = ${round.id}`,
      sql`delete from allocations where deal_id = ${round.id}`,
      sql`update allocation_lines set shares = 0, reason = 'x', changed_at = now()
             where commitment_id = ${round.member("Jonas Weber").id}`,
      sql`delete from allocation_lines where commitment_id = ${round.member("Jonas Weber").id}`,
      sql`insert into allocation_lines (allocation_id, commitment_id, tier, fee_bp, band, placed_at, wish, least, base,
              priority, rest, shares, cost_pence)
            select allocation_id, ${round.member("Grace Lund").id}, tier, fee_bp, band, placed_at, wish, least, base,
              priority, rest, shares, cost_pence
              from allocation_lines where commitment_id = ${round.member("Jonas Weber").id}`,
    ];
    for (const statement of refused)
      await expect(statement.execute(club.db)).rejects.toThrow("an allocation that was confirmed is never changed");
    await sql`update allocations set state = 'replaced', confirmed_at = null where deal_id = ${round.id}`.execute(
      club.db,
    );
    const { rows } = await sql<{ state: string; confirmed_at: Date }>`
        select state, confirmed_at from allocations where deal_id = ${round.id}`.execute(club.db);
    expect(rows).toEqual([{ state: "replaced", confirmed_at: thursday }]);
  });
});

describe("GET /commitments/{id}/allocation", () => {
  it("tells a member how their number of shares came about, and names nobody else", async () => {
    const round = await buildRound(club.db);
    const drafted = await draft(round);
    const { id, person } = round.member("Jonas Weber");
    const mine = await club.as(person);
    const path = `/api/commitments/${id}/allocation`;
    expect((await mine("GET", path)).status).toBe(404);
    expect((await change(round, "Chloe Martin", drafted, 9000)).status).toBe(200);
    await confirmShares(club, round.id);
    const { status, body } = await mine("GET", path);
    expect(status).toBe(200);
    expect(body).toEqual({
      confirmed_at: thursday.toISOString(),
      method: "pro_rata",
      asked_shares: 9677,
      shares: 6879,
      unfilled_shares: 2798,
      base: 404,
      priority: 0,
      rest: 6475,
      cost_pence: 852_996,
      fee_pence: 106_625,
      due_pence: 959_621,
      round: {
        capacity_shares: 80_645,
        asked_shares: 100_400,
        members: 11,
        minimum_shares: 404,
        priority_share_percent: 40,
        base_shares: 4444,
        priority_shares: 30_480,
        rest_shares: 45_721,
      },
      changes: [
        {
          number: 3,
          is_own: false,
          from_shares: 9204,
          to_shares: 9000,
          reason: "The founders asked for it.",
        },
      ],
      top_up: null,
    });
    const other = await club.as(round.member("Isla Reid").person);
    expect((await other("GET", path)).status).toBe(404);
    expect((await second("GET", path)).status).toBe(404);
    await setDeals(club.db, { kill_switch: true });
    expect((await mine("GET", path)).status).toBe(200);
    await setDeals(club.db);
  });
});
