import { describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import {
  buildAdmin,
  buildInvitation,
  buildMember,
  buildPerson,
  buildSubmission,
  type Person,
} from "#server/sample/builders.ts";
import { buildHolding } from "#tests/support/build-holding.ts";
import { buildPaper } from "#tests/support/build-papers.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const dayMs = 24 * 60 * 60 * 1000;
const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const club = await openTestApp();
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce", created_at: new Date("2024-01-01T10:00:00Z") });
const admin = await club.as(owen);

const list = async (query: string) => (await admin("GET", `/api/people?${query}`)).body;
const emailsOf = ({ items }: { items: { email: string }[] }) => items.map(({ email }) => email);
const setStanding = (person: Person, standing: { suspended_at: Date } | { ended_at: Date }) =>
  club.db.updateTable("user_roles").set(standing).where("user_id", "=", person.id).execute();
const setTier = ({ id }: Person, tier: "trial" | "premium" | "vip", from: string, until: string | null = null) =>
  club.db
    .insertInto("memberships")
    .values({ user_id: id, tier, from_date: from, until_date: until, reason: "As agreed." })
    .execute();

describe("GET /people", () => {
  it.each(["status=lost", "tier=gold", "limit=0", "cursor=x"])("rejects the query %s", async (query) => {
    const answer = await admin("GET", `/api/people?${query}`);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, query.split("=")[0]]);
  });

  it("shows accounts and invitations in one list, newest first, page by page", async () => {
    const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 10, minute));
    const first = await buildPerson(club.db, { email: "p1@order.example", created_at: at(1) });
    await club.db
      .insertInto("pending_members")
      .values({ full_name: "Ida Guest", email: "p2@order.example", tier: "vip" })
      .execute();
    const invitation = await buildInvitation(club.db, { email: "p2@order.example", created_at: at(2) });
    await buildPerson(club.db, { email: "p3@order.example", created_at: at(3), status: "pending" });
    await buildInvitation(club.db, { email: "p4@order.example", created_at: at(4), used_at: at(5) });
    const pages = [];
    let cursor = "";
    do {
      const page = await list(`q=order.example&limit=1${cursor && `&cursor=${cursor}`}`);
      pages.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor);
    expect(pages.map(({ email, status }) => [email, status])).toEqual([
      ["p3@order.example", "pending"],
      ["p2@order.example", "invited"],
      ["p1@order.example", "approved"],
    ]);
    expect(pages[1]).toEqual({
      id: invitation.id,
      user_id: null,
      email: "p2@order.example",
      full_name: "Ida Guest",
      status: "invited",
      tier: "vip",
      tier_until: null,
      since: "2030-01-01T10:02:00.000Z",
      last_signed_in_at: null,
      has_second_factor: false,
      profile_state: "none",
      is_admin: false,
      can: { change_tier: false },
    });
    expect(pages.map(({ can }) => can.change_tier)).toEqual([false, false, true]);
    expect(pages[2]).toMatchObject({ user_id: first.id, tier: "trial", is_admin: false });
    expect(emailsOf(await list("limit=3"))).toEqual(["p3@order.example", "p2@order.example", "p1@order.example"]);
  });

  it("leaves out invitations that expired, and those of people with an account", async () => {
    await buildInvitation(club.db, { email: "late@gone.example", created_at: new Date(Date.now() - 40 * dayMs) });
    await buildPerson(club.db, { email: "here@gone.example" });
    await buildInvitation(club.db, { email: "here@gone.example" });
    const { items } = await list("q=gone.example");
    expect(items).toMatchObject([{ email: "here@gone.example", status: "approved" }]);
  });

  it("filters by status", async () => {
    const build = (name: string, input = {}) => buildPerson(club.db, { email: `${name}@state.example`, ...input });
    await build("approved");
    await build("pending", { status: "pending" });
    await build("rejected", { status: "rejected" });
    await setStanding(await build("suspended"), { suspended_at: new Date() });
    await setStanding(await build("ended"), { ended_at: new Date() });
    await buildInvitation(club.db, { email: "invited@state.example" });
    for (const status of ["invited", "pending", "approved", "suspended", "ended", "rejected"]) {
      expect(emailsOf(await list(`q=state.example&status=${status}`))).toEqual([`${status}@state.example`]);
      expect(emailsOf(await list(`status=${status}&limit=100`))).toContain(`${status}@state.example`);
    }
  });

  it("finds people by part of a name or an e-mail and matches wildcards literally", async () => {
    const person = await buildPerson(club.db, { full_name: "Zofia Wrona", email: "zw@search.example" });
    await buildInvitation(club.db, { email: "guest@search.example" });
    await club.db
      .insertInto("pending_members")
      .values({ full_name: "Wronska Guest", email: "guest@search.example" })
      .execute();
    expect(emailsOf(await list("q=WRON"))).toEqual(["guest@search.example", "zw@search.example"]);
    expect(emailsOf(await list("q=zofia%20w"))).toEqual(["zw@search.example"]);
    expect(emailsOf(await list(`q=${person.id}`))).toEqual(["zw@search.example"]);
    expect(emailsOf(await list("q=%25"))).toEqual([]);
  });

  it("shows and filters by the tier that counts today", async () => {
    const build = (name: string, input = {}) => buildPerson(club.db, { email: `${name}@tier.example`, ...input });
    const tierOf = async (name: string) => {
      const { items } = await list(`q=${name}@tier.example`);
      return [items[0].tier, items[0].tier_until];
    };
    await build("none");
    await build("waiting", { status: "pending" });
    const premium = await build("premium");
    await setTier(premium, "premium", dayFromNow(-30), dayFromNow(30));
    const past = await build("past");
    await setTier(past, "vip", dayFromNow(-30), dayFromNow(-2));
    const raised = await build("raised");
    await setTier(raised, "premium", dayFromNow(-30));
    await setTier(raised, "vip", dayFromNow(-2));
    const later = await build("later");
    await setTier(later, "premium", dayFromNow(-30));
    await setTier(later, "vip", dayFromNow(9));
    const lowered = await build("lowered");
    await setTier(lowered, "vip", dayFromNow(-30));
    await setTier(lowered, "trial", dayFromNow(-2));
    expect(await tierOf("none")).toEqual(["trial", null]);
    expect(await tierOf("waiting")).toEqual([null, null]);
    expect(await tierOf("premium")).toEqual(["premium", dayFromNow(30)]);
    expect(await tierOf("past")).toEqual(["trial", null]);
    expect(await tierOf("raised")).toEqual(["vip", null]);
    expect(await tierOf("later")).toEqual(["premium", null]);
    const named = async (tier: string) =>
      emailsOf(await list(`q=tier.example&tier=${tier}`)).map((email) => email.split("@")[0]);
    expect(await named("vip")).toEqual(["raised"]);
    expect(await named("premium")).toEqual(["later", "premium"]);
    expect(await named("trial")).toEqual(["lowered", "past", "none"]);
    expect(emailsOf(await list("tier=vip"))).toEqual(["raised@tier.example"]);
    expect(emailsOf(await list("tier=vip&status=suspended"))).toEqual([]);
    expect(emailsOf(await list("tier=vip&status=invited"))).toEqual([]);
  });

  it("shows the last sign-in, the second factor and the admin role", async () => {
    const person = await buildAdmin(club.db, { email: "factor@shown.example" });
    const signIns = ["2026-03-01T10:00:00Z", "2026-05-01T10:00:00Z", "2026-04-01T10:00:00Z"];
    await club.db
      .insertInto("audit_events")
      .values(
        signIns.map((created_at) => ({ kind: "signed_in", actor_id: person.id, subject_id: person.id, created_at })),
      )
      .execute();
    const factor = { user_id: person.id, secret: "x", backup_codes: "x" };
    await club.db
      .insertInto("auth.two_factors")
      .values({ ...factor, verified: false })
      .execute();
    expect((await list("q=factor@shown")).items[0].has_second_factor).toBe(false);
    await club.db.updateTable("auth.two_factors").set({ verified: true }).where("user_id", "=", person.id).execute();
    expect((await list("q=factor@shown")).items).toMatchObject([
      { last_signed_in_at: "2026-05-01T10:00:00.000Z", has_second_factor: true, is_admin: true },
    ]);
  });

  it("shows the state of a profile", async () => {
    const stateOf = async ({ id }: Person) => (await list(`q=${id}`)).items[0].profile_state;
    const profiled = async (profile: object) => stateOf(await buildMember(club.db, { profile }));
    expect(await stateOf(await buildPerson(club.db))).toBe("none");
    expect(await profiled({})).toBe("shown");
    expect(await profiled({ is_visible: false })).toBe("not_listed");
    expect(await profiled({ hidden_by_owner_at: new Date() })).toBe("hidden_by_owner");
    expect(await profiled({ hidden_by_owner_at: new Date(), hidden_by_admin_at: new Date() })).toBe("hidden_by_admin");
    const suspended = await buildMember(club.db);
    await setStanding(suspended, { suspended_at: new Date() });
    expect(await stateOf(suspended)).toBe("not_listed");
    const submitted = await buildPerson(club.db);
    await buildSubmission(club.db, { user_id: submitted.id });
    expect(await stateOf(submitted)).toBe("in_review");
    const sentBack = await buildPerson(club.db);
    await buildSubmission(club.db, { user_id: sentBack.id, status: "rejected" });
    expect(await stateOf(sentBack)).toBe("sent_back");
  });
});

