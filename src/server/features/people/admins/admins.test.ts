import { describe, expect, it } from "vitest";
import { buildAdmin, buildPerson, giveAdminRole } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

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
    await giveAdminRole(club.db, member);
    await club.db
      .updateTable("user_roles")
      .set({ approved_at: new Date("2031-01-02T10:00:00Z"), approved_by: person.id })
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
    const can = { propose: true };
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
