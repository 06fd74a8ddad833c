import type { Page } from "@playwright/test";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { buildAllocatedDeal, buildCollectionAccount, elevenMembers } from "../support/build-allocated-deal.ts";
import { approveVersion, callRound } from "../support/past-the-lists.ts";
import { beginWithDeals, setDeals } from "../support/set-deals.ts";
import { callsOfAdmin, createInvestor, createSession } from "./new-person.ts";
import { clockOf, lastCallTime } from "./sign-lists.ts";
import { ageSignIns, expect, expectAccessible, expectToast, expectToFitAt, signIn, test } from "./test.ts";

const deals = "/#/members?tab=investments&view=deals";
const mine = "/#/members?tab=investments&view=mine";

const tick = (page: Page, name: RegExp) => page.getByRole("checkbox", { name });

async function tickAll(page: Page): Promise<void> {
  for (const name of [/^I have read/, /^I can lose/, /^The nominee/, /^I instruct/]) await tick(page, name).check();
}

const widths = [1440, 768, 360, 320];

test.afterEach(({ app }) => setDeals(app.db));

test.describe("A commitment", () => {
  test.use({ allowedNoise: [/status of (401|422)/] });

  test("A commitment is filled in before its first day, placed, changed and withdrawn, on a phone", {
    tag: "@main",
  }, async ({ page, app }) => {
    await setDeals(app.db, { cooling_off_hours: 24 });
    const deal = await buildDeal(app.db, { company: { name: "Fernhill Barley" } });
    const investor = await createInvestor(app, "jonas.commits@heather.example");
    const address = `${deals}&deal=${deal.id}&step=commit`;
    const form = page.getByRole("form", { name: "Commit" });
    const amount = form.getByRole("textbox", { name: "Amount" });
    const signature = form.getByRole("textbox", { name: "Type your name as Jonas Weber" });
    await page.setViewportSize({ width: 360, height: 780 });
    await signIn(page, investor, address);

    await test.step("the deal's page says at its top from when, and its bar leads to the form", async () => {
      await page.goto(`${deals}&deal=${deal.id}`);
      await expect(page.getByText(/^Your first commitment: from /)).toBeVisible();
      await page.getByRole("link", { name: "Commit", exact: true }).click();
      await expect(page).toHaveTitle("Commit to Fernhill Barley, Open Deals | Kindling");
    });

    await test.step("nothing is ticked beforehand, a UK taxpayer gets relief, and the button waits a day", async () => {
      await expect(form.getByRole("checkbox", { checked: true })).toHaveCount(0);
      await expect(form.getByRole("radio", { name: /^Yes/ })).toBeChecked();
      await expect(form.getByRole("button", { name: /^Commit to/ })).toBeDisabled();
      await expect(form).toContainText(
        "you have time to think before your first commitment. What you have filled in is kept in this tab.",
      );
    });

    await test.step("shares and sums follow the amount", async () => {
      await amount.fill("£12,000");
      await expect(form).toContainText("10,000 shares at £1.20£12,000.00");
      await expect(form).toContainText("You send£13,500.00");
      await amount.fill("12");
      await expect(amount).toHaveAccessibleDescription("Please enter an amount from £500.00 to £100,000.00");
      await expect(form.getByText("These figures are still of")).toBeVisible();
      await amount.fill("£500");
      await amount.fill("£12,000.00");
    });

    await test.step("what is filled in outlives a reload, and a tick only its own numbers", async () => {
      await tickAll(page);
      await form.getByRole("radio", { name: /^No/ }).check();
      await signature.fill("Jonas Weber");
      await page.reload();
      await expect(signature).toHaveValue("Jonas Weber");
      await expect(form.getByRole("radio", { name: /^No/ })).toBeChecked();
      await expect(form.getByRole("checkbox", { checked: true })).toHaveCount(4);
      await amount.fill("£6,000");
      await expect(tick(page, /^I can lose all of the £6,750.00/)).not.toBeChecked();
      await expect(tick(page, /^I instruct the nominee to subscribe for up to 5,000 shares/)).not.toBeChecked();
      await expect(tick(page, /^I have read the terms, version 1/)).toBeChecked();
      await expectAccessible(page);
      await expectToFitAt(page, widths);
      await page.setViewportSize({ width: 360, height: 780 });
    });

    await beginWithDeals(app.db, { cooling_off_hours: 0 });
    await test.step("each refusal is shown at its field", async () => {
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

    const committed = page.getByRole("region", { name: /^You committed to 5,000 shares/ });
    await test.step("it is placed by keyboard", async () => {
      await signature.focus();
      await page.keyboard.press("Enter");
      await expectToast(
        page,
        "You committed to 5,000 shares of Fernhill Barley, £6,000.00 and a fee of £750.00 at most.",
      );
      await expect(committed.getByRole("heading", { name: /^You committed to 5,000/ })).toBeFocused();
      await expect(committed).toContainText("sent to jonas.commits@heather.example.");
      await expect(committed.getByRole("listitem").filter({ hasText: "You are asked to pay" })).toContainText(
        "At most £6,750.00, within 48 hours",
      );
      await expectAccessible(committed);
    });

    await test.step("a change starts from what is committed, and is confirmed again", async () => {
      await committed.getByRole("button", { name: "Change" }).click();
      await expect(
        page.getByRole("heading", { level: 1, name: "Change your commitment to Fernhill Barley", exact: true }),
      ).toBeFocused();
      await expect(amount).toHaveValue("£6,000");
      await expect(form.getByRole("checkbox", { checked: true })).toHaveCount(0);
      await amount.fill("£1,200");
      await tickAll(page);
      await signature.fill("Jonas Weber");
      await form.getByRole("button", { name: "Change to 1,000 shares" }).click();
      const lowered = "You lowered your commitment from 5,000 to 1,000 shares.";
      await expect(page.getByRole("heading", { name: lowered, exact: true })).toBeFocused();
      await page.getByRole("link", { name: "Back to Fernhill Barley" }).click();
      await expect(page.getByRole("region", { name: "Your answer" })).toContainText("You committed £1,200.00.");
    });

    await test.step("My Investments lists it, and its page lets it go as easily", async () => {
      await page.goto(mine);
      const row = page.getByRole("row", { name: /Fernhill Barley/ });
      await expect(row).toContainText("Committed");
      await expect(row).toContainText("£1,350.00");
      await page.getByRole("link", { name: "Fernhill Barley" }).click();
      await expect(page).toHaveTitle("Fernhill Barley, My Investments | Kindling");
      await expect(page.getByRole("list", { name: "How far it is" })).toContainText("Committed");
      await page.getByText("What happened", { exact: true }).click();
      await expect(page.getByRole("table", { name: "What happened to this commitment" })).toContainText("Lowered");
      await expectAccessible(page);
      await expectToFitAt(page, widths);
      await page.getByRole("button", { name: "Withdraw" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Withdraw, owe nothing" }).click();
      await expect(page.getByRole("heading", { name: /^You withdrew on / })).toBeVisible();
    });

    await test.step("the deal takes a new commitment", async () => {
      await page.goto(address);
      await expect(form.getByRole("button", { name: /^Commit to/ })).toBeEnabled();
      await expect(amount).toHaveValue("£500");
    });
  });
});

test("A change of terms asks again: keeping, and leaving with nothing owed, are answers of one size", async ({
  page,
  app,
}) => {
  await beginWithDeals(app.db, { cooling_off_hours: 0 });
  const deal = await buildDeal(app.db, { company: { name: "Fernhill Oats" } });
  const investor = await createInvestor(app, "jonas.is-asked@heather.example");
  await buildCommitment(app.db, { deal_id: deal.id, terms_id: deal.terms_id, record_id: investor.record_id });
  const author = await callsOfAdmin(app);
  const versions = `/api/deals/${deal.id}/versions`;
  const data = { checklist: checklistItems };
  const terms = { ...deal.content.terms, price: "1.24" };
  expect((await author.post(`/api/deals/${deal.id}/terms`, { data: terms })).status()).toBe(201);
  expect((await author.post(versions, { data })).status()).toBe(201);
  await approveVersion(clockOf(app), deal.id);

  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(page, investor, mine);
  await expect(page.getByRole("row", { name: /Fernhill Oats/ })).toContainText("Answer by");
  await expect(page.getByRole("link", { name: /^My Investments 1/ })).toBeVisible();
  await page.getByRole("link", { name: "Answer Fernhill Oats" }).click();
  const asked = page.getByRole("region", { name: "The terms changed. Do you still want to commit?" });
  await expect(asked.getByRole("row", { name: /^You send/ })).toContainText("£13,499.42");
  await expect(asked.getByRole("row", { name: /^You accept at least/ })).toContainText("417404−13");
  await expect(asked).toContainText("your commitment ends and you owe nothing.");
  const sizes = await asked
    .locator(".is-three > button")
    .evaluateAll((buttons) => buttons.map((button) => [button.clientWidth, button.clientHeight].join()));
  expect(new Set(sizes).size).toBe(1);
  expect(sizes).toHaveLength(3);
  await expectAccessible(page);
  await expectToFitAt(page, widths);

  await asked.getByRole("button", { name: "Change amount" }).click();
  await expect(asked.getByRole("textbox", { name: "Amount" })).toBeFocused();
  await asked.getByRole("button", { name: "Back to the three answers" }).click();
  await asked.getByRole("button", { name: "Keep with the new terms" }).click();
  await expectToast(page, "You keep your place with 9,677 shares.");
  const kept = "You kept your commitment, with 9,677 shares.";
  await expect(page.getByRole("heading", { name: kept, exact: true })).toBeFocused();
  await expect(page.getByRole("list", { name: "How far it is" })).toContainText("Kept, new terms");
});

test.describe("A funds call", () => {
  // The builder's deal has no lines of an allocation to show.
  test.use({ allowedNoise: [/status of (403|404|422)/], permissions: ["clipboard-read", "clipboard-write"] });

  test("A funds call shows the account after a fresh sign-in alone, each line to copy, and a bank's hold gives time", {
    tag: "@main",
  }, async ({ page, app }) => {
    const at = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
    const members = elevenMembers.filter(({ name }) => name === "Jonas Weber");
    const { id, people, commitments } = await buildAllocatedDeal(app.db, { members, at });
    const [person, commitment] = [people[0], commitments[0]];
    if (!person || !commitment) throw new Error("The deal has no member.");
    await buildCollectionAccount(app.db, id, at);
    await setDeals(app.db, { funds_window_hours: 24 * 9 });
    await callRound(clockOf(app, lastCallTime()), id);
    await page.setViewportSize({ width: 360, height: 780 });
    const jonas = { email: person.email, password: "", session: await createSession(app, person.id) };
    await signIn(page, jonas, `${mine}&commitment=${commitment.id}`);

    await test.step("the account is shown at a press, and copied line by line", async () => {
      await expect(page.getByRole("heading", { name: /^Pay £9,596.21 by/ })).toBeVisible();
      await expect(page.getByText("00001234")).toBeHidden();
      await expectAccessible(page);
      await expectToFitAt(page, widths);
      await page.getByRole("button", { name: "Show where to pay to" }).click();
      const details = page.getByRole("region", { name: "Where to pay to" });
      await expect(details).toBeFocused();
      await expect(details).toContainText("00001234");
      await details.getByRole("button", { name: "Copy Exact amount" }).click();
      await expect(details.getByRole("button", { name: "Copied Exact amount" })).toBeVisible();
      await expect(details.getByText("Exact amount copied")).toBeAttached();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("9596.21");
    });

    await test.step("after ten minutes it asks who is there", async () => {
      await ageSignIns(app);
      await page.reload();
      await page.getByRole("button", { name: "Show where to pay to" }).click();
      const question = page.getByRole("dialog", { name: "Confirm that it is you" });
      await expect(question.getByLabel("Your password")).toBeFocused();
      await expectToFitAt(page, [360]);
      await expect(page.getByText("00001234")).toBeHidden();
      await question.getByRole("button", { name: "Cancel" }).click();
    });

    await test.step("no reminder comes once the member says that it was sent", async () => {
      await page.getByRole("button", { name: "I have sent it" }).click();
      await expect(page.getByRole("region", { name: /^You said on .* that you sent it\.$/ })).toBeFocused();
      await expect(page.getByRole("button", { name: "I have sent it" })).toBeHidden();
    });

    await test.step("the bank's hold gives time once", async () => {
      await page.getByRole("button", { name: "My bank is holding my payment" }).click();
      const question = page.getByRole("dialog", { name: "Is your bank holding your payment?" });
      await question.getByRole("button", { name: "My bank is holding my payment" }).click();
      await expect(page.getByRole("region", { name: "Your bank is holding your payment." })).toBeFocused();
      await expect(page.getByRole("button", { name: "My bank is holding my payment" })).toBeHidden();
    });
  });
});
