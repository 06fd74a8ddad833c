import type { Page } from "@playwright/test";
import { adminPaths } from "#shared/admin-paths.ts";
import { paths } from "#shared/paths.ts";
import { titleOf, viewAddress } from "#web/app/members/match-view.ts";
import { openPages } from "#web/app/site-pages.ts";
import { views } from "#web/views.tsx";
import { expect, expectAccessible, expectAccessibleInBothThemes, signInAsAdmin, signInAsMember, test } from "./test.ts";

const inMainRun = { tag: "@main" };
const widths = [320, 390, 1280];
/** The daily run scans one screen of each group, as a scan takes longer than all other checks of a screen. */
const isNight = process.env.NIGHT === "1";

const publicPaths = [
  ...Object.keys(openPages).filter((path) => !path.includes(":")),
  paths.article("eis-seis-tax-schemes"),
  "/no/such/page",
];

/** Of documents that only start the app, as those of the pages that mails link to. */
const titleOfHome = "Kindling | Invest in Start-ups";

const pagesOfATest = 7;

for (let first = 0; first < publicPaths.length; first += pagesOfATest) {
  const some = publicPaths.slice(first, first + pagesOfATest);
  test(
    `Public pages ${some[0]} to ${some.at(-1)} have one h1, no level left out, title, links, are accessible, fit`,
    inMainRun,
    async ({ page }) => {
      for (const path of some) {
        await test.step(path, async () => {
          await page.goto(`/#${path}`);
          const document = await (await page.request.get(path, { headers: { accept: "text/html" } })).text();
          const title = /<title>([^<]+)</.exec(document)?.[1] ?? "";
          const isShell = path !== paths.home && title === titleOfHome;
          await expect(page).toHaveTitle(isShell ? /^(?!Kindling ).+ \| Kindling$/ : title);
          await expectLoaded(page);
          if (!isShell) await expectContentOf(page, document);
          await expectOneHeadingAndToFit(page, path);
          await (isNight || path === some[0] ? expectAccessibleInBothThemes(page) : expectAccessible(page));
        });
      }
    },
  );
}

const places = views.flatMap((tab) =>
  ("screens" in tab ? tab.screens : [tab]).map((screen) => ({
    address: screen === tab ? viewAddress(tab) : viewAddress(tab, screen),
    title: `${titleOf(tab, screen)} | Kindling`,
    group: screen.group ?? tab.label,
    isForAdmins: screen.audience === "admin",
  })),
);

for (const group of new Set(places.map((place) => place.group))) {
  test(
    `An admin's screens of “${group}” have one h1, no level left out and their title, and fit`,
    inMainRun,
    async ({ page }) => {
      await signInAsAdmin(page);
      const screens = places.filter((each) => each.group === group);
      for (const [index, place] of screens.entries()) {
        // The others are scanned as a member, who owns something.
        await expectScreen(page, place, place.isForAdmins && (isNight || index === 0));
      }
    },
  );
}

test(
  "A member's screens have one h1, no level left out and their title, are accessible and fit",
  inMainRun,
  async ({ page }) => {
    await signInAsMember(page);
    const groups = new Set<string>();
    for (const place of places.filter(({ isForAdmins }) => !isForAdmins)) {
      await expectScreen(page, place, isNight || !groups.has(place.group));
      groups.add(place.group);
    }
  },
);

/** Where they are listed, and the place that their page is in. */
const recordsOf = {
  admin: {
    [adminPaths.people]: "People",
    [adminPaths.deals]: "Deals",
    [adminPaths.enquiries]: "Deals",
    [adminPaths.companies]: "Companies",
    [adminPaths.content]: "Content",
    "/members?tab=events&view=places": "Places and answers",
  },
  member: { [paths.openDeals]: "Open Deals", [paths.myInvestments]: "My Investments" },
};

