import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { linkIn } from "../support/mailbox.ts";
import { draftShares } from "../support/past-the-lists.ts";
import { createInvestor } from "./new-person.ts";
import { tabTo } from "./page-actions.ts";
import { clockOf, founderPanel } from "./sign-lists.ts";
import { expect, expectAccessible, expectToast, expectToFit, expectToFitAt, signInAsAdmin, test } from "./test.ts";

const hour = 3_600_000;
test.use({ allowedNoise: [/status of 4(00|22)/] });

test("A company enters its own account by the link of a mail, on a phone and without an account", {
  tag: "@main",
}, async ({ page, app, browser }) => {
  const holder = await createInvestor(app, "payer@brackwell.example", "Hana Brackwell");
  const deal = await buildDeal(app.db, {
    state: "closing",
    at: new Date(Date.now() - 200 * hour),
    panel: await founderPanel(app),
    company: { name: "Brackwell Looms Ltd" },
    terms: { price: "1.00", club_minimum_pence: 100_000, closes_at: new Date(Date.now() - hour) },
  });
  const founders = [{ name: "Jo Brackwell", role: "Chief executive", email: "jo@brackwell.example", phone: null }];
  await app.db
    .updateTable("companies")
    .set({ founders: JSON.stringify(founders) })
    .where("id", "=", deal.company_id)
    .execute();
  await buildCommitment(app.db, {
    deal_id: deal.id,
    terms_id: deal.terms_id,
    record_id: holder.record_id,
    price: "1.00",
    number: 1,
    shares: 2000,
    placed_at: new Date(Date.now() - 2 * hour),
    fee_bp: 0,
  });
  await app.db
    .insertInto("collection_accounts")
    .values({
      deal_id: deal.id,
      account_name: "Sample Nominee Services",
      sort_code: "00-00-00",
      account_number: "00007301",
      bank: "Sample Bank",
      partner: "Sample Nominee Services",
    })
    .execute();
  const waived = { deal_id: deal.id, waived_because: "The first round." };
  await app.db.insertInto("success_fee_decisions").values(waived).execute();
  await draftShares(clockOf(app), deal.id);
  const next = page.getByRole("region", { name: "Next" });

  await test.step("an admin asks for it, with the founder's address there already", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signInAsAdmin(page, `/#/members?tab=admin&view=deals&deal=${deal.id}`);
    await expect(next).toContainText("Ask the company for its account, or enter it. Then sign the closing list.");
    await next.getByRole("button", { name: "Ask the company for its account" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Name")).toHaveValue("Jo Brackwell");
    await expect(dialog.getByLabel("Email")).toHaveValue("jo@brackwell.example");
    await expectAccessible(dialog);
    await dialog.getByRole("button", { name: "Send the link" }).click();
    await expectToast(page, "The company is asked by email");
    await expect(next).toContainText(
      /Jo Brackwell was asked for the company’s account on .+, by a link until .+\. You can also/,
    );
    await expect(next.getByRole("button", { name: "Ask the company again" })).toBeVisible();
    await expect(next.getByRole("button", { name: "Add the company’s account" })).toBeVisible();
    await expectAccessible(page);
    await expectToFitAt(page, [768, 320]);
  });

  const mail = await app.mailbox.waitFor("jo@brackwell.example", /^Brackwell Looms Ltd: which bank account/);
  expect(mail.text).toContain("never sends account details by mail");
  const phone = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const contact = await phone.newPage();
  await test.step("its founder types it with the keyboard alone, and is told at the field what is missing", async () => {
    await contact.goto(linkIn(mail));
    await expect(contact).toHaveURL(/#\/company-account$/);
    const heading = contact.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("Which account of Brackwell Looms Ltd should we pay?");
    await expectAccessible(contact);
    await expectToFit(contact);
    const type = async (label: string, text: string) => {
      await tabTo(contact.getByLabel(label));
      await contact.keyboard.press("ControlOrMeta+a");
      await contact.keyboard.type(text);
    };
    await type("Account name", "Brackwell Looms Ltd");
    await type("Sort code", "123456");
    await type("Account number", "1234567");
    await type("Bank", "Bank of the North");
    await contact.keyboard.press("Enter");
    await expect(contact.getByLabel("Account number")).toBeFocused();
    await expect(contact.getByLabel("Account number")).toHaveAccessibleDescription(
      "Please enter the eight digits of the account",
    );
    await expect(contact.getByText("Please confirm that you may give this account")).toBeVisible();
    await type("Account number", "0123 4567");
    await tabTo(contact.getByRole("checkbox"));
    await contact.keyboard.press("Space");
    await expectAccessible(contact);
    await expectToFit(contact);
    await tabTo(contact.getByRole("button", { name: "Send the account" }));
    await contact.keyboard.press("Enter");
    await expect(heading).toHaveText("Thank you, it is sent");
    await expectAccessible(contact);
  });

  await test.step("the link works once", async () => {
    await contact.goto("about:blank");
    await contact.goto(linkIn(mail));
    await expect(contact.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
    await expect(contact.getByRole("main")).toContainText("This link has been used: the account was sent on");
    await phone.close();
  });

  await test.step("the deal's page says who entered it and by which link, and the list is signed next", async () => {
    await page.reload();
    await expect(next).toContainText("Sign the closing list.");
    await page.getByText(/^Before it can complete: /).click();
    const account = page.getByRole("region", { name: "Waits for two signatures in the closing list" });
    await expect(account).toContainText("12-34-56");
    await expect(account).toContainText(
      /Entered by Jo Brackwell by the link of \d+ \w+ \d{4} to jo@brackwell\.example, \d/,
    );
    await expectToFitAt(page, [768, 390]);
  });
});
