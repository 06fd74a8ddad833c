import { beforeAll, describe, expect, it } from "vitest";
import { buildDeal, buildEnquiry } from "#server/sample/build-deal.ts";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import type { DealState } from "#shared/deals/deal-messages.ts";
import type { TermsInput } from "#shared/deals/deals.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp({ now: () => new Date("2026-11-23T12:00:00Z") });
const admin = await buildAdmin(club.db);
const call = await club.as(admin);
const second = await club.as(await buildAdmin(club.db, { full_name: "Daniel Achebe" }));

const at = new Date("2026-11-22T12:00:00Z");
const enquiry = (given: Parameters<typeof buildEnquiry>[1] = {}) => buildEnquiry(club.db, { at, ...given });
const expected_version = "2026-11-22T12:00:00Z";
const read = async (id: string) => (await call("GET", `/api/deals/${id}`)).body;
const auditOf = (id: string) => club.auditOf(id, "kind", "details");

const page = {
  why_we_like_it: ["Fourteen practices pay."],
  what_would_make_it_fail: ["Two chains buy a third of the practices."],
  team: [{ name: "Ruth Sandford", history: "Head nurse at three practices, nine years." }],
  traction: [{ what: "Revenue", figure: "£8,400", as_of: "31 Dec 2026", source: "Bank statements" }],
  scheme_note: null,
};

describe("PUT /deals/{id}", () => {
  it("saves page, name and owner once; a later save of the old version is refused with the present deal", async () => {
    const { id } = await enquiry();
    const { updated_at } = await read(id);
    const change = { name: "Series A", owner_id: admin.id, page, expected_version: updated_at };
    const saved = await call("PUT", `/api/deals/${id}`, change);
    expect([saved.status, saved.body.name, saved.body.owner_name, saved.body.page]).toEqual([
      200,
      "Series A",
      "Amara Okafor",
      page,
    ]);
    const again = await second("PUT", `/api/deals/${id}`, { ...change, name: "Series B" });
    expect([again.status, again.body.code, again.body.record]).toEqual([409, "revision_conflict", saved.body]);
    expect((await auditOf(id)).map(({ kind }) => kind)).toEqual(["deal_changed"]);
  });
  it("reads the day of a figure as people type it, and asks for its year", async () => {
    const { id } = await enquiry();
    const { updated_at: expected_version } = await read(id);
    const save = (as_of: string) =>
      call("PUT", `/api/deals/${id}`, {
        name: "Series A",
        owner_id: admin.id,
        page: { ...page, traction: [{ what: "Revenue", figure: "£8,400", as_of, source: "Bank statements" }] },
        expected_version,
      });
    const refused = await save("last spring");
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      422,
      { path: "page.traction.0.as_of", message: "Please enter a day or a month with its year, such as 31 Dec 2026" },
    ]);
    expect((await save("3/5/26")).body.page.traction[0].as_of).toBe("3 May 2026");
  });
  it("saves what is to be done next, leaves an omitted next step as it is, and empties it", async () => {
    const { id } = await enquiry();
    const save = async (change: object) => {
      const { updated_at } = await read(id);
      const { status, body } = await call("PUT", `/api/deals/${id}`, {
        name: "Seed",
        owner_id: null,
        page,
        expected_version: updated_at,
        ...change,
      });
      return [status, body.next_step ?? body.errors];
    };
    expect(await save({ next_step: " Ask for accounts " })).toEqual([200, "Ask for accounts"]);
    expect(await save({})).toEqual([200, "Ask for accounts"]);
    const message = "Please use at most 200 characters";
    expect(await save({ next_step: "x".repeat(201) })).toEqual([422, [{ path: "next_step", message }]]);
    expect(await save({ next_step: " " })).toEqual([200, undefined]);
  });
  it("saves the first of two saves at once, and refuses the other", async () => {
    const { id } = await enquiry();
    const { updated_at } = await read(id);
    const save = (by: Call, name: string) => () =>
      by("PUT", `/api/deals/${id}`, { name, owner_id: null, page, expected_version: updated_at });
    const answers = await meetAtRow(club.db, "deals", id, [save(call, "First"), save(second, "Second")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect((await read(id)).name).toBe("First");
  });
  it("refuses an owner who is no admin, and leaves one who is an admin no longer", async () => {
    const member = await buildPerson(club.db);
    const { id } = await enquiry();
    const change = { name: "x", owner_id: member.id, page, expected_version: (await read(id)).updated_at };
    const { status, body } = await call("PUT", `/api/deals/${id}`, change);
    expect([status, body.errors]).toEqual([422, [{ path: "owner_id", message: "Please choose an admin" }]]);
    await club.db.updateTable("deals").set({ owner_id: member.id }).where("id", "=", id).execute();
    const kept = await call("PUT", `/api/deals/${id}`, { ...change, expected_version: (await read(id)).updated_at });
    expect([kept.status, kept.body.owner_id]).toEqual([200, member.id]);
  });
  it("refuses an empty name, and half a character in JSON", async () => {
    const { id } = await enquiry();
    const point = { ...page, why_we_like_it: ["\ud800"] };
    const change = { name: " ", owner_id: null, page: point, expected_version };
    const { status, body } = await call("PUT", `/api/deals/${id}`, change);
    expect([status, body.errors]).toEqual([
      422,
      [
        { path: "name", message: "Please fill this in" },
        { path: "page.why_we_like_it.0", message: "Please remove invisible control characters" },
      ],
    ]);
  });
});

