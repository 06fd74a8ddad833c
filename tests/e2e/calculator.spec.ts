import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, expectToFit, test } from "./test.ts";

const shared = "/#/calculator?amount=8000&tier=Trial&deals=2&multiple=0&scheme=SEIS&tax=45&fee=inside";

const result = (page: Page) => page.getByRole("region", { name: "Result" });
const figure = (page: Page, term: string) => result(page).locator("dl > div", { hasText: term }).locator("dd").first();

test("A visitor calculates a deal on one desktop screen and copies its link", { tag: "@main" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/#/calculator");
  await expect(result(page)).toContainText("+£19,600");
  await expect(page.getByRole("button", { name: "Copy link" })).toBeInViewport();
  await expect(result(page).getByText("Capital is at risk.")).toBeInViewport();
  await expect(figure(page, "Break-even multiple")).toBeInViewport();

  await page.getByLabel("You invest").fill("8000");
  await page.getByLabel("Deals a year").fill("2");
  await page.getByRole("radio", { name: "Trial" }).check();
  await page.getByRole("radio", { name: "Inside" }).check();
  await page.getByLabel("Exit multiple", { exact: true }).fill("0");
  await page.getByRole("radio", { name: "SEIS" }).check();
  await page.getByRole("radio", { name: "45%" }).check();

  await expect(figure(page, "Goes into shares")).toHaveText("£7,000");
  await expect(figure(page, "Fee")).toHaveText("£1,000");
  await expect(figure(page, "Leaves your account")).toHaveText("£8,000");
  await expect(figure(page, "Income Tax relief")).toHaveText("£3,500");
  await expect(figure(page, "A total loss costs you")).toHaveText("£2,925");
  await expect(figure(page, "Break-even multiple")).toHaveText("1.143×");
  await expect(result(page)).toContainText("−£2,925");
  await expect(result(page)).toContainText("Here Kindling is dearer");
  await expect(page.getByRole("row", { name: /Premium/ })).toContainText("£1,035");
  await expect(page).toHaveURL(shared);

  await page.getByRole("button", { name: "Copy link" }).click();
  await expectToast(page, "Link copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(new URL(shared, page.url()).href);
});

test("A shared link with invalid parameters shows the defaults, with a note", async ({ page }) => {
  await page.goto("/#/calculator?amount=1&tier=Gold&deals=99&multiple=x&scheme=VCT&tax=19&fee=never");
  await expect(result(page)).toContainText("+£19,600");
  await expect(result(page)).toContainText("The link had a figure outside the limits");
  await expect(page.getByLabel("You invest")).toHaveValue("£10,000");
  await expect(page).toHaveURL(
    "/#/calculator?amount=10000&tier=Premium&deals=4&multiple=3&scheme=none&tax=40&fee=on-top",
  );
  await page.getByRole("radio", { name: "Trial" }).check();
  await expect(result(page)).not.toContainText("The link had");
});

test("Figures state what they exclude, and the field with an out-of-range amount shows the error", async ({ page }) => {
  await test.step("tiles that exclude the membership fee say so on paid plans", async () => {
    await page.goto("/#/calculator?tier=VIP");
    await expect(result(page).getByText("without the £985 membership")).toHaveCount(2);
    await page.goto("/#/calculator?tier=Trial");
    await expect(page.getByRole("radio", { name: "Trial" })).toBeChecked();
    await expect(result(page).locator("dl")).not.toContainText("membership");
  });
  await test.step("an out-of-range amount shows an error at its field and is kept", async () => {
    await page.goto("/#/calculator");
    const amount = page.getByLabel("You invest");
    await amount.fill("200");
    await amount.blur();
    await expect(amount).toHaveValue("200");
    await expect(amount).toHaveAttribute("aria-invalid", "true");
    await expect(amount).toHaveAccessibleDescription("Enter an amount from £500 to £50,000.");
    await expect(result(page)).toContainText("These are still the results of the last valid figures: £10,000 a deal");
    await expect(result(page)).toContainText("+£19,600");
    await expectAccessible(page);
    await amount.fill("20,000");
    await expect(amount).not.toHaveAttribute("aria-invalid");
    await expect(result(page)).not.toContainText("These are still");
    await expect(result(page)).toContainText("+£39,200");
  });
});

test("A visitor calculates a deal with the keyboard alone", async ({ page }) => {
  await page.goto("/#/calculator");
  await page.getByLabel("You invest").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("20000");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Deals a year")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "VIP" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: "On top" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("slider")).toBeFocused();
  await page.keyboard.press("Home");
  await expect(page.getByLabel("Exit multiple", { exact: true })).toHaveValue("0×");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "SEIS" })).toBeChecked();
  await expect(result(page)).toContainText("−£6,000");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "None" })).toBeChecked();
  await expect(result(page)).toContainText("−£20,000");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy link" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("summary")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(result(page).getByRole("row", { name: /^0×, yours/ })).toContainText("−£20,000");
});

test("The printed page has the deal summary, figures, chart and risk warning, and no controls", async ({ page }) => {
  await page.goto(shared);
  await page.emulateMedia({ media: "print" });
  await expect(
    page.getByText("£8,000 a deal, 2 deals a year, Trial with the 12.5% fee inside the amount, sold at 0×").first(),
  ).toBeVisible();
  await expect(figure(page, "A total loss costs you")).toHaveText("£2,925");
  await expect(figure(page, "A total loss costs you")).toBeVisible();
  await expect(page.getByRole("img", { name: /^Chart of the net result/ })).toBeVisible();
  await expect(result(page).getByText("Capital is at risk.")).toBeVisible();
  for (const role of ["banner", "contentinfo", "button", "textbox", "radio", "slider"] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
});

test("The result stays above the fields that change it on a phone and a tablet, without overflow", async ({ page }) => {
  const line = result(page).getByText(/^Net result per deal at/);
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/#/calculator");
    const slider = page.getByRole("slider");
    await slider.evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));
    await expect(line).toBeInViewport();
    const [shown, moved] = await Promise.all([line.boundingBox(), slider.boundingBox()]);
    expect(shown?.y).toBeLessThan(moved?.y ?? 0);
    await slider.press("Home");
    await expect(result(page)).toContainText("Net result per deal at 0×−£10,400");
    await expect(line).toBeInViewport();
  }
  await page.goto("/#/calculator?amount=80000&tier=Trial&deals=12&multiple=100&scheme=SEIS&tax=45&fee=inside");
  await page.getByText("The chart as a table").click();
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 700 });
    await expectToFit(page, `${width} px`);
    if (width === 320) await expectAccessible(page);
  }
});
