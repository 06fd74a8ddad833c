import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { createPerson } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, signInAsAdmin, test } from "./test.ts";

const bulkImport = "/#/members?tab=admin&view=import";
const box = /^Members, one per line/;
const listOf = (count: number, host: string) =>
  Array.from({ length: count }, (_, n) => `Guest ${n + 1}, guest${n + 1}@${host}`).join("\n");

/** The text comes as a file: Chromium takes a minute to type thousands of lines. */
const addFile = (page: Page, text: string) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name: "members.txt", mimeType: "text/plain", buffer: Buffer.from(text) });

test("An admin previews and imports lines and files, also on a phone by key", async ({ page, app }) => {
  await createPerson(app, "known@preview.example");
  await signInAsAdmin(page, bulkImport);

  await test.step("the preview shows what the import will do with each line before anything is imported", async () => {
    await expect(page.getByRole("heading", { name: "What a line can look like", exact: true })).toBeVisible();
    await page
      .getByLabel(box)
      .fill(
        [
          "name,email",
          "Nia Frost, nia@preview.example",
          "Nia Again - nia@preview.example",
          '"Frost, Otto", otto@preview.example',
          "Somebody, known@preview.example, vip",
          "no address here",
          "Vera Frost, vera@preview.example, VIP",
          "Somebody\tknown@preview.example",
          "Gil Frost, gil@preview.example, gold",
        ].join("\n"),
      );
    const line = (text: string) => page.getByRole("listitem").filter({ hasText: text });
    await expect(line("name,email")).toContainText("Header");
    await expect(line("Nia Frost")).toContainText("New");
    await expect(line("Nia Again")).toContainText("Twice in this list");
    await expect(line("Otto Frost")).toContainText("New");
    await expect(line("Somebody")).toHaveText([/Theirs stays as it is\./, /Twice in this list/]);
    await expect(line("Vera Frost")).toContainText("vera@preview.example, VIP");
    await expect(line("gold")).toContainText("After the email address only a plan can follow");
    await expect(line("no address here")).toContainText("There is no email address in this line");
    await expect(page.getByText("3 new, 1 already there, 2 twice in this list, 2 not valid")).toBeVisible();
    await expect(page.getByRole("button", { name: "Import 3 members" })).toBeVisible();
    await expect(
      page.getByText("Whoever is imported becomes an approved member as soon as they register."),
    ).toBeVisible();
    await page.getByLabel("Show only lines that are not new").check();
    await expect(line("Nia Frost")).toHaveCount(0);
    await expect(line("Nia Again")).toHaveCount(1);
    await expectAccessible(page.getByRole("main"));
    const { items } = await (await page.request.get("/api/invitations?q=preview.example&state=unused")).json();
    expect(items).toEqual([]);

    await page.getByRole("button", { name: "Import 3 members" }).click();
    await expectToast(page, "3 members imported successfully out of 8 total.");
    await expect(line("Vera Frost")).toContainText("vera@preview.example, VIP");
    await expect(line("known@preview.example, VIP")).toContainText("Only new people get the plan of their line.");
    await expect(line("Nia Again")).toContainText("Twice in this list");
    await expect(page.getByLabel(box)).toHaveValue("no address here\nGil Frost, gil@preview.example, gold");
    await expect(page.getByText("The lines that were not imported are still in the box, to be mended.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Import members" })).toBeVisible();
  });

  await test.step("a chosen or dropped CSV file fills the box, and the results are downloaded", async () => {
    // Wait before clicking: the event fires early.
    const chooser = page.waitForEvent("filechooser");
    await page.getByLabel(box).fill("");
    await page.getByRole("button", { name: "Choose a file" }).press("Enter");
    const table = '\uFEFFPhone,Full name,Email\n1,"Brandt, Zoë",zoe@file.example\n2,=cmd(),cmd@file.example\n';
    await (await chooser).setFiles({
      name: "members.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(table, "utf16le"),
    });
    await expectToast(page, "The members of members.csv are in the box.");
    await expect(page.getByLabel(box)).toHaveValue("name,email\nZoë Brandt,zoe@file.example\n=cmd(),cmd@file.example");

    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["Drop Down, drop@file.example"], "more.txt", { type: "text/plain" }));
      return transfer;
    });
    await page.getByLabel(box).dispatchEvent("drop", { dataTransfer: dropped });
    await expect(page.getByLabel(box)).toHaveValue(/Drop Down, drop@file\.example$/);
    await page.getByRole("button", { name: "Import 3 members" }).click();
    await expectToast(page, "3 members imported successfully out of 3 total.");
    await expect(page.getByText("Sign up or log in.")).toBeVisible();

    const file = await downloadFrom(page.getByRole("button", { name: "Export CSV" }));
    expect(file.suggestedFilename()).toMatch(/^kindling-import-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
    expect(lines[0]).toBe("\uFEFFline,name,email,tier,result,invitation_code,note,input");
    expect(lines[2]).toMatch(
      /^2,Zoë Brandt,zoe@file\.example,,Created successfully,[A-Z2-9]{10},,"Zoë Brandt,zoe@file\.example"$/,
    );
  });

  await test.step("the import fits a 320-pixel viewport and works with the keyboard alone", async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    const area = page.getByLabel(box);
    expect((await area.boundingBox())?.height).toBeGreaterThanOrEqual(200);
    await area.fill("");
    await area.focus();
    await page.keyboard.type("Kay Board, kay@keyboard.example");
    const button = page.getByRole("button", { name: "Import 1 member" });
    await expect(button).toBeVisible();
    for (let presses = 0; presses < 4 && !(await button.evaluate((one) => one === document.activeElement)); presses++) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await expectToast(page, "1 member imported successfully out of 1 total.");
    await expect(page.getByRole("button", { name: "Import members" })).toBeFocused();
    await expectAccessible(page.getByRole("main"));
  });
});

