import type { Page } from "@playwright/test";
import sharp from "sharp";
import { defaultSettings } from "#shared/settings/club.ts";
import { expect, expectAccessible, expectToast, expectToFit, signInAsAdmin, test } from "./test.ts";

test.use({ allowedNoise: [/status of (409|422)/] });

const address = (section: string) => `/#/members?tab=admin&view=settings&section=${section}`;

test("An admin changes the club's name, which the page shows at once, compares and puts back what it was", {
  tag: "@main",
}, async ({ page }) => {
  await signInAsAdmin(page, address("identity"));
  const name = page.getByLabel("Name of the club");
  await expect(name).toHaveValue("Kindling");

  await test.step("what is wrong is said at its field, and what was typed stays over a reload", async () => {
    await page.getByLabel("Contact email").fill("nowhere");
    await page.getByRole("button", { name: "Save settings" }).click();
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
    await page.getByRole("button", { name: "Save settings" }).click();
    await expectToast(page, "Settings saved");
    await expect(page.getByRole("banner").getByRole("link", { name: "Saplings" })).toBeVisible();
    await expect(page).toHaveTitle("Settings | Saplings");
  });

  await test.step("of two editors the later one sees both texts", async () => {
    const { request } = page.context();
    const { revision, value } = await (await request.get("/api/settings/identity")).json();
    const data = { value: { ...value, motto: "Theirs." }, expected_revision: revision };
    const origin = new URL(page.url()).origin;
    expect((await request.put("/api/settings/identity", { data, headers: { origin } })).status()).toBe(200);
    await page.getByLabel("Motto").fill("Mine.");
    await page.getByRole("button", { name: "Save settings" }).click();
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
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Kindling" })).toBeVisible();
  });
});

const pineOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--color-pine"));

test("An admin replaces the club's logo and main colour, which the page shows once they are saved, and goes back to ours", async ({
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
  await page.getByRole("button", { name: "Save settings" }).click();
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
    await page.getByLabel("Main colour: buttons, focus, links in the members area").fill(colour);
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect.poll(() => pineOf(page)).toBe(colour);
  }
  await untilSaved();
  await page.getByRole("button", { name: "Back to ours for Logo" }).click();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByRole("banner").getByRole("img", { name: "Kindling" })).toHaveCount(0);
});

test("An admin sets new terms from a date and withdraws them, and an unreadable colour is refused", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signInAsAdmin(page, address("terms"));
  const inForce = page.getByRole("table", { name: "Terms" }).getByRole("row", { name: /In force/ });
  await expect(inForce).toHaveCount(1);
  expect((await inForce.boundingBox())?.y).toBeLessThanOrEqual(360);
  await page.getByLabel("Premium: price a year, £").fill("420");
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await page.getByRole("button", { name: "Add these terms" }).click();
  await expect(page.getByText(/^New terms start on \d+ \w+ \d{4} or later$/)).toBeVisible();
  await page.getByLabel("From", { exact: true }).fill("2099-01-01");
  await page.getByRole("button", { name: "Add these terms" }).click();
  await expectToast(page, "Settings saved");
  const table = page.getByRole("table", { name: "Terms" });
  await expect(table.getByText("£420 a year, 4%")).toBeVisible();
  await expect(table.getByRole("row", { name: /1 January 2099/ })).toContainText("Upcoming");
  await expect(inForce).toHaveCount(1);
  await expectAccessible(page);
  await page.getByLabel("From", { exact: true }).fill("2099-01-01");
  await page.getByRole("button", { name: "Add these terms" }).click();
  await expect(page.getByText("Other terms start on this day. Please choose another day")).toBeVisible();
  await page.getByLabel("Premium: price a year, £").fill("410");
  await page.getByLabel("From", { exact: true }).fill("2098-01-01");
  await page.getByRole("button", { name: "Add these terms" }).click();
  await expect(table.getByRole("row").nth(2)).toContainText("1 January 2098");
  await table.getByRole("button", { name: /^Withdraw the terms from 1 January 2098/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(table.getByText("£410 a year, 4%")).toHaveCount(0);
  await table.getByRole("button", { name: /^Withdraw/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(table.getByText("£420 a year, 4%")).toHaveCount(0);

  await page.goto(address("brand"));
  await page.getByLabel("Accent colour: Join, badges").fill("#f08a24");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(
    page.getByText(/^This colour on a shaded band has \d\.\d\d to 1 and needs 4\.5\. The nearest that passes is #/),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
