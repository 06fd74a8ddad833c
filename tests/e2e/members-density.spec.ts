import type { Locator, Page } from "@playwright/test";
import { createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToFit, signIn, signInAsAdmin, test } from "./test.ts";

const laptop = { width: 1280, height: 800 };

const firstRecords: [address: string, record: (main: Locator) => Locator][] = [
  ["", (main) => main.locator(".to-do > li, .start-list > li")],
  ["?tab=directory", (main) => main.getByRole("listitem")],
  ["?tab=directory&view=edit", (main) => main.getByRole("button", { name: "Hide my profile" })],
  [
    "?tab=directory&view=submit",
    (main) => main.getByRole("heading", { name: "Submission Already Exists", exact: true }),
  ],
  ["?tab=directory&view=review", (main) => main.getByRole("listitem")],
  ["?tab=events", (main) => main.getByRole("listitem")],
  ["?tab=admin&view=invitations", (main) => main.getByRole("row").nth(1)],
  ["?tab=admin&view=requests", (main) => main.getByRole("listitem").filter({ hasText: "Requested" })],
  ["?tab=admin&view=import", (main) => main.getByRole("textbox", { name: /^Members, one per line/ })],
  ["?tab=admin&view=people", (main) => main.getByRole("row").nth(1)],
  ["?tab=admin&view=content", (main) => main.getByRole("row").nth(1)],
  ["?tab=admin&view=data", (main) => main.locator(".quiet-state")],
  ["?tab=admin&view=audit", (main) => main.getByRole("row").nth(1)],
  ["?tab=account", (main) => main.getByRole("textbox", { name: "Full name" })],
];

test("The first record of every screen on a laptop is within 360 px of the top", async ({ page }) => {
  await page.setViewportSize(laptop);
  await signInAsAdmin(page);
  for (const [address, record] of firstRecords) {
    await page.goto(`/#/members${address}`);
    const first = record(page.getByRole("main")).first();
    await expect(first).toBeVisible();
    const top = (await first.boundingBox())?.y;
    expect(top, address).toBeLessThanOrEqual(360);
  }
});

test("The admins' lists show twenty rows on a laptop screen", async ({ page, app }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signInAsAdmin(page);
  for (let n = 0; n < 20; n++) {
    await page.request.post("/api/invitations", {
      data: { email: `n${n}@rows.example` },
      headers: { origin: app.url },
    });
  }
  for (const view of ["invitations", "people", "audit"]) {
    await page.goto(`/#/members?tab=admin&view=${view}`);
    const rows = page.getByRole("row");
    await expect(rows.nth(20)).toBeAttached();
    const height = await rows.evaluateAll((all) => {
      const [first, last] = [all[1], all[20]].map((row) => row?.getBoundingClientRect());
      return (last?.bottom ?? Infinity) - (first?.top ?? 0);
    });
    const bar = (await page.getByRole("banner").boundingBox())?.height ?? 0;
    expect(bar + height, view).toBeLessThanOrEqual(768);
  }
});

test("The list of content keeps its first record and its rows while all of it are examples that somebody has saved", async ({
  page,
}) => {
  await page.setViewportSize(laptop);
  await page.route(/\/api\/content(\?|$)/, async (route) => {
    const url = route.request().url().replace("removable=examples&", "");
    const answer = await (await route.fetch({ url })).json();
    // A change ends an example, so that none of them has changes that are not public.
    const items = answer.items.map((item: { revision: number; published_revision: number | null }) => ({
      ...item,
      revision: item.published_revision ?? item.revision,
      is_example: true,
      updated_by_name: "Amara Okafor",
    }));
    await route.fulfill({ json: { ...answer, items } });
  });
  await signInAsAdmin(page, "/#/members?tab=admin&view=content");
  await expect(page.getByRole("button", { name: "Remove all examples" })).toBeVisible();
  await expect(page.getByRole("row").nth(20)).toContainText("Example");
  const boxes = await page
    .getByRole("row")
    .evaluateAll((rows) => rows.slice(1).map((row) => row.getBoundingClientRect()));
  expect(boxes[0]?.top).toBeLessThanOrEqual(360);
  expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(33);
});

test("An admin changes screens in a side list, and on a narrow window in a select that keeps the focus", async ({
  page,
}) => {
  await page.setViewportSize(laptop);
  await signInAsAdmin(page, "/#/members?tab=admin&view=invitations");
  const side = page.getByRole("navigation", { name: "Admin" });
  await side.getByRole("link", { name: /^Records/ }).click();
  await expect(page).toHaveURL(/tab=admin&view=audit$/);
  await expect(side.locator("[aria-current=page]")).toHaveText("Audit");
  await expect(side.getByRole("combobox")).toBeHidden();

  await page.setViewportSize({ width: 768, height: 1000 });
  await expect(side.getByRole("link")).toHaveCount(0);
  const choice = side.getByRole("combobox", { name: "Admin" });
  await expect(choice.locator("option:checked")).toHaveText("Records: Audit");
  await expect(
    choice.locator("optgroup[label=Members] > option", { hasText: /^Membership Requests \(\d+ waiting\)$/ }),
  ).toHaveCount(1);
  await choice.focus();
  await choice.selectOption("Bulk Import Members");
  await expect(page).toHaveURL(/tab=admin&view=import$/);
  await expect(page.getByRole("heading", { name: "Bulk Import Members", exact: true })).toBeVisible();
  await expect(choice).toBeFocused();
  await expectAccessible(page.getByRole("main"));
});

