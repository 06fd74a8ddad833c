import { expect, expectAccessible, expectToast, expectToFit, signInAsAdmin, signInAsMember, test } from "./test.ts";

test.use({ allowedNoise: [/status of 4\d\d/] });

test("An admin writes to all members, reads it as a mail first, and sees what came of it", { tag: "@main" }, async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(page, "/#/members?tab=admin&view=messages");
  const main = page.getByRole("main");

  await test.step("the list has what was sent, and a way to write", async () => {
    await expect(main.getByRole("link", { name: "The winter supper, and who is new" })).toBeVisible();
    await expectAccessible(page);
    await main.getByRole("link", { name: "New message" }).click();
    await expect(main.getByRole("heading", { level: 1, name: "New message" })).toBeVisible();
  });

  await test.step("the draft says how many get it, and asks whether it is about an offer", async () => {
    await expect(main.getByText(/^\d+ people now$/)).toBeVisible();
    await main.getByLabel("Subject").fill("The January supper");
    await main.getByLabel("Text", { exact: true }).fill("Dear {first_name|member},\n\nthe supper is on Thursday.");
    await main.getByRole("radio", { name: /^No/ }).check();
    await main.getByLabel("Why it is not about an offer").fill("An evening of the club");
    await expect(main.getByRole("complementary")).toContainText("the supper is on Thursday.");
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectToFit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("its author gets it first", async () => {
    await main.getByRole("button", { name: "Send it to me first" }).click();
    await expectToast(page, "Sent to you");
    const mail = await app.mailbox.waitFor("amara@kindling.example", /^Test: The January supper/);
    expect(mail.text).toContain("the supper is on Thursday.");
  });

  await test.step("it is sent once that is confirmed, and the page becomes the report", async () => {
    await main.getByRole("button", { name: /^Send to \d+ people…$/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Send to \d+ people$/ })
      .click();
    await expectToast(page, "The message is being sent");
    await expect(main.getByRole("heading", { name: "Recipients" })).toBeVisible();
    await expectAccessible(page);
  });
});

test("A member finds what the club wrote to them under their notices", { tag: "@main" }, async ({ page }) => {
  await signInAsMember(page, "/#/members?tab=account&view=notices");
  await page.getByRole("link", { name: "Messages from the club" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "The winter supper, and who is new" })).toBeVisible();
  await expectAccessible(page);
});
