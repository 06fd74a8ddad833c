import { sampleAccounts } from "#server/sample/sample-club.ts";
import { buildCalledRound } from "../support/alder-round.ts";
import { buildCollectionAccount } from "../support/build-allocated-deal.ts";
import { type RunningApp, runApp } from "../support/running-app.ts";
import { type StarlingStandIn, startStarlingStandIn } from "../support/starling-stand-in.ts";
import { test as base, expect, expectAccessible, expectToast, expectToFitAt, signIn, signInAsAdmin } from "./test.ts";

const test = base.extend<object, { app: RunningApp; bank: StarlingStandIn }>({
  bank: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from it.
    async ({}, use) => {
      const bank = await startStarlingStandIn();
      await use(bank);
      await bank.stop();
    },
    { scope: "worker" },
  ],
  app: [
    async ({ bank }, use) => {
      const app = await runApp({ TEST_BANK_URL: bank.url });
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

const day = 86_400_000;

test.describe("Two admins", () => {
  test.use({ allowedNoise: [/status of 422/] });

  test("Two admins connect the bank, whose payments are then booked without a file", { tag: "@main" }, async ({
    page,
    browser,
    app,
    bank,
  }) => {
    test.slow();
    const { deal, memberOf } = await buildCalledRound(app.db, "W9F");
    await buildCollectionAccount(app.db, deal.id, new Date(Date.now() - 2 * day));
    const account = bank.addAccount({ sortCode: "000000", accountNumber: "00001234" });
    const token = bank.addToken([account]);
    const pay = (number: number, name: string) => {
      const { reference, due_pence } = memberOf(number);
      return account.pay({ name, reference, pence: due_pence });
    };
    const address = `/#/members?tab=admin&view=deals&deal=${deal.id}`;
    const feed = page.getByRole("region", { name: "Feed", exact: true });
    const dialog = page.getByRole("dialog");

    await test.step("one enters a token: of another account it is refused, of this one it waits", async () => {
      await signInAsAdmin(page, address);
      await expect(feed).toContainText("Not connected.");
      await feed.getByText("Feed: not connected").click();
      await feed.getByRole("button", { name: "Connect the bank" }).click();
      const other = bank.addToken([bank.addAccount({ sortCode: "000000", accountNumber: "00009999" })]);
      await dialog.getByLabel("Token").fill(other);
      await dialog.getByRole("button", { name: "Save for confirmation" }).click();
      await expect(dialog.getByLabel("Token")).toHaveAccessibleDescription(
        /opens no account with the sort code and number/,
      );
      await expectAccessible(dialog);
      await expectToFitAt(page, [390, 1280]);
      await dialog.getByLabel("Token").fill(token);
      await dialog.getByRole("button", { name: "Save for confirmation" }).click();
      await expectToast(page, "Token entered");
      await expect(feed).toContainText("Nothing is read before another admin confirms it.");
      await expect(feed).toContainText("To be confirmed by Daniel Achebe or Eleanor Marsh.");
      await expect(feed.getByRole("button", { name: "Confirm the feed" })).toHaveCount(0);
      await expectAccessible(page);
      await expectToFitAt(page, [390, 768, 1280]);
    });

    const context = await browser.newContext({ baseURL: app.url });
    const second = await context.newPage();
    const secondFeed = second.getByRole("region", { name: "Feed", exact: true });
    await test.step("another one confirms it, and what the bank has is booked", async () => {
      pay(1, "AMARA OKAFOR");
      await signIn(second, { email: "eleanor@kindling.example", password: sampleAccounts.member.password }, address);
      await secondFeed.getByRole("button", { name: "Confirm the feed" }).click();
      await expectToast(second, "Feed confirmed");
      await expect(secondFeed).toContainText("Balance at the bank£19,004.24");
      await expect(
        second.getByText(/^Starling, read as Starling’s feed\. 1 new line, none known before\./),
      ).toBeVisible();
      await expect(second.getByText("Every line is booked")).toBeVisible();
      await expectAccessible(second);
      await expectToFitAt(second, [390, 768, 1280]);
    });

    await test.step("a press reads it again; a payment that waits at the bank is shown and not counted", async () => {
      pay(2, "BEN LINDQVIST");
      account.begin({ name: "CHLOE MARTIN", reference: memberOf(3).reference, pence: memberOf(3).due_pence });
      await secondFeed.getByRole("button", { name: "Read it now" }).click();
      await expectToast(second, "The bank was read");
      await expect(secondFeed).toContainText("Balance at the bank£33,263.00");
      await expect(secondFeed).toContainText("On its way£11,412.96, not counted");
      await second.getByRole("radio", { name: "Booked" }).check();
      await expect(second.getByRole("row").filter({ hasText: "BEN LINDQVIST" })).toContainText("£14,258.76");
    });

    await test.step("while the bank cannot be reached, the page says so and when it is tried again", async () => {
      bank.fail({ kind: "outage" });
      await secondFeed.getByRole("button", { name: "Read it now" }).click();
      await expectToast(second, "The bank was not read");
      await expect(secondFeed).toContainText(
        /The bank cannot be reached\. It has not been read since .+ The next try is at/,
      );
      await expectAccessible(secondFeed);
      await expectToFitAt(second, [390, 1280]);
      bank.recover();
    });

    await test.step("one stops it, with a reason", async () => {
      await page.reload();
      await feed.getByRole("button", { name: "Stop the feed" }).click();
      await dialog.getByLabel("Reason").fill("The partner reads it from now on.");
      await dialog.getByRole("button", { name: "Stop it" }).click();
      await expectToast(page, "Feed stopped");
      await expect(feed).toContainText(/Stopped on .+ By Amara Okafor: The partner reads it from now on\./);
      await expect(feed.getByRole("button", { name: "Connect the bank" })).toBeVisible();
      await expectToFitAt(page, [390, 1280]);
    });
    await context.close();
  });
});
