import type { Page } from "@playwright/test";
import { paths } from "#shared/paths.ts";
import { createPerson } from "./new-person.ts";
import { expect, expectToFit, signIn, signInAsAdmin, signInAsMember, test } from "./test.ts";

test.use({ viewport: { width: 390, height: 844 } });
const inMainRun = { tag: "@main" };

const views = (...addresses: string[]) => addresses.map((address) => `/members?tab=${address}`);
const walks = [
  {
    who: "A visitor",
    signIn: undefined,
    addresses: [
      paths.home,
      paths.membership,
      paths.founders,
      paths.login,
      paths.register,
      paths.privacy,
      "/calculator",
    ],
  },
  {
    who: "A member",
    signIn: signInAsMember,
    addresses: views(
      "investments",
      "investments&view=deals",
      "investments&view=mine",
      "investments&view=documents",
      "investments&view=documents&part=export",
      "investments&view=documents&part=shown",
      "directory&view=list",
      "directory&view=introductions",
      "directory&view=edit",
      "events",
      "account&view=you",
    ),
  },
  {
    who: "An admin",
    signIn: signInAsAdmin,
    addresses: views(
      "admin&view=today",
      "admin&view=enquiries",
      "admin&view=deals",
      "admin&view=companies",
      "admin&view=money",
      "directory&view=review",
      "admin&view=people",
      "admin&view=content",
      "admin&view=audit",
      "admin&view=system",
      "events&view=places",
    ),
  },
];

for (const { who, signIn, addresses } of walks) {
  test(
    `${who} reads text of twice the size on a phone without scrolling sideways, and reaches the menu`,
    inMainRun,
    async ({ page }) => {
      await signIn?.(page);
      for (const address of addresses) {
        await test.step(address, async () => {
          await page.goto(`/#${address}`);
          await enlargeText(page);
          await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
          await expect(page.getByRole("main").getByRole("status", { name: /loading/i })).toHaveCount(0);
          await expectToFit(page, address);
          expect.soft(await page.evaluate(cutTexts), address).toEqual([]);
          await expect(page.getByRole("button", { name: "Open menu" })).toBeInViewport({ ratio: 1 });
        });
      }
      if (signIn === signInAsMember) {
        await page.goto(`/#${paths.myInvestments}`);
        await page
          .getByRole("table", { name: /^Your holdings/ })
          .getByRole("link")
          .first()
          .click();
        await enlargeText(page);
        await expect(page.getByRole("main").getByRole("status", { name: /loading/i })).toHaveCount(0);
        await expectToFit(page, "a company that is held");
        expect.soft(await page.evaluate(cutTexts), "a company that is held").toEqual([]);
      }
      await page.getByRole("button", { name: "Open menu" }).click();
      const menu = page.getByRole("dialog", { name: "Menu" });
      // Below the places of who is signed in.
      await menu.getByRole("link", { name: "Insights" }).scrollIntoViewIfNeeded();
      await expect(menu.getByRole("link", { name: "Insights" })).toBeInViewport();
      expect(await menu.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    },
  );
}

test("A member with twice the text reads the bell, the notices, sums in one line and a deal's bar over the whole width", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/#/calculator");
  await enlargeText(page);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await expectToFit(page, "calculator");
  await page.goto("about:blank");
  await signInAsMember(page, `/#${paths.myInvestments}`);
  await expect(page.locator(".own-figure").first()).toBeVisible();
  await enlargeText(page);
  for (const figure of await page.locator(".own-figure").all())
    expect(await figure.evaluate(linesOf), (await figure.textContent()) ?? "").toBe(1);

  await page.setViewportSize({ width: 390, height: 844 });
  const bell = page.locator(".bell .btn-icon");
  const [icon, count] = await Promise.all(
    [".lucide", ".bell-count"].map((part) => bell.locator(part).evaluate((element) => element.getBoundingClientRect())),
  );
  expect(count?.left).toBeGreaterThan((icon?.left ?? 0) + (icon?.width ?? 0) / 4);
  expect(count?.bottom).toBeLessThan(icon?.bottom ?? 0);
  await bell.click();
  const title = page.getByRole("dialog").getByRole("heading", { name: "Notices" });
  expect(await title.evaluate(linesOf)).toBe(1);
  expect(await page.evaluate(cutTexts)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.goto(`/#${paths.openDeals}`);
  await page
    .getByRole("table", { name: /^Deals, / })
    .getByRole("link")
    .first()
    .click();
  await enlargeText(page);
  const bar = page.getByRole("region", { name: "Your answer" });
  await expect(bar).toBeVisible();
  expect(await bar.evaluate((element) => element.getBoundingClientRect().width)).toBe(390);
});

for (const width of [390, 320])
  test(`A person with a long name reads all of it in the menu of a phone, ${width} px wide`, async ({ page, app }) => {
    await page.setViewportSize({ width, height: 844 });
    const full_name = "Wilhelmina Alexandrina Featherstonehaugh-Cholmondeley of Auchtermuchty and Milngavie";
    const person = await createPerson(app, `long.${width}@castell.example`, { status: "approved", full_name });
    await signIn(page, person);
    await page.getByRole("button", { name: "Open menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    const name = menu.getByText(full_name, { exact: true });
    await expect(name).toBeVisible();
    const [own, search, around] = await Promise.all(
      [name, menu.getByRole("button", { name: "Search or go to" }), menu].map((element) => element.boundingBox()),
    );
    expect(own?.y).toBeGreaterThanOrEqual(around?.y ?? 0);
    expect((own?.y ?? 0) + (own?.height ?? 0)).toBeLessThanOrEqual(search?.y ?? 0);
  });

/** In how many lines an element's words are set. */
const linesOf = (element: Element): number => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const rects = [...range.getClientRects()];
  return rects.filter(({ top }, index) => index === 0 || rects.slice(0, index).every(({ bottom }) => top >= bottom - 4))
    .length;
};

/** Words beyond the edge of what cuts them off, or of the ground that they are read on. */
function cutTexts(): string[] {
  const cut = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    const isSeen = parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (
      !parent ||
      !isSeen ||
      !text.textContent?.trim() ||
      parent.closest("svg, script, style, noscript, option, .carousel")
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const { overflow, backgroundColor, clipPath, display } = getComputedStyle(box);
      // Words for screen readers, and what can be scrolled.
      if (clipPath !== "none" || /auto|scroll/.test(overflow)) break;
      const hasEdge = overflow !== "visible" || backgroundColor !== "rgba(0, 0, 0, 0)";
      if (!hasEdge || display === "inline") continue;
      const edge = box.getBoundingClientRect();
      // The line of a letter is higher than the letter.
      const isOut = ({ top, bottom, left, right }: DOMRect) =>
        top < edge.top - 4 || bottom > edge.bottom + 4 || left < edge.left - 2 || right > edge.right + 2;
      if ([...range.getClientRects()].some(isOut)) cut.add(`${text.textContent.trim()} in ${box.className}`);
      break;
    }
  }
  return [...cut];
}

const enlargeText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
