import { describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildMember, buildPerson, type Person } from "#server/sample/builders.ts";
import { buildHolding } from "#tests/support/build-holding.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { heldWords } from "./mails.ts";

const reason = "Shared the founders' deck outside the club.";
const club = await openTestApp();
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
const reader = await club.as(await buildPerson(club.db));

const pathOf = (id: string, change: string) => `/people/${id}/${change}`;
const change = (id: string, what: string, body: unknown = { reason }) => admin("POST", `/api${pathOf(id, what)}`, body);
const auditOf = async (id: string) => {
  const rows = club.db
    .selectFrom("audit_events")
    .select(["kind", "actor_id"])
    .where("subject_id", "=", id)
    .orderBy("id");
  return rows.execute();
};
const isListed = async ({ id }: Person) => {
  const { body } = await reader("GET", "/api/member-profiles?limit=100");
  const found = (await reader("GET", "/api/member-profiles?limit=100&q=ashdown")).body;
  const inBoth = [body, found].map(({ items }) => items.some((item: { user_id: string }) => item.user_id === id));
  expect(inBoth[0]).toBe(inBoth[1]);
  return inBoth[0];
};
/** Queued mails, and whether each contains the reason. */
const mailsTo = async ({ email }: Person) => {
  const mails = (await takeMails(club)).filter(({ to }) => to === email);
  return mails.map(({ template, subject, text }) => [template, subject, text.includes(reason)]);
};
const sessionsOf = ({ id }: Person) =>
  club.db.selectFrom("auth.sessions").select("id").where("user_id", "=", id).execute();

function refusals(what: string): void {
  it("requires a reason", async () => {
    const member = await buildMember(club.db);
    for (const body of [{}, { reason: "  " }]) {
      const answer = await change(member.id, what, body);
      expect([answer.status, answer.body.errors[0].path]).toEqual([422, "reason"]);
    }
  });
  it("refuses the admin's own account, another admin, and a person who is not decided on", async () => {
    const second = await buildAdmin(club.db);
    const pending = await buildPerson(club.db, { status: "pending" });
    const people = [owen, second, pending];
    const outcomes = await Promise.all(people.map(({ id }) => change(id, what)));
    expect(outcomes.map(({ status, body }) => [status, body.code])).toEqual([
      [409, "own_role"],
      [409, "person_is_admin"],
      [409, "not_a_member"],
    ]);
  });
}

