import type { Browser, Locator, Page } from "@playwright/test";
import { paperLabels, signedPaperKinds, type uploadedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { dateBoxes, fillDate } from "../support/fill-date.ts";
import { buildPaidAlder, type PaidAlder } from "../support/paid-alder.ts";
import { completeDeal, confirmCompanyAccount } from "../support/past-the-lists.ts";
import { goodPdf, lockedPdf } from "../support/raw-pdf.ts";
import { certificateOf, pdfOfRows } from "../support/relief-certificates.ts";
import { zipOf } from "../support/room-files.ts";
import type { RunningApp } from "../support/running-app.ts";
import { callsOfAdmin, createSession } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { clockOf } from "./sign-lists.ts";
import { expect, expectAccessible, expectToast, expectToFitAt, signInAsAdmin, test } from "./test.ts";

const pageOf = ({ id }: PaidAlder) => `/#/members?tab=admin&view=deals&part=closing&deal=${id}`;

const widths = [768, 320, 1280];

async function memberOf(browser: Browser, app: RunningApp, { people }: PaidAlder, index: number): Promise<Page> {
  const { id, commitment_id } = people[index] ?? { id: "", commitment_id: "" };
  const context = await browser.newContext({ baseURL: app.url });
  await context.addCookies([await createSession(app, id)]);
  const page = await context.newPage();
  await page.goto(`/#/members?tab=investments&view=mine&commitment=${commitment_id}`);
  return page;
}

/** Everything that comes before, through the API. */
async function complete(app: RunningApp, { id }: PaidAlder): Promise<void> {
  const calls = await callsOfAdmin(app);
  const path = `/api/deals/${id}`;
  const pdf = { data: goodPdf("signed"), headers: { "content-type": "application/pdf" } };
  for (const kind of signedPaperKinds) await calls.post(`${path}/papers?kind=${kind}&file_name=a.pdf`, pdf);
  await calls.post(`${path}/success-fee`, { data: { decision: "waived", reason: "The first round of the club." } });
  const account = { account_name: "Alder", sort_code: "10-20-30", account_number: "00004321", bank: "A Bank" };
  await calls.post(`${path}/company-account`, { data: account });
  await confirmCompanyAccount(clockOf(app), id);
  const typed = await calls.post(`${path}/completion`, { data: { issued_on: "2026-02-02" } });
  expect(typed.status()).toBe(201);
  await completeDeal(clockOf(app), id);
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

const file = (page: Page, kind: (typeof uploadedPaperKinds)[number], content = goodPdf("signed")) =>
  page
    .getByLabel(paperLabels[kind], { exact: true })
    .setInputFiles({ name: `${kind}.pdf`, mimeType: "application/pdf", buffer: content });

const submit = (dialog: Locator, name: string) => dialog.getByRole("button", { name, exact: true }).click();

test.describe("A round that is paid", () => {
  test.use({ allowedNoise: [/status of 4\d\d/] });

  test("A paid round is completed a day after its day of issue is typed, and its members find their papers", async ({
    page,
    browser,
    app,
  }) => {
    test.slow();
    const deal = await buildPaidAlder(app.db, { code: "A7F", year: 2026 });
    const dialog = page.getByRole("dialog");

    await test.step("the page says what is missing before it can complete", async () => {
      await signInAsAdmin(page, pageOf(deal));
      const before = page.getByRole("region", { name: "Before it can complete" });
      await expect(before.getByRole("listitem").filter({ hasText: "Signed documents filed" })).toContainText("0 of 4");
      await expect(page.getByText("3 points are open.")).toBeVisible();
      await expectAccessible(page);
      await expectToFitAt(page, widths);
    });

    await test.step("the four documents are filed; one that is none is refused beside its name", async () => {
      await file(page, "board_minutes", Buffer.from("not a PDF"));
      await expect(page.getByRole("alert")).toBeVisible();
      await expectAccessible(page);
      await file(page, "board_minutes");
      await expectToast(page, "Minutes of the company’s board filed");
      await expect(page.getByRole("alert")).toHaveCount(0);
      for (const kind of ["subscription_agreement", "nominee_agreement", "share_schedule"] as const) {
        await file(page, kind);
        await expectToast(page, `${paperLabels[kind]} filed`);
      }
      await expect(page.getByText("4 of 4", { exact: true })).toBeVisible();
    });

    await test.step("the company's account is entered, and signed", async () => {
      await page.getByRole("button", { name: "Enter the company’s account" }).click();
      await dialog.getByLabel("Account name").fill("Alder Analytics Ltd");
      await dialog.getByLabel("Sort code").fill("10 20 30");
      await dialog.getByLabel("Account number").fill("00004321");
      await dialog.getByLabel("Bank", { exact: true }).fill("Harbour Bank");
      await submit(dialog, "Save account");
      await expect(page.getByText("Waits for two signatures in the closing list")).toBeVisible();
      await confirmCompanyAccount(clockOf(app), deal.id);
    });

    await test.step("the article that allows the success fee is named", async () => {
      await page.reload();
      await page.getByRole("button", { name: /^Decide/ }).click();
      await dialog.getByLabel("Article").fill("14");
      await dialog.getByLabel("Allows up to, in %").fill("11");
      await submit(dialog, "Save");
      await expect(dialog.getByLabel("Allows up to, in %")).toHaveAccessibleDescription(
        "Please enter 0.01% to 10%, the most that the law allows",
      );
      await expectAccessible(dialog);
      await dialog.getByLabel("Allows up to, in %").fill("8");
      await submit(dialog, "Save");
      await expect(page.getByText("Nothing is missing.")).toBeVisible();
    });

    await test.step("a day of issue before the payment is refused; the right one says what happens a day later", async () => {
      await page.getByRole("button", { name: "Type the day of issue" }).click();
      await fillDate(dialog, "Day of issue", "2026-01-31");
      await submit(dialog, "Save the day of issue");
      await expect(dateBoxes(dialog, "Day of issue")).toHaveAccessibleDescription(
        "Shares issued after payment: Issued on 31 January 2026, paid on 1 February 2026",
      );
      await expectAccessible(dialog);
      await fillDate(dialog, "Day of issue", "2026-02-02");
      await submit(dialog, "Save the day of issue");
      await expect(
        page.getByText("11 members hold 80,645 shares of the company, issued on 2 February 2026."),
      ).toBeVisible();
      await expect(page.getByText("An invoice of £7,999.98 to the company is made.")).toBeVisible();
      await expectAccessible(page);
      await expectToFitAt(page, widths);
    });

    await test.step("it is completed: the page has the result and the papers", async () => {
      await completeDeal(clockOf(app), deal.id);
      await page.reload();
      await expect(page.getByText("11 members, 80,645 shares, £99,999.80")).toBeVisible();
      await file(page, "company_certificate");
      await expectToast(page, "The company’s share certificate filed");
      await expectAccessible(page);
      await expectToFitAt(page, widths);
    });

    await test.step("a member reads what they hold, and opens their certificate", async () => {
      const jonas = await memberOf(browser, app, deal, 8);
      const held = "You hold 6,879 shares of Alder Analytics, issued Mon 2 Feb 2026.";
      await expect(jonas.getByRole("heading", { name: held, exact: true })).toBeVisible();
      await expect(jonas.getByText("The nominee holds them for you by name.")).toBeVisible();
      const papers = jonas.getByRole("region", { name: "Your documents" });
      await expect(papers.getByRole("listitem").filter({ hasText: "What you signed" })).toContainText(
        "14 January 2026",
      );
      const saved = await downloadFrom(
        papers.getByRole("button", { name: "PDF Certificate of your beneficial ownership" }),
      );
      expect(saved.suggestedFilename()).toMatch(/^certificate-of-beneficial-ownership.*\.pdf$/);
      await expectAccessible(jonas);
      await expectToFitAt(jonas, widths);
      await jonas.context().close();
    });
  });

  test("A paid round's certificates of tax relief are compared and given to its members", async ({
    page,
    browser,
    app,
  }) => {
    test.slow();
    const deal = await buildPaidAlder(app.db, { code: "R3F", year: 2026 });
    await complete(app, deal);
    const dialog = page.getByRole("dialog");
    const step = (label: string) => page.getByRole("listitem").filter({ hasText: label });

    await test.step("what the company sent to HMRC and got back is recorded, in its order", async () => {
      await signInAsAdmin(page, pageOf(deal));
      await expect(step("SEIS1 sent to HMRC")).toContainText("Still to come");
      await expectAccessible(page);
      await expectToFitAt(page, widths);
      await page.getByRole("button", { name: "Record SEIS1 sent to HMRC" }).click();
      await fillDate(dialog, "Day", "2026-02-01");
      await submit(dialog, "Record it");
      await expect(dateBoxes(dialog, "Day")).toHaveAccessibleDescription("The step before it was on 2 February 2026");
      await fillDate(dialog, "Day", "2026-06-10");
      await submit(dialog, "Record it");
      await expect(step("SEIS1 sent to HMRC")).toContainText("10 Jun 2026");
      await page.getByRole("button", { name: "Record SEIS2 with the reference" }).click();
      await fillDate(dialog, "Day", "2026-08-05");
      await dialog.getByLabel("Unique investment reference").fill("Z1234 567");
      await expectAccessible(dialog);
      await submit(dialog, "Record it");
      await expect(step("SEIS2 with the reference")).toContainText("Z1234 567");
    });

    await test.step("a ZIP comes in: one fits and is given to its member, one has the fee in its amount, one cannot be read, others are left out", async () => {
      const issued_on = "2026-02-02";
      const zip = await zipOf({
        "jonas.pdf": await certificateOf({ name: "Jonas Weber", shares: 6879, amount_pence: 8_529_96, issued_on }),
        "keira.pdf": await certificateOf({ name: "Keira Doyle", shares: 404, amount_pence: 563_58, issued_on }),
        "scan.pdf": await pdfOfRows([["Nothing", "to read"]]),
        "readme.txt": "Certificates of 2026",
        "locked.pdf": lockedPdf,
      });
      const input = page.getByRole("region", { name: "Tax relief" }).locator("input[type=file]");
      await input.setInputFiles({ name: "a.zip", mimeType: "application/zip", buffer: Buffer.from("PK not") });
      const refusal = page.getByRole("alert").filter({ hasText: "a.zip was not taken." });
      await refusal.getByRole("button", { name: "Close" }).click();
      const damaged = await certificateOf({ name: "Jonas Weber", shares: 6879, amount_pence: 8_529_96, issued_on });
      await input.setInputFiles({ name: "b.pdf", mimeType: "application/pdf", buffer: damaged.subarray(0, 300) });
      const unopened = page.getByRole("alert").filter({ hasText: "b.pdf was not taken. It cannot be opened." });
      await unopened.getByRole("button", { name: "Close" }).click();
      await input.setInputFiles({ name: "SEIS3.zip", mimeType: "application/zip", buffer: zip });
      await expectToast(page, "3 certificates came in");
      const leftOut = page.getByRole("alert").filter({ hasText: "2 files of SEIS3.zip were left out." });
      await expect(leftOut.getByRole("listitem")).toHaveText([
        "readme.txt: It is no PDF.",
        "locked.pdf: It is locked with a password. Take the password off, and add it again.",
      ]);
      await expectToast(page, "1 certificate matched");
      await expect(rowOf(page, "jonas.pdf")).toHaveCount(0);
      await expect(page.getByRole("table", { name: "Members of the round" })).toContainText("Delivered");
      await expect(rowOf(page, "keira.pdf")).toContainText("amount is £563.58, the shares cost £500.96");
      await expect(rowOf(page, "scan.pdf")).toContainText("Nothing could be read on it");
      await expectAccessible(page);
      await expectToFitAt(page, widths);
      await leftOut.getByRole("button", { name: "Close" }).click();
    });

    await test.step("what differs is refused beside its member", async () => {
      await page.getByRole("button", { name: "Match keira.pdf" }).click();
      await submit(dialog, "Match it");
      await expect(dialog.getByLabel("For")).toHaveAccessibleDescription(
        /amount is £563\.58, the shares cost £500\.96/i,
      );
      await expectAccessible(dialog);
      await submit(dialog, "Cancel");
      await page.getByRole("button", { name: "Remove keira.pdf" }).click();
      await submit(dialog, "Remove");
      await expectToast(page, "Certificate removed");
    });

    await test.step("what could not be read is typed from the certificate", async () => {
      await page.getByRole("button", { name: "Match scan.pdf" }).click();
      await dialog.getByLabel("For").selectOption({ label: "10. Keira Doyle: 404 shares, £500.96" });
      await submit(dialog, "Match it");
      await expect(dialog.getByLabel("Amount on the certificate")).toHaveAccessibleDescription(
        "Please enter the amount as on the certificate",
      );
      await dialog.getByLabel("Amount on the certificate").fill("500.96");
      await fillDate(dialog, "Day of issue on the certificate", "2026-02-02");
      await submit(dialog, "Match it");
      await expectToast(page, "Certificate matched");
      await expect(step("Delivered to members")).toContainText("2 of 10, £9,030.92");
    });

    await test.step("the member finds it among their papers; another one reads when theirs is expected", async () => {
      const jonas = await memberOf(browser, app, deal, 8);
      const saved = await downloadFrom(jonas.getByRole("button", { name: "PDF SEIS3, for your tax return" }));
      expect(saved.suggestedFilename()).toMatch(/\.pdf$/);
      await jonas.context().close();
      const liam = await memberOf(browser, app, deal, 10);
      await expect(liam.getByRole("listitem").filter({ hasText: "SEIS3, for your tax return" })).toContainText(
        "Expected from August 2026",
      );
      await liam.context().close();
    });
  });
});
