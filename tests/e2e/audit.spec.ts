import { readFile } from "node:fs/promises";
import Papa from "papaparse";
import { registerPerson } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { expect, expectAccessible, signInAsAdmin, test } from "./test.ts";

const address = "/#/members?tab=admin&view=audit";

test("An admin filters the audit log by person and exports it as a file, with the keyboard alone", {
  tag: "@main",
}, async ({ page, app }) => {
  await registerPerson(app, "quiet.reader@castell.example");
  await signInAsAdmin(page, address);
  await expect(page.getByRole("heading", { name: "Audit", exact: true })).toBeVisible();
  await expect(page).toHaveTitle("Audit, Records | Kindling");

  const box = page.getByRole("combobox", { name: "Person" });
  await box.focus();
  await page.keyboard.type("quiet.reader");
  await expect(page.getByRole("listbox", { name: "People" }).getByRole("option")).toHaveText([
    /quiet\.reader@castell\.example/,
  ]);
  // The open list covers parts of what is below it.
  await expectAccessible(page.getByRole("search", { name: "Filter the audit" }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/person=[0-9a-f-]{36}/);
  await expect(page.getByRole("button", { name: "Show everybody" })).toBeFocused();
  const rows = page.getByRole("table", { name: "The audit, newest first" }).getByRole("row");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText("Email verified");
  await expect(rows.nth(2)).toContainText("Account registered");
  await expect(rows.nth(2)).toContainText("quiet.reader@castell.example");
  await expect(rows.nth(3)).toContainText("Invitation created");

  await page.getByRole("combobox", { name: "What happened" }).selectOption("Account registered");
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText("quiet.reader@castell.example").first()).toBeVisible();

  const file = await downloadFrom(page.getByRole("button", { name: "Export CSV" }));
  expect(file.suggestedFilename()).toMatch(/^kindling-audit-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  const { data } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: true,
  });
  expect(data.map((row) => [row.What, row["Who: email"]])).toEqual([
    ["Account registered", "quiet.reader@castell.example"],
  ]);

  await page.goBack();
  await expect(rows).toHaveCount(4);
  await page.getByRole("button", { name: "Show everybody" }).press("Enter");
  await expect(box).toBeFocused();
  await expect(page).not.toHaveURL(/person=/);
  await page.getByRole("combobox", { name: "What happened" }).selectOption("Audit exported");
  await expect(rows.nth(1)).toContainText("Amara Okafor");
});

test("The audit export is blocked with a field error while a person is typed but not selected", async ({ page }) => {
  await signInAsAdmin(page, address);
  let exports = 0;
  page.on("download", () => {
    exports += 1;
  });
  const box = page.getByRole("combobox", { name: "Person" });
  await box.fill("amara");
  await page.getByRole("button", { name: "Export CSV" }).press("Enter");
  await expect(page.getByText("Choose a person from the list, or clear the field.")).toBeVisible();
  await expect(box).toBeFocused();
  await expect(box).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page.getByRole("search", { name: "Filter the audit" }));
  expect(exports).toBe(0);
  await box.fill("");
  await expect(page.getByText("Choose a person from the list, or clear the field.")).toHaveCount(0);
});

test("An automatic approval on registration is attributed to the club, with its reason", async ({ page, app }) => {
  await signInAsAdmin(page);
  const email = "imported.reader@castell.example";
  const imported = await page.request.post("/api/member-imports", {
    data: { members: [{ line: 1, full_name: "Imported Reader", email }], send_invitations: false },
    headers: { origin: app.url },
  });
  expect(imported.status()).toBe(200);
  await registerPerson(app, email);
  await page.goto(`${address}&kind=membership_approved`);
  const row = page.getByRole("row").filter({ hasText: "Imported Reader" });
  await expect(row).toContainText("on registration: was imported");
  await expect(row).toContainText("The club");
});

test("The audit log labels deleted accounts and shows an empty state for a search without results", async ({
  page,
}) => {
  await signInAsAdmin(page, `${address}&person=01900000-0000-7000-8000-000000000000`);
  await expect(page.getByText("Deleted account 01900000")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing like this happened", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(page.getByRole("button", { name: "Load more" })).toBeVisible();
  await page.getByRole("combobox", { name: "Person" }).fill("nobody of this name");
  await expect(page.getByText("Nobody by this name or email.")).toBeVisible();
});