describe("POST /people/{user_id}/suspend", () => {
  refusals("suspend");
  it("signs a member out everywhere, closes the members area, hides the profile, and mails the reason", async () => {
    const member = await buildMember(club.db);
    const theirs = await club.as(member);
    expect(await isListed(member)).toBe(true);

    const answer = await change(member.id, "suspend");
    expect(answer.body).toMatchObject({
      user_id: member.id,
      status: "approved",
      suspended_at: expect.stringMatching(/Z$/),
      ended_at: null,
    });
    expect(await sessionsOf(member)).toEqual([]);
    expect((await theirs("GET", "/api/session")).body.session).toBeNull();
    expect(await isListed(member)).toBe(false);

    const again = await club.as(member);
    expect((await again("GET", "/api/session")).body.session).toMatchObject({
      role: null,
      membership_status: "rejected",
      membership_end: "suspended",
    });
    const refused = await again("GET", "/api/member-profiles");
    expect([refused.status, refused.body.code]).toEqual([403, "membership_suspended"]);
    expect((await again("GET", "/api/account")).status).toBe(200);
    expect(await mailsTo(member)).toEqual([["membership-suspended", "Your membership is suspended", true]]);

    expect((await change(member.id, "suspend")).status).toBe(200);
    expect(await auditOf(member.id)).toEqual([{ kind: "membership_suspended", actor_id: owen.id }]);
  });
  it("waits for an approval that is being made, and ends the membership that was given", async () => {
    const person = await buildPerson(club.db, { status: "pending" });
    const { id } = await club.db
      .selectFrom("user_roles")
      .select("id")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    const answers = await meetAtRow(club.db, "user_roles", id, [
      () => admin("POST", `/api/membership-requests/${person.id}/approve`),
      () => change(person.id, "suspend"),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect((await auditOf(person.id)).map(({ kind }) => kind)).toEqual(["membership_approved", "membership_suspended"]);
  });
  it("prevents a suspended person from becoming an admin", async () => {
    const member = await buildMember(club.db);
    await change(member.id, "suspend");
    const proposal = { user_id: member.id, capacity: "admin", how_known: "From school." };
    const answer = await admin("POST", "/api/signatories", proposal);
    expect([answer.status, answer.body.code]).toEqual([409, "person_not_eligible"]);
  });
  it("refuses to suspend a person whose membership has ended", async () => {
    const member = await buildMember(club.db);
    await change(member.id, "end-membership");
    const answer = await change(member.id, "suspend");
    expect([answer.status, answer.body.detail]).toEqual([409, "This membership has ended already."]);
  });
});

describe.each([
  { what: "suspend", template: "membership-suspended", why: "The membership was suspended.", reference: "KDF2R3QX9A" },
  { what: "end-membership", template: "membership-ended", why: "The membership ended.", reference: "KDF2R7HKM5" },
])("POST /people/{user_id}/$what, of somebody who committed", ({ what, template, why, reference }) => {
  it("withdraws shares that are not allocated, and names company and sum to the admin and in the mail", async () => {
    const investor = await buildInvestor(club.db);
    const deal = await buildDeal(club.db, { company: { name: "Fern Robotics" } });
    const of = { deal_id: deal.id, terms_id: deal.terms_id, record_id: investor.record_id };
    const { id } = await buildCommitment(club.db, { ...of, price: "1.20", shares: 702 });
    const running = [
      { id, deal_id: deal.id, number: 1, company_name: "Fern Robotics", pence: 94_770, is_allocated: false },
    ];
    expect((await admin("GET", `/api/people/${investor.id}`)).body).toMatchObject({
      commitments: running,
      can: { suspend: true, end: true },
    });
    await takeMails(club);
    const answer = await change(investor.id, what);
    expect([answer.status, answer.body.commitments]).toEqual([200, []]);
    const row = club.db.selectFrom("commitments").select("state").where("id", "=", id);
    expect(await row.executeTakeFirst()).toEqual({ state: "withdrawn" });
    const event = club.db
      .selectFrom("commitment_events")
      .select(["actor_id", "reason"])
      .where("kind", "=", "withdrawn");
    expect(await event.where("commitment_id", "=", id).execute()).toEqual([{ actor_id: owen.id, reason: why }]);
    expect((await auditOf(deal.id)).at(-1)).toEqual({ kind: "commitment_withdrawn", actor_id: owen.id });
    const [mail] = (await takeMails(club)).filter(({ to }) => to === investor.email);
    expect([mail?.template, mail?.text]).toEqual([
      template,
      expect.stringContaining("What you committed ends too: Fern Robotics, £947.70. You owe nothing."),
    ]);
  });
  it("refuses while shares are allocated in a deal that is not completed, and changes nothing", async () => {
    const investor = await buildInvestor(club.db);
    const [deal, open] = [
      await buildDeal(club.db, { state: "closing", company: { name: "Ada Labs" } }),
      await buildDeal(club.db),
    ];
    const of = { terms_id: deal.terms_id, record_id: investor.record_id };
    const { id } = await buildCommitment(club.db, {
      ...of,
      deal_id: deal.id,
      state: "called",
      shares: 702,
      allocated_shares: 600,
      cost_pence: 72_000,
      fee_pence: 9000,
      reference,
      called_at: new Date(),
      due_at: new Date(Date.now() + 60_000),
      grace_until: new Date(Date.now() + 120_000),
    });
    const other = await buildCommitment(club.db, {
      deal_id: open.id,
      terms_id: open.terms_id,
      record_id: investor.record_id,
    });
    const { body } = await admin("GET", `/api/people/${investor.id}`);
    expect(body.can).toMatchObject({ suspend: false, end: false });
    const answer = await change(investor.id, what);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      409,
      "membership_in_round",
      "Shares are allocated to this person: Ada Labs, £810.00. They pay or object on their own page, so the membership can be suspended or ended once the deal is completed or their shares are released. To keep somebody else out meanwhile, sign them out everywhere.",
    ]);
    const states = club.db.selectFrom("commitments").select("state").where("id", "in", [id, other.id]).orderBy("state");
    expect(await states.execute()).toEqual([{ state: "called" }, { state: "committed" }]);
    await club.db.updateTable("commitments").set({ state: "completed" }).where("id", "=", id).execute();
    expect((await change(investor.id, what)).status).toBe(200);
  });
});

