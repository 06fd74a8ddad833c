import type { Page } from "@playwright/test";
import { buildDeal, freezeDeal } from "#server/sample/build-deal.ts";
import { callsWith, createInvestor } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFitAt, signIn, signInAsMember, test } from "./test.ts";

const deals = "/#/members?tab=investments&view=deals";

/** The browser takes its time; a call before that fails as before. */
const isOnline = () =>
  fetch("/healthz").then(
    ({ ok }) => ok,
    () => false,
  );

const bar = (page: Page) => page.getByRole("region", { name: "Your answer", exact: true });

test("An investor reads on a phone what a deal costs, keeps watching, says Not for me, and reads what they were shown", {
  tag: "@main",
}, async ({ page, app }) => {
  const deal = await buildDeal(app.db, { company: { name: "Fernhill Rotas" } });
  const investor = await createInvestor(app, "jonas.deals@heather.example");
  await page.setViewportSize({ width: 375, height: 740 });
  await signIn(page, investor, deals);

  await test.step("the risk warning is shown before the first deal", async () => {
    await expect(page.getByRole("region", { name: "Risk warning" })).toContainText(
      "You could lose all the money you put into any of these.",
    );
    await expect(page.getByRole("row", { name: /Fernhill Rotas/ })).toContainText("Not answered");
    await page.getByRole("link", { name: "Fernhill Rotas" }).click();
  });

  await test.step("the page warns first, and the greeting gives way", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fernhill Rotas");
    await expect(page).toHaveTitle("Fernhill Rotas, Open Deals | Kindling");
    await expect(page.getByRole("main").getByText("Jonas Weber", { exact: true })).toBeHidden();
    const article = page.getByRole("article");
    await expect(article.locator("> *").first()).toHaveAccessibleName("Risk warning");
    await expectAccessible(page);
    await expectToFitAt(page, [1440, 768, 320]);
  });

  await test.step("it prints whole, from the warnings on", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText(/^Fernhill Rotas, printed for ./)).toBeVisible();
    await expect(page.getByRole("button", { name: "Print", exact: true })).toBeHidden();
    for (const name of ["Risk warning", "What it costs you", "Terms", "Timeline"])
      await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
    await expect(page.getByText("Shares expected", { exact: true })).toBeVisible();
    await expect(bar(page)).toBeHidden();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await page.emulateMedia({ media: "screen" });
  });

  const costs = page.getByRole("region", { name: "What it costs you" });
  await test.step("what is typed is costed to the penny, and survives a reload", async () => {
    const amount = costs.getByRole("textbox", { name: "You want to put into shares" });
    await expect(amount).toHaveValue("£500");
    await amount.fill("12");
    await expect(amount).toHaveAccessibleDescription("Please enter an amount from £500.00 to £100,000.00");
    await amount.fill("£12,000");
    await expect(costs).toContainText("You send£13,500.00");
    await expect(costs.getByRole("status")).toHaveText("You send £13,500.00");
    await expect(costs).toContainText("and loss relief at 40%, if you qualify−£5,100.00");
    await page.reload();
    await expect(amount).toHaveValue("£12,000");
    await expect(costs).toContainText("You send£13,500.00");
  });

  await test.step("folds are closed, open by keyboard, and stay open after a reload", async () => {
    const line = page.getByText("Shares expected", { exact: true });
    await expect(line).toBeHidden();
    await page.getByRole("region", { name: "Terms", exact: true }).locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(line).toBeVisible();
    await expect(page).toHaveURL(/folds=terms/);
    await page.reload();
    await expect(line).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the bar says what was typed, and keeps the answer that is pressed", async () => {
    await expect(bar(page)).toContainText("£12,000.00, you send £13,500.00.");
    await expect(page.getByText("Demand so far")).toBeHidden();
    await bar(page).getByRole("button", { name: "Keep watching" }).focus();
    await page.keyboard.press("Enter");
    await expect(bar(page)).toContainText("You are watching this deal.");
    await expect(page.getByText("under half of the club’s maximum")).toBeVisible();
    await page.reload();
    await expect(bar(page)).toContainText("You are watching this deal.");
  });

  await test.step("Not for me is as large as Commit, and takes a reason", async () => {
    await expect(bar(page).locator(".stay-actions > *")).toHaveCount(2);
    const sizes = await bar(page)
      .locator(".stay-actions > *")
      .evaluateAll((buttons) => buttons.map((button) => [button.clientWidth, button.clientHeight].join()));
    expect(sizes).toHaveLength(2);
    expect(new Set(sizes).size).toBe(1);
    await bar(page).getByRole("button", { name: "Not for me" }).click();
    await expect(bar(page)).toContainText("You said: not for me.");
    await bar(page).getByRole("button", { name: "Say why" }).click();
    await page.getByRole("textbox", { name: /^Why it is not for you/ }).fill("Too early for me.");
    await page.getByRole("button", { name: "Save reason" }).click();
    const said = () =>
      app.db
        .selectFrom("deal_interests")
        .select(["level", "amount_pence", "reason"])
        .where("deal_id", "=", deal.id)
        .execute();
    await expect.poll(said).toEqual([{ level: "not_for_me", amount_pence: null, reason: "Too early for me." }]);
    await page.getByRole("link", { name: "Back to Open Deals" }).click();
    await expect(page.getByRole("row", { name: /Fernhill Rotas/ })).toContainText("Not for me");
  });

  await test.step("a new version marks what changed, with the old value", async () => {
    await freezeDeal(app.db, {
      deal_id: deal.id,
      terms_id: deal.terms_id,
      number: 2,
      content: { ...deal.content, terms: { ...deal.content.terms, price: "1.24" } },
      author_id: null,
      created_at: new Date(),
      approved_at: new Date(),
      approved_by: null,
    });
    await page.goto(`${deals}&deal=${deal.id}`);
    await page.reload();
    await expect(page.getByText("The price is £1.24 instead of £1.20.")).toBeVisible();
    await expect(page.locator("del")).toHaveText(["£1.20", "417 shares, £500.40"]);
    await expectAccessible(page);
  });

  await test.step("what was shown is listed with day, way and terms", async () => {
    await page.goto(deals);
    await page.getByRole("link", { name: "What I was shown" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "What I was shown", exact: true })).toBeVisible();
    const rows = page.getByRole("row", { name: /Fernhill Rotas/ });
    const terms = rows.filter({ hasText: "Deal page" }).getByRole("cell", { name: /Terms 1, \d+ \w+ \d{4}$/ });
    await expect(terms.first()).toBeVisible();
    await expect(rows.filter({ hasText: "List of deals" }).first()).toBeVisible();
  });
});

