import type { Locator, Page } from "@playwright/test";
import { adminPaths } from "#shared/admin-paths.ts";
import { paths } from "#shared/paths.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import { expect, signInAsAdmin, test } from "./test.ts";

/** One that is chosen and one that is not, by what they are. */
interface Choice {
  what: string;
  address: string;
  all: (page: Page) => Locator;
  isChosen: string;
}

const withLabel = (page: Page, label: string) => page.locator(`nav[aria-label="${label}"]:visible`);

const choices: Choice[] = [
  {
    what: "a link of the site",
    address: paths.insights,
    all: (page) => page.getByRole("navigation", { name: "Main" }).getByRole("link"),
    isChosen: "[aria-current]",
  },
  {
    what: "a category",
    address: paths.insights,
    all: (page) => page.locator(".filter-list button"),
    isChosen: '[aria-pressed="true"]',
  },
  {
    what: "a row of a table",
    address: paths.calculator,
    all: (page) => page.locator(".plan-table tbody tr"),
    isChosen: ".is-chosen",
  },
  {
    what: "a segment",
    address: adminPaths.deals,
    all: (page) => page.locator(".side-main .segments input"),
    isChosen: ":checked",
  },
  {
    what: "a tab",
    address: paths.portfolio,
    all: (page) => withLabel(page, "Members area").locator("a"),
    isChosen: "[aria-current]",
  },
  {
    what: "a pill",
    address: paths.portfolio,
    all: (page) => withLabel(page, "Investments").locator("a"),
    isChosen: "[aria-current]",
  },
  {
    what: "an entry of the side list",
    address: adminPaths.enquiries,
    all: (page) => page.locator(".side-list > div > ul > li > a"),
    isChosen: "[aria-current]",
  },
  {
    what: "a part of a place",
    address: settingPath("brand"),
    all: (page) => page.locator(".side-parts a"),
    isChosen: "[aria-current]",
  },
];

const look = (element: Element) => {
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
  const highlight = document.createElement("i");
  highlight.style.color = "Highlight";
  highlight.style.setProperty("forced-color-adjust", "none");
  document.body.append(highlight);
  const isHighlight = getComputedStyle(highlight).color === outlineColor;
  highlight.remove();
  return outlineStyle === "none" ? "no outline" : `${outlineStyle} ${outlineWidth}${isHighlight ? " Highlight" : ""}`;
};

const borderOf = (element: Element) => getComputedStyle(element).borderTopWidth;

test("Choices, ticks, badges and the slider show their states in the visitor's own colours", {
  tag: "@main",
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signInAsAdmin(page);
  for (const { what, address, all, isChosen } of choices) {
    await test.step(what, async () => {
      await page.goto(`/#${address}`);
      const chosen = all(page).and(page.locator(isChosen));
      await expect(chosen.first()).toBeVisible();
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      expect(await chosen.first().evaluate(look)).toBe("solid 2px Highlight");
      const other = all(page)
        .and(page.locator(`:not(${isChosen})`))
        .first();
      expect(await other.evaluate(look)).toBe("no outline");
    });
  }
  await test.step("what has the focus keeps the ring of the focus", async () => {
    const part = page.locator(".side-parts a[aria-current]");
    await page.keyboard.press("Tab");
    await part.focus();
    expect(await part.evaluate((link) => getComputedStyle(link).outlineOffset)).toBe("3px");
  });
  await test.step("a tick", async () => {
    await page.goto(`/#${settingPath("deals")}`);
    const ticks = page.getByRole("checkbox");
    await ticks.first().check();
    const ground = () => ticks.first().evaluate((tick) => getComputedStyle(tick).backgroundColor);
    const ticked = await ground();
    await ticks.first().uncheck();
    expect(await ground()).not.toBe(ticked);
  });
  await test.step("badges and counts have a border", async () => {
    await page.goto(`/#${paths.portfolio}`);
    for (const one of [page.locator(".badge").first(), page.locator(".tab-count:visible").first()])
      expect(await one.evaluate(borderOf)).toBe("1px");
  });
});