describe("POST /people/{user_id}/end-membership", () => {
  refusals("end-membership");
  it("ends a membership, even a suspended one, and mails the reason", async () => {
    const member = await buildMember(club.db);
    await change(member.id, "suspend");
    const answer = await change(member.id, "end-membership");
    expect(answer.body).toMatchObject({ suspended_at: null, ended_at: expect.stringMatching(/Z$/) });
    expect(await isListed(member)).toBe(false);
    const refused = await (await club.as(member))("GET", "/api/member-profiles");
    expect([refused.status, refused.body.code]).toEqual([403, "membership_ended"]);
    expect(await auditOf(member.id)).toEqual([
      { kind: "membership_suspended", actor_id: owen.id },
      { kind: "membership_ended", actor_id: owen.id },
    ]);
    expect(await mailsTo(member)).toEqual([["membership-ended", "Your membership has ended", true]]);
  });
  it("tells a member who holds shares that these stay theirs", async () => {
    const investor = await buildInvestor(club.db);
    const deal = await buildDeal(club.db, { state: "closing" });
    const commitment = await buildCommitment(club.db, {
      deal_id: deal.id,
      terms_id: deal.terms_id,
      record_id: investor.record_id,
    });
    await buildHolding(club.db, commitment, { shares: 161_494 });
    await change(investor.id, "end-membership");
    const [mail] = (await takeMails(club)).filter(({ to }) => to === investor.email);
    expect(mail?.text.replaceAll(/\s+/g, " ")).toContain(
      "Your 161,494 shares stay yours. The nominee holds them for you as before, and what they bring is paid to you.",
    );
  });
  it.each([
    [
      { shares: 21_084, of_rounds: 7584 },
      "Your 21,084 shares stay yours. Sample Nominee Services Ltd holds the 7,584 of the club’s rounds for you as before, and what they bring is paid to you. The others are held as they were.",
    ],
    [
      { shares: 13_500, of_rounds: 0 },
      "Your 13,500 shares stay yours. They are held as they were, and the club’s list goes on naming you as their owner.",
    ],
  ])("names a holder of no shares but those of the club's rounds: %j", async (held, words) => {
    const club = {
      nominee: { name: "Sample Nominee Services Ltd" },
      identity: { contact_email: "hello@club.example" },
    };
    expect(heldWords(held, club as Parameters<typeof heldWords>[1]).join(" ")).toContain(words);
  });
});

describe("POST /people/{user_id}/reinstate", () => {
  refusals("reinstate");
  it("lets a person in who was rejected by mistake, once, with the reason in the mail and the audit", async () => {
    const person = await buildPerson(club.db, { status: "rejected" });
    expect((await (await club.as(person))("GET", "/api/investments")).status).toBe(403);
    const answer = await change(person.id, "reinstate");
    expect([answer.status, answer.body.status, answer.body.can.reinstate, answer.body.can.suspend]).toEqual([
      200,
      "approved",
      false,
      true,
    ]);
    expect(await mailsTo(person)).toEqual([["membership-admitted", "Your membership is approved after all", true]]);
    expect((await (await club.as(person))("GET", "/api/investments")).status).toBe(200);
    expect((await change(person.id, "reinstate")).status).toBe(200);
    const kinds = (await auditOf(person.id)).map(({ kind }) => kind).filter((kind) => kind.startsWith("membership_"));
    expect(kinds, "never a member, so nothing was reinstated").toEqual(["membership_approved"]);
    expect(await mailsTo(person)).toEqual([]);
  });
  it.each(["suspend", "end-membership"])("refuses %s for a person who was rejected", async (what) => {
    const person = await buildPerson(club.db, { status: "rejected" });
    expect((await change(person.id, what)).body.code).toBe("not_a_member");
  });
  it.each(["suspend", "end-membership"])(
    "reopens the members area and shows the profile again after %s",
    async (what) => {
      const member = await buildMember(club.db);
      await change(member.id, what);
      const answer = await change(member.id, "reinstate");
      expect(answer.body).toMatchObject({ suspended_at: null, ended_at: null });
      expect(await isListed(member)).toBe(true);
      expect((await (await club.as(member))("GET", "/api/member-profiles")).status).toBe(200);
      expect(await mailsTo(member)).toEqual([["membership-reinstated", "Your membership is reinstated", true]]);
      expect((await auditOf(member.id)).map(({ kind }) => kind)).toContain("membership_reinstated");
      expect((await change(member.id, "reinstate")).status).toBe(200);
      expect((await auditOf(member.id)).filter(({ kind }) => kind === "membership_reinstated")).toHaveLength(1);
    },
  );
});

