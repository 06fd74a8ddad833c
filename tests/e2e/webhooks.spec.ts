import { buildPerson } from "#server/sample/builders.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { openWebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { ageSignIns, expect, expectAccessible, expectToFit, signInAsAdmin, test } from "./test.ts";

test.use({ allowedNoise: [/status of (403|400|422)/] });

test("An admin adds a webhook, sees what was not delivered, and sends it again", async ({ page, app }) => {
  const receiver = await openWebhookReceiver();
  receiver.answerWith({ status: 500, body: "Not ready." });
  await signInAsAdmin(page, "/#/members?tab=admin&view=webhooks");
  await ageSignIns(app);
  await page.getByRole("button", { name: "Add a webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Bookkeeping for the club");
  await dialog.getByLabel("Address").fill("https://10.0.0.1/hooks");
  await dialog.getByRole("button", { name: "Add a webhook" }).click();
  await expect(dialog.getByText("Please choose at least one event.")).toBeVisible();
  await dialog.getByLabel("Membership approved").check();
  await dialog.getByRole("button", { name: "Add a webhook" }).click();
  await expect(dialog.getByText("This address is in a private network.")).toBeVisible();
  await expectAccessible(dialog);
  await dialog.getByLabel("Address").fill(receiver.url);
  await dialog.getByRole("button", { name: "Add a webhook" }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(question.getByLabel("Your password")).toBeFocused();
  await expectAccessible(question);
  await question.getByLabel("Your password").fill("not this one");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question.getByLabel("Your password")).toHaveAttribute("aria-invalid", "true");
  await question.getByLabel("Your password").fill(sampleAccounts.admin.password);
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByLabel("Secret")).toHaveValue(/^whsec_/);
  await dialog.getByRole("button", { name: "Done" }).click();

  const person = await buildPerson(app.db, { status: "pending" });
  await page.evaluate((id) => fetch(`/api/membership-requests/${id}/approve`, { method: "POST" }), person.id);
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  const row = page.getByRole("row", { name: /Bookkeeping for the club/ });
  await row.getByRole("button", { name: /^Deliveries/ }).click();
  const deliveries = page.getByRole("region", { name: "Deliveries to Bookkeeping for the club" });
  await expect(deliveries).toContainText("Answered 500");
  await expectAccessible(page.getByRole("main"));
  await page.getByRole("button", { name: "New secret" }).click();
  await dialog.getByRole("button", { name: "New secret" }).click();
  await expect(dialog.getByLabel("Secret")).toHaveValue(/^whsec_/);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectToFit(page);
  await app.db
    .updateTable("webhook_endpoints")
    .set({ switched_off_at: new Date(), switched_off_because: "gone" })
    .execute();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByText("Switched off: the receiver answered that it is gone (410)")).toBeVisible();
  await expectToFit(page);
  await receiver.close();
});
