import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { issueTokens } from "#server/auth/tokens/token-routes.ts";
import { buildPerson, type Person } from "#server/sample/builders.ts";
import { openBrowser } from "#tests/support/open-browser.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const current_password = "seven quiet lanterns";
const new_password = "eight loud lanterns";
const change = { current_password, new_password };
const club = await openTestApp();
const password_hash = await hashPassword(current_password);
beforeEach(() => sql`truncate auth.rate_limits`.execute(club.db).then(() => {}));

/** A signed-in browser with its own cookie jar. */
async function openBrowserOf(person: Person): Promise<Call> {
  const browser = openBrowser(club);
  await browser("POST", "/api/auth/sign-in/email", { email: person.email, password: current_password });
  return browser;
}
async function tokensOf({ id: userId }: Person) {
  const { internalAdapter } = await club.auth.$context;
  return issueTokens(club, { userId, sessionId: (await internalAdapter.createSession(userId)).id });
}
const renew = (refresh_token: string) => club.visitor("POST", "/api/tokens", { refresh_token });

describe("PUT /account/password", () => {
  it("returns 422 with each field that is missing or too short", async () => {
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
  it("rejects a weak password and says why", async () => {
    const call = await club.as(await buildPerson(club.db, { password_hash }));
    const { status, body } = await call("PUT", "/api/account/password", { ...change, new_password: "Password" });
    expect([status, body.code, body.reasons]).toEqual([422, "weak_password", ["common"]]);
    const named = await call("PUT", "/api/account/password", { ...change, new_password: "KINDLING-2026" });
    expect([named.status, named.body.reasons]).toEqual([422, ["club_name"]]);
    for (const new_password of [" ".repeat(8), " zzzzzzzzz "])
      expect((await call("PUT", "/api/account/password", { ...change, new_password })).body.reasons).toEqual([
        "repeated",
      ]);
  });
  it("refuses the person's own address, the part before its @, and the own name, with digits too", async () => {
    const person = await buildPerson(club.db, {
      password_hash,
      email: "mina.castell@harbour.example",
      full_name: "Mina Castell",
    });
    const call = await club.as(person);
    const own = ["Mina.Castell@harbour.example", "mina.castell", "MinaCastell-2026", "mina castell"];
    for (const new_password of own) {
      const { status, body } = await call("PUT", "/api/account/password", { ...change, new_password });
      expect([new_password, status, body.reasons]).toEqual([new_password, 422, ["own_name"]]);
    }
    const other = await call("PUT", "/api/account/password", { ...change, new_password: "mina likes harbours" });
    expect(other.status).toBe(200);
    await takeMails(club);
  });
  it("refuses the present password as the new one, which stays and mails nobody", async () => {
    const call = await club.as(await buildPerson(club.db, { password_hash }));
    const same = await call("PUT", "/api/account/password", { ...change, new_password: current_password });
    expect([same.status, same.body.errors]).toEqual([
      422,
      [{ path: "new_password", message: "This is your present password." }],
    ]);
    expect(await takeMails(club)).toEqual([]);
  });
  it("rejects a wrong current password, and locks the person out after ten attempts", async () => {
    const call = await club.as(await buildPerson(club.db, { password_hash }));
    const guess = () => call("PUT", "/api/account/password", { ...change, current_password: "wrong" });
    for (let n = 0; n < 10; n++) expect((await guess()).body.code).toBe("wrong_password");
    expect((await guess()).body.code).toBe("rate_limited");
    expect((await call("PUT", "/api/account/password", change)).status).toBe(429);
  });
  it("records a wrong password in the audit under the person of the session", async () => {
    const person = await buildPerson(club.db, { password_hash });
    const call = await club.as(person);
    await call("PUT", "/api/account/password", { ...change, current_password: "wrong" });
    const rows = club.db.selectFrom("audit_events").select(["kind", "actor_id", "details"]);
    expect(await rows.where("subject_id", "=", person.id).execute()).toEqual([
      { kind: "password_check_failed", actor_id: person.id, details: {} },
    ]);
  });
  it("returns 409 to a person without a password", async () => {
    const call = await club.as(await buildPerson(club.db));
    const { status, body } = await call("PUT", "/api/account/password", change);
    expect([status, body.code]).toEqual([409, "no_password"]);
  });
  it("changes the password, ends other sessions, revokes tokens and links, writes an audit row and mails the person", async () => {
    const person = await buildPerson(club.db, { password_hash });
    const here = await openBrowserOf(person);
    const program = await tokensOf(person);
    const elsewhere = await club.as(person);
    await club.visitor("POST", "/api/auth/request-password-reset", { email: person.email });
    const [mail] = await takeMails(club);

    expect((await here("PUT", "/api/account/password", change)).body).toEqual({ status: true });
    const [notice] = await takeMails(club);
    expect([notice?.to, notice?.subject]).toEqual([person.email, "Your password has changed at Kindling"]);
    expect((await here("GET", "/api/session")).body.session.user.id).toBe(person.id);
    expect((await renew(program.refreshToken)).body.code).toBe("invalid_token");
    expect((await elsewhere("GET", "/api/session")).body).toEqual({ session: null });
    const signIn = (password: string) =>
      club.visitor("POST", "/api/auth/sign-in/email", { email: person.email, password });
    expect((await signIn(current_password)).body.code).toBe("invalid_credentials");
    expect((await signIn(new_password)).status).toBe(200);
    const token = mail?.link?.split("token=")[1];
    const reset = await club.visitor("POST", "/api/auth/reset-password", { token, password: "nine lanterns" });
    expect(reset.body.code).toBe("invalid_token");
    const audits = club.db.selectFrom("audit_events").select("kind").where("actor_id", "=", person.id);
    expect((await audits.execute()).map(({ kind }) => kind).sort()).toEqual([
      "password_changed",
      "signed_in",
      "signed_in",
      "tokens_issued",
    ]);
  });
  it("rotates the browser's cookie, so that a copy of the old one and tokens exchanged for it are invalid", async () => {
    const person = await buildPerson(club.db, { password_hash });
    const program = await tokensOf(person);
    const pair = { access_token: program.accessToken, refresh_token: program.refreshToken };
    const handedOver = await club.visitor("POST", "/api/session", pair);
    const copy = { cookie: handedOver.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
    const answer = await club.visitor("PUT", "/api/account/password", change, copy);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^kindling\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^kindling\.device=/),
    ]);
    const renewed = { cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
    const whoIs = async (headers: Record<string, string>) =>
      (await club.visitor("GET", "/api/session", undefined, headers)).body;
    expect((await whoIs(renewed)).session.user.id).toBe(person.id);
    expect(await whoIs(copy)).toEqual({ session: null });
    expect((await whoIs({ authorization: `Bearer ${program.accessToken}` })).code).toBe("session_missing");
    const refreshed = await club.visitor("POST", "/api/session/refresh", undefined, renewed);
    expect(refreshed.body.session.user.id).toBe(person.id);
  });
  it("leaves a program that changes the password signed in, and sets no cookie", async () => {
    const person = await buildPerson(club.db, { password_hash });
    const { accessToken } = await tokensOf(person);
    const bearer = { authorization: `Bearer ${accessToken}` };
    const answer = await club.visitor("PUT", "/api/account/password", change, bearer);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    expect((await club.visitor("GET", "/api/session", undefined, bearer)).body.session.user.id).toBe(person.id);
  });
});
