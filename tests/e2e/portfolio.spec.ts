import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { sql } from "kysely";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildPaper } from "../support/build-papers.ts";
import { dateBoxes, fillDate } from "../support/fill-date.ts";
import type { RunningApp } from "../support/running-app.ts";
import { unzip } from "../support/unzip.ts";
import { createInvestor } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFit, expectToFitAt, signIn, test } from "./test.ts";

const mine = "/#/members?tab=investments&view=mine";

/** Two holdings of a member: others paid twice as much for one, the other was written off. */
async function createOwner(app: RunningApp, email: string, code: string) {
  const owner = await createInvestor(app, email, "Jonas Weber");
  const member = { record_id: owner.record_id, tier: "trial" as const };
  const larch = await buildHeldRound(app.db, {
    company: { name: "Larch Analytics" },
    terms: { price: "1.24", scheme: "SEIS" },
    code: `${code}A`,
    called_on: "2024-01-25",
    wired_on: "2024-02-01",
    issued_on: "2024-02-02",
    members: [{ ...member, shares: 6879, paid_on: "2024-01-28" }],
  });
  const rowan = await buildHeldRound(app.db, {
    company: { name: "Rowan Systems" },
    terms: { price: "0.5", scheme: "EIS" },
    code: `${code}B`,
    called_on: "2024-05-08",
    wired_on: "2024-05-14",
    issued_on: "2024-05-17",
    members: [{ ...member, shares: 4000, paid_on: "2024-05-10" }],
  });
  const price = { entered_at: new Date("2025-10-01T12:00:00Z"), confirmed_at: new Date("2025-10-01T12:00:00Z") };
  await app.db
    .insertInto("share_prices")
    .values([
      {
        ...price,
        company_id: larch.company_id,
        as_of: "2025-03-15",
        basis: "last_round",
        price: "2.48",
        source: "Companies House filing, 28 Mar 2025",
      },
      {
        ...price,
        company_id: rowan.company_id,
        as_of: "2025-09-30",
        basis: "nil",
        price: "0",
        source: "Liquidator’s letter",
      },
    ])
    .execute();
  return owner;
}

const figure = (page: Page, name: string) =>
  page.locator(".own-figures > div").filter({ has: page.getByText(name, { exact: true }) });

/** The shell, buttons and fields stay on the screen. */
async function expectOnlyPaper(page: Page, title: string) {
  const main = page.getByRole("main");
  await expect(main.getByText(title, { exact: true })).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("combobox")).toHaveCount(0);
  await expect(main.locator(".btn, .row-action, summary").filter({ visible: true })).toHaveCount(0);
  expect((await page.pdf({ format: "A4", preferCSSPageSize: true })).length).toBeGreaterThan(0);
}

