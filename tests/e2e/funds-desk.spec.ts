import type { Browser, Locator, Page } from "@playwright/test";
import { buildCommitment } from "#server/sample/build-commitment.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { londonDate } from "#shared/london-time.ts";
import type { RunningApp } from "../support/running-app.ts";
import { createInvestor } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFitAt, signIn, signInAsAdmin, test } from "./test.ts";

const day = 86_400_000;
const closing = "/#/members?tab=investments&view=desk&section=closing";

const part = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of the closing" }).getByRole("link", { name, exact: true });

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

const widths = [768, 320, 1280];

/** Two members of a round whose commitments have closed: 10,000 and 2,000 shares at £1.20, of at most 9,000. */
async function closedRound(app: RunningApp) {
  const at = new Date(Date.now() - 9 * day);
  const deal = await buildDeal(app.db, {
    company: { name: "Sorrel Kilns" },
    at,
    terms: {
      club_minimum_pence: 5_000_00,
      club_maximum_pence: 10_800_00,
      minimum_commitment_pence: 600_00,
      priority_tiers: [],
    },
  });
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

/** Starling's columns: two receipts, the second one £10.00 too much. @param more pence added to the last balance, and sent to the company. */
async function bankFile(app: RunningApp, dealId: string, { gap = 0, sent = 0 } = {}): Promise<string> {
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
  return [
    "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)",
    `${date},JONAS KILN,${dues[0]?.reference},FASTER PAYMENT,${pounds(first)},${pounds(first)}`,
    `${date},KEIRA SORREL,${dues[1]?.reference},FASTER PAYMENT,${pounds(second)},${pounds(first + second + gap)}`,
    ...(sent
      ? [`${date},SORREL KILNS,KINDLING NOMINEE,FASTER PAYMENT,${pounds(-sent)},${pounds(first + second - sent)}`]
      : []),
    "",
  ].join("\n");
}

const choose = (page: Page, text: string) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name: "starling.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

const importLines = (page: Page, lines: number) =>
  page.getByRole("button", { name: `Import ${lines} lines`, exact: true }).click();

async function secondAdmin(browser: Browser, app: RunningApp, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  await signIn(page, { email: "eleanor@kindling.example", password: sampleAccounts.member.password }, address);
  return page;
}

/** The account that the company is paid to, through the API: entered by one admin, confirmed by another. */
async function callCompanyBack(first: Page, second: Page, app: RunningApp, dealId: string): Promise<void> {
  const path = `/api/deals/${dealId}/company-account`;
  const headers = { origin: app.url };
  const data = { account_name: "Sorrel", sort_code: "10-20-30", account_number: "00004321", bank: "Harbour Bank" };
  const { company_account } = await (await first.request.post(path, { data, headers })).json();
  const call_back = { id: company_account.entered.id, call_back_note: "Ms Sorrel, on the number of the contract." };
  expect((await second.request.post(`${path}/confirm`, { data: call_back, headers })).status()).toBe(200);
}

const submit = (dialog: Locator, name: string) => dialog.getByRole("button", { name, exact: true }).click();

test.describe("Two admins", () => {
  test.use({ allowedNoise: [/status of 4\d\d/] });

  test("take a round from a draft of who gets what to its payment to the company", { tag: "@main" }, async ({
    page,
    browser,
    app,
  }) => {
    test.slow();
    const deal = await closedRound(app);
    const address = `${closing}&deal=${deal.id}`;
    const dialog = page.getByRole("dialog");

    await test.step("the round is among those that close, with its commitments", async () => {
      await signInAsAdmin(page, closing);
      await page.getByRole("link", { name: "Sorrel Kilns" }).click();
      await expect(page.getByRole("heading", { name: "Sorrel Kilns, commitments", exact: true })).toBeVisible();
      await expect(page).toHaveTitle("Sorrel Kilns, closing | Kindling");
      await expect(page.getByText("12,000 shares asked for, £14,400.00")).toBeVisible();
      await expect(rowOf(page, "Jonas Kiln")).toContainText("Committed");
      await expectAccessible(page);
      await expectToFitAt(page, widths);
    });

    await test.step("a draft is worked out, and a line of it changed with a reason", async () => {
      await part(page, "Allocation").click();
      await expect(page.getByRole("heading", { name: "Nothing is worked out yet", exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Work out a draft" }).click();
      await expectToast(page, "Draft worked out");
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
      await expect(rowOf(page, "Keira Sorrel")).toContainText("By hand");
      await expect(page.getByRole("list", { name: "Changed by hand" })).toHaveText(
        "Keira Sorrel: 1,591 to 1,000 shares, by Amara Okafor. She asked for fewer by letter.",
      );
      await expect(page.getByText("Lines changed by hand 1")).toBeVisible();
      await expect(page.getByRole("button", { name: "Ask a second admin to confirm" })).toBeVisible();
      await expectAccessible(page);
      await expectToFitAt(page, widths);
    });

    const other = await secondAdmin(browser, app, `${address}&part=allocation`);
    const otherDialog = other.getByRole("dialog");
    await test.step("another admin confirms it", async () => {
      await other.getByRole("button", { name: /^Confirm/ }).click();
      await otherDialog.getByRole("button", { name: /^Confirm/ }).click();
      await expectToast(other, "Allocation is final");
      await expect(other.getByText("Final", { exact: true })).toBeVisible();
      await expect(other.getByRole("button", { name: /^Change/ })).toHaveCount(0);
    });

    await test.step("one enters the account, the other calls back and confirms it", async () => {
      await part(page, "Collection account").click();
      await page.getByRole("button", { name: "Enter an account" }).click();
      await dialog.getByLabel("Account name").fill("Harbour Nominees Ltd");
      await dialog.getByLabel("Sort code").fill("12345");
      await dialog.getByLabel("Account number").fill("12345678");
      await dialog.getByLabel("Bank", { exact: true }).fill("Harbour Bank");
      await dialog.getByLabel("Partner").fill("Harbour Nominees");
      await submit(dialog, "Save for confirmation");
      await expect(dialog.getByLabel("Sort code")).toHaveAccessibleDescription(
        "Please enter a sort code such as 12-34-56",
      );
      await dialog.getByLabel("Sort code").fill("12 34 56");
      await submit(dialog, "Save for confirmation");
      await expect(
        page.getByText("Another admin has to call the partner back and confirm this account."),
      ).toBeVisible();
      await expect(page.getByText("12-34-56")).toBeVisible();
      await expectAccessible(page);
      await expectToFitAt(page, widths);
      await part(other, "Collection account").click();
      await other.getByRole("button", { name: "It is wrong" }).click();
      await otherDialog.getByLabel("Reason").fill("The partner’s account ends in 9.");
      await submit(otherDialog, "Reject it");
      await expectToast(other, "Account rejected");
      await page.reload();
      await expect(page.getByRole("main")).toContainText("was rejected by");
      await expect(page.getByText("The partner’s account ends in 9.")).toBeVisible();
      await page.getByRole("button", { name: "Enter an account" }).click();
      await dialog.getByLabel("Account name").fill("Harbour Nominees Ltd");
      await dialog.getByLabel("Sort code").fill("12 34 56");
      await dialog.getByLabel("Account number").fill("12345679");
      await dialog.getByLabel("Bank", { exact: true }).fill("Harbour Bank");
      await dialog.getByLabel("Partner").fill("Harbour Nominees");
      await submit(dialog, "Save for confirmation");
      await other.reload();
      await other.getByRole("button", { name: "Confirm the account" }).click();
      await otherDialog.getByLabel(/^Whom you called back/).fill("Ms Harbour, on the number of the contract.");
      await submit(otherDialog, "Confirm the account");
      await expectToast(other, "Account confirmed");
    });

    await test.step("funds are called, with a reason outside the hours for it", async () => {
      await part(other, "Closing board").click();
      await other.getByRole("button", { name: "Call funds..." }).click();
      await expect(otherDialog).toContainText("2 members, together £11,352.15.");
      await otherDialog.getByLabel("Reason").fill("The round closes this week.");
      await submit(otherDialog, "Call funds");
      await expectToast(other, "Funds are called");
      await expect(rowOf(other, "Jonas Kiln")).toContainText("Funds called");
    });

    await test.step("a file with a gap is refused with its line, and of the whole one what is sure is booked", async () => {
      await part(page, "Bank file").click();
      await choose(page, await bankFile(app, deal.id, { gap: -5 }));
      await expect(page.getByRole("alert")).toContainText("Line 3 does not follow from line 2.");
      await choose(page, await bankFile(app, deal.id));
      const preview = page.getByRole("region", { name: "starling.csv is not imported yet" });
      await expect(preview).toContainText(/^starling.csv is not imported yet2 lines, all of \d+ \w+ \d{4}\./);
      await expect(preview).toContainText("£11,362.15 paid in, £0.00 paid out.");
      await expectAccessible(page);
      await expectToFitAt(page, widths);
      await importLines(page, 2);
      await expect(page.getByText("1 payment is booked, £10,002.15. 1 needs a look.", { exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { name: /^Sure/ })).toHaveCount(0);
      await expect(page.getByRole("heading", { name: "Amount differs 1 line, £1,360.00", exact: true })).toBeVisible();
      await expect(rowOf(page, "KEIRA SORREL")).toContainText("£10.00 more than the £1,350.00 due");
      await expectAccessible(page);
      await expectToFitAt(page, widths);
    });

    await test.step("the rest is booked by hand with a reason", async () => {
      await page.getByRole("button", { name: /^Match KEIRA SORREL/ }).click();
      await expect(dialog.getByLabel("For")).not.toHaveValue("");
      await expect(dialog.getByLabel("Amount")).toHaveValue("£1,360.00");
      await submit(dialog, "Book it");
      await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription("Please give a reason");
      await expectAccessible(dialog);
      await dialog.getByLabel("Reason").fill("The reference is hers.");
      await submit(dialog, "Book it");
      await expectToast(page, "Line booked");
      await expect(page.getByText("Every line is booked")).toBeVisible();
      await page.getByRole("radio", { name: "Booked" }).check();
      await expect(rowOf(page, "KEIRA SORREL")).toContainText("The reference is hers.");
    });

    await callCompanyBack(page, other, app, deal.id);
    await test.step("the three sums agree; what is too much goes back once another admin approves it", async () => {
      await part(page, "Closing board").click();
      await expect(page.getByText(/^The three sums agree with the ledger, checked at/)).toBeVisible();
      await expect(rowOf(page, "Keira Sorrel")).toContainText("£10.00 too much; refund it");
      await expectAccessible(page);
      await expectToFitAt(page, widths);
      await page.getByRole("button", { name: "Refund Keira Sorrel" }).click();
      await expect(dialog.getByLabel("Amount")).toHaveValue("£10.00");
      await dialog.getByLabel("Reason").fill("She sent too much.");
      await submit(dialog, "Refund");
      await expectToast(page, "Refund proposed");
      await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
      await page.getByRole("button", { name: "Pay the company..." }).click();
      await dialog.getByLabel("Reason").fill("Everything is paid.");
      await submit(dialog, "Propose");
      await expectToast(page, "Payment proposed");
      await other.reload();
      await other.getByRole("button", { name: /^Approve £10,090\.80/ }).click();
      await otherDialog.getByRole("button", { name: /^Approve/ }).click();
      await expectToast(other, "Payment approved");
      await expect(rowOf(other, "To the company")).toContainText("Approved, not yet in the bank’s list");
    });

    await test.step("the bank's next file has the payment to the company: sure, booked, and the sums still agree", async () => {
      await part(page, "Bank file").click();
      await choose(page, await bankFile(app, deal.id, { sent: 10_090_80 }));
      await importLines(page, 3);
      await expect(page.getByText("1 payment is booked, −£10,090.80.", { exact: true })).toBeVisible();
      await part(page, "Closing board").click();
      await expect(rowOf(page, "To the company")).toContainText(/Paid \d+ \w+ \d{4}/);
      await expect(page.getByText("Sent to the company−£10,090.80")).toBeVisible();
      await expect(page.getByText(/^The three sums agree with the ledger, checked at/)).toBeVisible();
    });

    await test.step("the ledger says it all and sums to nothing", async () => {
      await part(page, "Ledger").click();
      await expect(page.getByText("5 transactions, together £0.00. On account £1,271.35.")).toBeVisible();
      await page
        .getByRole("button", { name: /^Entries/ })
        .first()
        .click();
      await expect(dialog.getByRole("row").last()).toContainText("£0.00");
      await expectAccessible(dialog);
      await dialog.getByRole("button", { name: "Close" }).click();
      const saved = await downloadFrom(page.getByRole("button", { name: "CSV" }));
      expect(saved.suggestedFilename()).toMatch(/\.csv$/);
      await expectAccessible(page);
      await expectToFitAt(page, widths);
    });
    await other.context().close();
  });
});
