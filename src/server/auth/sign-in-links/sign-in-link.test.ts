import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildPerson, type Person } from "#server/sample/builders.ts";
import { openBrowser } from "#tests/support/open-browser.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const password = "seven quiet lanterns";
const minute = 60_000;
let clock = new Date();
let person: Person;
const club = await openTestApp({ now: () => clock });
beforeEach(async () => {
  clock = new Date();
  await sql`truncate auth.rate_limits`.execute(club.db);
  await takeMails(club);
  person = await buildPerson(club.db, { password_hash: await hashPassword(password) });
});

const ask = (email: string) => club.visitor("POST", "/api/auth/request-sign-in-link", { email });
async function askToken({ email }: Person): Promise<string> {
  await ask(email);
  const mail = (await takeMails(club)).find(({ to, template }) => to === email && template === "sign-in-link");
  return new URLSearchParams(mail?.link?.split("?")[1]).get("token") ?? "";
}
const signIn = (token: string, browser: Call = openBrowser(club)) =>
  browser("POST", "/api/auth/sign-in/link", { token });
const sessionOf = async (browser: Call) => (await browser("GET", "/api/session")).body.session;
const invalid = [400, "invalid_token"];
const refusalOf = ({ status, body }: Awaited<ReturnType<Call>>) => [status, body.code];

describe("POST /auth/request-sign-in-link", () => {
  it("returns the same for an address with an account, without one, and with one that is not verified", async () => {
    const unverified = await buildPerson(club.db, { email_verified: false });
    const answers = [];
    for (const email of [person.email, "nobody@members.example", unverified.email]) answers.push(await ask(email));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { status: true }]));
    expect((await takeMails(club)).map(({ to, template }) => [to, template])).toEqual([[person.email, "sign-in-link"]]);
  });
  it("sends five mails an hour to one address, and returns the same from then on", async () => {
    const answers = [];
    for (let count = 0; count < 6; count++) answers.push((await ask(person.email)).status);
    expect(answers).toEqual(Array(6).fill(200));
    expect(await takeMails(club)).toHaveLength(5);
  });
  it("returns 422 to text that is no address", async () => {
    expect(refusalOf(await ask("nobody"))).toEqual([422, "invalid_body"]);
  });
});

describe("POST /auth/sign-in/link", () => {
  it("signs in, and writes an audit row", async () => {
    const browser = openBrowser(club);
    const answer = await signIn(await askToken(person), browser);
    expect([answer.status, answer.body]).toEqual([200, { user: { id: person.id } }]);
    expect((await sessionOf(browser)).user.id).toBe(person.id);
    const rows = club.db.selectFrom("audit_events").select(["kind", "details"]).where("subject_id", "=", person.id);
    expect(await rows.orderBy("id").execute()).toEqual([
      { kind: "sign_in_link_requested", details: {} },
      { kind: "signed_in", details: { by: "link" } },
    ]);
  });
  it("accepts a token once, and one of two calls at once", async () => {
    const token = await askToken(person);
    const both = await Promise.all([signIn(token), signIn(token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(refusalOf(await signIn(token))).toEqual(invalid);
  });
  it("refuses a token after fifteen minutes, an unknown one and another mail's", async () => {
    const token = await askToken(person);
    clock = new Date(clock.getTime() + 15 * minute + 1);
    expect(refusalOf(await signIn(token))).toEqual(invalid);
    expect(refusalOf(await signIn("x".repeat(43)))).toEqual(invalid);
    await club.visitor("POST", "/api/auth/request-password-reset", { email: person.email });
    const [recovery] = await takeMails(club);
    const other = new URLSearchParams(recovery?.link?.split("?")[1]).get("token") ?? "";
    expect(refusalOf(await signIn(other))).toEqual(invalid);
  });
  it("refuses a token of before a new password, or of a former address", async () => {
    const token = await askToken(person);
    const browser = openBrowser(club);
    await browser("POST", "/api/auth/sign-in/email", { email: person.email, password });
    await browser("PUT", "/api/account/password", { current_password: password, new_password: "eight quiet lanterns" });
    expect(refusalOf(await signIn(token))).toEqual(invalid);
  });
  it("asks for the second factor of a person who has one", async () => {
    const { code } = await giveSecondFactor(club, person);
    const browser = openBrowser(club);
    const answer = await signIn(await askToken(person), browser);
    expect(answer.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    expect(await sessionOf(browser)).toBeNull();
    expect((await browser("POST", "/api/auth/two-factor/verify-totp", { code: code() })).status).toBe(200);
    expect((await sessionOf(browser)).user.id).toBe(person.id);
  });
});