describe("GET /people/counts", () => {
  it("counts every status as the list does, an invitation only while somebody without an account can use it", async () => {
    const { body: before } = await admin("GET", "/api/people/counts");
    expect(Object.keys(before).sort()).toEqual(["approved", "ended", "invited", "pending", "rejected", "suspended"]);
    await buildPerson(club.db, { status: "pending" });
    await buildPerson(club.db, { status: "rejected" });
    const member = await buildPerson(club.db);
    await setStanding(await buildPerson(club.db), { suspended_at: new Date() });
    await setStanding(await buildPerson(club.db), { ended_at: new Date() });
    for (let n = 0; n < 2; n++) await buildInvitation(club.db);
    await buildInvitation(club.db, { email: member.email });
    await buildInvitation(club.db, { used_at: new Date() });
    await buildInvitation(club.db, { created_at: new Date("2026-01-01T10:00:00Z") });
    const { body: after } = await admin("GET", "/api/people/counts");
    const added = Object.entries(after).map(([status, count]) => [status, Number(count) - before[status]]);
    expect(Object.fromEntries(added)).toEqual({
      invited: 2,
      pending: 1,
      approved: 1,
      suspended: 1,
      ended: 1,
      rejected: 1,
    });
    const listed = await list("status=suspended&limit=100");
    expect(listed.items).toHaveLength(after.suspended);
  });
});

