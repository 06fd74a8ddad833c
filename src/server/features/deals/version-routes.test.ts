import { createHash } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { buildDeal, buildEnquiry } from "#server/sample/build-deal.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { approveVersion, refusalOf, releaseDeal } from "#tests/support/past-the-lists.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { runDealClock } from "../acts/deal-clock.ts";

const club = await openTestApp();
const admin = await buildAdmin(club.db);
const call = await club.as(admin);
const daniel = await buildAdmin(club.db, { full_name: "Daniel Achebe" });
const second = await club.as(daniel);

const checklist = [...checklistItems];
const confirmed = [
  "What would make it fail is as long as why we like it",
  "Every figure has its source and its date",
  "No forecast stands without what it rests on",
  "Nothing promises, and no authority is said to have approved anything",
  "Every conflict of interest is stated, with what the club earns",
  "Nobody can be asked for more than they commit",
];
const read = async (id: string) => (await call("GET", `/api/deals/${id}`)).body;
const freeze = (id: string, by = call) => by("POST", `/api/deals/${id}/versions`, { checklist });
const open = async (id: string, versionId: string) =>
  (await call("GET", `/api/deals/${id}/versions/${versionId}`)).body;
const auditOf = (id: string) => club.auditOf(id, "kind", "details");
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("POST /deals/{id}/versions", () => {
  it("stores who is on the panel, who arranges, and their limits", async () => {
    const { id } = await buildDeal(club.db, { state: "preparing", author_id: admin.id });
    const panel = [{ user_id: admin.id, arranges: true, invests_pence: 500_000 }, { user_id: daniel.id }];
    const { body } = await call("POST", `/api/deals/${id}/versions`, { checklist, panel });
    const { panel: kept } = await open(id, body.versions[0].id);
    expect(kept).toEqual([
      { user_id: admin.id, name: "Amara Okafor", capacity: "admin", arranges: true, invests_pence: 500_000 },
      { user_id: daniel.id, name: "Daniel Achebe", capacity: "admin", arranges: false, invests_pence: null },
    ]);
  });
  it("freezes company, page, newest terms, warnings and fee, with the hash of the rendered page", async () => {
    const { id, page, content } = await buildDeal(club.db, { state: "preparing", author_id: admin.id });
    const { status, body } = await freeze(id);
    const [version] = body.versions;
    expect([status, version.number, version.terms_number, version.author_name, version.approved_at]).toEqual([
      201,
      2,
      1,
      "Amara Okafor",
      null,
    ]);
    const opened = await open(id, version.id);
    expect(opened).toEqual({
      ...version,
      content: expect.any(Object),
      page: expect.any(String),
      author_checklist: confirmed,
      approver_checklist: null,
      panel: [expect.objectContaining({ name: "Amara Okafor" }), expect.objectContaining({ name: "Daniel Achebe" })],
    });
    expect(opened.content).toEqual({
      company: content.company,
      deal_name: "Seed round",
      page,
      terms: {
        ...content.terms,
        id: body.terms[0].id,
      },
      documents: [],
      answers: [],
      warnings: {
        headline: "You could lose all the money you invest in this company.",
        risk: "Do not invest unless you are prepared for that. No person authorised by the regulator has approved this page, and nobody is likely to pay you back.",
        sender: "Sent by Kindling Club Ltd, 1 Sample Street, London, EC1A 1AA, United Kingdom.",
        exemption:
          "For members whose statement as a high net worth or sophisticated investor is valid. If in doubt, ask an adviser who is authorised for such investments. Sample wording, version 1.",
      },
      success_fee_bp: 800,
    });
    expect([version.page_sha256, opened.page.slice(0, 15)]).toEqual([sha256(opened.page), "<!doctype html>"]);
    expect(await auditOf(id)).toEqual([
      { kind: "deal_version_frozen", details: { number: 2, terms: 1, sha256: version.page_sha256 } },
    ]);
  });
  it("returns a version byte for byte after page, terms, company and warnings changed", async () => {
    const { id } = await buildDeal(club.db, { state: "preparing" });
    const [{ id: versionId }] = (await freeze(id)).body.versions;
    const before = await open(id, versionId);
    const { terms, company, updated_at } = await read(id);
    const page = { ...before.content.page, scheme_note: "New." };
    const change = { name: "Series A", owner_id: null, page, expected_version: updated_at };
    expect((await call("PUT", `/api/deals/${id}`, change)).status).toBe(200);
    await call("POST", `/api/deals/${id}/terms`, { ...terms[0], price: "2.00" });
    await call("PUT", `/api/companies/${company.id}`, {
      ...company,
      name: "Renamed",
      expected_version: company.updated_at,
    });
    const { value, revision } = (await call("GET", "/api/settings/deal_texts")).body;
    const texts = { value: { ...value, headline: "All of it can be lost." }, expected_revision: revision };
    expect((await call("PUT", "/api/settings/deal_texts", texts)).status).toBe(200);
    expect(await open(id, versionId)).toEqual(before);
    const [next] = (await freeze(id)).body.versions;
    const { content } = await open(id, next.id);
    expect([
      content.company.name,
      content.deal_name,
      content.page.scheme_note,
      content.terms.price,
      content.terms.number,
      content.warnings.headline,
    ]).toEqual(["Renamed", "Series A", "New.", "2.00", 2, "All of it can be lost."]);
    expect((await open(id, versionId)).page).toBe(before.page);
    await call("PUT", "/api/settings/deal_texts", { value, expected_revision: revision + 1 });
  });
  it("refuses blocked words at their places, and an unbalanced page", async () => {
    const company = { one_line: "Guaranteed growth." };
    const page = {
      why_we_like_it: ["It is risk-free.", "It grows."],
      what_would_make_it_fail: ["A chain copies it."],
    };
    const conflicts = "FCA approved.";
    const { id } = await buildDeal(club.db, { state: "preparing", company, page, terms: { conflicts } });
    const { status, body } = await freeze(id);
    expect([status, body.errors]).toEqual([
      422,
      [
        { path: "company.one_line", message: "Please say it without “guaranteed”" },
        { path: "page.why_we_like_it.0", message: "Please say it without “risk-free”" },
        { path: "terms.conflicts", message: "Please say it without “FCA approved”" },
        {
          path: "page.what_would_make_it_fail",
          message:
            "What would make it fail has to be as long as why we like it: at least as many points, and as many words within a fifth",
        },
      ],
    ]);
    expect((await read(id)).versions).toHaveLength(1);
  });
  it("counts words: four of risk for five of praise are enough, three are not", async () => {
    const page = (fails: string) => ({
      why_we_like_it: ["One two three four five."],
      what_would_make_it_fail: [fails],
    });
    const short = await buildDeal(club.db, { state: "preparing", page: page("One two three.") });
    expect((await freeze(short.id)).body.errors[0].path).toBe("page.what_would_make_it_fail");
    const empty = await buildDeal(club.db, {
      state: "preparing",
      page: { why_we_like_it: [], what_would_make_it_fail: [] },
    });
    expect((await freeze(empty.id)).body.errors).toEqual([
      { path: "page.why_we_like_it", message: "Please say why the club likes it, and what would make it fail" },
    ]);
    const enough = await buildDeal(club.db, { state: "preparing", page: page("One two three four.") });
    expect((await freeze(enough.id)).status).toBe(201);
  });
  it.each(["enquiry", "diligence", "declined", "completed", "cancelled"] as const)(
    "refuses to freeze a deal that is %s",
    async (state) => {
      const { id } = await buildDeal(club.db, { state });
      const { status, body } = await freeze(id);
      expect([status, body.code, body.detail]).toEqual([
        409,
        "deal_not_open",
        "The offer is signed once a deal is being prepared, and until it is completed",
      ]);
    },
  );
  it.each(["approved", "released", "closing"] as const)("freezes a deal that is %s", async (state) => {
    const { id } = await buildDeal(club.db, { state });
    expect((await freeze(id)).body.versions[0].number).toBe(2);
  });
  it("refuses to freeze without terms or without the whole checklist", async () => {
    const { id } = await buildEnquiry(club.db, { state: "preparing" });
    expect((await freeze(id)).body.errors).toEqual([{ path: "terms", message: "Save terms first" }]);
    const partly = await call("POST", `/api/deals/${id}/versions`, { checklist: checklist.slice(1) });
    expect([partly.status, partly.body.errors]).toEqual([
      422,
      [{ path: "checklist", message: "Please confirm every point, or change the page" }],
    ]);
  });
  it("numbers versions in turn that two admins freeze at once", async () => {
    const { id } = await buildDeal(club.db, { state: "preparing" });
    const answers = await meetAtRow(club.db, "deals", id, [() => freeze(id), () => freeze(id, second)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const versions = (await read(id)).versions.map((version: { number: number; author_name: string | null }) => [
      version.number,
      version.author_name,
    ]);
    expect(versions).toEqual([
      [3, "Daniel Achebe"],
      [2, "Amara Okafor"],
      [1, null],
    ]);
  });
});

describe("GET /deals/{id}/versions/{version_id}", () => {
  it("returns 404 for a version of another deal", async () => {
    const [{ id }, { version_id }] = [await buildDeal(club.db), await buildDeal(club.db)];
    expect((await call("GET", `/api/deals/${id}/versions/${version_id}`)).status).toBe(404);
  });
});

describe("A version whose offer is signed", () => {
  const approveOne = (versionId: string) =>
    sql`select approve_deal_version(${versionId}, null, '{Looks fine}'::text[])`.execute(club.db);

  it("A signed offer moves a prepared deal on, once", async () => {
    const { id, version_id } = await buildDeal(club.db, { state: "preparing", author_id: admin.id });
    await approveVersion(club, id, daniel.id);
    const body = await read(id);
    const [version] = body.versions;
    expect([body.state, body.current_version_id, version.approved_by_name]).toEqual([
      "approved",
      version_id,
      "Daniel Achebe",
    ]);
    expect([body.moves[0].from, body.moves[0].to, body.moves[0].moved_by_name]).toEqual([
      "preparing",
      "approved",
      null,
    ]);
    expect(await auditOf(id)).toEqual([
      { kind: "deal_version_approved", details: { number: 1, sha256: version.page_sha256 } },
    ]);
    expect(await refusalOf(approveVersion(club, id))).toBe("version_decided");
  });
  it("The audit says that the author of a version signed alone", async () => {
    const { id } = await buildDeal(club.db, { state: "preparing", author_id: admin.id });
    await approveVersion(club, id, admin.id);
    expect((await auditOf(id))[0]?.details).toMatchObject({ number: 1, alone: true });
  });
  it("What the author and the last signer confirmed stays, and not even the database's owner changes it", async () => {
    const { id } = await buildDeal(club.db, { state: "preparing" });
    const [{ id: versionId }] = (await freeze(id)).body.versions;
    const change = (set: object) => club.db.updateTable("deal_versions").set(set).where("id", "=", versionId).execute();
    const isKept = "what a deal has recorded is never changed or deleted";
    await expect(change({ approver_checklist: ["Looks fine"] })).rejects.toThrow("approver_checklist");
    await approveVersion(club, id, daniel.id);
    await expect(change({ author_checklist: ["Looks fine"] })).rejects.toThrow(isKept);
    await expect(change({ approver_checklist: null })).rejects.toThrow(isKept);
    const { author_name, author_checklist, approved_by_name, approver_checklist } = await open(id, versionId);
    expect([author_name, author_checklist]).toEqual(["Amara Okafor", confirmed]);
    expect([approved_by_name, approver_checklist]).toEqual(["Daniel Achebe", confirmed]);
  });
  it("A version that a newer one has replaced is not approved", async () => {
    const { id, version_id } = await buildDeal(club.db, { author_id: admin.id });
    const [waiting] = (await freeze(id)).body.versions;
    const [newest] = (await freeze(id)).body.versions;
    expect(await refusalOf(approveOne(waiting.id))).toBe("version_decided");
    expect((await read(id)).current_version_id).toBe(version_id);
    await approveVersion(club, id);
    expect(await read(id)).toMatchObject({ state: "released", current_version_id: newest.id });
  });
  it("A version of a deal that is no longer prepared is not approved", async () => {
    const { id } = await buildDeal(club.db, { state: "preparing" });
    await club.db.updateTable("deals").set({ state: "declined" }).where("id", "=", id).execute();
    expect(await refusalOf(approveVersion(club, id))).toBe("version_decided");
  });
  it("A version is approved once by two processes at once", async () => {
    const { id } = await buildDeal(club.db, { state: "preparing" });
    const approve = () => refusalOf(approveVersion(club, id));
    expect(await meetAtRow(club.db, "deals", id, [approve, approve])).toEqual([null, "version_decided"]);
    expect((await auditOf(id)).map(({ kind }) => kind)).toEqual(["deal_version_approved"]);
  });
});

describe("An approved deal", () => {
  const clock = (id: string) => runDealClock({ ...club, log: silentLog }, id);

  it("An approved deal opens once, where deals are on", async () => {
    const { id } = await buildDeal(club.db, { state: "approved" });
    await clock(id);
    expect((await read(id)).state).toBe("approved");
    expect(await refusalOf(releaseDeal(club, id))).toBe("deals_disabled");
    await setDeals(club.db);
    await club.db
      .insertInto("webhook_endpoints")
      .values({ name: "Bookkeeping", url: "https://hooks.example", events: ["deal.released"] })
      .execute();
    await meetAtRow(club.db, "deals", id, [() => clock(id), () => clock(id)]);
    const { state, released_at, state_since, moves } = await read(id);
    expect([state, released_at, moves[0].from, moves[0].to]).toEqual(["released", state_since, "approved", "released"]);
    expect((await auditOf(id)).map(({ kind }) => kind)).toEqual(["deal_released"]);
    const told = await club.db.selectFrom("webhook_deliveries").select(["event_type", "data"]).execute();
    expect(told).toEqual([{ event_type: "deal.released", data: { deal_id: id } }]);
    await club.db.deleteFrom("webhook_endpoints").execute();
  });
  it("An approved deal opens at the moment of its terms, and not before", async () => {
    await setDeals(club.db);
    const opens_at = new Date(Date.now() + 60_000);
    const { id } = await buildDeal(club.db, { state: "approved", terms: { opens_at } });
    await clock(id);
    expect((await read(id)).state).toBe("approved");
  });
  it("A deal that is not approved does not open", async () => {
    const { id } = await buildDeal(club.db, { state: "preparing" });
    expect(await refusalOf(releaseDeal(club, id))).toBe("deal_not_approved");
  });
});
