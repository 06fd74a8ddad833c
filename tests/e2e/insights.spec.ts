import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAppToRun, expectToast, test } from "./test.ts";

const article = "/#/insights/eis-seis-tax-schemes";
const cards = (page: Page) => page.getByRole("region", { name: "Articles" }).getByRole("link");
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const count = (page: Page) => page.getByRole("region", { name: "Articles" }).getByRole("status");
const categoryButton = (page: Page, label: string) => page.getByRole("button", { name: label });

test("A reader of the article list searches, types fast, filters by category, and opens an unknown one", async ({
  page,
}) => {
  await test.step("searches, and clears a search without results", async () => {
    await page.goto("/#/insights");
    await expect(cards(page)).toHaveCount(11);
    await searchBox(page).fill("MULTIPLES");
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toContainText("Understanding multiples");
    await searchBox(page).fill("carrots");
    await expect(page.getByRole("heading", { name: "No articles found", exact: true })).toBeVisible();
    await expect(page.getByText("Try adjusting your search or category filter")).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
    await expect(count(page)).toHaveText("0 articles");
    await expectAccessible(page.getByRole("main"));
    await page.getByRole("button", { name: "Clear search and filter" }).click();
    await expect(searchBox(page)).toHaveValue("");
    await expect(count(page)).toHaveText("11 articles");
    await expect(page.getByRole("region", { name: "Articles" })).toBeFocused();
  });
  await test.step("types fast without losing letters or the caret position", async () => {
    await page.goto("/#/insights");
    await searchBox(page).focus();
    await page.keyboard.type("what a start-up is worth before it earns");
    await expect(searchBox(page)).toHaveValue("what a start-up is worth before it earns");
    await expect(cards(page)).toHaveCount(1);
    await searchBox(page).fill("ae");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("bcd");
    await expect(searchBox(page)).toHaveValue("abcde");
    await expect(page).toHaveURL(/\?q=abcde$/);
    await page.keyboard.type("f");
    await expect(searchBox(page)).toHaveValue("abcdfe");
  });
  await test.step("reads how many articles a category has, and filters after scrolling down", async () => {
    await page.goto("/#/insights");
    await expect(categoryButton(page, "All Articles")).toHaveAttribute("aria-pressed", "true");
    await expect(categoryButton(page, "All Articles")).toContainText("11");
    await expect(categoryButton(page, "Angel Investing")).toContainText("3");
    await cards(page).last().scrollIntoViewIfNeeded();
    await categoryButton(page, "Metrics").click();
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page).getByRole("heading")).toBeInViewport();
  });
  await test.step("opens a link with an unknown category, which filters nothing", async () => {
    await page.goto("/#/insights?category=Horoscopes");
    await expect(cards(page)).toHaveCount(11);
    await expect(categoryButton(page, "All Articles")).toHaveAttribute("aria-pressed", "true");
  });
});