describe("GET /people/{user_id}", () => {
  it("rejects an invalid id", async () => {
    expect((await admin("GET", "/api/people/1")).status).toBe(422);
  });
  it("shows sessions without addresses, all tiers, and what can be done", async () => {
    const person = await buildMember(club.db, { email: "detail@shown.example" });
    await setTier(person, "premium", "2026-01-01", "2026-12-31");
    await setTier(person, "vip", "2027-02-01");
    await club.cookieOf(person);
    await club.db
      .updateTable("auth.sessions")
      .set({ user_agent: "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36", ip_address: "192.0.2.7" })
      .where("user_id", "=", person.id)
      .execute();
    const { body } = await admin("GET", `/api/people/${person.id}`);
    expect(body).toMatchObject({
      user_id: person.id,
      email_verified: true,
      profile_id: person.profile.id,
      sessions: [{ device: "Chrome on Windows", last_used_at: expect.stringMatching(/Z$/) }],
      tiers: [
        { tier: "vip", from: "2027-02-01", until: null, reason: "As agreed.", set_by_name: null },
        { tier: "premium", from: "2026-01-01", until: "2026-12-31" },
      ],
      can: {
        suspend: true,
        end: true,
        reinstate: false,
        hide_profile: true,
        show_profile: false,
        reset_two_factor: false,
        sign_out: true,
        resend_verification: false,
        lift_sign_in_limit: true,
        reset_mail_refusals: false,
        change_tier: true,
      },
    });
    expect(JSON.stringify(body)).not.toContain("192.0.2.7");
  });
  it("returns the person's statement, commitments, and holdings with their certificates", async () => {
    const investor = await buildInvestor(club.db);
    const { record_id } = investor;
    const held = await buildDeal(club.db, {
      company: { name: "Saltmarsh Robotics" },
      name: "Second round",
      state: "completed",
    });
    const done = await buildCommitment(club.db, {
      deal_id: held.id,
      terms_id: held.terms_id,
      record_id,
      state: "completed",
      allocated_shares: 2_600,
      cost_pence: 494_000,
      fee_pence: 19_760,
      reference: "KD23456789",
      called_at: new Date(),
      due_at: new Date(),
      grace_until: new Date(),
    });
    const holding = await buildHolding(club.db, done, { shares: 2_600, cost_pence: 494_000, scheme: "EIS" });
    const paper = await buildPaper(club.db, {
      deal_id: held.id,
      commitment_id: done.id,
      kind: "beneficial_certificate",
    });
    const open = await buildDeal(club.db, { company: { name: "Hazel Health" }, state: "released" });
    const waiting = await buildCommitment(club.db, {
      deal_id: open.id,
      terms_id: open.terms_id,
      record_id,
      shares: 1_000,
      price: "1.20",
      fee_bp: 400,
    });
    // Of somebody else.
    const other = await buildInvestor(club.db);
    await buildCommitment(club.db, { deal_id: open.id, terms_id: open.terms_id, record_id: other.record_id });
    const { body } = await admin("GET", `/api/people/${investor.id}`);
    expect(body.investing).toEqual({
      statement: { kind: "high_net_worth", state: "live", valid_through: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      commitments: [
        {
          id: waiting.id,
          deal_id: open.id,
          company_name: "Hazel Health",
          deal_name: "Seed round",
          deal_state: "released",
          state: "committed",
          shares: 1_000,
          due_pence: 124_800,
        },
      ],
      holdings: [
        {
          id: holding.id,
          company_name: "Saltmarsh Robotics",
          deal_id: held.id,
          deal_name: "Second round",
          shares: 2_600,
          cost_pence: 494_000,
          issued_on: "2026-02-02",
          scheme: "EIS",
          certificate_on: null,
          certificate_id: null,
          beneficial_id: paper.id,
        },
      ],
    });
  });
  it("returns that nothing is signed, committed or held", async () => {
    const person = await buildMember(club.db);
    const { body } = await admin("GET", `/api/people/${person.id}`);
    expect(body.investing).toEqual({ statement: null, commitments: [], holdings: [] });
  });
  it("returns a statement that has ended", async () => {
    const investor = await buildInvestor(club.db, { signed_at: new Date("2024-03-01T12:00:00Z") });
    const { body } = await admin("GET", `/api/people/${investor.id}`);
    expect(body.investing.statement).toEqual({
      kind: "high_net_worth",
      state: "expired",
      valid_through: "2025-02-28",
    });
  });
});

describe("POST /people.csv", () => {
  it("sends what the list shows, safe for spreadsheets, and writes an audit row without the words", async () => {
    const person = await buildPerson(club.db, { full_name: "=1+1", email: "formula@csv.example" });
    await setTier(person, "vip", "2026-01-01", "2030-12-31");
    await buildInvitation(club.db, { email: "guest@csv.example", created_at: new Date("2030-01-03T10:00:00Z") });
    const { headers, body } = await admin("POST", "/api/people.csv?q=csv.example");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="kindling-people-\d{4}-\d\d-\d\d\.csv"$/);
    const [head, invited, account, end] = body.split("\r\n");
    expect(head).toBe(
      "Name,Email,Status,Plan,Plan until,Last sign-in (UTC),Second factor,Profile,Admin,Since (UTC),Id",
    );
    expect(invited).toBe(",guest@csv.example,Invited,,,,None,None,No,2030-01-03T10:00:00.000Z,");
    expect(account).toMatch(
      /^"'=1\+1",formula@csv\.example,Approved,VIP,2030-12-31,,None,None,No,[\d-]{10}T[\d:.]{12}Z,[\da-f-]{36}$/,
    );
    expect(end).toBe("");
    const audit = club.db.selectFrom("audit_events").select(["actor_id", "details"]);
    expect(await audit.where("kind", "=", "people_exported").execute()).toEqual([
      { actor_id: owen.id, details: { status: null, tier: null, is_search: true } },
    ]);
  });
  it("returns 405 to a GET, which leaves nothing behind", async () => {
    const answer = await admin("GET", "/api/people.csv");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
