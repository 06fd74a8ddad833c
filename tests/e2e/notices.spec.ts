import { sql } from "kysely";
import { deriveKeys } from "#server/auth/derive-keys.ts";
import { oneClickUrl } from "#server/platform/mail/unsubscribe-links.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { authSecret } from "../support/running-app.ts";
import { expect, expectAccessible, expectToast, expectToFit, signInAsMember, test } from "./test.ts";

test("A member sees at the bell what is new, reads it, chooses how to be told, and ends a kind of mail with one press", {
  tag: "@main",
}, async ({ page, app }) => {
  const bell = page.getByRole("button", { name: /^Notices, / });
  // The notices of the last hour go, as other journeys on the same club tell the member of their deals: the sample's own are
  // hours old.
  await sql`delete from notices where created_at > now() - interval '1 hour'`.execute(app.db);
  // The other journeys also read notices by opening what they are about.
  await sql`update notices set read_at = null where kind in ('deal_call_planned', 'company_update_published')`.execute(
    app.db,
  );

  await test.step("The bell counts what is unread, and following a notice reads it", async () => {
    await signInAsMember(page);
    await expect(bell).toHaveAccessibleName("Notices, 2 unread");
    await bell.click();
    const panel = page.getByRole("dialog", { name: "Notices" });
    await expect(panel.getByRole("listitem").first()).toContainText("A call with the founders of a deal is planned");
    await expectAccessible(panel);
    await panel.getByRole("link", { name: /has published its update/ }).click();
    await expect(page).toHaveURL(/view=mine/);
    await expect(panel).toBeHidden();
    await expect(bell).toHaveAccessibleName("Notices, 1 unread");
  });

  await test.step("Back closes the notices and keeps the page below", async () => {
    const address = page.url();
    await bell.click();
    await expect(page.getByRole("dialog", { name: "Notices" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(page.url()).toBe(address);
  });

  await test.step("All notices have a page, where the rest is marked as read", async () => {
    await bell.click();
    await page.getByRole("link", { name: "All notices" }).click();
    await expect(page.getByText("All 6 notices are shown")).toBeAttached();
    await expect(page.getByRole("link", { name: /^A deal was opened/ })).toHaveAttribute("href", /deal=/);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(bell).toHaveAccessibleName("Notices, none unread");
    await expect(page.getByRole("button", { name: /^Mark/ })).toHaveCount(0);
  });

  const choices = page.getByRole("region", { name: "Email me when" });
  const tick = (name: string) => choices.getByRole("checkbox", { name, exact: true });

  await test.step("The account has a tick for each kind of email that can be refused, saved as it is made", async () => {
    await page.getByRole("link", { name: "Choose your emails" }).click();
    await expect(choices).toBeFocused();
    await expect(choices.getByRole("heading", { name: "Email me when", exact: true })).toBeInViewport();
    await expect(choices).toContainText("We always email you about money, documents, your statement and sign-in.");
    await expect(choices.getByRole("checkbox")).toHaveCount(8);
    await tick("Somebody asks to meet me").uncheck();
    await expectToast(page, "Your choice is saved.");
    await page.reload();
    await expect(tick("Somebody asks to meet me")).not.toBeChecked();
    await expectAccessible(choices);
    await page.setViewportSize({ width: 320, height: 740 });
    await expectToFit(page);
  });

  await test.step("A mail program ends the weekly mail with one POST, and a browser that opens the address has to press", async () => {
    const { rows } = await sql<{
      id: string;
    }>`select id from auth.users where email = ${sampleAccounts.member.email}`.execute(app.db);
    const mails = { userId: rows[0]?.id ?? "", topic: "weekly" as const };
    const url = oneClickUrl(app.url, deriveKeys(authSecret).mailConsentLinks, mails);
    await page.goto(url);
    await expect(page.getByRole("heading", { name: "Stop these mails", exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(/token/);
    const kept = () => sql`select from notice_choices where topic = 'weekly' and choice = 'never'`.execute(app.db);
    expect((await kept()).rows).toHaveLength(0);
    await page.getByRole("button", { name: "Stop these mails" }).click();
    await expect(page.getByRole("heading", { name: "You get no more of these mails", exact: true })).toBeVisible();
    expect((await kept()).rows).toHaveLength(1);
    // As a mail program, which has no cookie.
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    expect((await fetch(url, { method: "POST", body })).status).toBe(200);
    await page.getByRole("link", { name: "Choose your emails" }).click();
    await expect(choices).toBeFocused();
    await expect(tick("Something waits for me")).not.toBeChecked();
  });
});