describe("POST /deals/{id}/transitions", () => {
  const move = async (id: string, input: object, by = call) =>
    by("POST", `/api/deals/${id}/transitions`, { expected_version: (await read(id)).updated_at, ...input });

  it("moves a deal on without a reason, and back, out and in again with one, each audited with its reason", async () => {
    const { id } = await enquiry();
    for (const input of [
      { to: "diligence" },
      { to: "screening", reason: "The accounts are missing." },
      { to: "parked", reason: "Until their year ends.", until: "2027-04-05" },
    ])
      expect((await move(id, input)).status).toBe(200);
    const parked = await read(id);
    expect([parked.state, parked.parked_until, parked.state_since]).toEqual([
      "parked",
      "2027-04-05",
      "2026-11-23T12:00:00.000Z",
    ]);
    const { body } = await move(id, { to: "meeting", reason: "They are back." });
    expect([body.parked_until, body.moves[0]]).toEqual([
      null,
      {
        id: expect.any(String),
        from: "parked",
        to: "meeting",
        moved_at: "2026-11-23T12:00:00.000Z",
        moved_by_name: "Amara Okafor",
        is_by_clock: false,
        reason: "They are back.",
      },
    ]);
    expect(body.moves.map(({ to }: { to: string }) => to)).toEqual([
      "meeting",
      "parked",
      "screening",
      "diligence",
      "meeting",
      "screening",
      "enquiry",
    ]);
    const [event] = (await call("GET", "/api/audit-events?kind=deal_moved&limit=1")).body.items;
    expect([event.subject.id, event.reason, event.details]).toEqual([
      id,
      "They are back.",
      { from: "parked", to: "meeting", move_id: body.moves[0].id },
    ]);
  });
  it.each<[DealState, object, string, string]>([
    ["meeting", { to: "screening" }, "reason", "Please give a reason"],
    ["meeting", { to: "declined", reason: " " }, "reason", "Please give a reason"],
    ["declined", { to: "meeting" }, "reason", "Please give a reason"],
    ["meeting", { to: "parked", reason: "Later." }, "until", "Please enter the day until which it is parked"],
    ["meeting", { to: "released" }, "to", "A deal cannot be moved from there to here"],
    ["preparing", { to: "approved" }, "to", "A deal cannot be moved from there to here"],
    ["released", { to: "declined", reason: "No." }, "to", "A deal cannot be moved from there to here"],
    ["completed", { to: "closing", reason: "No." }, "to", "A deal cannot be moved from there to here"],
  ])("refuses from %s: %j", async (state, input, path, message) => {
    const { id } = await enquiry({ state });
    const { status, body } = await move(id, input);
    expect([status, body.errors]).toEqual([422, [{ path, message }]]);
    expect((await read(id)).state).toBe(state);
  });
  it("closes a released deal, opens it again and cancels it", async () => {
    const { id } = await buildDeal(club.db, { at: new Date("2026-11-14T12:00:00Z") });
    for (const to of ["closing", "released", "cancelled"])
      expect((await move(id, { to, reason: "As agreed." })).status).toBe(200);
    // That was a proposal.
    const { updated_at, state, can } = await read(id);
    expect([state, can.move_to]).toEqual(["released", ["closing", "cancelled"]]);
    const confirm = { to: "cancelled", reason: "As agreed.", expected_version: updated_at };
    expect((await second("POST", `/api/deals/${id}/transitions`, confirm)).body.state).toBe("cancelled");
    expect((await read(id)).can.move_to).toEqual([]);
    expect((await auditOf(id)).map(({ kind }) => kind)).toEqual([
      "deal_moved",
      "deal_moved",
      "deal_cancelling_proposed",
      "deal_moved",
    ]);
  });
  it("Who proposed to cancel a deal can take that back, and nobody else can", async () => {
    const { id } = await buildDeal(club.db, { at: new Date("2026-11-14T12:00:00Z") });
    await move(id, { to: "cancelled", reason: "Too early." });
    const path = `/api/deals/${id}/cancelling-proposal`;
    expect((await second("DELETE", path)).status).toBe(404);
    expect((await read(id)).cancelling_proposal.can).toEqual({ confirm: false, withdraw: true });
    const { status, body } = await call("DELETE", path);
    expect([status, body.state, body.cancelling_proposal]).toEqual([200, "released", null]);
    expect((await call("DELETE", path)).status).toBe(404);
    const { updated_at } = await read(id);
    const again = { to: "cancelled", reason: "Too early.", expected_version: updated_at };
    expect((await second("POST", `/api/deals/${id}/transitions`, again)).body.state).toBe("released");
    expect((await auditOf(id)).map(({ kind }) => kind)).toContain("deal_cancelling_withdrawn");
  });
  it("changes nothing where the deal is in that state already", async () => {
    const { id } = await enquiry({ state: "meeting" });
    const before = await read(id);
    const { status, body } = await move(id, { to: "meeting" });
    expect([status, body, await auditOf(id)]).toEqual([200, before, []]);
  });
  it("refuses to move a version that is not the newest, with the present deal", async () => {
    const { id } = await enquiry();
    const { body: present } = await move(id, { to: "screening" });
    const { status, body } = await move(id, { to: "meeting", expected_version });
    expect([status, body.code, body.record]).toEqual([409, "revision_conflict", present]);
  });
  it("moves the deal for the first of two admins who move it at once", async () => {
    const { id } = await enquiry();
    const { updated_at } = await read(id);
    const to = (by: Call, state: string) => () =>
      by("POST", `/api/deals/${id}/transitions`, { to: state, expected_version: updated_at });
    const answers = await meetAtRow(club.db, "deals", id, [
      to(second, "screening"),
      to(call, "meeting"),
      to(call, "screening"),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [409, "revision_conflict"],
      [200, undefined],
    ]);
    const { state, moves } = await read(id);
    expect([state, moves.length, moves[0].moved_by_name]).toEqual(["screening", 2, "Daniel Achebe"]);
    expect((await auditOf(id)).map(({ kind }) => kind)).toEqual(["deal_moved"]);
  });
});

