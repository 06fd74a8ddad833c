import type { Page } from "@playwright/test";
import { linkIn } from "../support/mailbox.ts";
import type { RunningApp } from "../support/running-app.ts";
import { callsOfAdmin } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { expect, expectAccessible, expectAppToRun, expectToast, expectToFit, signInAsAdmin, test } from "./test.ts";

test.use({ allowedNoise: [/status of 400/] });

const agreement = "I agree to get the club’s newsletter by email. I can unsubscribe at any time.";

/** Documents follow a setting within seconds. */
async function chooseBox(app: RunningApp, mode: "local" | "off" | "list") {
  const admin = await callsOfAdmin(app);
  const { revision } = await (await admin.get("/api/settings/newsletter")).json();
  const data = { value: { mode, agreement }, expected_revision: revision };
  expect((await admin.put("/api/settings/newsletter", { data })).status()).toBe(200);
  const shown = async () => {
    const page = await (await admin.get("/about")).text();
    return /"newsletter":\{"mode":"(\w+)"/.exec(page)?.[1];
  };
  await expect.poll(shown).toBe(mode);
}
test.afterEach(({ app }) => chooseBox(app, "local"));

const box = (page: Page) => page.getByRole("contentinfo").getByRole("textbox", { name: "Newsletter" });

test("A visitor subscribes, confirms by mail and unsubscribes, and an admin sees, downloads and removes addresses", {
  tag: "@main",
}, async ({ page, app }) => {
  await chooseBox(app, "list");
  const email = "reader@castell.example";

  await test.step("the box says what is agreed to and that a mail is on its way, also before the app has loaded", async () => {
    await page.goto("/about");
    await expect(box(page)).toHaveAccessibleDescription(agreement);
    await box(page).fill(email);
    await page.keyboard.press("Enter");
    await expectToast(page, "Please confirm by email");
    await expect(box(page)).toHaveValue("");
    await expectAccessible(page.getByRole("contentinfo"));
    await page.setViewportSize({ width: 320, height: 700 });
    await expectToFit(page);
  });

  const mail = await app.mailbox.waitFor(email, /Please confirm/);
  await test.step("the mail's link opens a page, and its button subscribes", async () => {
    await page.goto(linkIn(mail));
    await expect(page).toHaveURL(/#\/confirm-newsletter$/);
    await page.getByRole("main").getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "You are subscribed", exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("an admin finds the address, removes another one, and downloads the list", async () => {
    const admin = await callsOfAdmin(app);
    await admin.post("/api/newsletter-subscriptions", { data: { email: "waiting@castell.example" } });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("about:blank");
    await signInAsAdmin(page, "/#/members?tab=admin&view=invitations");
    await page.getByRole("link", { name: "Newsletter" }).click();
    const rows = page.getByRole("table", { name: /Newsletter addresses/ }).getByRole("row");
    await expect(rows).toHaveCount(3);
    await expectAccessible(page);
    await page.getByRole("radio", { name: "Waiting (1)" }).check();
    await expect(rows).toHaveCount(2);
    await page.getByRole("button", { name: "Remove waiting@castell.example" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove address" }).click();
    await expectToast(page, "Address Removed");
    await expect(page.getByText("No addresses found")).toBeVisible();
    await page.getByRole("button", { name: "Show all addresses" }).click();
    await expect(rows.nth(1)).toContainText("Confirmed");
    const download = await downloadFrom(page.getByRole("button", { name: "Export CSV" }));
    expect(download.suggestedFilename()).toMatch(/-newsletter-\d{4}-\d{2}-\d{2}\.csv$/);
    await page.setViewportSize({ width: 320, height: 700 });
    await page.context().clearCookies();
  });

  await test.step("the link to unsubscribe opens a page too, whose button erases the address once", async () => {
    const unsubscribe = /http\S+unsubscribe-newsletter\?token=\S+/.exec(mail.text ?? "")?.[0] ?? "";
    for (const heading of ["You are unsubscribed", "This link does not work"]) {
      await page.goto("about:blank");
      await page.goto(unsubscribe);
      await page.getByRole("button", { name: "Unsubscribe" }).click();
      await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
    }
    await expect(page.getByRole("main")).toContainText("you may be unsubscribed already");
    await expectAccessible(page);
  });
});

test("An admin switches the box off: neither documents nor the app show it, and the list has no screen", async ({
  page,
  app,
}) => {
  await chooseBox(app, "off");
  await expect.poll(async () => (await page.request.get("/about")).text()).not.toContain('class="newsletter"');
  await page.goto("/about");
  await expectAppToRun(page);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await page.goto("/#/membership");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await page.goto("about:blank");
  await signInAsAdmin(page, "/#/members?tab=admin&view=invitations");
  await expect(page.getByRole("link", { name: "Membership Requests" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Newsletter" })).toHaveCount(0);
});