test("Records have one h1, no level left out and a title that begins with their name", inMainRun, async ({ page }) => {
  const check = async (lists: Record<string, string>) => {
    for (const [address, place] of Object.entries(lists)) {
      await test.step(address, async () => {
        await page.goto(`/#${address}`);
        await expectLoaded(page);
        const link = page.locator("main .record-table .is-first a, main .deal-list a").first();
        const name = ((await link.textContent()) ?? "").trim();
        await link.click();
        const title = async () => {
          const shown = await page.title();
          return [shown.startsWith(name), shown.endsWith(`, ${place} | Kindling`)];
        };
        await expect.poll(title, { message: `${name}, ${place}` }).toEqual([true, true]);
        await expectLoaded(page);
        await expectOneHeadingAndToFit(page, `the first of ${address}`);
        await page.setViewportSize({ width: 1280, height: 800 });
      });
    }
  };
  await signInAsAdmin(page);
  await check(recordsOf.admin);
  await page.context().clearCookies();
  await signInAsMember(page);
  await check(recordsOf.member);
});

type Place = (typeof places)[number];

async function expectScreen(page: Page, { address, title }: Place, isScanned: boolean): Promise<void> {
  const check = async (shown: string, isScannedToo: boolean) => {
    await expectLoaded(page);
    await expectOneHeadingAndToFit(page, shown);
    if (isScannedToo) await expectAccessibleInBothThemes(page);
  };
  await test.step(address, async () => {
    await page.goto(`/#${address}`);
    await expect(page).toHaveTitle(title);
    await check(address, isScanned);
    for (const section of await sectionsOf(page, address)) {
      await page.goto(`/#${section}`);
      await check(section, isScanned && isNight);
    }
  });
}

/** Of a screen that has parts, such as the deal desk. */
const sectionsOf = (page: Page, address: string): Promise<string[]> =>
  page
    .locator("main nav")
    .locator(`a[href*="${address.replace("/members", "")}&section="]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.replace(/^\/?#/, "") ?? ""));

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("status", { name: /loading/i })).toHaveCount(0);
}

async function expectOneHeadingAndToFit(page: Page, address: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const measure = () =>
      page.evaluate(() => {
        const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter((each) =>
          each.checkVisibility(),
        );
        const levels = [0, ...headings.map(({ localName }) => Number(localName[1]))];
        const leap = levels.findIndex((level, index) => level > (levels[index - 1] ?? 0) + 1);
        return {
          overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
          firstHeadings: levels.filter((level) => level === 1).length,
          leapAt: headings[leap - 1]?.textContent,
        };
      });
    const message = `${address} at ${width} px`;
    await expect.poll(measure, { message }).toEqual({ overflow: 0, firstHeadings: 1, leapAt: undefined });
  }
  expect(await misplacedMarks(page), address).toEqual([]);
}

/** What HTML's own rules say of groups, captions and headers, and that no two places to navigate have one name. */
const misplacedMarks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const shownNavs = all("nav").filter((nav) => nav.checkVisibility());
    const names = shownNavs.map((nav) => nav.getAttribute("aria-label"));
    const faulty = [
      ...all("fieldset:not([role=presentation])").filter((group) => group.firstElementChild?.localName !== "legend"),
      ...all("figcaption").filter((caption) => caption.previousElementSibling && caption.nextElementSibling),
      ...all("th").filter((header) => !header.textContent?.trim() && !header.getAttribute("aria-label")),
      ...shownNavs.filter((_, index) => !names[index] || names.indexOf(names[index] ?? "") !== index),
    ];
    return faulty.map((element) => element.outerHTML.slice(0, 120));
  });

async function expectContentOf(page: Page, document: string): Promise<void> {
  const described = /name="description" content="([^"]+)"/.exec(document)?.[1];
  if (described) await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", described);
  const links = page.getByRole("main").locator("a[href]");
  for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))) {
    expect(document, "the app's links are the document's").toContain(`href="${href}"`);
  }
}
