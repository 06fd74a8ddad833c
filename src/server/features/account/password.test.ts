import { hashPassword } from "better-auth/crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { ladder } from "#tests/support/ladder.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

const current_password = "seven quiet lanterns";
const new_password = "eight loud lanterns";
const change = { current_password, new_password };
let club: TestClub;
let password_hash: string;
beforeAll(async () => {
  club = await createTestClub();
  password_hash = await hashPassword(current_password);
});
beforeEach(() => sql`truncate auth.rate_limits`.execute(club.db).then(() => {}));
afterAll(() => club.close());

ladder(
  "PUT /account/password",
  "person",
  () => club,
  { path: "/account/password", body: change },
  () => {
    it("names what is missing or too short", async () => {
      const call = await club.as(await buildPerson(club.db));
      const { status, body } = await call("PUT", "/api/account/password", {
        current_password: "",
        new_password: "12345",
      });
      expect([status, body.errors]).toEqual([
        422,
        [
          { path: "current_password", message: "Please enter your current password." },
          { path: "new_password", message: "Please use at least 6 characters." },
        ],
      ]);
    });
    it("refuses a weak password with the reason", async () => {
      const call = await club.as(await buildPerson(club.db, { password_hash }));
      const { status, body } = await call("PUT", "/api/account/password", { ...change, new_password: "Password" });
      expect([status, body.code, body.reasons]).toEqual([422, "weak_password", ["common"]]);
    });
    it("refuses whoever does not know the current one, and stops their guessing after ten", async () => {
      const call = await club.as(await buildPerson(club.db, { password_hash }));
      const guess = () => call("PUT", "/api/account/password", { ...change, current_password: "wrong" });
      for (let n = 0; n < 10; n++) expect((await guess()).body.code).toBe("wrong_password");
      expect((await guess()).body.code).toBe("rate_limited");
      expect((await call("PUT", "/api/account/password", change)).status).toBe(429);
    });
    it("audits a wrong password, by the person whose session it is", async () => {
      const person = await buildPerson(club.db, { password_hash });
      const call = await club.as(person);
      await call("PUT", "/api/account/password", { ...change, current_password: "wrong" });
      const rows = club.db.selectFrom("audit_events").select(["kind", "actor_id", "details"]);
      expect(await rows.where("subject_id", "=", person.id).execute()).toEqual([
        { kind: "password_check_failed", actor_id: person.id, details: {} },
      ]);
    });
    it("tells somebody without a password so", async () => {
      const call = await club.as(await buildPerson(club.db));
      const { status, body } = await call("PUT", "/api/account/password", change);
      expect([status, body.code]).toEqual([409, "no_password"]);
    });
    it("changes the password, ends all other sessions and earlier links, and leaves an audit row", async () => {
      const person = await buildPerson(club.db, { password_hash });
      const here = await club.as(person);
      const elsewhere = await club.as(person);
      await club.visitor("POST", "/api/auth/request-password-reset", { email: person.email });
      const [mail] = await takeMails(club);

      expect((await here("PUT", "/api/account/password", change)).body).toEqual({ status: true });
      expect((await here("GET", "/api/session")).body.session.user.id).toBe(person.id);
      expect((await elsewhere("GET", "/api/session")).body).toEqual({ session: null });
      const signIn = (password: string) =>
        club.visitor("POST", "/api/auth/sign-in/email", { email: person.email, password });
      expect((await signIn(current_password)).body.code).toBe("invalid_credentials");
      expect((await signIn(new_password)).status).toBe(200);
      const token = mail?.link?.split("token=")[1];
      const reset = await club.visitor("POST", "/api/auth/reset-password", { token, password: "nine lanterns" });
      expect(reset.body.code).toBe("invalid_token");
      const audits = club.db.selectFrom("audit_events").select("kind").where("actor_id", "=", person.id);
      expect((await audits.execute()).map(({ kind }) => kind).sort()).toEqual(["password_changed", "signed_in"]);
    });
  },
);
