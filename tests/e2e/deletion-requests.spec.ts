import { readFileSync } from "node:fs";
import { unzip } from "../support/unzip.ts";
import { createPerson } from "./new-person.ts";
import { downloadFrom, giveCredentials } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFit, signIn, signInAsAdmin, test } from "./test.ts";

test.use({ allowedNoise: [/Failed to load resource/] });

test("A person exports their data, requests deletion, cancels, requests it again, and an admin deletes the account", {
  tag: "@main",
}, async ({ page, browser, app }) => {
  const person = await createPerson(app, "tamsin@heather.example");
  await signIn(page, person, "/#/members?tab=account&view=data");
  const section = page.getByRole("region", { name: "Your data", exact: true }).first();
  await expect(section.getByText("Nobody has looked at a submission of yours.")).toBeVisible();

  const download = await downloadFrom(section.getByRole("button", { name: "Download your data" }));
  expect(download.suggestedFilename()).toMatch(/^kindling-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzip(readFileSync(await download.path()));
  expect(JSON.parse(files.get("your-data.json")?.toString() ?? "{}").account[0].email).toBe(person.email);
  expect(files.get("your-data.html")?.toString()).toContain(person.email);

  const password = section.getByLabel("Password");
  await password.fill("ten slow ferries");
  await password.press("Enter");
  await expect(section.getByText("The current password is not right.")).toBeVisible();
  await password.fill(person.password);
  await password.press("Enter");
  await expectToast(page, "Your request for deletion is with the admins");
  await expect(section.getByText(/^You asked for it on .+ Your account is deleted by .+ \d{4}\.$/)).toBeVisible();
  await expect(section.getByRole("region", { name: "Close your account" })).toBeFocused();

  await page.reload();
  await section.getByRole("button", { name: "Withdraw the request" }).click();
  await expectToast(page, "Your request is withdrawn");
  await password.fill(person.password);
  await section.getByRole("button", { name: "Ask for deletion" }).click();
  await expect(section.getByRole("button", { name: "Withdraw the request" })).toBeVisible();

  const admin = await (await browser.newContext({ baseURL: app.url, locale: "en-GB" })).newPage();
  await signInAsAdmin(admin, "/#/members?tab=admin&view=data");
  await expect(admin).toHaveTitle("Data Requests, Records | Kindling");
  const row = admin.getByRole("listitem").filter({ hasText: person.email });
  await expect(row.getByText("30 days left")).toBeVisible();
  await expectAccessible(admin.getByRole("main"));
  await row.getByRole("button", { name: /^Delete account/ }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Delete account" }).click();
  await expectToast(admin, "Account deleted");
  await expect(row).toHaveCount(0);
  await expect(admin.getByRole("heading", { name: "No data requests", exact: true })).toBeVisible();
  await admin.context().close();

  await page.goto("/#/members?tab=directory");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back", exact: true })).toBeVisible();
  await page.goto("/#/login");
  await page.reload();
  await giveCredentials(page, person);
  await expectToast(page, "Login failed");
});

test("A member sees which admin viewed their submission", async ({ page, browser, app }) => {
  const person = await createPerson(app, "corin@heather.example");
  await signIn(page, person);
  await page.request.post("/api/member-profile-submissions/me", {
    data: { full_name: "Corin Heather" },
    headers: { origin: app.url },
  });
  const admin = await (await browser.newContext({ baseURL: app.url, locale: "en-GB" })).newPage();
  await signInAsAdmin(admin, "/#/members?tab=directory");
  await expect(admin.getByRole("link", { name: /^Profiles to Review/ })).toBeVisible();
  await page.goto("/#/members?tab=account&view=data");
  const section = page.getByRole("region", { name: "Your data", exact: true }).first();
  await expect(section.getByText("Nobody has looked at a submission of yours.")).toBeVisible();

  await admin.getByRole("link", { name: /^Profiles to Review/ }).click();
  await expect(admin.getByText("Corin Heather").first()).toBeVisible();
  await admin.context().close();
  await page.reload();
  await expect(section.getByRole("listitem")).toHaveText([/^Amara Okafor\d+ \w+ \d{4}, \d\d:\d\d$/]);
});

test("A person with Google sign-in only confirms deletion in a dialog and expands long lists", async ({
  page,
  app,
}) => {
  const person = await createPerson(app, "sorrel@heather.example");
  const views = Array.from({ length: 7 }, (_, index) => ({
    viewed_at: `2026-11-0${7 - index}T10:00:00.000Z`,
    viewer_name: index === 6 ? null : "An admin whose name takes up quite some room in a line of a narrow phone",
  }));
  const sent: unknown[] = [];
  let request: object | null = null;
  await page.route("**/api/account", async (route) => {
    const account = await (await route.fetch()).json();
    const seen = { has_password: false, submission_views: views, deletion_request: request };
    await route.fulfill({ json: { ...account, ...seen } });
  });
  await page.route("**/api/account/deletion-request", async (route) => {
    sent.push(route.request().postDataJSON());
    request = { requested_at: "2026-11-21T10:00:00.000Z", due_at: "2026-12-21T10:00:00.000Z" };
    await route.fulfill({ status: 201, json: request });
  });
  await signIn(page, person, "/#/members?tab=account&view=data");
  const section = page.getByRole("region", { name: "Your data", exact: true }).first();
  await expect(section.getByRole("listitem")).toHaveCount(5);
  await page.setViewportSize({ width: 320, height: 700 });
  await section.getByRole("button", { name: "Show all 7" }).press("Enter");
  await expect(section.getByRole("listitem")).toHaveCount(7);
  await expect(section.getByText("A former admin")).toBeVisible();
  await expectToFit(page);

  await section.getByRole("button", { name: "Ask for deletion" }).press("Enter");
  await expectAccessible(page.getByRole("dialog"));
  await page.keyboard.press("Escape");
  await expect(section.getByRole("button", { name: "Ask for deletion" })).toBeFocused();
  expect(sent).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Ask for deletion" }).press("Enter");
  await expect(section.getByText("Your account is deleted by 21 December 2026.")).toBeVisible();
  expect(sent).toEqual([{}]);
});
