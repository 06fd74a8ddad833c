import type { Page } from "@playwright/test";
import { buildDeal } from "#server/sample/build-deal.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { approveVersion, releaseDeal } from "../support/past-the-lists.ts";
import { pdfOf } from "../support/room-files.ts";
import type { RunningApp } from "../support/running-app.ts";
import { callsOfAdmin, callsWith, createInvestor } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { clockOf } from "./sign-lists.ts";
import { expect, expectAccessible, expectToast, expectToFit, signIn, signInAsAdmin, test } from "./test.ts";

const desk = "/#/members?tab=admin&view=deals";
const deals = "/#/members?tab=investments&view=deals";

/** Frozen by an admin, signed and released. */
async function release(app: RunningApp, id: string): Promise<void> {
  const calls = await callsOfAdmin(app);
  const frozen = await calls.post(`/api/deals/${id}/versions`, { data: { checklist: checklistItems } });
  expect(frozen.status()).toBe(201);
  await approveVersion(clockOf(app), id);
  await releaseDeal(clockOf(app), id);
}

const room = (page: Page) => page.getByRole("region", { name: "Documents", exact: true });
const pageOf = (page: Page, number: number) => page.getByRole("listitem").filter({ hasText: `Page ${number} of 6` });

test.describe("The room of a deal", () => {
  test.use({ allowedNoise: [/status of 403/] });

  test("A deal's room has a document, of which a member reads three pages, and both records show it", {
    tag: "@main",
  }, async ({ page, app, browser }) => {
    const deal = await buildDeal(app.db, { company: { name: "Fernhill Wards" }, state: "preparing" });
    const reader = await createInvestor(app, "jonas.room@heather.example");
    const other = await createInvestor(app, "ida.room@heather.example", "Ida Lund");
    await signInAsAdmin(page, `${desk}&deal=${deal.id}&part=room`);

    await test.step("a file is added under a title that comes from its name, and checked", async () => {
      await expect(page.getByText("No document yet.")).toBeVisible();
      const files = page.getByRole("region", { name: "Add a document" }).locator("input[type=file]");
      await files.setInputFiles([
        { name: "founders_deck.pdf", mimeType: "application/pdf", buffer: Buffer.from(await pdfOf(6)) },
        { name: "cap table.csv", mimeType: "text/csv", buffer: Buffer.from("Holder,Shares\nRuth,100\n") },
        { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Notes") },
      ]);
      const notes = page.getByRole("form", { name: "Add notes.txt" });
      await notes.getByRole("button", { name: "Add the document" }).click();
      await expect(notes).toContainText("Please choose a PDF, PNG, JPEG, XLSX or CSV file.");
      await expectAccessible(page);
      await notes.getByRole("button", { name: "Cancel" }).click();
      const deck = page.getByRole("form", { name: "Add founders_deck.pdf" });
      await expect(deck.getByRole("textbox", { name: "Title" })).toHaveValue("founders deck");
      await deck.getByRole("textbox", { name: "Title" }).fill("Founders’ deck");
      await deck.getByRole("button", { name: "Add the document" }).click();
      await expectToast(page, "Added: it is being checked now");
      const sheet = page.getByRole("form", { name: "Add cap table.csv" });
      await sheet.getByRole("checkbox", { name: "Members may download it" }).check();
      await sheet.getByRole("button", { name: "Add the document" }).click();
      await expect(sheet).toHaveCount(0);
      for (const name of [/Founders’ deck/, /cap table/])
        await page.getByRole("row", { name }).getByText("Ready", { exact: true }).waitFor();
      await expect(page.getByRole("row", { name: /Founders’ deck/ })).toContainText("Version 1, 6 pages");
      await page.setViewportSize({ width: 320, height: 740 });
      await expectToFit(page);
    });

    await release(app, deal.id);
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
    const member = await context.newPage();
    await signIn(member, reader, `${deals}&deal=${deal.id}&folds=room`);
    const document = member.getByRole("dialog", { name: "Founders’ deck" });
    const number = document.getByRole("textbox", { name: "Page" });

    await test.step("a member reads after the warnings, by keyboard, and only what is in view is sent", async () => {
      await expect(room(member).getByRole("row", { name: /Founders’ deck/ })).toContainText("Not opened");
      await room(member).getByRole("link", { name: "Read Founders’ deck" }).focus();
      await member.keyboard.press("Enter");
      await expect(document.getByRole("region", { name: "Risk warning" })).toContainText(
        "You could lose all the money",
      );
      await expect(pageOf(member, 1).locator("img")).toBeVisible();
      await expect(pageOf(member, 1)).toContainText("Line 1 of the deck");
      await expectAccessible(document);
      await member.keyboard.press("ArrowRight");
      await expect(number).toHaveValue("2");
      await expect(pageOf(member, 2).locator("img")).toBeVisible();
      await number.fill("3");
      await number.press("Enter");
      await expect(pageOf(member, 3)).toBeFocused();
      await expect(pageOf(member, 3).locator("img")).toBeVisible();
      await expect(pageOf(member, 5).locator("img")).toHaveCount(0);
    });

    await test.step("+ enlarges it at its place, and it fits a phone", async () => {
      await member.keyboard.press("+");
      await expect(document.getByRole("combobox", { name: "Size" })).toHaveValue("1.5");
      await expect(number).toHaveValue("3");
      await member.keyboard.press("0");
      await expect(document.getByRole("combobox", { name: "Size" })).toHaveValue("fit");
      await member.emulateMedia({ media: "print" });
      await expect(document.getByText("are not printed")).toBeVisible();
      await expect(member.locator("img:visible")).toHaveCount(0);
      await member.emulateMedia({ media: "screen" });
    });

    await test.step("Escape leads back to the link, which says what was read", async () => {
      await member.keyboard.press("Escape");
      await expect(document).toHaveCount(0);
      await expect(room(member).getByRole("link", { name: "Read Founders’ deck" })).toBeFocused();
      await expect(room(member).getByRole("row", { name: /Founders’ deck/ })).toContainText(
        /Opened \d+ \w+, pages 1–3/,
      );
      const download = await downloadFrom(room(member).getByRole("button", { name: "Download cap table" }));
      expect(download.suggestedFilename()).toBe("cap table.csv");
      await expect(room(member).getByRole("row", { name: /cap table/ })).toContainText("Downloaded");
    });

    await test.step("another member sees nothing of it, admins see who read what", async () => {
      const elsewhere = await browser.newContext({ baseURL: app.url });
      const stranger = await elsewhere.newPage();
      await signIn(stranger, other, `${deals}&deal=${deal.id}&folds=room`);
      await expect(room(stranger).getByRole("row", { name: /Founders’ deck/ })).toContainText("Not opened");
      await expect(stranger.getByText("Jonas Weber")).toHaveCount(0);
      await elsewhere.close();
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.reload();
      const log = page.getByRole("region", { name: "Who opened what" });
      await expect(log.getByRole("row", { name: /Jonas Weber.*Founders’ deck, version 1.*pages 1–3/ })).toBeVisible();
      await expect(log.getByRole("row", { name: /Jonas Weber.*cap table.*downloaded/ })).toBeVisible();
      await expect(page.getByRole("row", { name: /Founders’ deck.*founders_deck\.pdf/ })).toContainText("1×");
      await expectAccessible(page);
    });

    await test.step("a statement that ends while somebody reads takes the document away", async () => {
      await room(member).getByRole("link", { name: "Read Founders’ deck" }).click();
      await expect(pageOf(member, 1).locator("img")).toBeVisible();
      expect((await (await callsWith(reader.session)).post("/api/statements/me/withdraw")).status()).toBe(200);
      await number.fill("6");
      await number.press("Enter");
      await expect(member.getByText("Deals are shown to members with a current investor statement.")).toBeVisible();
      await expect(document).toHaveCount(0);
      await context.close();
    });
  });
});
