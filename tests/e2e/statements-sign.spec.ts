import type { Page } from "@playwright/test";
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

/** Without scrolling; the sample form's note takes its place on the first and the last step only. */
async function expectStep(page: Page, name: string | RegExp, { hasNote }: { hasNote: boolean }) {
  await expect(heading(page, name)).toBeFocused();
  await expect(heading(page, name)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByText("Sample form, in our own words.")).toBeVisible({ visible: hasNote });
}

async function answer(page: Page, word: "No" | "Yes"): Promise<void> {
  await tabTo(page.getByRole("radio", { name: "No" }));
  if (word === "No") await page.keyboard.press("Space");
  else await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: word })).toBeChecked();
}

test("A new member signs on a phone by keyboard alone, from the card to a live statement, and withdraws it", {
  tag: "@main",
}, async ({ page, app }) => {
  const person = await createPerson(app, "jonas.sign@heather.example", {
    full_name: "Jonas Weber",
    status: "approved",
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, person, "/#/members?tab=investments&view=deals");

  await test.step("the card is shown in place of deals", async () => {
    await expect(page.getByText("Deals are shown to members with a current investor statement.")).toBeVisible();
    await expectAccessible(page);
    await tabTo(page.getByRole("link", { name: "Sign your statement" }));
    await page.keyboard.press("Enter");
  });

  await test.step("the kind is chosen in plain words, and the record is asked for where it is missing", async () => {
    await expect(heading(page, "Which of these describes you?")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expectAccessible(page);
    await press(page, "Go on High net worth individual");
    await expect(heading(page, "Who you are")).toBeFocused();
    await expectAccessible(page);
    await tabTo(page.getByRole("textbox", { name: "Legal name" }));
    await page.keyboard.type("Jonas Maria Weber");
    await page.keyboard.press("Tab");
    await page.keyboard.type("29/02/1984");
    await page.keyboard.press("Tab");
    await page.keyboard.type("4 Ferry Lane, Leeds");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.type("J M Weber");
    await page.keyboard.press("Enter");
    await expectStep(page, "Read this first", { hasNote: true });
  });

  await test.step("the form is read, and nothing is ticked beforehand", async () => {
    await expect(page.getByText("Step 1 of 6")).toBeVisible();
    await expect(page.getByRole("article").locator("b")).toHaveText([
      "Do not sign unless you can bear to lose what you invest.",
    ]);
    await expectAccessible(page);
    await press(page, "Continue");
    await expectStep(page, /^I earned £100,000 or more/, { hasNote: false });
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  });

  await test.step("no answer is refused; with Yes the figure and its rounding are asked for", async () => {
    await press(page, "Continue");
    await expect(page.getByRole("radio", { name: "No" })).toBeFocused();
    await expect(page.getByRole("radiogroup")).toHaveAccessibleDescription("Answer No or Yes");
    await page.keyboard.press("ArrowRight");
    const figure = page.getByRole("textbox", { name: "Income, to the nearest £10,000" });
    await expect(figure).toHaveAccessibleDescription(
      "£123,400 is entered as £120,000. £125,000 would be entered as £130,000.",
    );
    await tabTo(figure);
    await page.keyboard.type("120000");
    await expectAccessible(page);
    await expectToFit(page);
    await press(page, "Continue");
  });

  await test.step("Back keeps the answers; the browser's Back goes one step back as well", async () => {
    await expectStep(page, /^I owned £250,000 or more/, { hasNote: false });
    await press(page, "Back");
    await expect(page.getByRole("textbox", { name: /^Income/ })).toHaveValue("£120,000");
    await page.goBack();
    await expect(heading(page, /^I owned/)).toBeVisible();
    await answer(page, "No");
    await press(page, "Continue");
  });

  await test.step("a declaration that is not ticked is named, and the name has to be the legal name", async () => {
    await expectStep(page, "Have you answered as things are?", { hasNote: false });
    await press(page, "Continue");
    await expectStep(page, "Read each line and tick it if it is true", { hasNote: false });
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
    await press(page, "Continue");
    await expectStep(page, "Sign", { hasNote: true });
    await expect(page.getByText(/exactly as signed, is kept in your account\./)).toBeVisible();
    const name = page.getByRole("textbox", { name: "Type your name as Jonas Maria Weber" });
    await tabTo(name);
    await page.keyboard.type("Jonas Weber");
    await page.keyboard.press("Enter");
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription("Type your name as Jonas Maria Weber");
    await expectAccessible(page);
  });

  const stored = (storage: "sessionStorage" | "localStorage") =>
    page.evaluate((name) => JSON.stringify({ ...window[name] }), storage);
  await test.step("what is answered is kept in this tab alone", async () => {
    expect(await stored("sessionStorage")).toContain("120,000");
    expect(await stored("localStorage")).not.toMatch(/120,?000/);
  });

  await test.step("signed, deals are open", async () => {
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("jonas maria weber");
    await page.keyboard.press("Enter");
    const done = page.getByRole("region", { name: /^Signed\. Deals are open to you until / });
    await expect(done).toBeFocused();
    expect(await stored("sessionStorage")).not.toMatch(/120,?000/);
    await expectAccessible(page);
    await expectToFit(page);
    const mails = done.getByRole("group", { name: "Email me when" }).getByRole("checkbox");
    await expect(mails).toHaveCount(3);
    for (const mail of await mails.all()) await expect(mail).not.toBeChecked();
    await mails.first().check();
    await expectToast(page, "Your choice is saved.");
    await tabTo(done.getByRole("link", { name: "See open deals" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Everyone with a current statement sees a deal at the same moment")).toBeVisible();
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
    expect(download.suggestedFilename()).toMatch(/^kindling-statement-\d{4}-\d\d-\d\d\.pdf$/);
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

  test("A figure that is not rounded, a contradiction, a lost connection and a changed name are told where they are put right", async ({
    page,
    app,
    context,
  }) => {
    const person = await createPerson(app, "ida.sign@heather.example", { full_name: "Ida Weber", status: "approved" });
    const calls = await callsWith(person.session);
    expect((await calls.put("/api/investor-records/me", { data: record })).status()).toBe(200);
    await signIn(page, person, "/#/members?tab=account&view=sign");
    const next = page.getByRole("button", { name: "Continue", exact: true });
    const yes = page.getByRole("radio", { name: "Yes" });
    const no = page.getByRole("radio", { name: "No" });
    const sign = page.getByRole("button", { name: "Sign statement" });
    await page.getByRole("button", { name: /^Go on High net worth/ }).click();
    await next.click();
    await no.check();
    await next.click();

    await test.step("the message says what to enter, and the focus is in the field", async () => {
      await yes.check();
      const figure = page.getByRole("textbox", { name: "Net assets, to the nearest £100,000" });
      await figure.fill("250000");
      await next.click();
      await expect(figure).toBeFocused();
      await expect(figure).toHaveAccessibleDescription(
        "Net assets are entered to the nearest £100,000: £300,000 in place of £250,000",
      );
      await figure.fill("200000");
      await next.click();
      await expect(figure).toHaveAccessibleDescription("You answered Yes to £250,000 or more, but entered less");
      await page.goBack();
      await expect(heading(page, /^I earned/)).toBeVisible();
      await page.goForward();
      await figure.fill("£300,000");
      await next.click();
    });

    const none = page.getByRole("checkbox", { name: "None of these apply to me" });
    await test.step("a Yes and “none” contradict each other", async () => {
      await none.check();
      await next.click();
      await expect(none).toBeFocused();
      await expect(none).toHaveAccessibleDescription(
        'You answered Yes to a condition and also "None of these apply to me"',
      );
      await none.uncheck();
      await next.click();
      const attempts = await app.db
        .selectFrom("statement_attempts as a")
        .innerJoin("investor_records as r", "r.id", "a.record_id")
        .select("a.outcome")
        .where("r.user_id", "=", person.id)
        .orderBy("a.id")
        .execute();
      expect(attempts.map(({ outcome }) => outcome)).toEqual(["refused", "contradiction"]);
    });

    await test.step("offline nothing is lost, and a name that another tab has changed is asked for again", async () => {
      await expect(heading(page, "Read each line and tick it if it is true")).toBeVisible();
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
      // As a record that was saved before its form asked the age.
      const born2020 = app.db.updateTable("investor_records").set({ date_of_birth: "2020-01-01" });
      await born2020.where("user_id", "=", person.id).execute();
      await sign.click();
      const born = page.getByRole("textbox", { name: "Date of birth" });
      await expect(born).toBeFocused();
      await expect(born).toHaveAccessibleDescription("You have to be 18 or older");
      await expect(born).toBeInViewport({ ratio: 1 });
      await expect(page.getByText("You have to be 18 or older")).toBeInViewport({ ratio: 1 });
      await expect(page.getByText("Your record is complete.")).toHaveCount(0);
      await expect(next).toHaveCount(0);
      await born.fill("28/02/2020");
      await page.getByRole("button", { name: "Save and continue" }).click();
      await expect(born).toBeFocused();
      await expect(page.getByText("You have to be 18 or older")).toBeInViewport({ ratio: 1 });
      await born.fill("29/02/1984");
      await page.getByRole("button", { name: "Save and continue" }).click();
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
      await page.goto("/#/members?tab=account&view=sign&step=net_assets");
      await expect(page.getByRole("textbox", { name: "Net assets, to the nearest £100,000" })).toHaveValue("£300,000");
    });

    await test.step("a person to whom none of them applies reads nothing of deals", async () => {
      await calls.put("/api/investor-records/me", { data: record });
      await page.goto("/#/members?tab=account&view=sign");
      await page.reload();
      await page.getByRole("button", { name: /^Go on High net worth/ }).click();
      await next.click();
      // Each page has a "No", so that the one before would be ticked once more.
      for (const condition of [/^I earned/, /^I owned/]) {
        await expect(heading(page, condition)).toBeVisible();
        await no.check();
        await next.click();
      }
      await expect(none).toBeVisible();
      await next.click();
      await expect(none).toHaveAccessibleDescription(
        'Answer Yes to a condition that applies, or choose "None of these apply to me"',
      );
      await none.check();
      await page.getByRole("button", { name: "Finish without signing" }).click();
      const declined = page.getByRole("region", { name: "Nothing was signed" });
      await expect(declined).toBeFocused();
      await expect(declined).not.toContainText(/deal/i);
      await expectAccessible(page);
      await calls.dispose();
    });
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
    await expect(row).toContainText("Live");
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
