import { buildHeldCompany } from "../support/build-company-update.ts";
import { linkIn } from "../support/mailbox.ts";
import { goodPdf } from "../support/raw-pdf.ts";
import { createInvestor } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFit, expectToFitAt, signInAsAdmin, test } from "./test.ts";

test.use({ allowedNoise: [/status of 400/] });

test("A founder sends an update by the link of a mail, without an account, and an admin publishes it", {
  tag: "@main",
}, async ({ page, app }) => {
  const holder = await createInvestor(app, "holder@brackwell.example", "Hana Brackwell");
  const issued_on = "2025-01-10";
  await buildHeldCompany(app.db, { records: [holder.record_id], issued_on, name: "Brackwell Looms" });

  await test.step("an admin asks for it", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signInAsAdmin(page, "/#/members?tab=admin&view=companies");
    const updates = page.getByRole("table", { name: "Companies whose shares members hold" });
    const row = updates.getByRole("row").filter({ hasText: "Brackwell Looms" });
    await expect(row).toContainText("Not asked");
    await row.getByRole("link", { name: "Brackwell Looms" }).click();
    await page
      .getByRole("button", { name: /^Ask now/ })
      .first()
      .click();
    await expect(page.getByText(/^The founder is asked for the .+ quarter of \d{4} by email$/).first()).toBeVisible();
    await expect(page.getByText(/^Asked .+, link works until/)).toBeVisible();
    await expectAccessible(page);
    await expectToFitAt(page, [768, 320]);
  });

  const link = linkIn(await app.mailbox.waitFor("tom@alder.example", /Brackwell Looms: your update/));
  await test.step("its founder types numbers as people do, and is told at the field what cannot be read", async () => {
    await page.context().clearCookies();
    await page.goto("about:blank");
    await page.goto(link);
    await expect(page).toHaveURL(/#\/company-update$/);
    await expect(
      page.getByRole("heading", { level: 1, name: "How did Brackwell Looms do?", exact: true }),
    ).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByLabel("Recurring revenue a year").fill("lots");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByLabel("Recurring revenue a year")).toBeFocused();
    await expect(page.getByLabel("Recurring revenue a year")).toHaveAccessibleDescription(
      "Please enter an amount like 395 or 395.50",
    );
    await page.getByLabel("Recurring revenue a year").fill("£310,000");
    await page.getByLabel("Net revenue kept").fill("104%");
    await page.getByLabel("People").fill("12");
    await page.getByLabel("What happened").fill("One chain left in September.\nWe know why.");
    await page.getByLabel("Is there anything that members could buy?").fill("New shares at £2.48.");
  });

  await test.step("what was typed survives a reload; a letter is attached; the preview shows what members will see", async () => {
    await page.reload();
    await expect(page.getByLabel("What happened")).toHaveValue("One chain left in September.\nWe know why.");
    const letter = { name: "letter.pdf", mimeType: "application/pdf", buffer: goodPdf("letter") };
    await page.locator("input[type=file]").setInputFiles(letter);
    await expect(page.getByText("Attached: letter.pdf")).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("heading", { name: "As members will see it", exact: true })).toBeFocused();
    await expect(page.getByRole("img", { name: /^Recurring revenue a year: £310k in / })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Change it" }).click();
    await page.getByLabel("People").fill("13");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("img", { name: /^People: 13 in / })).toBeVisible();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Thank you, it is sent", exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the link works once", async () => {
    await page.goto("about:blank");
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: "This link does not work", exact: true })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("This link has been used");
    await expectAccessible(page);
  });

  await test.step("an admin reads it, corrects a number and publishes it; its holders are told", async () => {
    await page.goto("about:blank");
    await signInAsAdmin(page, "/#/members?tab=admin&view=companies");
    const row = page
      .getByRole("table", { name: "Companies whose shares members hold" })
      .getByRole("row")
      .filter({ hasText: "Brackwell Looms" });
    await expect(row).toContainText("To publish");
    await row.getByRole("link", { name: "Brackwell Looms" }).click();
    await expect(page.getByText("New shares at £2.48.")).toBeVisible();
    await page.getByRole("button", { name: /^Correct/ }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("People")).toHaveValue("13");
    await dialog.getByLabel("People").fill("12");
    await expectAccessible(dialog);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Saved. Publish it when you have read it");
    await page.getByRole("button", { name: /^Publish/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expectToast(page, "Published: those who hold shares are told");
    const mail = await app.mailbox.waitFor(holder.email, /^Brackwell Looms: update for the/);
    // The link has the port of the server, which may be any number.
    expect(mail.text?.replace(/http\S+/, "")).not.toMatch(/£|310|104/);
  });
});
