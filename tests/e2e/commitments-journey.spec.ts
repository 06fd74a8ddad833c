import type { Page } from "@playwright/test";
import { buildDeal } from "#server/sample/build-deal.ts";
import { setDeals } from "../support/set-deals.ts";
import { createInvestor, createSession } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFit, signIn, test } from "./test.ts";

const deals = "/#/members?tab=investments&view=deals";
const mine = "/#/members?tab=investments&view=mine";

const tick = (page: Page, name: RegExp) => page.getByRole("checkbox", { name });

async function tickAll(page: Page): Promise<void> {
  for (const name of [/^I have read/, /^I can lose/, /^The nominee/, /^I instruct/]) await tick(page, name).check();
}

async function expectToFitEverywhere(page: Page): Promise<void> {
  for (const width of [1440, 768, 360, 320]) {
    await page.setViewportSize({ width, height: 780 });
    await expectToFit(page, `at ${width} px`);
  }
}

test.afterEach(({ app }) => setDeals(app.db));

test.describe("A commitment", () => {
  test.use({ allowedNoise: [/status of (401|422)/] });

  test("is filled in while the first day is waited for, placed, changed and withdrawn, on a phone", async ({
    page,
    app,
  }) => {
    await setDeals(app.db, { cooling_off_hours: 24 });
    const deal = await buildDeal(app.db, { company: { name: "Fernhill Barley" } });
    const investor = await createInvestor(app, "jonas.commits@heather.example");
    const address = `${deals}&deal=${deal.id}`;
    const form = page.getByRole("form", { name: "Commit" });
    const amount = form.getByRole("textbox", { name: "Amount" });
    const signature = form.getByRole("textbox", { name: "Type your name as Jonas Weber" });
    await page.setViewportSize({ width: 360, height: 780 });
    await signIn(page, investor, address);

    await test.step("nothing is ticked beforehand, and the button waits a day", async () => {
      await expect(form.getByRole("checkbox", { checked: true })).toHaveCount(0);
      await expect(form.getByRole("radio", { checked: true })).toHaveCount(0);
      await expect(form.getByRole("button", { name: /^Commit to/ })).toBeDisabled();
      await expect(form).toContainText("a first commitment waits one day. What you have filled in is kept.");
    });

    await test.step("shares and sums follow the amount, share by share, and the card above too", async () => {
      await amount.fill("£12,000");
      await expect(form.getByRole("row", { name: "10,000 £12,000.00 £1,500.00 £13,500.00" })).toBeVisible();
      await form.getByRole("button", { name: "One share more" }).focus();
      await page.keyboard.press("Enter");
      await expect(amount).toHaveValue("£12,001.20");
      await expect(form.getByRole("row", { name: "10,001 £12,001.20 £1,500.15 £13,501.35" })).toBeVisible();
      await expect(page.getByRole("region", { name: "What it costs you" })).toContainText("You send£13,501.35");
      await form.getByRole("button", { name: "One share fewer" }).click();
      await amount.fill("12");
      await expect(amount).toHaveAccessibleDescription("Please enter an amount from £500.40 to £100,000.00");
      await amount.fill("£500");
      await amount.fill("£12,000.00");
    });

    await test.step("what is filled in outlives a reload, and a tick only its own numbers", async () => {
      await tickAll(page);
      await form.getByRole("radio", { name: "Yes" }).check();
      await signature.fill("Jonas Weber");
      await page.reload();
      await expect(signature).toHaveValue("Jonas Weber");
      await expect(form.getByRole("radio", { name: "Yes" })).toBeChecked();
      await expect(form.getByRole("checkbox", { checked: true })).toHaveCount(4);
      await amount.fill("£6,000");
      await expect(tick(page, /^I can lose all of the £6,750.00/)).not.toBeChecked();
      await expect(tick(page, /^I instruct the nominee to subscribe for up to 5,000 shares/)).not.toBeChecked();
      await expect(tick(page, /^I have read the terms, version 1/)).toBeChecked();
      await expectAccessible(page);
      await expectToFitEverywhere(page);
      await page.setViewportSize({ width: 360, height: 780 });
    });

    await setDeals(app.db, { cooling_off_hours: 0 });
    await test.step("each refusal stands at its field", async () => {
      await page.reload();
      await signature.fill("J Weber");
      await form.getByRole("button", { name: "Commit to 5,000 shares" }).click();
      await expect(tick(page, /^I can lose/)).toBeFocused();
      await expect(tick(page, /^I can lose/)).toHaveAccessibleDescription("Please tick this to commit");
      await tickAll(page);
      await form.getByRole("button", { name: "Commit to 5,000 shares" }).click();
      await expect(signature).toBeFocused();
      await expect(signature).toHaveAccessibleDescription("Type your name as Jonas Weber");
    });

    await test.step("a session that has ended takes nothing of it", async () => {
      await app.db.deleteFrom("auth.sessions").where("user_id", "=", investor.id).execute();
      await signature.fill("jonas  WEBER");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("main").getByText("Your session has ended.")).toBeVisible();
      await page.context().addCookies([await createSession(app, investor.id)]);
      await page.goto(address);
      await page.reload();
      await expect(signature).toHaveValue("jonas  WEBER");
    });

    const committed = page.getByRole("region", { name: "You committed to 5,000 shares" });
    await test.step("it is placed by keyboard", async () => {
      await signature.focus();
      await page.keyboard.press("Enter");
      await expectToast(page, "You committed to 5,000 shares.");
      await expect(committed).toContainText("You send, at most£6,750.00");
      await expectAccessible(committed);
      await expectToFitEverywhere(page);
    });

    await test.step("a change starts from what is committed, and is confirmed anew", async () => {
      await committed.getByRole("button", { name: "Change" }).click();
      await expect(amount).toHaveValue("£6,000");
      await expect(form.getByRole("checkbox", { checked: true })).toHaveCount(0);
      await amount.fill("£1,200");
      await tickAll(page);
      await signature.fill("Jonas Weber");
      await form.getByRole("button", { name: "Change to 1,000 shares" }).click();
      await expect(page.getByRole("heading", { name: "You committed to 1,000 shares" })).toBeFocused();
    });

    await test.step("My Investments lists it, and its page lets it go as easily", async () => {
      await page.goto(mine);
      const row = page.getByRole("row", { name: /Fernhill Barley/ });
      await expect(row).toContainText("Committed");
      await expect(row).toContainText("£1,350.00");
      await expectAccessible(page);
      await expectToFitEverywhere(page);
      await page.getByRole("link", { name: "Fernhill Barley" }).click();
      await expect(page).toHaveTitle("Fernhill Barley | Kindling");
      await expect(page.getByRole("list", { name: "How far it is" })).toContainText("Committed");
      await page.getByText("What happened", { exact: true }).click();
      await expect(page.getByRole("table", { name: "What happened to this commitment" })).toContainText("Lowered");
      await expectAccessible(page);
      await expectToFitEverywhere(page);
      await page.getByRole("button", { name: "Withdraw" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Withdraw, owe nothing" }).click();
      await expect(page.getByRole("heading", { name: "You withdrew" })).toBeVisible();
    });

    await test.step("the deal takes a new commitment", async () => {
      await page.goto(address);
      await expect(form.getByRole("button", { name: /^Commit to/ })).toBeEnabled();
    });
  });
});

test("Whoever has joined nothing reads so, and somebody else's commitment is not there", async ({ page, app }) => {
  const member = await createInvestor(app, "nina.holds-nothing@heather.example", "Nina Holt");
  await signIn(page, member, mine);
  await expect(page.getByText("You hold nothing yet.")).toBeVisible();
  await expect(page.getByText("Deals you join appear here.")).toBeVisible();
  await expectAccessible(page);
});
