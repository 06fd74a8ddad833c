import type { Page } from "@playwright/test";
import { dateBoxes } from "../support/fill-date.ts";
import { callsWith, createPerson } from "./new-person.ts";
import { downloadFrom, giveCredentials, tabTo } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFit, signIn, signInAsAdmin, test } from "./test.ts";

const record = {
  legal_name: "Jonas Maria Weber",
  date_of_birth: "1984-02-29",
  address: "4 Ferry Lane\nLeeds LS1 1AA",
  country: "GB",
  is_uk_taxpayer: true,
  bank_account_name: "J M Weber",
};

const press = async (page: Page, name: string) => {
  await tabTo(page.getByRole("button", { name, exact: true }));
  await page.keyboard.press("Enter");
};

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** Alone, with the focus, and without scrolling. */
async function expectStep(page: Page, place: string, name: string) {
  await expect(heading(page, name)).toBeFocused();
  await expect(heading(page, name)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.getByText(place, { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(`${place}, Sign your statement, Account | Kindling`);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
}

test("A new member signs on a phone by keyboard alone, from the card to a live statement, and withdraws it", {
  tag: "@main",
}, async ({ page, app }) => {
  const person = await createPerson(app, "jonas.sign@heather.example", {
    full_name: "Jonas Weber",
    status: "approved",
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, person, "/#/members?tab=investments&view=deals");

  await test.step("the card is shown in place of deals", async () => {
    await expect(page.getByText("Deals are shown to members with a current investor statement.")).toBeVisible();
    await expectAccessible(page);
    await tabTo(page.getByRole("link", { name: "Sign your statement" }));
    await page.keyboard.press("Enter");
  });

  await test.step("1: what is true is chosen, and nothing is chosen beforehand", async () => {
    await expectStep(page, "Step 1 of 6", "Which of these is true for you?");
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(page.getByText("The club sees nothing that you type before you sign.", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await press(page, "Continue");
    await expect(page.getByRole("radio", { name: /^My income was £100,000 or more/ })).toBeFocused();
    await expect(page.getByRole("radiogroup")).toHaveAccessibleDescription(
      "Choose what is true for you, or “None of these”",
    );
    await page.keyboard.press("Space");
    await expect(
      page.getByText(/^Saved in this tab at \d\d:\d\d\. The club sees nothing that you type before you sign\./),
    ).toBeVisible();
    await expectToFit(page);
    await press(page, "Continue");
  });

  await test.step("2: the figure is read as the form asks, and its other condition is answered", async () => {
    await expectStep(page, "Step 2 of 6", "What was your income?");
    await expect(page.getByText(/^I earned £100,000 or more/)).toBeVisible();
    await expectAccessible(page);
    await press(page, "Continue");
    const figure = page.getByRole("textbox", { name: "Income, to the nearest £10,000" });
    await expect(figure).toBeFocused();
    await page.keyboard.type("118500");
    await expect(figure).toHaveAccessibleDescription("We read £118,500 as £120,000");
    await press(page, "Continue");
    await expect(page.getByRole("radio", { name: "No" })).toBeFocused();
    await expect(page.getByRole("radiogroup", { name: /^I owned £250,000 or more/ })).toHaveAccessibleDescription(
      "Answer No or Yes",
    );
    await page.keyboard.press("Space");
    await expectAccessible(page);
    await expectToFit(page);
    await press(page, "Continue");
  });

  await test.step("3: the investor record is asked for where it is missing, and says what is", async () => {
    await expectStep(page, "Step 3 of 6", "Your legal details");
    await expectAccessible(page);
    await tabTo(page.getByRole("textbox", { name: "Legal name" }));
    await page.keyboard.type("Jonas Maria Weber");
    await page.keyboard.press("Enter");
    await expect(dateBoxes(page, "Date of birth").getByLabel("Day")).toBeFocused();
    for (const part of ["29", "Feb", "1984"]) {
      await page.keyboard.type(part);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type("4 Ferry Lane, Leeds");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.type("J M Weber");
    await expectToFit(page);
    await page.keyboard.press("Enter");
  });

  await test.step("Back keeps the answers and goes one step back in the history", async () => {
    await expectStep(page, "Step 4 of 6", "Read the statement");
    await page.getByRole("link", { name: "Back to step 3" }).click();
    await expectStep(page, "Step 3 of 6", "Your legal details");
    await expect(page.getByRole("textbox", { name: "Legal name" })).toHaveValue("Jonas Maria Weber");
    await page.goBack();
    await expectStep(page, "Step 2 of 6", "What was your income?");
    await expect(page.getByRole("textbox", { name: /^Income/ })).toHaveValue("£118,500");
    await page.goForward();
    await page.goForward();
    await expectStep(page, "Step 4 of 6", "Read the statement");
  });

  await test.step("4: the form is read as it will be signed, and each declaration is ticked", async () => {
    const main = page.getByRole("main");
    await expect(main).toContainText("Offers that this form opens to you are not checked by a regulator.");
    await expect(main).toContainText(/^.*One-off sums out of a pension do not count\. Yes, £120,000/);
    await expect(main).toContainText("without my home, my pension and my insurance. No");
    await expect(main).not.toContainText("Sample 1");
    const ticks = page.getByRole("checkbox");
    await expect(ticks).toHaveCount(3);
    await tabTo(ticks.first());
    await page.keyboard.press("Space");
    await press(page, "Continue");
    await expect(ticks.nth(1)).toBeFocused();
    await expect(ticks.nth(1)).toHaveAccessibleDescription("Please tick this, or leave the page without signing");
    await expectAccessible(page);
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expectToFit(page);
    await press(page, "Continue");
  });

  const stored = (storage: "sessionStorage" | "localStorage") =>
    page.evaluate((name) => JSON.stringify({ ...window[name] }), storage);
  await test.step("5: the name has to be the legal name; all is kept in this tab alone, over a reload and elsewhere", async () => {
    await expectStep(page, "Step 5 of 6", "Sign");
    await expect(page.getByText(/^Sample form, in our own words\./)).toBeVisible();
    const name = page.getByRole("textbox", { name: "Type your name as Jonas Maria Weber" });
    await tabTo(name);
    await page.keyboard.type("Jonas Weber");
    await page.keyboard.press("Enter");
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription("Type your name as Jonas Maria Weber");
    await expectAccessible(page);
    await expectToFit(page);
    expect(await stored("sessionStorage")).toContain("118,500");
    expect(await stored("localStorage")).not.toMatch(/118,?500/);
    const saved = app.db.selectFrom("investor_records").select("id").where("user_id", "=", person.id);
    expect(await saved.execute()).toEqual([]);
    await page.reload();
    await expectStep(page, "Step 5 of 6", "Sign");
    await page.goto("/#/members?tab=investments&view=deals");
    await page.getByRole("link", { name: "Sign your statement" }).click();
    await expectStep(page, "Step 5 of 6", "Sign");
    await expect(name).toHaveValue("Jonas Weber");
  });

  await test.step("6: signed, deals are open, and emails of them are asked for", async () => {
    await tabTo(page.getByRole("textbox", { name: /^Type your name/ }));
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("jonas maria weber");
    await page.keyboard.press("Enter");
    await expectStep(page, "Step 6 of 6", "Signed. You can see deals.");
    expect(await stored("sessionStorage")).not.toMatch(/118,?500|Ferry Lane/);
    await expectAccessible(page);
    await expectToFit(page);
    const mails = page.getByRole("group", { name: "Email me when" }).getByRole("checkbox");
    await expect(mails).toHaveCount(3);
    for (const mail of await mails.all()) await expect(mail).not.toBeChecked();
    await mails.first().check();
    await expectToast(page, "Your choice is saved.");
    await page.reload();
    await expect(heading(page, "Signed. You can see deals.")).toBeVisible();
    await tabTo(page.getByRole("link", { name: "See open deals" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Everyone with a valid statement sees a deal at the same moment")).toBeVisible();
  });

  await test.step("the account shows it as it was signed; withdrawn, deals are hidden", async () => {
    await page.goto("/#/members?tab=account&view=statements");
    await expect(page.getByText(/^Your statement is valid until /)).toBeVisible();
    await page.getByRole("button", { name: /^See the statement/ }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Income, to the nearest £10,000: £120,000");
    await expect(dialog).toContainText("Signed by typing: jonas maria weber");
    await expectAccessible(dialog);
    await dialog.getByRole("button", { name: "Close" }).click();
    const download = await downloadFrom(page.getByRole("link", { name: /^PDF/ }));
    expect(download.suggestedFilename()).toMatch(/^kindling-statement-[a-z-]+-\d{4}-\d\d-\d\d\.pdf$/);
    await page.getByRole("button", { name: /^Withdraw/ }).click();
    await expect(dialog).toContainText("It ends at once");
    await dialog.getByRole("button", { name: "Withdraw" }).click();
    await expectToast(page, "Statement withdrawn");
    await expect(page.getByText(/^You withdrew your statement on /)).toBeVisible();
    await page.goto("/#/members?tab=investments&view=deals");
    await expect(page.getByRole("link", { name: "Sign your statement" })).toBeVisible();
  });
});

test.describe("Refusals", () => {
  test.use({ allowedNoise: [/status of (401|409|422)|ERR_INTERNET_DISCONNECTED/] });

  test("A figure below the threshold, a lost connection and a changed name are told where they are put right", async ({
    page,
    app,
    context,
  }) => {
    const person = await createPerson(app, "ida.sign@heather.example", { full_name: "Ida Weber", status: "approved" });
    const calls = await callsWith(person.session);
    expect((await calls.put("/api/investor-records/me", { data: record })).status()).toBe(200);
    await signIn(page, person, "/#/members?tab=account&view=sign");
    const next = page.getByRole("button", { name: "Continue", exact: true });
    const sign = page.getByRole("button", { name: "Sign the statement" });
    // Of somebody whose record is complete, it is not asked for again.
    await expect(page.getByText("Step 1 of 5", { exact: true })).toBeVisible();
    await page.getByRole("radio", { name: /^My net assets are £250,000 or more/ }).check();
    await next.click();

    await test.step("the message says what is wrong, the focus is in the field, and the try is counted", async () => {
      await page.getByRole("radio", { name: "No" }).check();
      const figure = page.getByRole("textbox", { name: "Net assets, to the nearest £100,000" });
      await figure.fill("200000");
      await next.click();
      await expect(figure).toHaveAccessibleDescription("You answered Yes to £250,000 or more, but entered less");
      await expect(figure).toBeFocused();
      await figure.fill("250000");
      await expect(figure).toHaveAccessibleDescription("We read £250,000 as £300,000");
      await next.click();
      await expect(page.getByRole("main")).toContainText("my pension and my insurance. Yes, £300,000");
      const attempts = await app.db
        .selectFrom("statement_attempts as a")
        .innerJoin("investor_records as r", "r.id", "a.record_id")
        .select("a.outcome")
        .where("r.user_id", "=", person.id)
        .execute();
      expect(attempts.map(({ outcome }) => outcome)).toEqual(["refused"]);
    });

    await test.step("offline nothing is lost, and a name that another tab has changed is asked for again", async () => {
      await expect(heading(page, "Read the statement")).toBeVisible();
      for (const tick of await page.getByRole("checkbox").all()) await tick.check();
      await next.click();
      await page.getByRole("textbox", { name: /^Type your name/ }).fill("Jonas Maria Weber");
      await context.setOffline(true);
      await sign.click();
      await expect(page.getByRole("alert")).toContainText("The club could not be reached.");
      await expect(heading(page, "Sign")).toBeFocused();
      const rename = (legal_name: string) => calls.put("/api/investor-records/me", { data: { ...record, legal_name } });
      await rename("Jonas Weber-Ferry");
      await context.setOffline(false);
      // Back online, the page reads the record again.
      const signature = (legalName: string) => page.getByRole("textbox", { name: `Type your name as ${legalName}` });
      await expect(signature("Jonas Weber-Ferry")).toHaveValue("Jonas Maria Weber");
      await sign.click();
      await expect(signature("Jonas Weber-Ferry")).toBeFocused();
      await expect(page.getByRole("alert")).toBeHidden();
      await signature("Jonas Weber-Ferry").fill("Jonas Weber-Ferry");
      await rename("Jonas Weber-Featherstonehaughcholmondeleysmythe-Ferry");
      await sign.click();
      await expect(page.getByRole("alert")).toContainText("This is not the legal name of your investor record");
      const name = signature("Jonas Weber-Featherstonehaughcholmondeleysmythe-Ferry");
      await expect(name).toHaveValue("Jonas Weber-Ferry");
      await page.setViewportSize({ width: 360, height: 740 });
      await expectToFit(page);
      await name.fill("Jonas Weber-Featherstonehaughcholmondeleysmythe-Ferry");
    });

    await test.step("somebody under 18 is sent to the date of birth, where another such day is refused, and from there back to the signature", async () => {
      await page.setViewportSize({ width: 360, height: 640 });
      const legal_name = "Jonas Weber-Featherstonehaughcholmondeleysmythe-Ferry";
      await calls.put("/api/investor-records/me", { data: { ...record, legal_name } });
      // The record is like one saved before its form asked the age.
      const born2020 = app.db.updateTable("investor_records").set({ date_of_birth: "2020-01-01" });
      await born2020.where("user_id", "=", person.id).execute();
      await sign.click();
      const born = dateBoxes(page, "Date of birth").getByLabel("Day");
      await expect(born).toBeFocused();
      await expect(page.getByText("Step 3 of 6", { exact: true })).toBeVisible();
      await expect(born).toHaveAccessibleDescription("You have to be 18 or older");
      await expect(born).toBeInViewport({ ratio: 1 });
      await expect(page.getByText("You have to be 18 or older")).toBeInViewport({ ratio: 1 });
      await born.fill("28/02/2020");
      await next.click();
      await expect(born).toBeFocused();
      await expect(page.getByText("You have to be 18 or older")).toBeInViewport({ ratio: 1 });
      await born.fill("29/02/1984");
      await next.click();
      await expect(heading(page, "Sign")).toBeFocused();
      await expect(page.getByRole("textbox", { name: /^Type your name/ })).toHaveValue(/^Jonas Weber-Feather/);
    });

    await test.step("after a session that ended and a reload, all that was answered is there", async () => {
      await context.clearCookies();
      await sign.click();
      await giveCredentials(page, person);
      await expect(heading(page, "Sign")).toBeVisible();
      await page.reload();
      await expect(heading(page, "Sign")).toBeVisible();
      await expect(page.getByRole("textbox", { name: /^Type your name/ })).toHaveValue(/^Jonas Weber-Feather/);
      await expectAccessible(page);
      await page.goto("/#/members?tab=account&view=sign&step=answers");
      await expect(page.getByRole("textbox", { name: "Net assets, to the nearest £100,000" })).toHaveValue("£250,000");
    });

    await test.step("deleted, it is gone from the tab", async () => {
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await expect(heading(page, "Which of these is true for you?")).toBeFocused();
      await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/250,?000|1984/);
    });

    await test.step("who answers No to all of one form is shown the other one, and reads nothing of deals", async () => {
      await page.getByRole("radio", { name: /^I have experience/ }).check();
      await next.click();
      await expect(heading(page, "What experience do you have?")).toBeFocused();
      await expect(page.getByText("None of these apply to me.")).toHaveCount(0);
      for (const no of await page.getByRole("radio", { name: "No" }).all()) await no.check();
      await expect(page.getByText("None of these apply to me.")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "answer by these instead" }).click();
      await expect(heading(page, "Which of these is true for you?")).toBeFocused();
      await page.getByRole("radio", { name: /^I have experience/ }).check();
      await next.click();
      await expect(heading(page, "What experience do you have?")).toBeFocused();
      for (const no of await page.getByRole("radio", { name: "No" }).all()) await no.check();
      await page.getByRole("button", { name: "Finish without signing" }).click();
      await expect(heading(page, "Nothing was signed")).toBeFocused();
      await expect(page.getByRole("main")).not.toContainText(/\bdeals?\b/i);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Answer the other form" }).click();
      await expect(heading(page, "Which of these is true for you?")).toBeFocused();
      await page.getByRole("radio", { name: /^None of these/ }).check();
      await page.getByRole("button", { name: "Finish without signing" }).click();
      await expect(heading(page, "Nothing was signed")).toBeFocused();
      await expect(page.getByRole("button", { name: "Answer the other form" })).toHaveCount(0);
      await calls.dispose();
    });
  });

  test("A try counts before there is an investor record, and somebody else who signs in finds nothing", async ({
    page,
    app,
    context,
  }) => {
    const account = { full_name: "Nils Weber", status: "approved" } as const;
    const person = await createPerson(app, "nils.tries@heather.example", account);
    const other = await createPerson(app, "otto.tries@heather.example", { ...account, full_name: "Otto Weber" });
    await signIn(page, person, "/#/members?tab=account&view=sign");
    const next = page.getByRole("button", { name: "Continue", exact: true });
    await page.getByRole("radio", { name: /^My income was/ }).check();
    await next.click();
    await page.getByRole("radio", { name: "No" }).check();
    const figure = page.getByRole("textbox", { name: /^Income/ });
    await figure.fill("99000");
    await next.click();
    await expect(figure).toHaveAccessibleDescription("You answered Yes to £100,000 or more, but entered less");
    await figure.fill("101000");
    await next.click();
    await expect(heading(page, "Your legal details")).toBeFocused();
    await page.getByRole("textbox", { name: "Legal name" }).fill("Nils Weber");
    const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect(await kept()).toMatch(/101,?000.*Nils Weber|Nils Weber.*101,?000/);
    const records = await app.db
      .selectFrom("statement_attempts as a")
      .innerJoin("investor_records as r", "r.id", "a.record_id")
      .select(["a.outcome", "r.legal_name"])
      .where("r.user_id", "=", person.id)
      .execute();
    expect(records).toEqual([{ outcome: "refused", legal_name: null }]);
    await context.clearCookies();
    await page.reload();
    await giveCredentials(page, other);
    await expect(heading(page, "Which of these is true for you?")).toBeVisible();
    expect(await kept()).not.toMatch(/101,?000|Nils Weber/);
  });
});

test("An admin accepts a statement in review, opens it with a reason, packs evidence, and revokes it", async ({
  page,
  app,
}) => {
  const person = await createPerson(app, "lena.sign@heather.example", { full_name: "Lena Weber", status: "approved" });
  const calls = await callsWith(person.session);
  await calls.put("/api/investor-records/me", { data: { ...record, country: "FR" } });
  const { items } = await (await calls.get("/api/statement-forms")).json();
  const form = items.find(({ kind }: { kind: string }) => kind === "high_net_worth");
  const signed = await calls.post("/api/statements", {
    data: {
      kind: "high_net_worth",
      form_version_id: form.id,
      answers: {
        income: { applies: true, fields: { amount: 120_000 } },
        net_assets: { applies: false, fields: {} },
      },
      none_apply: false,
      declarations: ["true", "risk", "advice"],
      legal_name: record.legal_name,
      signature: record.legal_name,
    },
  });
  expect((await signed.json()).outcome).toBe("in_review");
  await calls.dispose();

  await signInAsAdmin(page, "/#/members?tab=admin&view=statements&status=in_review&q=Lena");
  const row = page.getByRole("row", { name: /Lena Weber/ });
  const dialog = page.getByRole("dialog");
  await expect(row).toContainText("Country not allowed");
  await expect(page.getByRole("link", { name: "Statements 2 waiting" }).first()).toBeVisible();
  await expectAccessible(page);

  await test.step("opened, it is shown once", async () => {
    await row.getByRole("button", { name: "Open Lena Weber" }).click();
    await dialog.getByRole("textbox").fill("The country.");
    await dialog.getByRole("button", { name: "Open" }).click();
    await expect(dialog).toContainText("Income, to the nearest £10,000: £120,000");
    await expectAccessible(dialog);
    await dialog.getByRole("button", { name: "Close" }).click();
  });

  await test.step("accepting needs a reason, and it leaves the list of those in review", async () => {
    await row.getByRole("button", { name: "Accept Lena Weber" }).click();
    await dialog.getByRole("button", { name: "Accept" }).click();
    await expect(dialog.getByRole("textbox")).toHaveAccessibleDescription(/reason/i);
    await dialog.getByRole("textbox").fill("Lives in Leeds for most of the year.");
    await dialog.getByRole("button", { name: "Accept" }).click();
    await expectToast(page, "Statement accepted");
    await expect(page.getByText("No such statement")).toBeVisible();
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(row).toContainText("Valid");
  });

  await test.step("what is ticked comes as a ZIP file", async () => {
    await row.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Evidence pack..." }).click();
    await dialog.getByRole("textbox").fill("The regulator asks.");
    const download = await downloadFrom(dialog.getByRole("button", { name: "Evidence pack" }));
    expect(download.suggestedFilename()).toMatch(/^kindling-statements-.*\.zip$/);
    await expect(row.getByRole("checkbox")).not.toBeChecked();
  });

  await test.step("revoked with a reason", async () => {
    await row.getByRole("button", { name: "Revoke Lena Weber" }).click();
    await dialog.getByRole("textbox").fill("Moved to France.");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expectToast(page, "Statement revoked");
    await expect(row).toContainText("Moved to France.");
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await expectToFit(page);
    }
  });
});