test("A reader of an article opens a heading's link, uses the contents, copies the URL and prints the text", async ({
  page,
  context,
  baseURL,
}) => {
  await test.step("opens a link to a heading, which scrolls to it", async () => {
    await page.goto(`${article}#when-it-fails`);
    const heading = page.getByRole("heading", { name: "When it fails", exact: true });
    await expect(heading).toBeFocused();
    await expect.poll(() => topOf(heading)).toBeLessThan(140);
  });
  await test.step("uses the table of contents, which links to headings and highlights the current one", async () => {
    await page.goto(article);
    const contents = page.getByRole("navigation", { name: "On this page" });
    const link = contents.getByRole("link", { name: "How relief is lost" });
    await link.focus();
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { name: "How relief is lost", exact: true });
    await expect(heading).toBeFocused();
    await expect(page).toHaveURL(/#\/insights\/eis-seis-tax-schemes#how-relief-is-lost$/);
    await expect.poll(() => topOf(heading)).toBeLessThan(140);
    expect(await topOf(heading)).toBeGreaterThan(68);
    await expect(link).toHaveAttribute("aria-current", "location");
    await expect(link).toBeInViewport();
    await expect(contents.locator("[aria-current]")).toHaveCount(1);
  });
  await test.step("copies its clean URL", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(article);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expectToast(page, "Link copied");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${baseURL}/insights/eis-seis-tax-schemes`);
  });
  await test.step("prints its text with the URLs of its sources", async () => {
    await page.goto(article);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("table").first()).toBeVisible();
    await expect(page.getByRole("figure")).toBeVisible();
    for (const role of ["banner", "contentinfo", "navigation", "button"] as const) {
      await expect(page.getByRole(role)).toHaveCount(0);
    }
    await expect(page.getByRole("link", { name: "Compare the plans" })).toHaveCount(0);
    const source = page.locator(".sources").getByRole("link").first();
    expect(await source.evaluate((link) => getComputedStyle(link, "::after").content)).toMatch(/\(https?:/);
  });
});

test("The first article is in view on a phone, the contents are collapsed, and no article overflows", async ({
  page,
}) => {
  await test.step("the first article is visible without scrolling, below one row of categories", async () => {
    await page.setViewportSize({ width: 360, height: 700 });
    await page.goto("/#/insights?category=Metrics");
    await expect(categoryButton(page, "Metrics")).toBeInViewport({ ratio: 1 });
    await expect(count(page)).toHaveText("1 article");
    await expect(count(page)).toBeInViewport();
    await categoryButton(page, "All Articles").focus();
    await page.keyboard.press("Enter");
    await expect(categoryButton(page, "All Articles")).toBeInViewport({ ratio: 1 });
    await expect(cards(page).locator("img").first()).toBeInViewport();
    await expectAccessible(page);
  });

  await test.step("the table of contents is collapsed above the text", async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(article);
    await expect(page.getByRole("link", { name: "When it fails" })).toBeHidden();
    await page.getByText("On this page").and(page.locator("summary")).click();
    await page.getByRole("link", { name: "When it fails" }).click();
    await expect(page.getByRole("heading", { name: "When it fails", exact: true })).toBeFocused();
    await expectAccessible(page.getByRole("main"));
  });

  await test.step("no article overflows", async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto("/#/insights");
    await expect(cards(page)).toHaveCount(11);
    const titles = await cards(page).getByRole("heading").allTextContents();
    for (const title of titles) {
      await page.goto("/#/insights");
      await cards(page).filter({ hasText: title }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(widths).toEqual([320, 320]);
    }
  });
});

test("A reader filters, shares, reloads, goes back and reads on", { tag: "@main" }, async ({ page }) => {
  await test.step("typing into the search keeps the scroll position", async () => {
    await page.goto("/#/insights?q=a");
    await expect(searchBox(page)).toHaveValue("a");
    await expect(cards(page).last()).toBeAttached();
    await page.mouse.wheel(0, 60);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(60);
    await searchBox(page).press("End");
    await page.keyboard.type("n");
    await page.keyboard.press("Backspace");
    await expect(page).toHaveURL(/\?q=a$/);
    await expect(searchBox(page)).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(60);
  });

  await test.step("the filter is stored in the URL and survives sharing, reloading and going back", async () => {
    await page.goto("/#/insights?q=first&category=Angel+Investing");
    await expect(cards(page)).toHaveCount(1);
    await expect(searchBox(page)).toHaveValue("first");
    await page.reload();
    await expect(cards(page)).toHaveCount(1);
    await categoryButton(page, "All Articles").click();
    await expect(page).toHaveURL(/\?q=first$/);
    await page.goBack();
    await expect(categoryButton(page, "Angel Investing")).toHaveAttribute("aria-pressed", "true");
    await cards(page).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your first angel investment");
    await page.goBack();
    await expect(searchBox(page)).toHaveValue("first");
    await expect(cards(page)).toHaveCount(1);
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your first angel investment");
    await page.getByRole("banner").getByRole("link", { name: "Insights" }).click();
    await expect(searchBox(page)).toHaveValue("");
    await expect(cards(page)).toHaveCount(11);
  });

  await test.step("from an article a reader opens the next one, a related one, or its whole category", async () => {
    await page.goto("/#/insights/convertible-loan-notes");
    const around = page.getByRole("navigation", { name: "Previous and next article" });
    await expect(around.getByRole("link", { name: "Previous article" })).toContainText("What to look for in founders");
    await around.getByRole("link", { name: "Next article" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lessons from 483 investments");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    const next = page.getByRole("heading", { name: "What to read next", exact: true });
    await expect(page.locator("section", { has: next }).getByRole("heading", { level: 3 })).toHaveText([
      "Your first angel investment",
      "How angel syndicates work",
      "What SEIS and EIS give back, and what they ask of you",
    ]);
    await page.getByRole("article").getByRole("link", { name: "Angel Investing", exact: true }).click();
    await expect(cards(page)).toHaveCount(3);
  });
});

test.describe("When a picture fails to load", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("A category’s picture is shown where an article's picture fails to load", async ({ page }) => {
    await page.route(/\/article-[^/]*\.svg/, (route) => route.abort());
    await page.goto("/#/insights");
    const picture = cards(page).first().locator("img");
    await expect(picture).toHaveAttribute("src", /category-startup-growth/);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.goto(article);
    await expect(page.getByRole("article").locator("img")).toHaveAttribute("src", /category-tax-relief/);
  });
});

const topOf = (heading: ReturnType<Page["getByRole"]>) =>
  heading.evaluate((element) => element.getBoundingClientRect().top);

test.describe("An address without an article", () => {
  test.use({ allowedNoise: [/404/] });

  test("A visitor who opens the address of no article is told so, and React keeps the document", async ({ page }) => {
    await page.goto("/insights/nope");
    await expectAppToRun(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expect(page.getByRole("main")).toContainText("/insights/nope");
    await expect(page).toHaveURL(/\/insights\/nope/);
    await expect(page.getByRole("banner").getByRole("link", { name: "Insights" }).first()).toHaveAttribute(
      "aria-current",
      "page",
    );
  });
});
