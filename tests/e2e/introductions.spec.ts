import { buildMember } from "#server/sample/builders.ts";
import { createSession } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFit, signIn, signInAsAdmin, test } from "./test.ts";

const message = "You wrote about pricing. I look at a company that sells to vets and would like twenty minutes.";

test.use({ hasTouch: true });

test("A member asks another for an introduction on a phone, who accepts; one who advertises is blocked and reported", {
  tag: "@main",
}, async ({ page, browser, app }) => {
  const build = async (email: string, full_name: string) => {
    const { id } = await buildMember(app.db, { email, full_name });
    return { id, email, password: "", session: await createSession(app, id) };
  };
  const asker = await build("jonas@weber.example", "Jonas Weber-Introduced");
  const asked = await build("tomasz@lindqvist.example", "Tomasz Lindqvist-Introduced");
  const spammer = await build("max@bargains.example", "Maximilian Featherstonehaugh Bargain-Introduced");

  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, asker, "/#/members?tab=directory&q=Lindqvist-Introduced");
  await page.getByRole("link", { name: "View profile of Tomasz Lindqvist-Introduced" }).tap();
  const profile = page.getByRole("dialog", { name: "Tomasz Lindqvist-Introduced" });
  await profile.getByRole("button", { name: "Ask for an introduction" }).click();
  const text = profile.getByLabel("Your message");
  await profile.getByRole("button", { name: "Cancel" }).click();
  await profile.getByRole("button", { name: "Ask for an introduction" }).click();
  await expect(text).toBeFocused();
  await text.fill("Hello");
  await profile.getByRole("button", { name: "Send request" }).click();
  await expect(profile.getByText("Please write at least 20 characters: why you would like to meet")).toBeVisible();
  await text.fill(message);
  await expect(profile.getByText("5 of 5 requests left this week")).toBeVisible();
  // What was typed is kept, and survives a reload.
  await profile.getByRole("button", { name: "Cancel" }).click();
  await profile.getByRole("button", { name: "Ask for an introduction" }).click();
  await expect(text).toHaveValue(message);
  await page.reload();
  await profile.getByRole("button", { name: "Ask for an introduction" }).click();
  await expect(text).toHaveValue(message);
  await expectAccessible(profile);
  await profile.getByRole("button", { name: "Send request" }).click();
  await expectToast(page, "Your request is sent.");
  await expect(profile.getByText("Your request waits for their answer. They have 30 days.")).toBeVisible();

  const other = await (await browser.newContext({ baseURL: app.url, locale: "en-GB" })).newPage();
  await signIn(other, asked, "/#/members?tab=directory&view=introductions");
  const row = other.getByRole("listitem").filter({ hasText: "Jonas Weber-Introduced" });
  await expect(
    row.getByRole("heading", { name: "Jonas Weber-Introduced asks to meet you", exact: true }),
  ).toBeVisible();
  await expect(row.getByText(message)).toBeVisible();
  await expect(row).not.toContainText(asker.email);
  await expectAccessible(other.getByRole("main"));
  await row.getByRole("button", { name: "Accept, share my address" }).click();
  await expectToast(other, "You are introduced. Both of you have a mail with the other’s address.");
  await expect(row.getByRole("link", { name: asker.email })).toBeVisible();
  await expect(
    row.getByRole("heading", { name: "You and Jonas Weber-Introduced are introduced", exact: true }),
  ).toBeVisible();

  await page.goto("/#/members");
  await page.reload();
  await page.getByRole("button", { name: /^Notices, \d unread/ }).tap();
  const notices = page.getByRole("dialog", { name: "Notices" });
  await notices.getByRole("link", { name: /has accepted your introduction\.$/ }).tap();
  await expect(notices).toBeHidden();
  await expect(
    page.getByRole("heading", { name: "You and Tomasz Lindqvist-Introduced are introduced", exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: asked.email })).toBeVisible();

  await app.db
    .insertInto("introductions")
    .values({
      asker_id: spammer.id,
      asked_id: asked.id,
      message: "Bargains, bargains, bargains!",
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute();
  await other.setViewportSize({ width: 320, height: 740 });
  await other.reload();
  const spam = other
    .getByRole("listitem")
    .filter({ hasText: "Maximilian Featherstonehaugh Bargain-Introduced" })
    .first();
  await expect(spam.getByRole("button", { name: /^Report to admins/ })).toBeVisible();
  await expectToFit(other, "a long name beside what can be done about it");
  await spam.getByRole("button", { name: /^Report to admins/ }).click();
  const reporting = other.getByRole("dialog");
  await reporting.getByLabel("Reason").fill("An advertisement.");
  await reporting.getByRole("button", { name: "Report to admins" }).click();
  await expectToast(other, "Reported to the admins.");
  await spam.getByRole("button", { name: "Block Maximilian Featherstonehaugh Bargain-Introduced" }).click();
  await expect(other.getByRole("dialog").getByRole("button", { name: "Do not block" })).toBeVisible();
  await other
    .getByRole("dialog")
    .getByRole("button", { name: "Block Maximilian Featherstonehaugh Bargain-Introduced" })
    .click();
  await expect(spam.getByText("Did not come about")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Members you blocked", exact: true })).toBeVisible();
  await other.context().close();

  const admin = await (await browser.newContext({ baseURL: app.url, locale: "en-GB" })).newPage();
  await signInAsAdmin(admin, "/#/members?tab=admin&view=reports");
  const report = admin
    .getByRole("listitem")
    .filter({ hasText: "Maximilian Featherstonehaugh Bargain-Introduced to Tomasz Lindqvist-Introduced" });
  await expect(report).toContainText("An advertisement.");
  await expectAccessible(admin.getByRole("main"));
  await report.getByRole("button", { name: /^Stop this member/ }).click();
  const ending = admin.getByRole("dialog");
  await ending.getByLabel("Reason").fill("Advertising is not what introductions are for.");
  await ending.getByRole("button", { name: "Stop this member’s requests" }).click();
  await expectToast(admin, "They can ask nobody any more.");
  await expect(report.getByText("Asking ended")).toBeVisible();
  await admin.context().close();
});
