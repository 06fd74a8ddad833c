import { dateBoxes, fillDate } from "../support/fill-date.ts";
import { createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFitAt, signIn, signInAsAdmin, test } from "./test.ts";

test("A member fills in their investor record, an admin opens it with a reason, and the member reads who and why", {
  tag: "@main",
}, async ({ page, browser, app }) => {
  const person = await createPerson(app, "ines@heather.example", { full_name: "Ines Calder", status: "approved" });
  await app.db.insertInto("member_profiles").values({ user_id: person.id, full_name: "Ines Calder" }).execute();
  await signIn(page, person, "/#/members?tab=account&view=investor");
  const section = page.getByRole("region", { name: "Investor record" });
  const form = section.getByRole("form", { name: "Investor record" });
  const typed = (name: string) => form.getByRole("textbox", { name });

  await test.step("nothing is filled in or ticked, and what is missing is said", async () => {
    await expect(section).toContainText("Still missing: legal name, date of birth, address, country, whether");
    await expect(form.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(section).toContainText("No admin has opened it.");
  });

  await test.step("a date that does not exist is refused at its field", async () => {
    await typed("Legal name").fill("Ines Maria Calder");
    await fillDate(form, "Date of birth", "1984-02-30");
    await form.getByRole("button", { name: "Save record" }).click();
    const day = dateBoxes(form, "Date of birth").getByLabel("Day");
    await expect(day).toHaveAccessibleDescription("Enter a day from 1 to 29: February 1984 has 29 days");
    await expect(day).toBeFocused();
  });

  await test.step("a draft survives a reload", async () => {
    await page.reload();
    await expect(typed("Legal name")).toHaveValue("Ines Maria Calder");
  });

  await test.step("an incomplete record is saved by keyboard alone, and then the rest", async () => {
    await dateBoxes(form, "Date of birth").getByLabel("Day").fill("29 2 1984");
    await page.keyboard.press("Enter");
    await expectToast(page, "Investor record saved");
    await expect(section).toContainText("Still missing: address, country, whether you pay tax in the UK and name on");
    await expect(dateBoxes(form, "Date of birth").getByLabel("Year")).toHaveValue("1984");
    await typed("Address").fill("4 Ferry Lane\nLeeds LS1 1AA");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.type("I M Calder");
    await page.keyboard.press("Enter");
    await expect(section).toContainText("Your record is complete.");
    await expect(form.getByRole("combobox", { name: "Country" })).toHaveValue("GB");
    await expect(form.getByRole("radio", { name: "Yes" })).toBeChecked();
    await expectToFitAt(page, [320, 768]);
  });

  await test.step("the plan says its fee, and the directory shows it only once that is ticked", async () => {
    await page.goto("/#/members?tab=account&view=plan");
    const plan = page.getByRole("region", { name: "Your plan", exact: true });
    await expect(plan).toContainText("Trial");
    await expect(plan).toContainText("12.5%");
    const rows = page.getByRole("table", { name: "The club’s plans" }).getByRole("row");
    await expect(rows.filter({ hasText: "Your plan" })).toContainText("Nothing, until you invest");
    await expect(rows.getByRole("link", { name: /^Apply for VIP/ })).toHaveAttribute("href", /apply-vip/);
    await expectAccessible(page.getByRole("main"));
    const tick = plan.getByRole("checkbox", { name: "Show my plan in the member directory" });
    await expect(tick).not.toBeChecked();
    await tick.focus();
    await page.keyboard.press("Space");
    await expectToast(page, "Saved");
    await expect(tick).toBeChecked();
    await page.goto("/#/members?tab=directory");
    await page.getByRole("link", { name: "View profile of Ines Calder" }).click();
    await expect(page.getByRole("dialog")).toContainText("Trial");
    await page.goto("/#/members?tab=account&view=investor");
  });

  const office = await browser.newPage({ baseURL: app.url });
  await test.step("an admin opens it with a reason, sees it once, and the next opening asks for another reason", async () => {
    await signInAsAdmin(office, "/#/members?tab=admin&view=investors");
    const row = office.getByRole("row", { name: /Ines Calder/ });
    await expect(row).toContainText("Complete");
    const dialog = office.getByRole("dialog");
    await row.getByRole("button", { name: "Open Ines Calder" }).click();
    await expect(dialog).toContainText("Its owner reads your name and your reason");
    await dialog.getByRole("button", { name: "Open" }).click();
    await expect(dialog.getByRole("textbox")).toHaveAccessibleDescription(/reason/i);
    await dialog.getByRole("textbox").fill("The nominee asks for the address.");
    await dialog.getByRole("button", { name: "Open" }).click();
    await expect(dialog).toContainText("Investor record of Ines Calder");
    await expect(dialog).toContainText("29 February 1984");
    await expect(dialog).toContainText("United Kingdom");
    await expectAccessible(dialog);
    await expectToFitAt(office, [320]);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(office.getByText("4 Ferry Lane")).toHaveCount(0);
    await office.getByRole("button", { name: "Open Ines Calder" }).click();
    await expect(dialog.getByRole("textbox")).toHaveValue("");
    await office.close();
  });

  await test.step("its owner reads who opened it and why", async () => {
    await page.reload();
    await expect(section).toContainText("The nominee asks for the address.");
    await expectAccessible(section);
  });
});
