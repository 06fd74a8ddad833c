import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { registerPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFit, signInAsAdmin, signInByForm, test } from "./test.ts";

const bulkImport = "/#/members?tab=admin&view=import";
const box = /^Members, one per line/;
const listOf = (count: number, host: string) =>
  Array.from({ length: count }, (_, n) => `Guest ${n + 1}, guest${n + 1}@${host}`).join("\n");

/** By file: Chromium takes a minute to type thousands of lines. */
const addFile = (page: Page, text: string) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name: "members.txt", mimeType: "text/plain", buffer: Buffer.from(text) });

test("The preview shows what the import will do with each line before anything is imported", async ({ page, club }) => {
  await registerPerson(club, "known@preview.example");
  await signInAsAdmin(page, bulkImport);
  await expect(page.getByRole("heading", { name: "What a line can look like" })).toBeVisible();
  await page
    .getByLabel(box)
    .fill(
      [
        "name,email",
        "Nia Frost, nia@preview.example",
        "Nia Again - nia@preview.example",
        '"Frost, Otto", otto@preview.example',
        "Somebody\tknown@preview.example",
        "no address here",
      ].join("\n"),
    );
  const line = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  await expect(line("name,email")).toContainText("Header");
  await expect(line("Nia Frost")).toContainText("New");
  await expect(line("Nia Again")).toContainText("Already exists");
  await expect(line("Frost, Otto")).toContainText("New");
  await expect(line("Somebody")).toContainText("Already exists");
  await expect(line("no address here")).toContainText("There is no email address in this line");
  await expect(page.getByText("2 new, 2 already there, 1 not valid")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 2 members" })).toBeVisible();
  await expect(
    page.getByText("Whoever is imported becomes an approved member as soon as they register."),
  ).toBeVisible();
  await page.getByLabel("Show only lines that are not new").check();
  await expect(line("Nia Frost")).toHaveCount(0);
  await expect(line("Nia Again")).toHaveCount(1);
  await expectAccessible(page);
  const { items } = await (await page.request.get("/api/invitations?q=preview.example&state=unused")).json();
  expect(items).toEqual([]);

  await page.getByRole("button", { name: "Import 2 members" }).click();
  await expectToast(page, "2 members imported successfully out of 4 total.");
  await expect(line("Nia Again")).toContainText("Already exists");
  await expect(page.getByLabel(box)).toHaveValue("no address here");
  await expect(page.getByText("The lines that were not imported are still in the box, to be mended.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import members" })).toBeVisible();
});

test("A chosen or dropped CSV file fills the box, and an admin downloads the results", async ({ page }) => {
  // Wait before clicking: the event fires early.
  const chooser = page.waitForEvent("filechooser");
  await signInAsAdmin(page, bulkImport);
  await page.getByRole("button", { name: "Choose CSV file" }).press("Enter");
  const table = '\uFEFFPhone,Full name,Email\n1,"Brandt, Zoë",zoe@file.example\n2,=cmd(),cmd@file.example\n';
  await (await chooser).setFiles({ name: "members.csv", mimeType: "text/csv", buffer: Buffer.from(table, "utf16le") });
  await expectToast(page, "The members of members.csv are in the box.");
  await expect(page.getByLabel(box)).toHaveValue('name,email\n"Brandt, Zoë",zoe@file.example\n=cmd(),cmd@file.example');

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

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download results as CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^kindling-import-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(lines[0]).toBe("\uFEFFline,name,email,result,note,input");
  expect(lines[2]).toBe('2,"Brandt, Zoë",zoe@file.example,Created successfully,,"""Brandt, Zoë"",zoe@file.example"');
  expect(lines[3]).toContain("'=cmd()");
});

test("Importing the same list again creates no accounts and reports every line as existing", async ({ page }) => {
  await signInAsAdmin(page, bulkImport);
  const list = "Ada Twice, ada@twice.example\nBea Twice, bea@twice.example";
  await page.getByLabel(box).fill(list);
  await page.getByRole("button", { name: "Import 2 members" }).click();
  await expectToast(page, "2 members imported successfully out of 2 total.");
  await expect(page.getByRole("listitem").filter({ hasText: "Ada Twice" })).toContainText("Created successfully");
  await expect(page.getByLabel(box)).toHaveValue("");
  await page.getByLabel(box).fill(list);
  await expect(page.getByText("2 already there")).toBeVisible();
  await page.getByRole("button", { name: "Import members" }).click();
  await expectToast(page, "0 members imported successfully out of 2 total.");
  await expect(page.getByRole("listitem").filter({ hasText: "Ada Twice" })).toContainText("Already exists");
});

