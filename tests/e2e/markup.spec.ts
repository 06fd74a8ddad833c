import type { Page } from "@playwright/test";
import { markupShapes } from "../ops/security/markup-shapes.ts";
import type { RunningApp } from "../support/running-app.ts";
import { callsOfAdmin, callsWith, createPerson } from "./new-person.ts";
import { expect, signInAsAdmin, test } from "./test.ts";

/** Every shape of markup in one name. */
const name = 'Mark <b>Up</b> "><img src=x onerror=alert(1)> <script>alert(1)</script> =1+1';
const text = markupShapes.join("\n");

/** Every field is markup; a submission is pending. */
async function submitMarkup(app: RunningApp, email: string): Promise<string> {
  const person = await createPerson(app, email);
  const calls = await callsWith(person.session);
  const lines = { position: "<i>chief</i>", company: "=cmd|' /C calc'!A0", location: "{{7*7}}" };
  const data = { full_name: name, bio: text, services_offered: text, expertise: markupShapes, ...lines };
  const answer = await calls.post("/api/member-profile-submissions/me", { data });
  expect(answer.status()).toBe(201);
  const { id } = await answer.json();
  await calls.dispose();
  return id;
}

/** Counts elements and scripts that the text must not become. */
async function watchForRuns(page: Page): Promise<string[]> {
  const runs: string[] = [];
  page.on("dialog", async (dialog) => {
    runs.push(dialog.message());
    await dialog.dismiss();
  });
  page.on("request", (one) => {
    if (/elsewhere\.example|\/x$/.test(one.url())) runs.push(one.url());
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      document.documentElement.dataset.violation = `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`;
    });
  });
  return runs;
}

async function expectOnlyText(page: Page, runs: string[]): Promise<void> {
  const made = page.locator(
    '#root script, iframe, svg[onload], img[src="x"], #root b, #root style, a[href^="javascript:"]',
  );
  await expect(made).toHaveCount(0);
  expect(await page.locator("html").getAttribute("data-violation")).toBeNull();
  expect(await page.title()).not.toBe("run");
  expect(runs).toEqual([]);
}

test("Markup in a profile is rendered as text in review, directory, panel, requests and invitations", {
  tag: "@main",
}, async ({ page, app }) => {
  const runs = await watchForRuns(page);
  const waiting = await submitMarkup(app, "mark.waiting@castell.example");
  const shown = await submitMarkup(app, "mark.shown@castell.example");
  const admin = await callsOfAdmin(app);
  await admin.post(`/api/member-profile-submissions/${shown}/approve`);
  await admin.post("/api/member-imports", {
    data: { members: [{ line: 1, full_name: `${name} Too`, email: "mark.imported@castell.example" }] },
  });
  const main = page.getByRole("main");

  await signInAsAdmin(page, "/#/members?tab=directory&view=review");
  const card = main.getByRole("listitem").filter({ hasText: name, has: page.getByRole("button", { name: "Reject" }) });
  await expect(card).toBeVisible();
  for (const shape of markupShapes) await expect(card).toContainText(shape);
  await expectOnlyText(page, runs);

  await page.goto("/#/members?tab=directory");
  await page.getByRole("searchbox").fill("Mark <b>Up");
  const found = page.getByRole("link", { name: /^View profile/ });
  await expect(found).toHaveCount(1);
  await expect(main.getByText(name).first()).toBeVisible();
  await expectOnlyText(page, runs);
  await found.click();
  const panel = page.getByRole("dialog");
  await expect(panel).toContainText(name);
  for (const shape of markupShapes) await expect(panel).toContainText(shape);
  await expectOnlyText(page, runs);
  await page.keyboard.press("Escape");

  await page.goto("/#/members?tab=admin&view=requests");
  await expect(main.getByText(name).first()).toBeVisible();
  await expectOnlyText(page, runs);
  await page.goto("/#/members?tab=admin&view=invitations");
  await expect(main.getByText("mark.imported@castell.example").first()).toBeVisible();
  await expectOnlyText(page, runs);

  await admin.post(`/api/member-profile-submissions/${waiting}/reject`, { data: { admin_notes: text } });
  const mail = await app.mailbox.waitFor("mark.waiting@castell.example", /not approved/);
  await page.setContent(mail.html ?? "");
  for (const shape of markupShapes) await expect(page.locator("body")).toContainText(shape);
  await expectOnlyText(page, runs);
});
