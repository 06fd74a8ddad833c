import { beforeEach, describe, expect, it } from "vitest";
import { buildPerson, type Person } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const path = "/account/deletion-request";
const route = `/api${path}`;
const password = "nine slow ferries";

let person: Person;
let mine: Call;
const club = await openTestApp();
beforeEach(async () => {
  person = await buildPerson(club.db, { password_hash: await hashPassword(password) });
  mine = await club.as(person);
});

const auditOf = async ({ id }: Person) =>
  (await club.db.selectFrom("audit_events").select("kind").where("subject_id", "=", id).execute()).map(
    ({ kind }) => kind,
  );
const requestSeenBy = async (call: Call) => (await call("GET", "/api/account")).body.deletion_request;

describe("POST /account/deletion-request", () => {
  it("requires the password of a person who has one", async () => {
    const missing = await mine("POST", route, {});
    expect([missing.status, missing.body.errors]).toEqual([
      422,
      [{ path: "password", message: "Please enter your password." }],
    ]);
    const wrong = await mine("POST", route, { password: "ten slow ferries" });
    expect([wrong.status, wrong.body.code]).toEqual([400, "wrong_password"]);
    expect(await requestSeenBy(mine)).toBeNull();
    expect(await auditOf(person)).toEqual(["password_check_failed"]);
  });
  it("stores the request once, due in 30 days, and writes an audit row", async () => {
    const { status, body } = await mine("POST", route, { password });
    expect(status).toBe(201);
    expect((Date.parse(body.due_at) - Date.parse(body.requested_at)) / 86_400_000).toBe(30);
    expect(await requestSeenBy(mine)).toEqual(body);
    const again = await mine("POST", route, { password });
    expect([again.status, again.body.code]).toEqual([409, "deletion_requested"]);
    expect(await auditOf(person)).toEqual(["deletion_requested"]);
  });
  it("accepts a request from a person without a password and from a rejected person", async () => {
    const withoutPassword = await buildPerson(club.db, { status: "rejected" });
    expect((await (await club.as(withoutPassword))("POST", route, {})).status).toBe(201);
  });
});

describe("DELETE /account/deletion-request", () => {
  it("returns 404 to a person without a request, even if others have one", async () => {
    const other = await club.as(await buildPerson(club.db));
    await other("POST", route, {});
    const { status, body } = await mine("DELETE", route);
    expect([status, body.code]).toEqual([404, "not_found"]);
    expect(await requestSeenBy(other)).not.toBeNull();
  });
  it("withdraws the request and writes an audit row", async () => {
    await mine("POST", route, { password });
    await takeMails(club);
    expect((await mine("DELETE", route)).status).toBe(200);
    expect(await requestSeenBy(mine)).toBeNull();
    expect((await takeMails(club)).map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, "Your account at Kindling stays"],
    ]);
    expect(await auditOf(person)).toEqual(["deletion_requested", "deletion_withdrawn"]);
  });
});
