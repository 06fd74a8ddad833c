import { describe, expect, it } from "vitest";
import { buildAdmin, buildInvitation, buildPerson } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const day = 24 * 60 * 60 * 1000;
const club = await openTestApp();
const person = await buildAdmin(club.db);
const admin = await club.as(person);

const kindsOf = async (subjectId: string) => {
  const rows = await club.db
    .selectFrom("audit_events")
    .select("kind")
    .where("subject_id", "=", subjectId)
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
};

describe("GET /invitations", () => {
  it("returns 422 with the invalid field", async () => {
    expect((await admin("GET", "/api/invitations?limit=0")).body.errors[0].path).toBe("limit");
  });
  it("shows an admin all invitations with their codes, newest first, page by page", async () => {
    const older = await buildInvitation(club.db, { created_at: new Date("2030-01-01T10:00:00Z") });
    const newer = await buildInvitation(club.db, { created_at: new Date("2030-01-02T10:00:00Z") });
    const first = (await admin("GET", "/api/invitations?limit=1")).body;
    const second = (await admin("GET", `/api/invitations?limit=1&cursor=${first.next_cursor}`)).body;
    expect([first.items[0], second.items[0]]).toMatchObject([
      { id: newer.id, code: newer.code, used_at: null },
      { id: older.id, code: older.code },
    ]);
  });
  it("shows who created an invitation, who used it, and with which e-mail", async () => {
    const guest = await buildPerson(club.db, { full_name: "Wilma Tarn", email: "wilma@new.example" });
    await buildInvitation(club.db, {
      email: "wilma@old.example",
      created_by: person.id,
      used_by: guest.id,
      used_at: new Date(),
    });
    const { body } = await admin("GET", "/api/invitations?q=wilma%40old");
    expect(body.items).toMatchObject([
      { created_by_name: "Amara Okafor", used_by_name: "Wilma Tarn", used_by_email: "wilma@new.example" },
    ]);
    await buildInvitation(club.db, { email: "first@nobody.example" });
    const first = await admin("GET", "/api/invitations?q=first%40nobody");
    expect(first.body.items).toMatchObject([{ created_by_name: null, used_by_name: null, used_by_email: null }]);
  });
  it("finds any part of an e-mail in any letter case, and matches wildcards literally", async () => {
    await buildInvitation(club.db, { email: "per_cent@search.example" });
    await buildInvitation(club.db, { email: "percent@search.example" });
    const found = async (q: string) => {
      const { body } = await admin("GET", `/api/invitations?q=${encodeURIComponent(q)}`);
      return body.items.map(({ email }: { email: string }) => email);
    };
    expect(await found(" CENT@search ")).toEqual(["percent@search.example", "per_cent@search.example"]);
    expect(await found("r_c")).toEqual(["per_cent@search.example"]);
    expect(await found("%@search")).toEqual([]);
  });
  it("filters by state, page by page", async () => {
    const created_at = new Date(Date.now() - 40 * day);
    const email = (name: string) => `${name}@states.example`;
    await buildInvitation(club.db, { email: email("expired"), created_at });
    await buildInvitation(club.db, { email: email("used"), created_at, used_at: new Date() });
    await buildInvitation(club.db, { email: email("unused1") });
    await buildInvitation(club.db, { email: email("unused2") });
    const page = async (query: string) => (await admin("GET", `/api/invitations?q=states.example&${query}`)).body;
    const emailsOf = ({ items }: { items: { email: string }[] }) => items.map((item) => item.email);
    expect(emailsOf(await page("state=expired"))).toEqual(["expired@states.example"]);
    expect(emailsOf(await page("state=used"))).toEqual(["used@states.example"]);
    const first = await page("state=unused&limit=1");
    const second = await page(`state=unused&limit=1&cursor=${first.next_cursor}`);
    expect([...emailsOf(first), ...emailsOf(second)].toSorted()).toEqual([
      "unused1@states.example",
      "unused2@states.example",
    ]);
    expect(second.next_cursor).toBeNull();
    expect((await admin("GET", "/api/invitations?state=lost")).body.errors[0].path).toBe("state");
  });
});