test("A member reads what they own, takes its numbers with them, and records a claim", { tag: "@main" }, async ({
  page,
  app,
}) => {
  const owner = await createOwner(app, "jonas@owner.example", "P4");
  await signIn(page, owner, mine);
  const main = page.getByRole("main");

  await test.step("figures, charts and holdings agree", async () => {
    await expect(figure(page, "Value")).toContainText(/£17,059\.92At .+, from the last prices/);
    await expect(figure(page, "You paid in")).toContainText("£11,846.21");
    await expect(figure(page, "Return so far")).toContainText(/1\.44×[\d.]+% a year since 28 January 2024/);
    await main.getByText("How these figures are worked out").click();
    await expect(main.getByText(/The value is at a price of 15 March 2025/)).toBeVisible();
    await expect(
      main.getByRole("img", { name: /what you own is worth £17,059.92, £5,213.71 more than the £11,846.21/ }),
    ).toBeVisible();
    const holdings = main.getByRole("table", { name: /^Your holdings/ });
    await expect(holdings).toContainText("All");
    await expect(main.getByRole("row", { name: /Rowan Systems/ })).toContainText("Loss to claim");
    const before = async (first: Locator, second: Locator) =>
      expect((await first.boundingBox())?.y).toBeLessThan((await second.boundingBox())?.y ?? 0);
    await before(figure(page, "Value"), holdings);
    await before(holdings, main.getByRole("heading", { name: /^Dates within 90 days/ }));
    await before(
      main.getByRole("heading", { name: /^Dates within 90 days/ }),
      main.getByRole("img", { name: /what you own is worth/ }),
    );
  });

  await test.step("a chart's numbers open by keyboard", async () => {
    await main.getByText("By company, sector and year").click();
    await expect(main.getByRole("img", { name: /^Of 2 holdings, 1 worth more/ })).toBeVisible();
    const table = main.getByRole("button", { name: "As a table Cost against value, by company" });
    await table.focus();
    await page.keyboard.press("Enter");
    const numbers = main.getByRole("table", { name: /shares cost and are worth/ });
    await expect(numbers.getByRole("row", { name: /Rowan Systems/ })).toContainText("−£2,000.00");
    await expectAccessible(numbers);
  });

  await test.step("it shows an earlier day, which the address and the paper name", async () => {
    await fillDate(main, "As of", "2099-01-01");
    await expect(dateBoxes(main, "As of")).toHaveAccessibleDescription("Choose today or an earlier day");
    await fillDate(main, "As of", "2024-12-31");
    await expect(figure(page, "Value")).toContainText("£10,529.96At 31 Dec 2024, from the last prices");
    await expect(page).toHaveURL(/on=2024-12-31/);
    await page.reload();
    await expect(figure(page, "Value")).toContainText("£10,529.96At 31 Dec 2024, from the last prices");
    await page.emulateMedia({ media: "print" });
    await expect(main.getByText("As of 31 December 2024")).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await main.getByRole("button", { name: "Today" }).click();
    await expect(page).not.toHaveURL(/on=/);
    await expect(figure(page, "Value")).toContainText("£17,059.92");
  });

  await test.step("it fits a phone, which has a list of dates in place of lines, and paper", async () => {
    await expectToFitAt(page, [768, 320]);
    await main.getByText(/^All \d+ dates, 2024 to 20\d\d$/).click();
    await expect(main.getByRole("list", { name: /dates. The next that is open/ })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("paper has whose it is and the figures, and nothing to press", async () => {
    await page.emulateMedia({ media: "print" });
    await expectOnlyPaper(page, "Investments of Jonas Weber");
    await expect(main.getByRole("img", { name: /what you own is worth/ })).toBeVisible();
    await expectToFit(page, "on paper");
    await page.emulateMedia({ media: "screen" });
    await expect(main.getByText("Investments of Jonas Weber")).toBeHidden();
  });

  await test.step("a company's page says where its prices come from", async () => {
    await main.getByRole("link", { name: "Larch Analytics", exact: true }).click();
    await expect(page).toHaveTitle("Larch Analytics, My Investments | Kindling");
    await expect(main.getByRole("table", { name: /^Prices of a share/ })).toContainText("Companies House filing");
    await expectAccessible(main);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectToFit(page, "a company at 320 px");
  });

  await test.step("a claim is recorded, counts, and is removed again", async () => {
    await main.getByRole("button", { name: "Record income tax relief" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("50% of the cost is £4,264.98")).toBeVisible();
    await dialog.getByRole("button", { name: "Record it" }).click();
    await expect(dateBoxes(dialog, "On which day")).toHaveAccessibleDescription("Please enter the day");
    await fillDate(dialog, "On which day", "2024-11-15");
    await dialog.getByLabel("How much tax").fill("£4,264.98");
    await expectAccessible(dialog);
    await dialog.getByRole("button", { name: "Record it" }).click();
    await expectToast(page, "Recorded. Your figures with reliefs include it.");
    await expect(main.getByText("You claimed £4,264.98")).toBeVisible();
    await main.getByRole("link", { name: "Back to My Investments" }).click();
    // Opened before, and so it is again.
    await expect(main.getByText(/With the reliefs you recorded and keep, £4,264.98, it is 1.80×/)).toBeVisible();
    await main.getByRole("link", { name: "Larch Analytics", exact: true }).click();
    await main.getByRole("button", { name: "Remove the claim of £4,264.98" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expectToast(page, "Removed from your figures");
    await expect(main.getByText("You claimed £4,264.98")).toBeHidden();
  });
});

test("A member enters a holding of their own, values it and sells some of it", async ({ page, app }) => {
  await signIn(page, await createInvestor(app, "typed@owner.example"), mine);
  const main = page.getByRole("main");
  const dialog = page.getByRole("dialog");
  const keep = async () => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step("it is in the figures, and marked", async () => {
    await main.getByRole("button", { name: "Add a holding of your own" }).click();
    await dialog.getByLabel("Company").fill("Hawthorn Pottery");
    await dialog.getByLabel("Shares", { exact: true }).fill("1,000");
    await dialog.getByLabel("Price of a share").fill("£1.50");
    await expect(dialog.getByLabel("What the shares cost")).toHaveValue("1500.00");
    await dialog.getByLabel("What the shares cost").fill("£15,000");
    await fillDate(dialog, "Issued on", "2024-02-02");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("What the shares cost")).toHaveAccessibleDescription(/come to £1,500.00/);
    await dialog.getByLabel("What the shares cost").fill("£1,500");
    await page.reload();
    await main.getByRole("button", { name: "Add a holding of your own" }).click();
    await expect(dialog.getByText("The form holds what you typed before you left it.")).toBeVisible();
    for (const [label, value] of [
      ["Company", "Hawthorn Pottery"],
      ["Shares", "1,000"],
      ["Price of a share", "£1.50"],
      ["What the shares cost", "£1,500"],
    ] as const)
      await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value);
    await expect(dateBoxes(dialog, "Issued on").getByLabel("Year")).toHaveValue("2024");
    await expectAccessible(dialog);
    await keep();
    await expect(figure(page, "You paid in")).toContainText("£1,500.00");
    await expect(main.getByRole("row", { name: /Hawthorn Pottery/ }).first()).toContainText("Not through the club");
    await main.getByText("How these figures are worked out").click();
    await expect(main.getByText("£1,500.00 of it is as you entered it.")).toBeVisible();
    await page.setViewportSize({ width: 320, height: 800 });
  });

  await test.step("it is worth what its owner says, and a sale takes shares", async () => {
    await main.getByRole("link", { name: "Hawthorn Pottery", exact: true }).click();
    await main.getByRole("button", { name: "Value the shares" }).click();
    await dialog.getByLabel("Price of a share, in pounds").fill("3");
    await fillDate(dialog, "From", "2025-03-01");
    await keep();
    await expect(figure(page, "Value")).toContainText("£3,000.00");
    await main.getByRole("button", { name: "Record a sale" }).click();
    await fillDate(dialog, "Sold on", "2025-06-30");
    await dialog.getByLabel("Shares sold").fill("400");
    await dialog.getByLabel("What they brought").fill("1,200");
    await keep();
    await expect(figure(page, "You received")).toContainText("£1,200.00");
    await expect(figure(page, "Value")).toContainText("£1,800.00");
    await expectAccessible(main);
    await expectToFit(page, "a company of one's own at 320 px");
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("a price is removed again", async () => {
    await main.getByRole("button", { name: "Remove the price of £3.00 from 1 March 2025" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(dialog).toBeHidden();
    await expect(figure(page, "Value")).toContainText("£900.00");
  });

  await test.step("shares that were sold stay until the sale is removed, and the last of them leave their page", async () => {
    await expect(main.getByText("Part of your sale of 30 June 2025: remove that sale first")).toBeVisible();
    await expect(main.getByRole("button", { name: /^Remove 1,000 shares/ })).toHaveCount(0);
    await main.getByRole("button", { name: "Remove the sale of 400 shares on 30 June 2025" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(dialog).toBeHidden();
    await main.getByRole("button", { name: "Remove 1,000 shares of 2 February 2024" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expectToast(page, "Removed from your figures");
    await expect(main.getByText("You hold nothing yet.")).toBeVisible();
    await expect(page).toHaveURL(/view=mine(&|$)/);
  });
});

test("A member with very large sums reads each in one line", async ({ page, app }) => {
  const owner = await createInvestor(app, "large@owner.example");
  const { rows } = await sql<{ id: string }>`with company as (
      insert into typed_companies (user_id, name) select id, 'Elder Grid' from auth.users where email = ${owner.email} returning *)
    insert into typed_holdings (user_id, company_id, shares, share_class, price, cost_pence, fee_pence, scheme, issued_on)
    select user_id, id, 1000000000, 'Ordinary', 88.88, 8888888888888, 0, null, '2024-02-02' from company
    returning company_id as id`.execute(app.db);
  await signIn(page, owner, mine);
  for (const address of [mine, `${mine}&company=${rows[0]?.id}`]) {
    await page.goto(address);
    for (const width of [320, 640, 900, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const paid = figure(page, "You paid in").locator(".own-figure");
      await expect(paid).toHaveText("£88,888,888,888.88");
      const lines = await paid.evaluate((shown) => {
        const range = document.createRange();
        range.selectNodeContents(shown);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
      expect(lines, `at ${width} px`).toBe(1);
      const sizes = await page
        .locator(".own-figure")
        .evaluateAll((figures) => new Set(figures.map((one) => getComputedStyle(one).fontSize)).size);
      expect(sizes, `at ${width} px`).toBe(1);
      await expectToFit(page, `very large sums at ${width} px`);
    }
  }
});

test("A member whose value is a range reads it beside or below its label on a phone", async ({ page, app }) => {
  const owner = await createInvestor(app, "range@owner.example");
  await sql`with company as (
      insert into typed_companies (user_id, name) select id, named.name from auth.users,
        (values ('Elder Grid'), ('Hazel Health')) as named (name) where auth.users.email = ${owner.email} returning *)
    insert into typed_holdings (user_id, company_id, shares, share_class, price, cost_pence, fee_pence, scheme, issued_on)
    select user_id, id, case name when 'Elder Grid' then 1 else 2666090 end, 'Ordinary',
      case name when 'Elder Grid' then 1 else 0.01 end, case name when 'Elder Grid' then 100 else 2666090 end, 0, null,
      case name when 'Elder Grid' then date '2020-02-02' else current_date - 40 end from company`.execute(app.db);
  await signIn(page, owner, mine);
  const value = figure(page, "Value");
  await expect(value.locator(".own-figure")).toHaveText("£26,660.90–£26,661.90");
  await expect(figure(page, "Return so far").locator(".own-figure")).toHaveText("1.00×");
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const overlap = await value.evaluate((box) => {
      const rectsOf = (name: string) => {
        const range = document.createRange();
        range.selectNodeContents(box.querySelector(name) as Node);
        return [...range.getClientRects()];
      };
      const labels = rectsOf("dt");
      return rectsOf(".own-figure").some((one) =>
        labels.some(
          (label) =>
            one.left < label.right && label.left < one.right && one.top < label.bottom && label.top < one.bottom,
        ),
      );
    });
    expect(overlap, `at ${width} px`).toBe(false);
    await expectToFit(page, `a range at ${width} px`);
  }
});

test("A member takes a tax year, a document and everything with them, and it opens without the club", async ({
  page,
  app,
  browser,
}) => {
  const owner = await createOwner(app, "keeper@owner.example", "P6");
  const { deal_id, id: commitment_id } = await app.db
    .selectFrom("commitments")
    .select(["deal_id", "id"])
    .where("record_id", "=", owner.record_id)
    .orderBy("created_at")
    .executeTakeFirstOrThrow();
  await buildPaper(app.db, { deal_id, commitment_id, kind: "signed_commitment", dated_on: "2024-02-03" });
  await signIn(page, owner, mine);
  const main = page.getByRole("main");
  await test.step("the certificate for the tax return stands first, and documents print without the screen", async () => {
    await main.getByRole("link", { name: "Documents" }).first().click();
    await expect(page).toHaveURL(/view=documents$/);
    await expect(page).toHaveTitle("Documents | Kindling");
    const first = main.getByRole("heading", { level: 2 }).first();
    await expect(first).toContainText("For your tax return, 20");
    await main.getByText(/^The \d+ tax years before$|^The tax year before$/).click();
    const certificate = main.getByRole("listitem").filter({ hasText: "SEIS3 certificate, Larch Analytics" });
    await expect(certificate).toContainText("£8,529.96. Claim by 31 January 2030");
    await expect(certificate).toContainText("Late");
    await expectAccessible(main);
    await page.emulateMedia({ media: "print" });
    await expectOnlyPaper(page, "Documents of Jonas Weber");
    await expect(certificate).toBeVisible();
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("a document is opened by its name", async () => {
    const name = main.getByRole("button", { name: "Commitment, Larch Analytics PDF" });
    const saved = await downloadFrom(name);
    expect(await readFile(await saved.path(), "utf8")).toContain("%PDF-1.7 signed_commitment");
    await page.setViewportSize({ width: 320, height: 800 });
    await expectToFit(page, "documents at 320 px");
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("a year of taxes, as a page and as a file", async () => {
    const summary = await downloadFrom(main.getByRole("button", { name: "Year-end summary 2023/24 PDF" }));
    expect(summary.suggestedFilename()).toBe("kindling-tax-year-2023-24.pdf");
    await main.getByRole("link", { name: "Export" }).click();
    await main.getByRole("combobox", { name: "Tax year" }).selectOption("2023/24");
    await main.getByRole("link", { name: "Read it here" }).click();
    await expect(main.getByRole("table", { name: "Shares bought" })).toContainText("£8,529.96");
    await expectAccessible(page);
    const saved = await downloadFrom(main.getByRole("button", { name: "PDF Tax year 2023/24" }));
    expect(saved.suggestedFilename()).toBe("kindling-tax-year-2023-24.pdf");
    await main.getByRole("combobox", { name: "Tax year" }).selectOption("2025/26");
    await expect(main.getByRole("table", { name: "Losses" })).toContainText("£2,000.00");
    for (const width of [768, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectToFit(page, `a tax year at ${width} px`);
      // A part clips what is wider.
      const isCut = (tables: Element[]) =>
        tables.some(({ parentElement, scrollWidth }) => scrollWidth > (parentElement?.clientWidth ?? 0));
      await expect
        .poll(() => main.getByRole("table").evaluateAll(isCut), { message: `a table at ${width} px` })
        .toBe(false);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("earlier addresses lead to where things are now", async () => {
    for (const [before, now] of [
      ["part=documents", /view=documents$/],
      ["part=year-end&tax_year=2023", /view=documents&part=year-end&tax_year=2023$/],
      ["part=if-we-vanish", /view=documents&part=export$/],
    ] as const) {
      await page.goto(`${mine}&${before}`);
      await expect(page).toHaveURL(now);
    }
    await page.goto("/#/members?tab=investments&view=shown");
    await expect(page).toHaveURL(/view=documents&part=shown$/);
    await expect(main.getByRole("heading", { name: "What I was shown", exact: true })).toBeVisible();
  });

  await test.step("tables are on the page of the export", async () => {
    await page.goto("/#/members?tab=investments&view=documents&part=export");
    const saved = await downloadFrom(main.getByRole("button", { name: "Cost and value, by company CSV" }));
    expect(await readFile(await saved.path(), "utf8")).toContain("Rowan Systems,2000.00,0.00,-2000.00,0");
    await page.setViewportSize({ width: 320, height: 800 });
    await expectToFit(page, "the export at 320 px");
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("everything, opened from the disk with the network off", async () => {
    await expectAccessible(main);
    const saved = await downloadFrom(main.getByRole("button", { name: "Export everything, to keep" }));
    const archive = await readFile(await saved.path());
    const folder = test.info().outputPath("copy");
    for (const [name, content] of unzip(archive)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    const offline = await browser.newContext({ offline: true });
    const copy = await offline.newPage();
    const asked: string[] = [];
    copy.on("request", (request) => asked.push(request.url()));
    const index = pathToFileURL(join(folder, "index.html")).href;
    await copy.goto(index);
    await expect(
      copy.getByRole("heading", { name: "What you hold: your copy from Kindling", exact: true }),
    ).toBeVisible();
    await expect(copy.getByText("This copy is whole")).toBeVisible();
    await expect(copy.getByRole("table").filter({ hasText: "Rowan Systems" }).first()).toBeVisible();
    await expectAccessible(copy);
    await copy.setViewportSize({ width: 360, height: 800 });
    await expectToFit(copy, "the copy's page at 360 px");
    expect((await copy.pdf({ format: "A4" })).length).toBeGreaterThan(0);
    expect(asked).toEqual([index]);
    const links = await copy
      .getByRole("link")
      .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
    expect(links.length).toBeGreaterThan(6);
    for (const link of links) expect((await stat(join(folder, link))).size, link).toBeGreaterThan(0);
    const opened = await downloadFrom(copy.getByRole("link", { name: /^What you signed/ }));
    expect(await readFile(await opened.path(), "utf8")).toContain("%PDF-1.7 signed_commitment");
    await offline.close();
  });
});

test("A member who holds nothing is shown the way to what they signed and to open deals", async ({ page, app }) => {
  await signIn(page, await createInvestor(app, "nothing@owner.example"), mine);
  await expect(page.getByRole("heading", { name: "You hold nothing yet.", exact: true })).toBeVisible();
  await expect(page.getByText("Deals you join appear here.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Documents" }).first().click();
  await expect(page.getByRole("heading", { name: "Documents", exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "See open deals" }).click();
  await expect(page.getByRole("link", { name: "Open Deals", exact: true })).toHaveAttribute("aria-current", "page");
});

test.describe("A chart that cannot be drawn", () => {
  test.use({ allowedNoise: [/value-chart|Failed to (fetch|load)|error boundary/i] });

  test("A chart that cannot be drawn leaves figures and holdings as they are, and is drawn on another try", async ({
    page,
    app,
  }) => {
    const owner = await createOwner(app, "failed@owner.example", "P5");
    await page.route("**/assets/value-chart-*.js", (route) => route.abort());
    await signIn(page, owner, mine);
    const alert = page.getByRole("alert").filter({ hasText: "The chart could not be drawn" });
    await expect(alert).toContainText("The figures above and the numbers as a table are complete");
    await expect(figure(page, "You paid in")).toContainText("£11,846.21");
    await expect(page.getByRole("table", { name: /^Your holdings/ })).toBeVisible();
    await page.unroute("**/assets/value-chart-*.js");
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("img", { name: /what you own is worth/ })).toBeVisible();
  });
});
