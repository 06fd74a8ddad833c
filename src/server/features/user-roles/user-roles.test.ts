import { afterAll, beforeAll, expect, it } from "vitest";
import { buildAdmin, buildPerson, type Person } from "#server/sample/builders.ts";
import { ladder } from "#tests/support/ladder.ts";
import { type Call, createTestClub, type TestClub } from "#tests/support/test-club.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const pathOf = (id: string) => `/user-roles/${id}/admin`;
let club: TestClub;
let person: Person;
let admin: Call;
beforeAll(async () => {
  club = await createTestClub();
  person = await buildAdmin(club.db);
  admin = await club.as(person);
});
afterAll(() => club.close());

ladder(
  "PUT /user-roles/{user_id}/admin",
  "admin",
  () => club,
  { path: pathOf(unknownId) },
  () => {
    it("wants an id", async () => {
      expect((await admin("PUT", "/api/user-roles/1/admin")).status).toBe(422);
    });
    it("finds nobody who is not there", async () => {
      expect((await admin("PUT", `/api${pathOf(unknownId)}`)).status).toBe(404);
    });
    it("makes a member an admin, once, and leaves an audit row", async () => {
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
  },
);

ladder(
  "DELETE /user-roles/{user_id}/admin",
  "admin",
  () => club,
  { path: pathOf(unknownId) },
  () => {
    it("wants an id", async () => {
      expect((await admin("DELETE", "/api/user-roles/1/admin")).status).toBe(422);
    });
    it("finds no role of who is no admin", async () => {
      const member = await buildPerson(club.db);
      expect((await admin("DELETE", `/api${pathOf(member.id)}`)).status).toBe(404);
    });
    it("lets no admin take away their own rights", async () => {
      const answer = await admin("DELETE", `/api${pathOf(person.id)}`);
      expect([answer.status, answer.body.code]).toEqual([409, "own_role"]);
      expect((await admin("GET", "/api/invitations")).status).toBe(200);
    });
    it("takes another admin's rights at once and leaves an audit row", async () => {
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
    it("says of a first admin that only the setting can", async () => {
      await club.db.insertInto("admin_emails").values({ email: "first@castell.example" }).execute();
      const first = await buildPerson(club.db, { email: "first@castell.example" });
      const answer = await admin("DELETE", `/api${pathOf(first.id)}`);
      expect([answer.status, answer.body.code]).toEqual([409, "person_is_admin"]);
    });
    it("leaves one of two admins who take it from each other at once", async () => {
      for (let round = 0; round < 5; round++) {
        const [one, other] = [await buildAdmin(club.db), await buildAdmin(club.db)];
        const [first, second] = [await club.as(one), await club.as(other)];
        const answers = await Promise.all([
          first("DELETE", `/api${pathOf(other.id)}`),
          second("DELETE", `/api${pathOf(one.id)}`),
        ]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      }
    });
  },
);
