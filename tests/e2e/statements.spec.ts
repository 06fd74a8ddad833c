import type { Locator, Page } from "@playwright/test";
import { londonDate } from "#shared/london-time.ts";
import { fillDate } from "../support/fill-date.ts";
import { callsOfAdmin, callsWith, createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFitAt, signIn, signInAsAdmin, test } from "./test.ts";

/** A version of this name exists; what is pasted has a handler, which the browser refuses to compile. */
test.use({ allowedNoise: [/status of 409|Executing inline event handler violates .*has been blocked/] });

const forms = "/#/members?tab=admin&view=statement-forms";

/** Pastes HTML as another program puts it on the clipboard. */
const paste = (text: Locator, html: string) =>
  text.evaluate((element, markup) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", markup);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);

const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

const pasted = `<style>p { color: red }</style><h1>What you take on</h1>
<p class="MsoNormal">You could <b style="font-weight:bold">lose all</b> the <i>money</i> you <a href="https://x.example">invest</a>.</p>
<ol><li>First <strong>thing</strong></li><li>Second<script>window.wasRun = true</script></li></ol>
<img src="x" onerror="window.wasRun = true"><p><span style="font-weight:700">Sign</span> with your name.</p>`;

test("An admin installs a form by pasting it, another signs it off, and it is in force until it is withdrawn", async ({
  page,
  app,
}) => {
  await signInAsAdmin(page, forms);
  const rows = page.getByRole("table", { name: /Versions of statement forms/ }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Kind of form" }).selectOption("High net worth individual");
  await page.getByRole("button", { name: "Install a version" }).click();
  await expect(page).toHaveTitle("Install a version, Forms, Statements | Kindling");

  const text = box(page, "Text of the statement");
  const preview = page.getByRole("region", { name: "What members will read" });
  await test.step("what is bold is kept, and what is not kept is said", async () => {
    await paste(text, pasted);
    await expect(text.getByRole("heading", { name: "What you take on", exact: true })).toBeVisible();
    await expect(text.locator("strong")).toHaveText(["lose all", "thing", "Sign"]);
    await expect(text.locator("li")).toHaveText(["First thing", "Second"]);
    await expect(page.getByRole("status").filter({ hasText: "Left out" })).toHaveText(
      "Left out of what you added: italics, underlining and other marks that are not bold; addresses of links, whose words are kept; numbers or letters of list items, which you have to type; pictures. Please compare the text with the law.",
    );
    await expect(preview.locator("b")).toHaveText(["lose all", "thing", "Sign"]);
    expect(await page.evaluate(() => "wasRun" in window)).toBe(false);
  });

  await test.step("a figure and a declaration that are missing are said where they are missing", async () => {
    await box(page, "Version").fill("2027-04");
    await box(page, "Law").fill("Article 48");
    await fillDate(page, "First day", londonDate(new Date()));
    await box(page, "Title").fill("Statement");
    await page.getByRole("checkbox", { name: "Income" }).check();
    await paste(box(page, "Text of the condition: Income"), "<p>I earned <b>enough</b>.</p>");
    await box(page, "The amount: what is asked for (Income)").fill("Income");
    await box(page, "To the nearest, in pounds (Income)").fill("10,000");
    await box(page, "The answer if no condition applies").fill("None of these");
    await page.getByRole("button", { name: "Add a declaration" }).click();
    await box(page, "Declaration 1").fill("It is true.");
    await page.getByRole("button", { name: "Install this version" }).click();
    const least = box(page, "At least, in pounds (Income)");
    await expect(least).toBeFocused();
    await expect(least).toHaveAccessibleDescription("Please enter the threshold");
    await expectAccessible(page.getByRole("main"));
  });

  await test.step("what was typed and pasted outlives a reload", async () => {
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    await expect(page.getByText("Not saved yet.").first()).toBeVisible();
    await expect(text.locator("strong")).toHaveText(["lose all", "thing", "Sign"]);
    await expect(box(page, "To the nearest, in pounds (Income)")).toHaveValue("10000");
    await expectToFitAt(page, [360, 768]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await box(page, "At least, in pounds (Income)").fill("100000");
  const hash = await preview.getByText("Hash of this version").locator("code").textContent();
  await page.getByRole("button", { name: "Install this version" }).click();
  await expectToast(page, "Form Installed");
  await expect(page.getByRole("heading", { name: "2027-04", exact: true })).toBeVisible();
  await expect(page.getByText("Another admin has to sign off what you installed.")).toBeVisible();
  await expect(page.getByTitle(hash ?? "")).toBeVisible();
  await expect(page.getByRole("article").locator("b")).toHaveText(["lose all", "thing", "Sign", "enough"]);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Statement forms" }).first().click();
  await expect(rows.nth(1)).toContainText("Waiting for sign-off");
  await expect(rows.nth(1).getByRole("button", { name: /Sign off/ })).toHaveCount(0);

  await test.step("the second admin reads the whole form and signs it off, by keyboard alone", async () => {
    const second = await createPerson(app, "grace@kindling.example", {
      full_name: "Grace Admin",
      status: "approved",
      is_admin: true,
    });
    await page.context().clearCookies();
    await page.goto("about:blank");
    await signIn(page, second, forms);
    await rows.nth(1).getByRole("button", { name: "Sign off 2027-04" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Sign off 2027-04?" });
    await expect(dialog.getByRole("region", { name: "What members read" })).toBeFocused();
    await expect(dialog).toContainText(hash ?? "no hash");
    await expect(dialog.locator("b")).toHaveText(["lose all", "thing", "Sign", "enough"]);
    await expectAccessible(dialog);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expectToast(page, "Form Signed Off");
    await expect(rows.nth(1)).toContainText("In force");
    await expect(rows.nth(1)).toContainText("Grace Admin");
    await expect(rows.filter({ hasText: "Replaced" })).toHaveCount(1);
  });

  await test.step("withdrawing needs a reason, which its page shows, and the version before it counts again", async () => {
    await rows.nth(1).getByRole("button", { name: "Withdraw 2027-04" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("A word is missing.");
    await dialog.getByRole("button", { name: "Withdraw" }).click();
    await expectToast(page, "Form Withdrawn");
    await expect(rows.nth(1)).toContainText("Withdrawn");
    await expect(rows.filter({ hasText: "In force" })).toHaveCount(2);
    await rows.nth(1).getByRole("link", { name: "2027-04" }).click();
    await expect(page.getByText("Withdrawn: A word is missing.")).toBeVisible();
  });

  await test.step("a new version begins as a copy; a name that is taken is said at its field", async () => {
    await page.getByRole("link", { name: "New version from this" }).click();
    await expect(text.locator("strong")).toHaveText(["lose all", "thing", "Sign"]);
    await box(page, "Version").fill("2027-04");
    await fillDate(page, "First day", londonDate(new Date()));
    await page.getByRole("button", { name: "Install this version" }).click();
    await expect(box(page, "Version")).toHaveAccessibleDescription("There is a version of this name already");
    await expect(box(page, "Version")).toBeFocused();
  });
});

test("Text of a file is added to the form, and a file of another kind is refused", async ({ page }) => {
  await signInAsAdmin(page, `${forms}&write=self_certified_sophisticated`);
  const text = box(page, "Text of the statement");
  const add = async (name: string, content: string) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add from a file" }).click();
    await (await chooser).setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  };
  await add("form.txt", "One line\nwrapped.\n\n• A point\n\nThe end.");
  await expect(text.locator("p")).toHaveText(["One line wrapped.", "A point", "The end."]);
  await expect(text.locator("li")).toHaveText(["A point"]);
  await add("more.html", "<h2>More</h2><table><tr><td>In a table</td></tr></table>");
  await expect(text.getByRole("heading", { name: "More", exact: true })).toBeVisible();
  await expect(text.locator("p").last()).toHaveText("In a table");
  await expect(page.getByText("tables, whose words are kept")).toBeVisible();
  await add("form.docx", "x");
  await expectToast(page, "This file could not be read");
});

test.describe("A form that is replaced", () => {
  test.use({ allowedNoise: [/ERR_INTERNET_DISCONNECTED/] });

  test("A form that replaces another takes over no answer that was given to the one before it", async ({
    page,
    app,
    context,
  }) => {
    const person = await createPerson(app, "nora.sign@heather.example", {
      full_name: "Nora Weber",
      status: "approved",
    });
    const calls = await callsWith(person.session);
    const record = {
      legal_name: "Nora Weber",
      date_of_birth: "1984-02-29",
      address: "4 Ferry Lane, Leeds",
      country: "GB",
      is_uk_taxpayer: true,
      bank_account_name: "N Weber",
    };
    expect((await calls.put("/api/investor-records/me", { data: record })).status()).toBe(200);
    await calls.dispose();
    const author = await callsOfAdmin(app);
    const signer = await createPerson(app, "otto.sign@heather.example", { full_name: "Otto Weber", is_admin: true });
    const second = await callsWith(signer.session);
    const { items } = await (await author.get("/api/statement-forms/versions")).json();
    const first = items.find(({ kind }: { kind: string }) => kind === "self_certified_sophisticated");
    const install = async (version_label: string): Promise<string> => {
      const { kind, law_reference, content, valid_from, valid_until } = first;
      const data = { kind, version_label, law_reference, content, valid_from, valid_until };
      const { id } = await (await author.post("/api/statement-forms/versions", { data })).json();
      expect((await second.post(`/api/statement-forms/${id}/sign-off`)).status()).toBe(200);
      return id;
    };
    const withdraw = async (id: string) => {
      const answer = await author.post(`/api/statement-forms/${id}/withdraw`, { data: { reason: "Trying it." } });
      expect(answer.status()).toBe(200);
    };
    const loseConnection = async () => {
      const read = page.waitForResponse("**/api/statement-forms");
      await context.setOffline(true);
      await context.setOffline(false);
      await read;
    };
    const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name });
    const next = page.getByRole("button", { name: "Continue" });
    const alert = page.getByRole("alert");

    await signIn(page, person, "/#/members?tab=account&view=sign");
    await page.getByRole("radio", { name: /^I have experience/ }).check();
    await next.click();
    await page.getByRole("radio", { name: "Yes" }).first().check();
    await page.getByRole("textbox", { name: "Name of the organisation" }).fill("Heather Ventures");
    const replacement = await install("Replacement");
    await loseConnection();
    await expect(alert).toContainText(
      "The form has changed. Nothing was signed. This form was replaced while you read it.",
    );
    await expect(heading("Which of these is true for you?")).toBeFocused();
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
    await page.getByRole("radio", { name: /^I have experience/ }).check();
    await next.click();
    await expect(heading("What experience do you have?")).toBeFocused();
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);

    await test.step("without another form of its kind, what is left is shown, and why", async () => {
      await withdraw(replacement);
      await withdraw(first.id);
      await loseConnection();
      await expect(alert).toContainText("The form has changed.");
      await expect(heading("Which of these is true for you?")).toBeFocused();
      await expect(page.getByRole("radio", { name: /^I have experience/ })).toHaveCount(0);
    });
    await install("Restored");
    await second.dispose();
  });
});