test("A long name leaves the link to the account in the window", async ({ page, app }) => {
  const full_name = "Maximiliana Alexandrina Featherstonehaugh-Cholmondeley of Wymondham-on-the-Hill";
  const person = await createPerson(app, "maximiliana@rows.example", { full_name, status: "approved" });
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(page, person, "/#/members?tab=account");
  await expect(page.getByRole("main").getByText(full_name, { exact: true })).toBeVisible();
  await expectToFit(page);
  const link = await page.getByRole("main").getByRole("link", { name: "Account", exact: true }).boundingBox();
  expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThanOrEqual(360 - 16);
});

test.describe("With a coarse pointer", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 740 } });

  test("The words in a search box are not cut off with a coarse pointer", async ({ page }) => {
    await signInAsAdmin(page);
    for (const view of ["people", "statements", "newsletter", "invitations"]) {
      await page.goto(`/#/members?tab=admin&view=${view}`);
      const room = await page.getByRole("searchbox", { name: "Search" }).evaluate((box: HTMLInputElement) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(box);
        const drawn = document.createElement("canvas").getContext("2d");
        if (!drawn) throw new Error("no canvas");
        drawn.font = font;
        const inner = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return inner - drawn.measureText(box.placeholder).width;
      });
      expect(room, view).toBeGreaterThanOrEqual(0);
    }
  });

  test("Buttons, links and fields are at least 44 px high with a coarse pointer, and narrow lists are stacks", {
    tag: "@main",
  }, async ({ page }) => {
    await signInAsAdmin(page);
    for (const address of ["", "?tab=directory", "?tab=admin&view=invitations", "?tab=admin&view=requests"]) {
      await page.goto(`/#/members${address}`);
      await expect(page.getByRole("main").getByRole("status", { name: /loading/i })).toHaveCount(0);
      await expect.poll(() => lowControls(page), { message: address }).toEqual([]);
    }
    for (const address of [
      ...["?tab=directory", "?tab=investments", "?tab=admin&view=import", "?tab=admin&view=people"],
      ...["?tab=admin&view=audit", "?tab=account&view=statements"],
    ]) {
      await page.goto(`/#/members${address}`);
      await expect(page.getByRole("main").getByRole("status", { name: /loading/i })).toHaveCount(0);
      await expect.poll(() => smallFields(page), { message: address }).toEqual([]);
    }
    for (const address of ["?tab=admin&view=people", "?tab=admin&view=companies", "?tab=investments&view=documents"]) {
      await page.goto(`/#/members${address}`);
      const names = page.locator(".record-table .is-first a, .own-document-name");
      await expect(names.first()).toBeVisible();
      const heights = await names.evaluateAll((all) => all.map((name) => name.getBoundingClientRect().height));
      expect(Math.min(...heights.filter((height) => height > 0)), address).toBeGreaterThanOrEqual(44);
    }
    await page.goto("/#/members?tab=admin&view=invitations");
    const row = page.getByRole("row").nth(1);
    const [email, status, created] = [0, 1, 2].map((place) => row.locator("td:visible").nth(place));
    const topOf = async (cell: typeof email) => (await cell?.boundingBox())?.y ?? Number.NaN;
    expect(Math.abs((await topOf(status)) - (await topOf(email)))).toBeLessThan(12);
    expect(await topOf(created)).toBeGreaterThan((await topOf(email)) + 12);
  });
});

test.describe("With a coarse pointer, signed out", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 740 } });

  test("Fields are typed in without a zoom with a coarse pointer, signed out", async ({ page }) => {
    for (const path of ["/register", "/login", "/insights", "/calculator"]) {
      await page.goto(`/#${path}`);
      await expect(page.getByRole("main").locator("input").first()).toBeVisible();
      await expect.poll(() => smallFields(page), { message: path }).toEqual([]);
    }
  });
});

test("No value is cut off in the rows of a narrow window, and none is empty", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await signInAsAdmin(page);
  for (const address of ["?tab=admin&view=investors", "?tab=admin&view=companies", "?tab=admin&view=shown"]) {
    await page.goto(`/#/members${address}`);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    expect(await cutCells(page), address).toEqual([]);
  }
  await page.goto("/#/members?tab=admin&view=companies&list=imports");
  await page.getByRole("link", { name: "holdings-before-the-club.csv" }).click();
  await expect(page.getByRole("row").nth(1).getByRole("cell").first()).toHaveCSS("text-align", "left");
});

const cutCells = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("tbody td")]
      .filter((cell) => cell.checkVisibility() && cell.parentElement)
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || !cell.textContent?.trim())
      .map((cell) => `${cell.getAttribute("data-label")}: ${cell.textContent}`),
  );

/** A phone zooms in on a field that is typed in when its letters are smaller. */
const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea, select",
      ),
    ]
      .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 80)),
  );

const lowControls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("main :is(a, button, input, select), footer a")]
      // A link in a sentence has the height of its line.
      .filter((control) => !control.matches("p > .inline-link"))
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 43.5)
      .map((control) => `${control.outerHTML.slice(0, 80)} ${control.getBoundingClientRect().height}`),
  );