describe("POST /invitations", () => {
  it("requires a valid e-mail", async () => {
    const empty = await admin("POST", "/api/invitations", { email: "  " });
    expect([empty.status, empty.body.errors]).toEqual([
      422,
      [{ path: "email", message: "Please enter an email address." }],
    ]);
    const wrong = await admin("POST", "/api/invitations", { email: "castell" });
    expect(wrong.body.errors).toEqual([{ path: "email", message: "Please enter a valid email address." }]);
  });
  it("creates an unambiguous code of ten characters, valid for thirty days, and writes an audit row", async () => {
    const { status, body } = await admin("POST", "/api/invitations", { email: "  Owen@Castell.example " });
    expect(status).toBe(201);
    expect(body).toMatchObject({ email: "owen@castell.example", used_at: null, created_by: person.id });
    expect(body.code).toMatch(/^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{10}$/);
    const days = (new Date(body.expires_at).getTime() - Date.now()) / day;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect(await kindsOf(body.id)).toEqual(["invitation_created"]);
  });
  it("keeps the name, the tier and the sentence, in one line and without spaces around", async () => {
    const { status, body } = await admin("POST", "/api/invitations", {
      email: "vera@castell.example",
      full_name: "  Vera   Castell ",
      tier: "premium",
      note: " See you on Tuesday.\n",
    });
    expect([status, body.full_name, body.tier, body.note]).toEqual([
      201,
      "Vera Castell",
      "premium",
      "See you on Tuesday.",
    ]);
    const without = { email: "plain@castell.example", full_name: " ", tier: "", note: "" };
    expect((await admin("POST", "/api/invitations", without)).body).toMatchObject({
      full_name: null,
      tier: null,
      note: null,
    });
    const long = { email: "long@castell.example", note: "a".repeat(1001) };
    expect((await admin("POST", "/api/invitations", long)).body.errors).toEqual([
      { path: "note", message: "Please use at most 1000 characters" },
    ]);
  });
  it("gives the invited person the name, and the tier on the day they are approved", async () => {
    const input = { email: "olga@castell.example", full_name: "Olga Castell", tier: "vip" };
    const { code, email } = (await admin("POST", "/api/invitations", input)).body;
    const password = "seven quiet lanterns";
    expect(
      (await club.visitor("POST", "/api/registrations", { code, email, password: "olga castell" })).body.code,
    ).toBe("weak_password");
    const { user_id } = (await club.visitor("POST", "/api/registrations", { code, email, password })).body;
    const named = club.db.selectFrom("auth.users").select("name").where("id", "=", user_id);
    expect(await named.executeTakeFirst()).toEqual({ name: "Olga Castell" });
    const tiers = () =>
      club.db.selectFrom("memberships").select(["tier", "set_by", "reason"]).where("user_id", "=", user_id).execute();
    expect(await tiers()).toEqual([]);
    await club.db.updateTable("auth.users").set({ email_verified: true }).where("id", "=", user_id).execute();
    expect((await admin("POST", `/api/membership-requests/${user_id}/approve`)).status).toBe(200);
    expect(await tiers()).toEqual([{ tier: "vip", set_by: person.id, reason: "Invitation" }]);
    expect(await kindsOf(user_id)).toEqual(["account_registered", "membership_approved", "tier_changed"]);
  });
  it("leaves the open invitation of an e-mail, unless told to replace it", async () => {
    const standing = await buildInvitation(club.db, { email: "standing@castell.example" });
    const refused = await admin("POST", "/api/invitations", { email: "standing@castell.example" });
    expect([refused.status, refused.body.code]).toEqual([409, "invitation_exists"]);
    expect(refused.body.invitation).toMatchObject({ id: standing.id, code: standing.code });
    const replaced = await admin("POST", "/api/invitations", { email: "standing@castell.example", replace: true });
    expect(replaced.status).toBe(201);
    const rows = await club.db
      .selectFrom("invitations")
      .select("id")
      .where("email", "=", "standing@castell.example")
      .execute();
    expect(rows).toEqual([{ id: replaced.body.id }]);
    expect(replaced.body.code).not.toBe(standing.code);
    expect(await kindsOf(standing.id)).toEqual(["invitation_deleted"]);
  });
  it("replaces an expired invitation without being told to", async () => {
    const created_at = new Date(Date.now() - 40 * day);
    await buildInvitation(club.db, { email: "late@castell.example", created_at });
    expect((await admin("POST", "/api/invitations", { email: "late@castell.example" })).status).toBe(201);
  });
  it("creates one invitation when two admins invite the same person at once", async () => {
    const both = await Promise.all(
      [1, 2].map(() => admin("POST", "/api/invitations", { email: "both@castell.example" })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
  it("leaves no invitation for a person who registers while the invitation is being replaced", async () => {
    for (let round = 0; round < 8; round++) {
      const { code, email } = await buildInvitation(club.db);
      const [registered, replaced] = await Promise.all([
        club.visitor("POST", "/api/registrations", { code, email, password: "seven quiet lanterns" }),
        admin("POST", "/api/invitations", { email, replace: true }),
      ]);
      expect([registered.status, replaced.status].filter((status) => status === 201)).toHaveLength(1);
    }
  });
  it("returns 409 when the person already has an account", async () => {
    await buildPerson(club.db, { email: "known@castell.example" });
    const answer = await admin("POST", "/api/invitations", { email: "known@castell.example", replace: true });
    expect([answer.status, answer.body.code]).toEqual([409, "account_exists"]);
  });
});

describe("DELETE /invitations/{id}", () => {
  it("rejects an invalid id", async () => {
    expect((await admin("DELETE", "/api/invitations/1")).status).toBe(422);
  });
  it("refuses to delete a used invitation", async () => {
    const used = await buildInvitation(club.db, { used_at: new Date() });
    const answer = await admin("DELETE", `/api/invitations/${used.id}`);
    expect([answer.status, answer.body.code]).toEqual([409, "invitation_used"]);
  });
  it("deletes an unused invitation and writes an audit row", async () => {
    const { id } = await buildInvitation(club.db);
    expect((await admin("DELETE", `/api/invitations/${id}`)).body.id).toBe(id);
    expect(await club.db.selectFrom("invitations").select("id").where("id", "=", id).execute()).toEqual([]);
    expect(await kindsOf(id)).toEqual(["invitation_deleted"]);
  });
});

describe("POST /invitations/{id}/resend", () => {
  it("rejects an invalid id", async () => {
    expect((await admin("POST", "/api/invitations/1/resend")).status).toBe(422);
  });
  it("refuses to resend a used invitation", async () => {
    const used = await buildInvitation(club.db, { used_at: new Date() });
    expect((await admin("POST", `/api/invitations/${used.id}/resend`)).body.code).toBe("invitation_used");
  });
  it("resends the same code, valid for another thirty days", async () => {
    const created_at = new Date(Date.now() - 20 * day);
    const invitation = await buildInvitation(club.db, { created_at });
    const { body } = await admin("POST", `/api/invitations/${invitation.id}/resend`);
    expect(body.code).toBe(invitation.code);
    expect(new Date(body.expires_at).getTime()).toBeGreaterThan(Date.now() + 29 * day);
    expect(await kindsOf(invitation.id)).toEqual(["invitation_resent"]);
  });
});
