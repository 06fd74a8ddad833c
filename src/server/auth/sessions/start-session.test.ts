import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildPerson, type Person } from "#server/sample/builders.ts";
import { openBrowser } from "#tests/support/open-browser.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const password = "seven quiet lanterns";
const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
let person: Person;
const club = await openTestApp();
beforeEach(async () => {
  await sql`truncate auth.rate_limits`.execute(club.db);
  await takeMails(club);
  person = await buildPerson(club.db, { password_hash: await hashPassword(password) });
});

const signIn = (browser: Call, { email }: Person = person) =>
  browser("POST", "/api/auth/sign-in/email", { email, password }, { "user-agent": chrome });
const askTokens = (userAgent: string) =>
  club.visitor("POST", "/api/tokens", { email: person.email, password }, { "user-agent": userAgent });
const told = async () =>
  (await takeMails(club)).filter(({ template }) => template === "new-device").map(({ to, text }) => ({ to, text }));

describe("A person is told by mail of a sign-in", () => {
  it("A sign-in in an unknown browser is mailed, but not the first, nor one in a known browser", async () => {
    const own = openBrowser(club);
    await signIn(own);
    await signIn(own);
    expect(await told()).toEqual([]);
    await signIn(openBrowser(club));
    const [mail, ...others] = await told();
    expect([mail?.to, others]).toEqual([person.email, []]);
    expect(mail?.text).toContain("from a device that was not used before: Chrome on Windows, ");
  });
  it("A sign-in is mailed in a browser that knows somebody else", async () => {
    await signIn(openBrowser(club));
    const browser = openBrowser(club);
    await signIn(browser, await buildPerson(club.db, { password_hash: await hashPassword(password) }));
    await signIn(browser);
    expect((await told()).map(({ to }) => to)).toEqual([person.email]);
  });
  it("A sign-in with a second factor is mailed after the factor, once", async () => {
    await signIn(openBrowser(club));
    const { code } = await giveSecondFactor(club, person);
    const browser = openBrowser(club);
    await signIn(browser);
    expect(await told()).toEqual([]);
    await browser("POST", "/api/auth/two-factor/verify-totp", { code: code() });
    expect(await told()).toHaveLength(1);
  });
  it("A sign-in by a program without a session is mailed, but not of one that comes again", async () => {
    await signIn(openBrowser(club));
    await askTokens("ledger-sync/1.0");
    expect(await told()).toHaveLength(1);
    await askTokens("ledger-sync/1.0");
    expect(await told()).toEqual([]);
    await askTokens("another/1.0");
    expect(await told()).toHaveLength(1);
  });
  it("A sign-in that has ended by the time of the mail is mailed without a device's name", async () => {
    await signIn(openBrowser(club));
    await signIn(openBrowser(club));
    await club.db.deleteFrom("auth.sessions").where("user_id", "=", person.id).execute();
    expect((await told())[0]?.text).toContain("a device or program without a name.");
  });
});
