import type { Locator, Page } from "@playwright/test";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { londonDate } from "#shared/london-time.ts";
import { buildCollectionAccount } from "../support/build-allocated-deal.ts";
import { callRound, draftShares } from "../support/past-the-lists.ts";
import type { RunningApp } from "../support/running-app.ts";
import { setDeals } from "../support/set-deals.ts";
import { createInvestor } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import {
  becomeFounder,
  clockOf,
  founderPanel,
  founders,
  lastCallTime,
  openFounder,
  signInDialog,
  waitNoMore,
} from "./sign-lists.ts";
import { expect, expectAccessible, expectToast, expectToFitAt, test } from "./test.ts";

const day = 86_400_000;
const closing = "/#/members?tab=admin&view=deals";

const next = (page: Page) => page.getByRole("region", { name: "Next" });

const rowOf = (page: Page | Locator, name: string) => page.getByRole("row").filter({ hasText: name });

const widths = [768, 320, 1280];

/** Two members of a round whose commitments have closed: 10,000 and 2,000 shares at £1.20, of at most 9,000. */
async function closedRound(app: RunningApp) {
  const at = new Date(Date.now() - 9 * day);
  const deal = await buildDeal(app.db, {
    company: { name: "Sorrel Kilns" },
    state: "closing",
    at,
    panel: await founderPanel(app),
    terms: {
      club_minimum_pence: 5_000_00,
      club_maximum_pence: 10_800_00,
      minimum_commitment_pence: 600_00,
      priority_tiers: [],
    },
  });
  const before = await buildDeal(app.db, { company: { name: "Sorrel Bricks" }, state: "cancelled", at });
  const open = await buildDeal(app.db, { company: { name: "Sorrel Tiles" }, state: "closing", at });
  await buildCollectionAccount(app.db, open.id, at);
  await app.db
    .updateTable("collection_accounts")
    .set({ account_number: "00008888" })
    .where("deal_id", "=", open.id)
    .execute();
  await buildCollectionAccount(app.db, before.id, at);
  const jonas = await createInvestor(app, "jonas.funds@sorrel.example", "Jonas Kiln");
  const keira = await createInvestor(app, "keira.funds@sorrel.example", "Keira Sorrel");
  for (const [{ record_id }, shares, placed_at] of [
    [jonas, 10_000, new Date(at.getTime() + 60_000)],
    [keira, 2_000, new Date(at.getTime() + 120_000)],
  ] as const)
    await buildCommitment(app.db, {
      deal_id: deal.id,
      terms_id: deal.terms_id,
      record_id,
      shares,
      least_shares: 500,
      placed_at,
    });
  return deal;
}

interface Sent {
  to: string;
  pence: number;
}

/** Starling's columns: two receipts, the second one £10.00 too much, and what was sent. @param gap pence added to the second balance. */
async function bankFile(
  app: RunningApp,
  dealId: string,
  { gap = 0, sent = [] as readonly Sent[] } = {},
): Promise<string> {
  const dues = await app.db
    .selectFrom("commitments")
    .select(["reference", "due_pence"])
    .where("deal_id", "=", dealId)
    .orderBy("number")
    .execute();
  const date = londonDate(new Date()).split("-").reverse().join("/");
  const pounds = (pence: number) => (pence / 100).toFixed(2);
  const first = Number(dues[0]?.due_pence);
  const second = Number(dues[1]?.due_pence) + 1000;
  let balance = first + second;
  return [
    "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)",
    `${date},JONAS KILN,${dues[0]?.reference},FASTER PAYMENT,${pounds(first)},${pounds(first)}`,
    `${date},KEIRA SORREL,${dues[1]?.reference},FASTER PAYMENT,${pounds(second)},${pounds(balance + gap)}`,
    ...sent.map(({ to, pence }) => {
      balance -= pence;
      return `${date},${to},KINDLING,FASTER PAYMENT,${pounds(-pence)},${pounds(balance)}`;
    }),
    "",
  ].join("\n");
}

