import type { Page } from "@playwright/test";
import sharp from "sharp";
import { buildDeal } from "#server/sample/build-deal.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import { fillDate } from "../support/fill-date.ts";
import { createPerson } from "./new-person.ts";
import {
  expect,
  expectAccessible,
  expectToast,
  expectToFit,
  expectToFitAt,
  signIn,
  signInAsAdmin,
  test,
} from "./test.ts";

test.use({ allowedNoise: [/status of (409|422)/] });

const address = (section: string) => `/#${settingPath(section)}`;

test("An admin changes the club's name, which the page shows at once, compares and puts back what it was", {
  tag: "@main",
}, async ({ page }) => {
  await signInAsAdmin(page, address("identity"));
  const name = page.getByLabel("Name of the club");
  await expect(name).toHaveValue("Kindling");

  await test.step("what is wrong is said at its field, and what was typed stays over a reload", async () => {
    await page.getByLabel("Contact email").fill("nowhere");
    await page.getByRole("button", { name: "Save settings of Identity" }).click();
    await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
    await expect(page.getByLabel("Contact email")).toBeFocused();
    page.once("dialog", (dialog) => dialog.accept());
    await page.reload();
    await expect(page.getByLabel("Contact email")).toHaveValue("nowhere");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(page.getByLabel("Contact email")).toHaveValue(defaultSettings.identity.contact_email);
  });

  await test.step("saved, the header and the title have it", async () => {
    await name.fill("Saplings");
    await page.getByRole("button", { name: "Save settings of Identity" }).click();
    await expectToast(page, "Settings saved");
    await expect(page.getByRole("banner").getByRole("link", { name: "Saplings" })).toBeVisible();
    await expect(page).toHaveTitle("Club, Settings | Saplings");
  });

  await test.step("of two editors the later one sees both texts", async () => {
    const { request } = page.context();
    const { revision, value } = await (await request.get("/api/settings/identity")).json();
    const data = { value: { ...value, motto: "Theirs." }, expected_revision: revision };
    const origin = new URL(page.url()).origin;
    expect((await request.put("/api/settings/identity", { data, headers: { origin } })).status()).toBe(200);
    await page.getByLabel("Motto").fill("Mine.");
    await page.getByRole("button", { name: "Save settings of Identity" }).click();
    await expect(page.getByText("Saved by them: Theirs.")).toBeVisible();
    await expect(page.getByText("Yours: Mine.")).toBeVisible();
    await page.getByRole("button", { name: "Save mine over it" }).click();
    await expectToast(page, "Settings saved");
    await expect(page.getByLabel("Motto")).toHaveValue("Mine.");
  });

  await test.step("the history puts the first name back", async () => {
    await page.getByRole("button", { name: "History of Identity" }).click();
    const history = page.getByRole("dialog", { name: "History: Identity" });
    await expect(history.getByText("At first")).toBeVisible();
    await expectAccessible(page);
    await history.getByRole("button", { name: "Put back into the form" }).last().click();
    await expect(name).toHaveValue("Kindling");
    await page.getByRole("button", { name: "Save settings of Identity" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Kindling" })).toBeVisible();
  });
});

const pineOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--color-pine"));

test("An admin replaces the club's logo and main colour, which the page shows once saved, and goes back to ours", async ({
  page,
}) => {
  await signInAsAdmin(page, address("brand"));
  const logo = await sharp({ create: { width: 480, height: 100, channels: 3, background: "#1f4d3a" } })
    .png()
    .toBuffer();
  const choose = async (buffer: Buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Replace Logo" }).click();
    await (await chooser).setFiles({ name: "logo.png", mimeType: "image/png", buffer });
  };
  await choose(await sharp(logo).resize(100).png().toBuffer());
  await expect(page.getByRole("alert")).toBeVisible();
  await choose(logo);
  await expect(page.getByRole("img", { name: "Logo as uploaded" })).toBeVisible();
  await page.getByRole("button", { name: "Save settings of Logo and colours" }).click();
  await expectToast(page, "Settings saved");
  await expect(page.getByRole("banner").getByRole("img", { name: "Kindling" })).toBeVisible();
  const joinNow = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Join Now" });
  for (const width of [1280, 1200, 1080]) {
    await page.setViewportSize({ width, height: 720 });
    expect((await joinNow.boundingBox())?.height, `one line at ${width} px`).toBeLessThan(44);
    await expectToFit(page);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await expectAccessible(page);
  // The page has a colour before its form is done with it; until then a press does nothing.
  const untilSaved = () => expect(page.locator("form[aria-busy]")).toHaveCount(0);
  for (const colour of ["#1d4ed8", "#1f4d3a"]) {
    await untilSaved();
    await page.getByLabel("Main colour: buttons, focus, links in the members area", { exact: true }).fill(colour);
    await page.getByRole("button", { name: "Save settings of Logo and colours" }).click();
    await expect.poll(() => pineOf(page)).toBe(colour);
  }
  await untilSaved();
  await page.getByRole("button", { name: "Back to ours for Logo" }).click();
  await page.getByRole("button", { name: "Save settings of Logo and colours" }).click();
  await expect(page.getByRole("banner").getByRole("img", { name: "Kindling" })).toHaveCount(0);
});

test("Two admins change terms: one proposes, another confirms, and either withdraws; an unreadable colour is refused", async ({
  page,
  browser,
  app,
}) => {
  const second = await createPerson(app, "daniel@terms.example", {
    is_admin: true,
    status: "approved",
    full_name: "Daniel Price",
  });
  await buildDeal(app.db, { author_id: second.id });
  const upcoming = { ...defaultSettings.terms[0], effective_from: "2098-01-01" };
  const value = JSON.stringify([...defaultSettings.terms, upcoming]);
  await app.db
    .insertInto("club_settings")
    .values({ key: "terms", value })
    .onConflict((row) => row.column("key").doUpdateSet({ value }))
    .execute();
  await page.setViewportSize({ width: 320, height: 700 });
  await signInAsAdmin(page, address("terms"));
  const table = page.getByRole("table", { name: "Terms" });
  await expect(table.getByRole("row", { name: /In force/ })).toHaveCount(1);
  await expect(table.getByRole("row", { name: /1 January 2098/ })).toContainText("Upcoming");
  await expect(
    page.locator("#terms").getByText(/^Another admin confirms new terms, at least 24 hours before/),
  ).toBeVisible();
  await page.getByLabel("Premium: price a year, £").fill("420");
  await fillDate(page, "From", "2020-01-01");
  await page.getByRole("button", { name: "Add these terms" }).click();
  await expect(page.getByText(/^New terms start on \d+ \w+ \d{4} or later$/)).toBeVisible();
  await fillDate(page, "From", "2098-01-01");
  await page.getByRole("button", { name: "Add these terms" }).click();
  await expect(page.getByText("Other terms start on this day. Please choose another day")).toBeVisible();
  await fillDate(page, "From", "2099-01-01");
  await page.getByRole("button", { name: "Add these terms" }).click();
  await expectToast(page, "Proposed. Another admin confirms it.");
  const proposal = (of: Page) => of.locator(".notice").filter({ hasText: "proposed a change" });
  await expect(proposal(page)).toContainText("From 1 January 2099");
  await expect(proposal(page).locator("del")).toHaveText("Premium £395 a year");
  await expect(proposal(page).locator("ins")).toHaveText("Premium £420 a year");
  await expect(proposal(page)).toContainText(
    "It applies from 1 January 2099. Another admin confirms it by 30 December 2098. Later it has to be proposed again.",
  );
  await expect(table.getByText("£420 a year, 4%")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Confirm the change" })).toHaveCount(0);
  await expectAccessible(page);

  const other = await (await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" })).newPage();
  await signIn(other, second, address("terms"));
  await other.getByRole("button", { name: "Confirm the change" }).click();
  await expectToast(other, "Confirmed. It applies from 1 January 2099.");
  await expect(
    other.getByText(
      /^Daniel Price confirmed it\. It applies from 1 January 2099\. Any admin can withdraw it until .*\.$/,
    ),
  ).toBeVisible();
  await expectAccessible(other);
  await expectToFitAt(other, [1440, 768, 390, 320]);
  await other.context().close();

  await page.reload();
  await page.getByRole("button", { name: "Withdraw the change" }).click();
  await expectToast(page, "Withdrawn. Nothing has changed.");
  await expect(proposal(page)).toHaveCount(0);
  await table.getByRole("button", { name: /^Withdraw the terms from 1 January 2098/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(proposal(page).locator("del")).toContainText("Premium £395 a year");
  await app.db.deleteFrom("setting_proposals").execute();

  await page.goto(address("brand"));
  await page.getByLabel("Accent colour: Join, badges", { exact: true }).fill("#f08a24");
  await page.getByRole("button", { name: "Save settings of Logo and colours" }).click();
  await expect(
    page.getByText(/^This colour on a shaded band has \d\.\d\d to 1 and needs 4\.5\. The nearest that passes is #/),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
