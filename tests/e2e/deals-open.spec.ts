import type { Page } from "@playwright/test";
import { buildDeal, freezeDeal } from "#server/sample/build-deal.ts";
import { callsWith, createInvestor } from "./new-person.ts";
import { expect, expectAccessible, expectToFitAt, signIn, test } from "./test.ts";

const deals = "/#/members?tab=investments&view=deals";

/** The browser takes its time; a call before that fails as before. */
const isOnline = () =>
  fetch("/healthz").then(
    ({ ok }) => ok,
    () => false,
  );

const answer = (page: Page, name: RegExp) => page.getByRole("radio", { name });

test("An investor reads on a phone what a deal costs, says Considering, then Not for me, and reads what they were shown", {
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
    await expect(page.getByRole("heading", { level: 2, name: "Fernhill Rotas", exact: true })).toBeVisible();
    await expect(page).toHaveTitle("Fernhill Rotas | Kindling");
    await expect(page.getByRole("heading", { level: 1, name: "Jonas Weber", exact: true })).toBeVisible();
    const article = page.getByRole("article");
    await expect(article.locator("> *").first()).toHaveAccessibleName("Risk warning");
    await expectAccessible(page);
    await expectToFitAt(page, [1440, 768, 320]);
  });

  await test.step("it prints whole, from the warnings on", async () => {
    await page.emulateMedia({ media: "print" });
    for (const name of ["Risk warning", "What it costs you", "Terms", "Timeline", "Your interest"])
      await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
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
    await expect(costs).toContainText("and loss relief at 40%, if you qualify £5,100.00");
    await page.reload();
    await expect(amount).toHaveValue("£12,000");
    await expect(costs).toContainText("You send£13,500.00");
  });

  const status = page.getByRole("region", { name: "Your interest" }).getByRole("status");
  await test.step("an answer is saved when it is chosen, by keyboard too", async () => {
    await expect(page.getByText("Demand so far")).toBeHidden();
    await answer(page, /^Watching/).focus();
    await page.keyboard.press("Space");
    await expect(status).toContainText("Saved: Watching.");
    await page.keyboard.press("ArrowRight");
    await expect(status).toContainText("Saved: Considering.");
    await expect(page.getByText("under half of the club’s maximum")).toBeVisible();
    await expect(page.getByLabel(/^How much you think of/)).toHaveValue("");
    await page.getByLabel(/^How much you think of/).fill("12,000");
    await page.getByRole("button", { name: "Save amount" }).click();
    await expect(status).toContainText("Saved: Considering £12,000.");
    await page.reload();
    await expect(answer(page, /^Considering £12,000/)).toBeChecked();
    await expectAccessible(page);
  });

  await test.step("Likely asks for an amount; Not for me takes its place, with a reason", async () => {
    await answer(page, /^Likely/).check();
    await expect(status).toContainText("Saved: Likely £12,000.");
    await answer(page, /^Not for me/).check();
    await expect(status).toContainText("Saved: Not for me.");
    await page.getByRole("textbox", { name: /^Why it is not for you/ }).fill("Too early for me.");
    await page.getByRole("button", { name: "Save reason" }).click();
    const said = () =>
      app.db
        .selectFrom("deal_interests")
        .select(["level", "amount_pence", "reason"])
        .where("deal_id", "=", deal.id)
        .execute();
    await expect.poll(said).toEqual([{ level: "not_for_me", amount_pence: null, reason: "Too early for me." }]);
    await page.getByRole("link", { name: "Open Deals" }).first().click();
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
    await expect(page.getByRole("heading", { level: 2, name: "What I was shown", exact: true })).toBeVisible();
    const rows = page.getByRole("row", { name: /Fernhill Rotas/ });
    const terms = rows.filter({ hasText: "Deal page" }).getByRole("cell", { name: /Terms 1, \d+ \w+ \d{4}$/ });
    await expect(terms.first()).toBeVisible();
    await expect(rows.filter({ hasText: "List of deals" }).first()).toBeVisible();
  });
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
    await expect(page.getByRole("heading", { level: 2, name: "Quarry Loom", exact: true })).toBeVisible();
    await test.step("an answer that is not saved is taken back, and said so", async () => {
      await context.setOffline(true);
      await answer(page, /^Likely/).click();
      await expect(page.getByText("Not saved yet: Likely needs an amount.")).toBeVisible();
      await page.getByLabel(/^How much you think of/).fill("500");
      await page.getByRole("button", { name: "Save amount" }).click();
      await expect(page.getByRole("alert")).toContainText("Your answer was not saved.");
      await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
      await context.setOffline(false);
      await expect.poll(() => page.evaluate(isOnline)).toBe(true);
    });
    // What is fetched once the network is back would close the page before it is pressed.
    await page.reload({ waitUntil: "networkidle" });
    await expect(answer(page, /^Watching/)).toBeVisible();
    const calls = await callsWith(investor.session);
    expect((await calls.post("/api/statements/me/withdraw")).status()).toBe(200);
    await answer(page, /^Watching/).click();
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
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      await expect(page.getByText("Quarry Loom")).toHaveCount(0);
    }
    await page.goto("/#/members?tab=investments&view=shown");
    await expect(page.getByText("Hidden while deals are closed to you").first()).toBeVisible();
  });
});