test("An admin pages through the preview of 5,000 lines, and an import shows its progress and can be stopped", async ({
  page,
}) => {
  await signInAsAdmin(page, bulkImport);

  await test.step("5,000 lines of a file are previewed in pages, and more are refused", async () => {
    await addFile(page, listOf(5000, "thousands.example"));
    await expect(page.getByText("5,000 new")).toBeVisible();
    await expect(page.getByText("1 to 100 of 5,000")).toBeVisible();
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("101 to 200 of 5,000")).toBeVisible();
    await page.getByLabel(box).focus();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("x");
    await expect(page.getByLabel(box)).toHaveValue(/examplex$/);
    await page.keyboard.press("Backspace");
    await page.getByLabel(box).fill("");
    await addFile(page, `${listOf(5000, "thousands.example")}\none.more@thousands.example`);
    await expect(page.getByText("This file has more than 5,000 lines. Please split it.")).toBeVisible();
  });

  await test.step("an import continues while another tab is open, and stopping it keeps the remaining lines in the box", async () => {
    await page.getByLabel(box).fill("");
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let calls = 0;
    await page.route("**/api/member-imports", async (route) => {
      calls += 1;
      if (calls === 2) await gate;
      await route.continue();
    });
    await page.getByLabel("Create and send invitations").uncheck();
    await addFile(page, listOf(600, "stopped.example"));
    await page.getByRole("button", { name: "Import 600 members" }).click();
    const bar = page.getByRole("progressbar", { name: "Import progress" });
    await expect(bar).toHaveAttribute("aria-valuemax", "600");
    await expect(bar).toHaveAttribute("aria-valuenow", "200");
    await expect(page.getByText("200 of 600 members")).toBeVisible();
    await page.getByRole("link", { name: "Manage Invitations" }).click();
    await page.getByRole("link", { name: "Bulk Import Members" }).click();
    await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "200 of 600 members");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Stop import" }).press("Enter");
    await expect(page.getByRole("button", { name: "Stopping..." })).toBeVisible();
    release();
    await expectToast(page, "Import stopped");
    await expectToast(page, "400 members imported successfully out of 600 total.");
    await expect(
      page.getByText("It came to 400 of 600 members. All that is not imported is still in the box."),
    ).toBeVisible();
    await expect(page.getByLabel(box)).toHaveValue(listOf(600, "stopped.example").split("\n").slice(400).join("\n"));
    await page.reload();
    await expect(page.getByLabel(box)).toHaveValue(/^Guest 401, /);
  });
});