test("An admin loads 5,000 lines from a file, pages through the preview and imports them with a progress bar", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInAsAdmin(page, bulkImport);
  await page.getByLabel("Create and send invitations").uncheck();
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
  await page.getByRole("button", { name: "Import 5,000 members" }).click();
  const bar = page.getByRole("progressbar", { name: "Import progress" });
  await expect(bar).toHaveAttribute("aria-valuemax", "5000");
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
  await expect(page.getByText("Import completed", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expectToast(page, "5000 members imported successfully out of 5000 total.");
  await expect(page.getByText("1 to 100 of 5,000")).toBeVisible();
  await expect(page.getByLabel(box)).toHaveValue("");
  await addFile(page, `${listOf(5000, "thousands.example")}\none.more@thousands.example`);
  await expect(page.getByText("Please import at most 5000 lines at a time.")).toBeVisible();
});

test("An import continues while another tab is open, and stopping it keeps the remaining lines in the box", async ({
  page,
}) => {
  await signInAsAdmin(page, bulkImport);
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
  await page.getByRole("button", { name: "Import 200 members" }).click();
  await expectToast(page, "200 members imported successfully out of 200 total.");
});

test.describe("When an import fails", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("a lost connection keeps the remaining lines, and importing again creates no duplicates", async ({ page }) => {
    await signInAsAdmin(page, bulkImport);
    let calls = 0;
    await page.route("**/api/member-imports", async (route) => {
      calls += 1;
      if (calls !== 2) return route.continue();
      // The request succeeds; only its response is lost.
      await route.fetch();
      await route.abort("connectionreset");
    });
    await page.getByLabel("Create and send invitations").uncheck();
    await addFile(page, listOf(500, "lost.example"));
    await page.getByRole("button", { name: "Import 500 members" }).click();
    await expectToast(page, "Import failed");
    await expect(page.getByText("It came to 200 of 500 members.")).toBeVisible();
    await expect(page.getByText("The last answer was lost")).toBeVisible();
    await page.getByRole("button", { name: "Import 300 members" }).click();
    await expectToast(page, "100 members imported successfully out of 300 total.");
  });

  test("'You must be logged in as an admin to import members.' shows when the session expires midway, and the remaining lines stay in the box", async ({
    page,
    club,
  }) => {
    await signInAsAdmin(page, bulkImport);
    let calls = 0;
    await page.route("**/api/member-imports", async (route) => {
      calls += 1;
      if (calls === 2) await page.request.delete("/api/session", { headers: { origin: club.url } });
      await route.continue();
    });
    await page.getByLabel("Create and send invitations").uncheck();
    await addFile(page, listOf(300, "ended.example"));
    await page.getByRole("button", { name: "Import 300 members" }).click();
    await expectToast(page, "You must be logged in as an admin to import members.");
    await signInByForm(page, sampleAccounts.admin);
    await page.goto(bulkImport);
    await expect(page.getByText("It came to 200 of 300 members.")).toBeVisible();
    await page.getByRole("button", { name: "Import 100 members" }).click();
    await expectToast(page, "100 members imported successfully out of 100 total.");
  });
});

test("The import fits a 320-pixel viewport and works with the keyboard alone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signInAsAdmin(page, bulkImport);
  const area = page.getByLabel(box);
  expect((await area.boundingBox())?.height).toBeGreaterThanOrEqual(200);
  await area.focus();
  await page.keyboard.type("Kay Board, kay@keyboard.example");
  const button = page.getByRole("button", { name: "Import 1 member" });
  await expect(button).toBeVisible();
  for (let presses = 0; presses < 4 && !(await button.evaluate((one) => one === document.activeElement)); presses++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expectToast(page, "1 members imported successfully out of 1 total.");
  await expect(page.getByRole("button", { name: "Import members" })).toBeFocused();
  await expectToFit(page);
  await expectAccessible(page);
});