describe("POST /deals/{id}/notes", () => {
  it("adds a note in the admin's name, newest first", async () => {
    const { id } = await enquiry();
    await call("POST", `/api/deals/${id}/notes`, { text: "They called." });
    const { status, body } = await second("POST", `/api/deals/${id}/notes`, { text: " Called back. " });
    const notes = body.notes.map((note: { text: string; author_name: string }) => [note.text, note.author_name]);
    expect([status, notes]).toEqual([
      201,
      [
        ["Called back.", "Daniel Achebe"],
        ["They called.", "Amara Okafor"],
      ],
    ]);
    expect((await auditOf(id)).map(({ kind }) => kind)).toEqual(["deal_note_added", "deal_note_added"]);
  });
  it("refuses an empty note", async () => {
    const { id } = await enquiry();
    expect((await call("POST", `/api/deals/${id}/notes`, { text: " " })).body.errors[0].path).toBe("text");
  });
});

describe("POST /deals/{id}/terms", () => {
  let terms: TermsInput;
  beforeAll(async () => {
    const { id: _id, number: _number, created_at: _at, ...sample } = (await buildDeal(club.db, { at })).content.terms;
    terms = { ...sample, price: "1.2" };
  });
  const set = (id: string, given: object = {}, by = call) =>
    by("POST", `/api/deals/${id}/terms`, { ...terms, ...given });

  it("saves terms as they are given, and a change as the next version", async () => {
    const { id } = await enquiry();
    const { status, body } = await set(id);
    expect([status, body.terms]).toEqual([
      201,
      [
        {
          ...terms,
          price: "1.20",
          id: expect.any(String),
          number: 1,
          created_at: "2026-11-23T12:00:00.000Z",
          author_name: "Amara Okafor",
          not_material_reason: null,
          warnings: [],
        },
      ],
    ]);
    const next = (await set(id, { price: "1.24", assurance: "applied", assurance_on: null }, second)).body.terms;
    expect([next.length, next[0].number, next[0].price, next[0].author_name, next[0].warnings]).toEqual([
      2,
      2,
      "1.24",
      "Daniel Achebe",
      ["assurance_missing"],
    ]);
    expect(next[1]).toEqual(body.terms[0]);
    expect(await auditOf(id)).toEqual([
      { kind: "deal_terms_set", details: { number: 1 } },
      { kind: "deal_terms_set", details: { number: 2 } },
    ]);
  });
  it("numbers terms in turn that two admins set at once", async () => {
    const { id } = await enquiry();
    const answers = await meetAtRow(club.db, "deals", id, [
      () => set(id, { price: "1.30" }),
      () => set(id, { price: "1.40" }, second),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const set2 = (await read(id)).terms.map(({ number, price }: { number: number; price: string }) => [number, price]);
    expect(set2).toEqual([
      [2, "1.40"],
      [1, "1.30"],
    ]);
  });
  it.each<[object, string, string]>([
    [{ price: "0.00" }, "price", "Please enter a price above £0"],
    [{ pre_money_pence: 0 }, "pre_money_pence", "Please enter an amount above £0.00"],
    [{ risks: ["One.", "Two.", "Three.", "Four."] }, "risks", "Please enter at least 5 risks"],
    [{ club_maximum_pence: 50_000_00 }, "club_maximum_pence", "The club's maximum has to be at least its minimum"],
    [{ use_of_funds: [{ what: "All", percent: 99 }] }, "use_of_funds", "The parts have to add up to 100 per cent"],
    [{ closes_at: "2026-11-22T12:00:00.000Z" }, "closes_at", "The closing has to be after the end of priority"],
    [{ priority_tiers: [] }, "priority_tiers", "Tick who has priority, or enter 0 as their share"],
    [{ opens_at: "2026-11-29T12:00:00.000Z" }, "priority_until", "Priority has to end at the opening or later"],
    [
      { completion_expected_on: "2026-11-20" },
      "completion_expected_on",
      "Commitments close on 29 November 2026. Please enter that day or a later one",
    ],
    [{ minimum_commitment_pence: "50000" }, "minimum_commitment_pence", "Please enter an amount like 395 or 395.50"],
    [{ minimum_commitment_pence: 500.5 }, "minimum_commitment_pence", "Please enter an amount like 395 or 395.50"],
    [{ assurance_on: null }, "assurance_on", "Please enter the day on which assurance was given"],
    [
      { seis_raised_pence: 250_000_01, schemes_raised_pence: 250_000_01 },
      "seis_raised_pence",
      "A company that has raised more than £250,000 under SEIS cannot raise more under it",
    ],
    [{ seis_raised_pence: 1 }, "schemes_raised_pence", "All schemes cannot be less than SEIS alone"],
    [
      { schemes_raised_year_pence: 1 },
      "schemes_raised_year_pence",
      "The last 12 months cannot be more than what was raised ever",
    ],
    [
      { instrument: "convertible_note" },
      "instrument",
      "A convertible loan note is a loan without a price of a share, and is not handled here yet. Please choose a round of shares",
    ],
    [
      { scheme: "none", instrument: "convertible_note" },
      "instrument",
      "A convertible loan note is a loan without a price of a share, and is not handled here yet. Please choose a round of shares",
    ],
    [
      { share_class: "Loan notes 2027" },
      "share_class",
      "A convertible loan note is a loan without a price of a share, and is not handled here yet. Please choose a round of shares",
    ],
    [{ opens_at: "0000-01-01T00:00:00Z" }, "opens_at", "Please enter a date and a time"],
  ])("refuses %j", async (given, path, message) => {
    const { id } = await enquiry();
    const { status, body } = await set(id, given);
    expect([status, body.errors]).toEqual([422, [{ path, message }]]);
  });
  it.each([
    [150_000_00, []],
    [150_000_01, ["seis_limit"]],
  ])("warns where %i raised under SEIS and the club's most are above its limit", async (pence, warnings) => {
    const { id } = await enquiry();
    const { body } = await set(id, { seis_raised_pence: pence, schemes_raised_pence: pence });
    expect(body.terms[0].warnings).toEqual(warnings);
  });
  it("returns every fault at once, each at its own field", async () => {
    const { id } = await enquiry();
    const wrong = { share_class: "", price: "1,75", minimum_commitment_pence: null, assurance_on: null };
    const dates = { opens_at: "2026-12-24T12:00:00.000Z", completion_expected_on: "2026-11-20" };
    const { status, body } = await set(id, { ...wrong, ...dates, use_of_funds: [{ what: "All", percent: 99 }] });
    expect([status, body.errors.map(({ path }: { path: string }) => path).toSorted()]).toEqual([
      422,
      [
        ...["assurance_on", "completion_expected_on", "minimum_commitment_pence", "price", "priority_until"],
        ...["share_class", "use_of_funds"],
      ],
    ]);
  });
  it("refuses a smallest commitment below the club's least, unless the terms before had it", async () => {
    const errorsOf = async (id: string, pence: number) =>
      (await set(id, { minimum_commitment_pence: pence })).body.errors;
    const message = "The club takes £500 or more. Please enter at least £500";
    const { id } = await enquiry();
    expect(await errorsOf(id, 499_99)).toEqual([{ path: "minimum_commitment_pence", message }]);
    expect(await errorsOf(id, 500_00)).toBeUndefined();
    const older = await buildDeal(club.db, { state: "preparing", terms: { minimum_commitment_pence: 400_00 } });
    expect(await errorsOf(older.id, 399_99)).toEqual([{ path: "minimum_commitment_pence", message }]);
    expect(await errorsOf(older.id, 400_00)).toBeUndefined();
  });
  it.each(["completed", "exited", "cancelled"] as const)("refuses terms of a deal that is %s", async (state) => {
    const { id } = await buildDeal(club.db, { state });
    const { status, body } = await set(id);
    expect([status, body.code]).toEqual([409, "deal_not_open"]);
  });
});

describe("What a deal has recorded", () => {
  it("What a deal has recorded is changed and deleted by nobody, not even by the owner of the database", async () => {
    const { id } = await buildDeal(club.db);
    await call("POST", `/api/deals/${id}/notes`, { text: "They called." });
    const { db } = club;
    const changes = [
      db.updateTable("deal_terms").set({ price: "1" }).where("deal_id", "=", id),
      db.deleteFrom("deal_terms").where("deal_id", "=", id),
      db.updateTable("deal_versions").set({ content: "{}" }).where("deal_id", "=", id),
      db.updateTable("deal_versions").set({ approved_at: null, approved_by: null }).where("deal_id", "=", id),
      db.deleteFrom("deal_versions").where("deal_id", "=", id),
      db.updateTable("deal_notes").set({ text: "x" }).where("deal_id", "=", id),
      db.deleteFrom("deal_notes").where("deal_id", "=", id),
      db.updateTable("deal_moves").set({ reason: "x" }).where("deal_id", "=", id),
      db.deleteFrom("deal_moves").where("deal_id", "=", id),
    ];
    for (const change of changes)
      await expect(change.execute()).rejects.toThrow("what a deal has recorded is never changed or deleted");
  });
});
