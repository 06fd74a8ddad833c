import type { Page } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, signIn, signInAsAdmin, signInAsMember, test } from "./test.ts";

const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

test("A form submitted twice in quick succession is sent once", { tag: "@main" }, async ({ page }) => {
  await signInAsAdmin(page, "/#/members?tab=admin&view=invitations");
  await page.getByRole("main").getByRole("textbox", { name: "Email" }).fill("once@forms.example");
  let calls = 0;
  await page.route("**/api/invitations", (route) => {
    if (route.request().method() === "POST") calls += 1;
    return route.continue();
  });
  await page.getByRole("button", { name: "Create invitation" }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expectToast(page, "Invitation Created");
  expect(calls).toBe(1);
});

test("A draft survives a reload without the password, which no form stores", async ({ page, app }) => {
  const person = await createPerson(app, "lotte@forms.example");
  const secret = "kept in the head alone";
  await signIn(page, person, "/#/members?tab=account");
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill("lotte@elsewhere.example");
  await page.getByRole("textbox", { name: "Password" }).fill(secret);
  await expect.poll(() => stored(page)).toContain("lotte@elsewhere.example");
  expect(await stored(page)).not.toContain(secret);
  await page.reload();
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByLabel("New email")).toHaveValue("lotte@elsewhere.example");
  await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue("");
  await page.goto("/#/members?tab=account&view=security");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("Current password").fill(secret);
  await page.getByLabel("New password").fill(secret);
  expect(await stored(page)).not.toContain(secret);
  await page.context().clearCookies();
  for (const address of ["login", "register", "reset-password?token=half"]) {
    await page.goto(`/#/${address}`);
    await page.reload();
    await page.getByLabel(/^(New p|P)assword$/).fill(secret);
    expect(await stored(page), address).not.toContain(secret);
  }
});

test("A link away from a changed profile asks for confirmation: staying keeps the form, leaving the draft", async ({
  page,
}) => {
  await signIn(page, sampleAccounts.member, "/#/members?tab=directory&view=edit");
  const company = page.getByLabel(/^Company/);
  const saved = await company.inputValue();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await company.fill("Changed Ltd");
  await page.getByRole("link", { name: "Member Events" }).click();
  await expect(question).toBeVisible();
  await expectAccessible(question);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toBeHidden();
  await expect(company).toHaveValue("Changed Ltd");
  await expect(page.getByRole("link", { name: "Member Events" })).toBeFocused();

  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Leave the form" }).click();
  await expect(page.getByRole("heading", { name: "Member Events", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Member Directory" }).click();
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await expect(company).toHaveValue("Changed Ltd");

  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(company).toHaveValue(saved);
  await page.getByRole("link", { name: "Member Events" }).click();
  await expect(page.getByRole("heading", { name: "Member Events", exact: true })).toBeVisible();
});

test("Closing the tab asks for confirmation only while the profile has unsaved changes", async ({ page }) => {
  await signInAsMember(page, "/#/members?tab=directory&view=edit");
  const company = page.getByLabel(/^Company/);
  await expect(company).toBeVisible();
  const questions: string[] = [];
  page.on("dialog", async (dialog) => {
    questions.push(dialog.type());
    await dialog.accept();
  });
  await page.reload();
  await expect(company).toBeVisible();
  expect(questions).toEqual([]);
  await company.pressSequentially(" Ltd");
  await page.reload();
  await expect(company).toBeVisible();
  expect(questions).toEqual(["beforeunload"]);
});