const choose = (page: Page, text: string) =>
  page
    .getByRole("region", { name: "Bank", exact: true })
    .locator("input[type=file]")
    .setInputFiles({ name: "starling.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

const ofOtherAccount =
  "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)\n01/01/2026,CORNER SHOP,RENT,FASTER PAYMENT,60.00,60.00\n";

const importLines = (page: Page, lines: number) =>
  page.getByRole("button", { name: `Import ${lines} line${lines === 1 ? "" : "s"}`, exact: true }).click();

const submit = (dialog: Locator, name: string) => dialog.getByRole("button", { name, exact: true }).click();

const refund = { to: "KEIRA SORREL", pence: 10_00 };
const wire = { to: "SORREL KILNS", pence: 10_800_00 };
const fees = { to: "KINDLING CLUB LTD", pence: 1_350_00 };

test.afterEach(({ app }) => setDeals(app.db));

test.describe("Two founders", () => {
  test.use({ allowedNoise: [/status of 4\d\d/] });

  test("Two founders take a round from its commitments to its payment to the company by one signed list", {
    tag: "@main",
  }, async ({ page, browser, app }) => {
    test.slow();
    await setDeals(app.db, { funds_window_hours: 24 * 9 });
    const deal = await closedRound(app);
    const address = `${closing}&deal=${deal.id}`;
    const dialog = page.getByRole("dialog");

    await test.step("the round is among those that close, and one page has all of it", async () => {
      await becomeFounder(page, app, founders.amara, closing);
      await page.getByRole("link", { name: "Sorrel Kilns" }).click();
      await expect(page.getByRole("heading", { name: "Sorrel Kilns", exact: true })).toBeVisible();
      await expect(page).toHaveTitle("Sorrel Kilns, Deals | Kindling");
      await expect(next(page)).toContainText("The shares are worked out in some minutes.");
      await expect(page.getByText("12,000 shares asked for, £14,400.00")).toBeVisible();
      await expect(rowOf(page, "Jonas Kiln")).toContainText("Committed");
      await expect(page.getByText("No money has moved.")).toBeVisible();
      await expectAccessible(page);
      await expectToFitAt(page, widths);
    });

    await test.step("the clock works the shares out; a line of them is changed with a reason", async () => {
      await draftShares(clockOf(app), deal.id);
      await page.reload();
      await expect(next(page)).toContainText(
        "Shares are worked out for 2 people. Ask the company for its account, or enter it.",
      );
      await expect(page.getByText("Capacity 9,000 shares, £10,800.00")).toBeVisible();
      await expect(page.getByRole("row").filter({ hasText: "2 members" })).toContainText("9,000");
      await page.getByRole("button", { name: "Change Keira Sorrel" }).click();
      await dialog.getByLabel("Shares").fill("1,000.5");
      await submit(dialog, "Save the change");
      await expect(dialog.getByLabel("Shares")).toHaveAccessibleDescription(
        "Please enter a number of shares like 500 or 1,000",
      );
      await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(
        "Please give a reason. Every participant can read it.",
      );
      await expectAccessible(dialog);
      await dialog.getByLabel("Shares").fill("1,000");
      await dialog.getByLabel("Reason").fill("She asked for fewer by letter.");
      await submit(dialog, "Save the change");
      await expect(page.getByRole("list", { name: "Changed by hand" })).toHaveText(
        "Keira Sorrel: 1,591 to 1,000 shares, by Amara Okafor. She asked for fewer by letter.",
      );
      await expect(page.getByText("Lines changed by hand 1")).toBeVisible();
      await expectAccessible(page);
      await expectToFitAt(page, widths);
      // A changed line would wait for a day.
      await draftShares(clockOf(app), deal.id);
    });

    await test.step("what the list lacks is named one by one, and can be entered one by one", async () => {
      await page.reload();
      await page.getByRole("button", { name: "Enter an account", exact: true }).click();
      await dialog.getByLabel("Account name").fill("Sample Nominee Services, clients");
      await dialog.getByLabel("Sort code").fill("12345");
      await dialog.getByLabel("Account number").fill("00001234");
      await dialog.getByLabel("Bank", { exact: true }).fill("Sample Bank");
      await dialog.getByLabel("Partner").fill("Sample Nominee Services");
      await submit(dialog, "Save account");
      await expect(dialog.getByLabel("Sort code")).toHaveAccessibleDescription(
        "Please enter a sort code such as 12-34-56",
      );
      await dialog.getByLabel("Sort code").fill("00 00 00");
      // Another deal that is not settled has this account.
      await dialog.getByLabel("Account number").fill("00008888");
      await submit(dialog, "Save account");
      const refused =
        /^Members of Sorrel Tiles pay to this account, and that deal is not settled. Enter another account/;
      await expect(page.getByText(refused)).toBeVisible();
      await dialog.getByLabel("Account number").fill("00001234");
      await submit(dialog, "Save account");
      await expect(page.getByText("Waits for two signatures in a list")).toBeVisible();
      await page.getByText(/^Before it can complete: /).click();
      await page.getByRole("button", { name: "Enter the company’s account" }).click();
      await dialog.getByLabel("Account name").fill("Sorrel Kilns Ltd");
      await dialog.getByLabel("Sort code").fill("10 20 30");
      await dialog.getByLabel("Account number").fill("00004321");
      await dialog.getByLabel("Bank", { exact: true }).fill("Harbour Bank");
      await submit(dialog, "Save account");
      await page.getByRole("button", { name: "Decide The club’s success fee" }).click();
      await dialog.getByLabel("Article").fill("14");
      await dialog.getByLabel("Allows up to, in %").fill("8");
      await submit(dialog, "Save");
      await expect(next(page)).toContainText("Shares are worked out for 2 people. Sign the closing list.");
    });

    const other = await openFounder(browser, app, founders.eleanor, address);
    await test.step("one press makes the list and opens it; each part is ticked, and the passkey signs", async () => {
      await next(page).getByRole("button", { name: "Sign the closing list" }).click();
      await expect(dialog).toContainText(/Code of this list: [\da-f]{4} [\da-f]{4}\. Both signers see the same\./);
      await expect(dialog).toContainText("2 people, 9,000 shares, £10,800.00");
      await submit(dialog, "Sign with your passkey");
      await expect(dialog.getByRole("checkbox").first()).toHaveAccessibleDescription(
        "Tick each part that you have checked.",
      );
      await expectAccessible(dialog);
      await signInDialog(page, "Signed");
      await expect(next(page)).toContainText("The closing list waits for a second signature");
      await expect(
        page.getByText("You signed it, or nobody else has called back an account that you entered"),
      ).toBeVisible();
    });

    await test.step("the other reads the same list, says whom she called back, and signs", async () => {
      await other.reload();
      await expect(next(other)).toContainText(/^NextAmara Okafor signed the closing list/);
      await next(other).getByRole("link", { name: "Read and sign" }).click();
      const list = other.getByRole("article", { name: "Closing list, Sorrel Kilns" });
      await expect(list.getByRole("region", { name: "Accounts" })).toContainText(
        "Harbour Bank. New, entered by Amara Okafor.",
      );
      await expect(list.getByRole("region", { name: "Accounts" })).toContainText("As in the last deal.");
      await expect(list.getByRole("region", { name: "To the company" })).toContainText("£10,800.00");
      await expectAccessible(other);
      await expectToFitAt(other, widths);
      await list.getByRole("button", { name: "Sign the closing list" }).click();
      await signInDialog(other, "Signed by two");
      await expect(list.getByRole("region", { name: "Shares" })).toContainText("Carried out on");
      await expect(next(other)).toContainText("Members are asked to pay");
    });

    await test.step("the clock calls the money; one brings the bank file, a gap in which is refused with its line", async () => {
      await callRound(clockOf(app, lastCallTime()), deal.id);
      await page.reload();
      await expect(rowOf(page, "Jonas Kiln")).toContainText("Funds called");
      await next(page).getByRole("link", { name: "Add a bank file" }).click();
      await choose(page, await bankFile(app, deal.id, { gap: -5 }));
      await expect(page.getByRole("alert")).toContainText("Line 3 does not follow from line 2.");
      const preview = page.getByRole("region", { name: "starling.csv is not imported yet" });
      await choose(page, ofOtherAccount);
      await importLines(page, 1);
      await page.getByRole("button", { name: "Take back this file starling.csv" }).click();
      await expect(dialog).toContainText("It brought 1 line, £60.00. None of them is booked");
      await expectAccessible(dialog);
      await dialog.getByRole("button", { name: "Take back this file" }).click();
      await expectToast(page, "starling.csv was taken back");
      await expect(page.getByText("No bank file is here yet.")).toBeVisible();
      await choose(page, await bankFile(app, deal.id));
      await expect(preview).toContainText(/^starling.csv is not imported yet2 lines, all of \d+ \w+ \d{4}\./);
      await expectAccessible(page);
      await expectToFitAt(page, widths);
      await importLines(page, 2);
      await expect(
        page.getByText("The import booked 1 payment, £10,002.15. 1 line needed a look.", { exact: true }),
      ).toBeVisible();
      const bank = page.getByRole("region", { name: "Bank", exact: true });
      await expect(rowOf(bank, "KEIRA SORREL")).toContainText("£10.00 more than the £2,147.85 due");
      await page.getByRole("button", { name: /^Match KEIRA SORREL/ }).click();
      await expect(dialog.getByLabel("For")).not.toHaveValue("");
      await submit(dialog, "Book it");
      await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription("Please give a reason");
      await expectAccessible(dialog);
      await dialog.getByLabel("Reason").fill("The reference is hers.");
      await submit(dialog, "Book it");
      await expectToast(page, "Line booked");
      await page.getByRole("radio", { name: "Booked" }).check();
      await expect(rowOf(bank, "KEIRA SORREL")).toContainText("The reference is hers.");
    });

    await test.step("what is too much goes back once another admin approves it", async () => {
      await expect(page.getByText(/^The three sums agree with what is booked, checked at/)).toBeVisible();
      await page.getByRole("button", { name: "Refund Keira Sorrel" }).click();
      await expect(dialog.getByLabel("Amount")).toHaveValue("£10.00");
      await dialog.getByLabel("Reason").fill("She sent too much.");
      await submit(dialog, "Refund");
      await expectToast(page, "Refund proposed");
      await other.reload();
      await other.getByRole("button", { name: /^Approve £10\.00/ }).click();
      await other
        .getByRole("dialog")
        .getByRole("button", { name: /^Approve/ })
        .click();
      await expectToast(other, "Payment approved");
      await choose(page, await bankFile(app, deal.id, { sent: [refund] }));
      await importLines(page, 3);
      await expect(page.getByText("The import booked 1 payment, −£10.00.", { exact: true })).toBeVisible();
    });

    await test.step("the other types the balance that the bank shows: a wrong one stops everything, the right one arms", async () => {
      await waitNoMore(app, deal.id);
      await other.reload();
      await next(other).getByRole("link", { name: "Type the balance" }).click();
      const form = other.getByRole("form", { name: "Balance at the bank" });
      const field = form.getByLabel(/the balance that the bank shows$/);
      await expect(field).toHaveValue("");
      await field.fill("10,800");
      await form.getByRole("button", { name: "Save the balance" }).click();
      await expect(field).toHaveAccessibleDescription(/^The bank’s balance and the list differ by £1,350\.00\./);
      await expectAccessible(other);
      await expectToFitAt(other, widths);
      await field.fill("£12,150.00");
      await form.getByRole("button", { name: "Save the balance" }).click();
      await expectToast(other, "The balance agrees");
      await expect(next(other)).toContainText("Pay £10,800.00 to Sorrel Kilns and £1,350.00 to the club");
    });

    await test.step("the bank's next file has both payments: sure, booked, and the account is empty", async () => {
      await page.reload();
      await choose(page, await bankFile(app, deal.id, { sent: [refund, wire, fees] }));
      await importLines(page, 5);
      await expect(page.getByText("The import booked 2 payments, −£12,150.00.", { exact: true })).toBeVisible();
      await expect(next(page)).toContainText("Drop the four signed documents: 4 missing.");
      await expect(page.getByText(/^The three sums agree with what is booked, checked at/)).toBeVisible();
      await page.getByText("Payments in this deal: every penny that moved").click();
      await expect(page.getByText("7 transactions, together £0.00. On account £0.00.")).toBeVisible();
      await page
        .getByRole("button", { name: /^Entries/ })
        .first()
        .click();
      await expect(dialog.getByRole("row").last()).toContainText("£0.00");
      await expectAccessible(dialog);
      await dialog.getByRole("button", { name: "Close" }).click();
      const ledger = page.getByRole("region", { name: "Payments in this deal", exact: true });
      const saved = await downloadFrom(ledger.getByRole("button", { name: "Export CSV" }));
      expect(saved.suggestedFilename()).toMatch(/\.csv$/);
      await expectAccessible(page);
      await expectToFitAt(page, widths);
    });
    await other.context().close();
  });
});