describe("POST /people/{user_id}/hide-profile", () => {
  it("requires a reason", async () => {
    const member = await buildMember(club.db);
    const answer = await change(member.id, "hide-profile", {});
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "reason"]);
  });
  it("returns 404 for a person without a profile", async () => {
    expect((await change((await buildPerson(club.db)).id, "hide-profile")).status).toBe(404);
  });
  it("refuses admins who hide their own profile", async () => {
    await club.db.insertInto("member_profiles").values({ user_id: owen.id, full_name: "Owen Pryce" }).execute();
    const answer = await change(owen.id, "hide-profile");
    expect([answer.status, answer.body.code]).toEqual([409, "own_role"]);
  });
  it("hides a profile whatever its owner does, and mails the owner the reason", async () => {
    const member = await buildMember(club.db);
    const theirs = await club.as(member);
    const answer = await change(member.id, "hide-profile");
    expect(answer.body).toMatchObject({ is_visible: true, hidden_by_admin_at: expect.stringMatching(/Z$/) });
    expect(await isListed(member)).toBe(false);
    expect((await reader("GET", `/api/member-profiles/${member.profile.id}`)).status).toBe(404);

    const saved = await theirs("PUT", "/api/member-profiles/me", { full_name: "Robin Ashdown" });
    expect(saved.body).toMatchObject({ is_visible: true, hidden_by_admin_at: answer.body.hidden_by_admin_at });
    await theirs("DELETE", "/api/member-profiles/me/hidden");
    expect(await isListed(member)).toBe(false);
    expect(await mailsTo(member)).toEqual([
      ["profile-hidden", "Your profile is hidden from the member directory", true],
    ]);
    expect((await auditOf(member.profile.id))[0]).toEqual({ kind: "profile_hidden", actor_id: owen.id });
  });
});

describe("POST /people/{user_id}/show-profile", () => {
  it("returns 404 for a person without a profile", async () => {
    expect((await change((await buildPerson(club.db)).id, "show-profile")).status).toBe(404);
  });
  it("requires a reason, which is stored for admins and not mailed", async () => {
    const member = await buildMember(club.db);
    await change(member.id, "hide-profile");
    const refused = await change(member.id, "show-profile", {});
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "reason"]);
    await takeMails(club);
    await change(member.id, "show-profile", { reason: "The advertisement is gone." });
    const { body } = await admin("GET", `/api/audit-events?kind=profile_shown&person=${owen.id}`);
    expect(body.items[0]).toMatchObject({ subject: { id: member.profile.id }, reason: "The advertisement is gone." });
    expect(await mailsTo(member)).toEqual([]);
  });
  it("shows a profile that an admin has hidden, unless its owner hides it too", async () => {
    const member = await buildMember(club.db);
    await change(member.id, "hide-profile");
    await (await club.as(member))("PUT", "/api/member-profiles/me/hidden");
    expect((await change(member.id, "show-profile")).body.hidden_by_admin_at).toBeNull();
    expect(await isListed(member)).toBe(false);
    await (await club.as(member))("DELETE", "/api/member-profiles/me/hidden");
    expect(await isListed(member)).toBe(true);
  });
});
