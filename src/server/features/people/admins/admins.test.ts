import { describe, expect, it } from "vitest";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import type { PersonInput } from "#server/sample/person-rows.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const pathOf = (id: string) => `/user-roles/${id}/admin`;
const club = await openTestApp();
const person = await buildAdmin(club.db);
const admin = await club.as(person);

describe("GET /user-roles/admins", () => {
  it("rejects an invalid limit", async () => {
    const answer = await admin("GET", "/api/user-roles/admins?limit=0");
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "limit"]);
  });
  it("lists all admins, first admins included, with who granted the role and when", async () => {
    await club.db.insertInto("admin_emails").values({ email: "founder@castell.example" }).execute();
    const founder = await buildPerson(club.db, {
      email: "founder@castell.example",
      created_at: new Date("2031-01-01T10:00:00Z"),
    });
    await club.db.insertInto("admin_emails").values({ email: "unproved@castell.example" }).execute();
    await buildPerson(club.db, { email: "unproved@castell.example", email_verified: false });
    const member = await buildPerson(club.db, { full_name: "Mina Castell" });
    await admin("PUT", `/api${pathOf(member.id)}`);
    await club.db
      .updateTable("user_roles")
      .set({ approved_at: new Date("2031-01-02T10:00:00Z") })
      .where("user_id", "=", member.id)
      .where("role", "=", "admin")
      .execute();
    const first = (await admin("GET", "/api/user-roles/admins?limit=1")).body;
    expect(first.items).toEqual([
      {
        id: member.id,
        email: member.email,
        full_name: "Mina Castell",
        is_first_admin: false,
        admin_since: "2031-01-02T10:00:00.000Z",
        given_by: person.id,
        given_by_name: "Amara Okafor",
        is_given_by_club: false,
        can: { take_admin_role: true },
      },
    ]);
    const rest = (await admin("GET", `/api/user-roles/admins?cursor=${first.next_cursor}`)).body;
    expect(rest.items[0]).toMatchObject({
      id: founder.id,
      is_first_admin: true,
      given_by_name: null,
      is_given_by_club: true,
    });
    expect(rest.items.map(({ id }: { id: string }) => id)).toEqual([founder.id, person.id]);
    expect(rest.next_cursor).toBeNull();
  });
});

describe("GET /user-roles/admin-candidates", () => {
  it("requires a search term", async () => {
    const answer = await admin("GET", "/api/user-roles/admin-candidates?q=%20");
    expect([answer.status, answer.body.errors[0]]).toEqual([
      422,
      { path: "q", message: "Please enter a name or an email address." },
    ]);
  });
  it("finds approved members by part of a name or an e-mail, page by page, without admins", async () => {
    const one = await buildPerson(club.db, {
      full_name: "Zofia Wrona",
      created_at: new Date("2026-02-01T10:00:00Z"),
    });
    const two = await buildPerson(club.db, { email: "wrona@castell.example", created_at: new Date("2026-03-01Z") });
    await buildPerson(club.db, { full_name: "Pending Wrona", status: "pending" });
    await buildPerson(club.db, { full_name: "Rejected Wrona", status: "rejected" });
    await buildPerson(club.db, { full_name: "Unproved Wrona", email_verified: false });
    await buildAdmin(club.db, { full_name: "Admin Wrona" });
    const first = (await admin("GET", "/api/user-roles/admin-candidates?q=WRONA&limit=1")).body;
    const can = { give_admin_role: true };
    expect(first.items).toEqual([{ id: two.id, email: "wrona@castell.example", full_name: "Robin Ashdown", can }]);
    const rest = (await admin("GET", `/api/user-roles/admin-candidates?q=wrona&cursor=${first.next_cursor}`)).body;
    expect(rest).toEqual({
      items: [{ id: one.id, email: one.email, full_name: "Zofia Wrona", can }],
      next_cursor: null,
    });
  });
  it("matches a percent sign literally", async () => {
    expect((await admin("GET", "/api/user-roles/admin-candidates?q=%25")).body.items).toEqual([]);
  });
});

describe("PUT /user-roles/{user_id}/admin", () => {
  it("rejects an invalid id", async () => {
    expect((await admin("PUT", "/api/user-roles/1/admin")).status).toBe(422);
  });
  it.each<[string, PersonInput]>([
    ["was rejected", { status: "rejected" }],
    ["is not approved yet", { status: "pending" }],
    ["has not verified their e-mail", { email_verified: false }],
  ])("makes nobody an admin who %s", async (_, input) => {
    const asking = await buildPerson(club.db, input);
    const answer = await admin("PUT", `/api${pathOf(asking.id)}`);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      409,
      "person_not_eligible",
      "Only an approved member whose email address is verified can be made an admin.",
    ]);
    expect((await (await club.as(asking))("GET", "/api/invitations")).status).toBe(403);
    expect(await club.db.selectFrom("audit_events").select("id").where("subject_id", "=", asking.id).execute()).toEqual(
      [],
    );
  });
  it("makes a member an admin once, and writes an audit row", async () => {
    const member = await buildPerson(club.db);
    const theirs = await club.as(member);
    expect((await theirs("GET", "/api/invitations")).status).toBe(403);
    for (const answer of [
      await admin("PUT", `/api${pathOf(member.id)}`),
      await admin("PUT", `/api${pathOf(member.id)}`),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        user_id: member.id,
        role: "admin",
        status: "approved",
        approved_by: person.id,
      });
    }
    expect((await theirs("GET", "/api/invitations")).status).toBe(200);
    const audit = await club.db.selectFrom("audit_events").selectAll().where("subject_id", "=", member.id).execute();
    expect(audit).toMatchObject([{ kind: "admin_role_given", actor_id: person.id }]);
  });
});

describe("DELETE /user-roles/{user_id}/admin", () => {
  it("rejects an invalid id", async () => {
    expect((await admin("DELETE", "/api/user-roles/1/admin")).status).toBe(422);
  });
  it("returns 404 for a person who is not an admin", async () => {
    const member = await buildPerson(club.db);
    expect((await admin("DELETE", `/api${pathOf(member.id)}`)).status).toBe(404);
  });
  it("does not let admins revoke their own role", async () => {
    const answer = await admin("DELETE", `/api${pathOf(person.id)}`);
    expect([answer.status, answer.body.code]).toEqual([409, "own_role"]);
    expect((await admin("GET", "/api/invitations")).status).toBe(200);
  });
  it("revokes another admin's rights immediately and writes an audit row", async () => {
    const other = await buildAdmin(club.db);
    const theirs = await club.as(other);
    expect((await admin("DELETE", `/api${pathOf(other.id)}`)).body).toMatchObject({
      user_id: other.id,
      role: "admin",
    });
    expect((await theirs("GET", "/api/invitations")).body.code).toBe("admin_required");
    const audit = await club.db.selectFrom("audit_events").selectAll().where("subject_id", "=", other.id).execute();
    expect(audit).toMatchObject([{ kind: "admin_role_taken", actor_id: person.id }]);
  });
  it("does not revoke the role of a first admin, which only the setting can", async () => {
    await club.db.insertInto("admin_emails").values({ email: "first@castell.example" }).execute();
    const first = await buildAdmin(club.db, { email: "first@castell.example" });
    const answer = await admin("DELETE", `/api${pathOf(first.id)}`);
    expect([answer.status, answer.body.code]).toEqual([409, "person_is_admin"]);
  });
});
