import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { buildPerson, type Person } from "#server/sample/builders.ts";
import { openBrowser } from "#tests/support/open-browser.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { type Call, createTestApp, openTestApp } from "#tests/support/test-app.ts";

const password = "seven quiet lanterns";
let person: Person;
const club = await openTestApp();
beforeEach(async () => {
  await sql`truncate auth.rate_limits`.execute(club.db);
  person = await buildPerson(club.db, { password_hash: await hashPassword(password) });
});

const signIn = (browser: Call, tried: string, headers = {}) =>
  browser("POST", "/api/auth/sign-in/email", { email: person.email, password: tried }, headers);

/** Exhausts the limits: a hundred attempts from ten networks and as many from this one. */
async function lockOutStrangers(): Promise<void> {
  await club.limits.passwordsPerEmail.take(person.email);
  await club.limits.passwordsPerAddress.take("unknown");
  await sql`update auth.rate_limits set points = 100 where key like 'password-%'`.execute(club.db);
  expect((await signIn(club.visitor, password)).status).toBe(429);
}

async function deviceCookieOf(browser: Call): Promise<string> {
  const { headers } = await signIn(browser, password);
  const cookies = headers.getSetCookie().filter((cookie) => cookie.startsWith("kindling.device="));
  expect(cookies).toHaveLength(1);
  return cookies[0] ?? "";
}

it("A member signs in on a known device while strangers have used up the limits of their e-mail and address", async () => {
  const browser = openBrowser(club);
  await signIn(browser, password);
  await lockOutStrangers();
  expect((await signIn(browser, password)).status).toBe(200);
});

it("Guessing on a known device is locked out after ten attempts, without locking out anybody else", async () => {
  const browser = openBrowser(club);
  await signIn(browser, password);
  const tries = [];
  for (let n = 0; n < 11; n++) tries.push((await signIn(browser, `guess ${n}`)).status);
  expect(tries).toEqual([...Array(10).fill(400), 429]);
  expect((await signIn(club.visitor, password)).status).toBe(200);
});

it("A known device has an HttpOnly, SameSite cookie for a year, which is Secure on https", async () => {
  const cookie = await deviceCookieOf(openBrowser(club));
  expect(cookie).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(cookie).not.toContain(encodeURIComponent(person.email));
  const secure = await createTestApp({ appUrl: "https://club.example" });
  const other = await buildPerson(secure.db, { password_hash: await hashPassword(password) });
  const { headers } = await secure.visitor("POST", "/api/auth/sign-in/email", { email: other.email, password });
  const [set] = headers.getSetCookie().filter((one) => one.includes("kindling.device="));
  expect(set).toMatch(/^__Host-kindling\.device=.*; Secure/);
  await secure.close();
});

it("A device's cookie is rejected when forged, truncated, another person's, or signed for another purpose", async () => {
  const own = (await deviceCookieOf(openBrowser(club))).split(";")[0] ?? "";
  const [userId = "", id = "", signature = ""] = own.replace("kindling.device=", "").split(".");
  const stranger = await buildPerson(club.db, { password_hash: await hashPassword(password) });
  const foreign = await club.visitor("POST", "/api/auth/sign-in/email", { email: stranger.email, password });
  const [theirs = ""] = foreign.headers.getSetCookie().filter((one) => one.startsWith("kindling.device="));
  const theirSignature = theirs.split(";")[0]?.split(".").at(-1);
  await lockOutStrangers();
  const forged = [
    theirs.split(";")[0] ?? "",
    `kindling.device=${userId}.${id}.${theirSignature}`,
    `kindling.device=${userId}.${"A".repeat(16)}.${signature}`,
    `kindling.device=${userId}.${id}.${"A".repeat(43)}`,
    `kindling.device=${userId}.${id}`,
    `kindling.device=${userId}.${id}.`,
    `kindling.device='; select 1.${id}.${signature}`,
    (await club.cookieOf(person)).replace("session_token", "device"),
  ];
  for (const cookie of forged) expect((await signIn(club.visitor, password, { cookie })).status).toBe(429);
  expect((await signIn(club.visitor, password, { cookie: own })).status).toBe(200);
});

it("A device's cookie alone signs nobody in", async () => {
  const cookie = (await deviceCookieOf(openBrowser(club))).split(";")[0] ?? "";
  expect((await club.visitor("GET", "/api/session", undefined, { cookie })).body).toEqual({ session: null });
});

it("A password change invalidates devices' cookies, except in the browser that made the change", async () => {
  const thief = openBrowser(club);
  const own = openBrowser(club);
  for (const browser of [thief, own]) await signIn(browser, password);
  const change = { current_password: password, new_password: "eight loud lanterns" };
  expect((await own("PUT", "/api/account/password", change)).status).toBe(200);
  await lockOutStrangers();
  expect((await signIn(thief, "guess")).status).toBe(429);
  expect((await signIn(own, "eight loud lanterns")).status).toBe(200);
});
