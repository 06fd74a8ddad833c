import { registerPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, signInAsAdmin, test } from "./test.ts";

test.use({ allowedNoise: [/Failed to load resource/] });

test("An admin suspends a member, who sees a notice, and reinstates them; the member, then an admin, hides the profile", async ({
  page,
  browser,
  club,
}) => {
  test.setTimeout(120_000);
  const person = await registerPerson(club, "rowan@heather.example");
  await page.request.post("/api/auth/sign-in/email", { data: person });
  const headers = { origin: club.url };
  await page.request.post("/api/member-profile-submissions/me", { data: { full_name: "Rowan Heather" }, headers });
  const admin = await (await browser.newContext({ baseURL: club.url, locale: "en-GB" })).newPage();
  await signInAsAdmin(admin);
  const { items } = await (await admin.request.get("/api/member-profile-submissions?status=pending")).json();
  const submission = items.find((item: { full_name: string }) => item.full_name === "Rowan Heather");
  await admin.request.post(`/api/member-profile-submissions/${submission.id}/approve`, { headers });
  await admin.request.post(`/api/membership-requests/${submission.user_id}/approve`, { headers });

  await admin.goto("/#/members?tab=admin&view=requests");
  const row = admin.getByRole("listitem").filter({ hasText: person.email });
  await row.getByRole("button", { name: /^Suspend/ }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(dialog.getByText("Please enter a reason.")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await expectAccessible(admin);
  await dialog.getByLabel("Reason").fill("Two invoices are open.");
  await expect(dialog.getByText("Please enter a reason.")).toBeHidden();
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expectToast(admin, "Membership suspended");
  await expect(row.getByText("Suspended", { exact: true })).toBeVisible();
  await expect(row).toBeFocused();
  await club.mailbox.waitFor(person.email, /suspended/);

  await page.request.post("/api/auth/sign-in/email", { data: person, headers });
  await page.goto("/#/members");
  await expect(page.getByRole("heading", { level: 1, name: "Your membership is suspended" })).toBeVisible();
  await expectAccessible(page);

  await row.getByRole("button", { name: /^Reinstate/ }).click();
  await dialog.getByLabel("Reason").fill("They are paid.");
  await dialog.getByRole("button", { name: "Reinstate" }).click();
  await expectToast(admin, "Membership reinstated");
  await page.goto("/#/members?tab=directory&view=edit");
  await page.reload();
  const section = page.getByRole("region", { name: "In the directory" });
  await section.getByRole("button", { name: "Hide my profile" }).click();
  await expect(section.getByText(/^Your profile is hidden from the directory\./)).toBeVisible();
  await expectAccessible(page);
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
  await expectAccessible(admin);
  await question.getByRole("button", { name: "Hide profile" }).click();
  await expectToast(admin, "Profile hidden");
  await expect(panel.getByRole("button", { name: "Show profile" })).toBeVisible();
  await page.reload();
  await expect(section.getByText("An admin has hidden your profile from the directory.")).toBeVisible();
  await admin.context().close();
});
