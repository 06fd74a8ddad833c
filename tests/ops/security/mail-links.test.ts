import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildInvitation, buildPerson } from "#server/sample/builders.ts";
import { buildHeldCompany } from "#tests/support/build-company-update.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

const password = "seven quiet lanterns";
const appUrl = "http://127.0.0.1:3000";
let club: TestApp;
let links: Record<string, string>;
beforeAll(async () => {
  club = await createTestApp();
  const password_hash = await hashPassword(password);
  const moving = await club.as(await buildPerson(club.db, { email: "moving@castell.example", password_hash }));
  await moving("POST", "/api/account/email-changes", { new_email: "moved@castell.example", password });
  await club.visitor("POST", "/api/auth/request-password-reset", { email: "moving@castell.example" });
  await club.visitor("POST", "/api/auth/request-sign-in-link", { email: "moving@castell.example" });
  const { code, email } = await buildInvitation(club.db, { email: "invited@castell.example" });
  await club.visitor("POST", "/api/registrations", { code, email, password });
  await club.db
    .insertInto("club_settings")
    .values({ key: "newsletter", value: JSON.stringify({ mode: "list", agreement: "Yes." }) })
    .execute();
  await club.readClub({ isFresh: true });
  await club.visitor("POST", "/api/newsletter-subscriptions", { email: "reader@castell.example" });
  const { record_id } = await buildInvestor(club.db);
  const { id } = await buildHeldCompany(club.db, { records: [record_id], issued_on: "2025-01-10" });
  const admin = await club.as(await buildAdmin(club.db));
  const { quarter } = (await admin("GET", `/api/companies/${id}/updates`)).body.quarters[0];
  await admin("POST", `/api/companies/${id}/update-requests`, { quarter });
  const deal = await buildDeal(club.db, { state: "closing", company: { name: "Fern Robotics Ltd" } });
  const contact = { name: "Jo Fern", email: "jo@fern.example" };
  await admin("POST", `/api/deals/${deal.id}/company-account-requests`, contact);
  links = Object.fromEntries((await takeMails(club)).map(({ template, link }) => [template, link ?? ""]));
});
afterAll(() => club.close());

/** Every table a link could change. */
async function everything() {
  const tables = [
    "auth.users",
    "auth.sessions",
    "auth.verifications",
    "auth.email_changes",
    "newsletter_subscriptions",
    "company_account_requests",
    "company_accounts",
    "company_update_requests",
    "company_updates",
    "audit_events",
  ];
  const contents = [];
  for (const table of tables) {
    contents.push((await sql`select * from ${sql.table(table)} order by id`.execute(club.db)).rows);
  }
  return contents;
}

describe("A link scanner that opens the links of mails", () => {
  const templates = [
    "company-account-request",
    "company-update-request",
    "email-change-new",
    "email-change-old",
    "newsletter-subscription",
    "password-reset",
    "sign-in-link",
    "verification",
  ];

  it("A link scanner receives the links of the mails", () => {
    expect(Object.keys(links).sort()).toEqual(templates);
  });
  it.each(templates)("A link scanner changes nothing with HEAD or GET: %s", async (template) => {
    const before = await everything();
    const { pathname, search } = new URL(links[template] ?? "");
    for (const method of ["HEAD", "GET", "HEAD", "GET"]) await club.visitor(method, `${pathname}${search}`);
    expect(await everything()).toEqual(before);
  });
  it.each(templates)("A mail's link sends no token that a server or a proxy could log: %s", (template) => {
    const { origin, pathname, search, hash } = new URL(links[template] ?? "");
    expect([origin, pathname, search]).toEqual([appUrl, "/", ""]);
    expect(hash).toMatch(/^#\/[a-z-]+\?token=([\da-f-]{36}\.)?[\w-]{43}$/);
  });
  it.each(["/api/auth/verify-email", "/api/auth/confirm-email-change"])(
    "A link scanner gets 404 from a former link endpoint: %s",
    async (path) => {
      for (const method of ["GET", "HEAD"]) {
        expect((await club.visitor(method, `${path}?token=${"x".repeat(43)}`)).status).toBe(404);
      }
    },
  );
});
