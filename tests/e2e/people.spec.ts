import { createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, signInAsAdmin, test } from "./test.ts";

test.use({ allowedNoise: [/Failed to load resource/] });

test("An admin suspends a member, who sees a notice, and reinstates them; the member, then an admin, hides the profile", {
  tag: "@main",
}, async ({ page, browser, app }) => {
  const person = await createPerson(app, "rowan@heather.example", { full_name: "Rowan Heather", status: "approved" });
  await app.db.insertInto("member_profiles").values({ user_id: person.id, full_name: "Rowan Heather" }).execute();
  const admin = await (await browser.newContext({ baseURL: app.url, locale: "en-GB" })).newPage();
  await signInAsAdmin(admin, "/#/members?tab=admin&view=requests");
  const row = admin.getByRole("listitem").filter({ hasText: person.email });
  await row.getByRole("button", { name: /^Suspend/ }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(dialog.getByText("Please give a reason")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await expectAccessible(dialog);
  await dialog.getByLabel("Reason").fill("Two invoices are open.");
  await expect(dialog.getByText("Please give a reason")).toBeHidden();
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expectToast(admin, "Membership suspended");
  await expect(row.getByText("Suspended", { exact: true })).toBeVisible();
  await expect(row).toBeFocused();
  await app.mailbox.waitFor(person.email, /suspended/);

  const { email, password } = person;
  const headers = { origin: app.url };
  expect((await page.request.post("/api/auth/sign-in/email", { data: { email, password }, headers })).status()).toBe(
    200,
  );
  await page.goto("/#/members");
  await expect(
    page.getByRole("heading", { level: 1, name: "Your membership is suspended", exact: true }),
  ).toBeVisible();
  await expectAccessible(page.getByRole("main"));

  await row.getByRole("button", { name: /^Reinstate/ }).click();
  await dialog.getByLabel("Reason").fill("They are paid.");
  await dialog.getByRole("button", { name: "Reinstate" }).click();
  await expectToast(admin, "Membership reinstated");
  await page.goto("/#/members?tab=directory&view=edit");
  await page.reload();
  const section = page.getByRole("region", { name: "In the directory" });
  await section.getByRole("button", { name: "Hide my profile" }).click();
  await expect(section.getByText(/^Your profile is hidden from the directory\./)).toBeVisible();
  await expectAccessible(section);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Success!");
  await expect(section.getByRole("button", { name: "Show my profile" })).toBeVisible();
  await section.getByRole("button", { name: "Show my profile" }).click();
  await expect(section.getByText("Members see your profile in the directory.")).toBeVisible();

  await admin.goto("/#/members?tab=directory");
  await admin
    .getByRole("link", { name: /Rowan Heather/ })
    .or(admin.getByRole("button", { name: /Rowan Heather/ }))
    .first()
    .click();
  const panel = admin.getByRole("dialog", { name: "Rowan Heather" });
  await panel.getByRole("button", { name: /^Hide profile/ }).click();
  const question = admin.getByRole("dialog", { name: "Hide profile: Rowan Heather?" });
  await question.getByLabel("Reason").fill("Please take the advertisement out.");
  await expectAccessible(question);
  await question.getByRole("button", { name: "Hide profile" }).click();
  await expectToast(admin, "Profile hidden");
  await expect(panel.getByRole("button", { name: "Show profile" })).toBeVisible();
  await page.reload();
  await expect(section.getByText("An admin has hidden your profile from the directory.")).toBeVisible();

  await panel.getByRole("button", { name: "Show profile" }).click();
  const showing = admin.getByRole("dialog", { name: "Show profile: Rowan Heather?" });
  await showing.getByLabel("Reason").fill("The advertisement is gone.");
  await showing.getByRole("button", { name: "Show profile" }).click();
  await expectToast(admin, "Profile shown");
  await expect(panel.getByRole("button", { name: /^Hide profile/ })).toBeVisible();
  await admin.context().close();
});