test("A deal's page is at most five screens of a phone, and its bar is in view from its top to its end", async ({
  page,
}) => {
  const height = 844;
  await page.setViewportSize({ width: 390, height });
  await signInAsMember(page, deals);
  await page.getByRole("link", { name: "Alder Analytics" }).click();
  await expect(bar(page).getByRole("link", { name: "Commit" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Founder call" })).toBeVisible();
  const length = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(length).toBeLessThanOrEqual(5 * height);

  await expect(page.getByRole("navigation", { name: "Members area" })).toBeHidden();
  await expect(page.getByRole("link", { name: "My Investments" })).toHaveCount(0);
  for (const top of [0, length / 2, length]) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
  }

  const amount = page.getByRole("textbox", { name: "You want to put into shares" });
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await amount.focus();
  const room = async () => {
    const [field, edge] = await Promise.all([amount.boundingBox(), bar(page).boundingBox()]);
    return (edge?.y ?? 0) - (field?.y ?? height) - (field?.height ?? 0);
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);

  await page.emulateMedia({ forcedColors: "active" });
  await expect(bar(page)).toHaveCSS("border-top-style", "solid");
});

test.describe("Refusals", () => {
  test.use({ allowedNoise: [/status of (403|404)|ERR_INTERNET_DISCONNECTED/] });

  test("A member without a statement finds no deal's name, and an open page closes at its next call", async ({
    page,
    app,
    context,
  }) => {
    const deal = await buildDeal(app.db, { company: { name: "Quarry Loom" } });
    const investor = await createInvestor(app, "ida.deals@heather.example");
    await signIn(page, investor, `${deals}&deal=0190a0a0-0000-7000-8000-000000000000`);
    await expect(page.getByText("This deal is not open to you")).toBeVisible();
    await page.goto(`${deals}&deal=${deal.id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Quarry Loom", exact: true })).toBeVisible();
    await test.step("an answer that is not saved is taken back, and said so", async () => {
      await context.setOffline(true);
      await bar(page).getByRole("button", { name: "Not for me" }).click();
      await expectToast(page, "Your answer was not saved");
      await expect(bar(page)).not.toContainText("You said");
      await context.setOffline(false);
      await expect.poll(() => page.evaluate(isOnline)).toBe(true);
    });
    // The reload waits, as a fetch after the network is back would close the page before the press.
    await page.reload({ waitUntil: "networkidle" });
    const watch = bar(page).getByRole("button", { name: "Keep watching" });
    await expect(watch).toBeVisible();
    const calls = await callsWith(investor.session);
    expect((await calls.post("/api/statements/me/withdraw")).status()).toBe(200);
    await watch.click();
    await expect(page.getByText("Deals are shown to members with a current investor statement.")).toBeVisible();
    for (const address of [
      `${deals}&deal=${deal.id}`,
      deals,
      "/#/members?tab=investments&view=shown",
      "/#/members",
      "/#/members?tab=account&view=statements",
    ]) {
      await page.goto(address);
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Quarry Loom")).toHaveCount(0);
    }
    await page.goto("/#/members?tab=investments&view=shown");
    await expect(page.getByText("Hidden while deals are closed to you").first()).toBeVisible();
  });
});
