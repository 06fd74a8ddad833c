import type { Locator, Page } from "@playwright/test";
import { alderTerms } from "../support/alder-terms.ts";
import { dateBoxes, fillDate } from "../support/fill-date.ts";
import { releaseDeal } from "../support/past-the-lists.ts";
import type { RunningApp } from "../support/running-app.ts";
import { callsOfAdmin } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { becomeFounder, clockOf, founders, onLocalhost, openFounder, signByFounders } from "./sign-lists.ts";
import { expect, expectAccessible, expectToast, expectToFit, expectToFitAt, signInAsAdmin, test } from "./test.ts";

const desk = "/#/members?tab=admin&view=deals";
const enquiries = "/#/members?tab=admin&view=enquiries";

/** Opens a part of the record, where it is not open yet. */
async function openPart(page: Page, name: string): Promise<void> {
  const part = page.locator("details", {
    has: page.locator("> summary").getByRole("heading", { level: 3, name, exact: true }),
  });
  const all = page.getByText(/^Company, documents, terms, page/);
  await expect(part.or(all).first()).toBeVisible();
  if (!(await part.isVisible())) await all.click();
  if ((await part.getAttribute("open")) === null) await part.locator("> summary").click();
}

async function confirmAll(form: Locator): Promise<void> {
  const boxes = form.getByRole("group", { name: "Please confirm" }).getByRole("checkbox");
  await expect(boxes).toHaveCount(6);
  for (const box of await boxes.all()) await box.check();
}

/** A company with an enquiry, moved to where terms and page are written. */
async function prepare(app: RunningApp, name: string): Promise<{ id: string }> {
  const calls = await callsOfAdmin(app);
  const enquiry = {
    name,
    founders: [{ name: "Rosa Marsh" }],
    round_name: "Seed round 2027",
    enquired_on: "2026-11-20",
  };
  const { id, updated_at } = await (await calls.post("/api/deals/enquiries", { data: enquiry })).json();
  const move = { to: "preparing", expected_version: updated_at };
  expect((await calls.post(`/api/deals/${id}/transitions`, { data: move })).status()).toBe(200);
  return { id };
}

test.describe("An enquiry", () => {
  test.use({ allowedNoise: [/status of (403|409|422)/] });

  test("An enquiry is typed in, taken on, parked with a reason, and found again", async ({ page }) => {
    await signInAsAdmin(page, enquiries);
    const dialog = page.getByRole("dialog");
    const row = page.getByRole("row").filter({ hasText: "Saltmarsh Sensors" });

    await test.step("an enquiry is typed in with its company", async () => {
      await page.getByRole("link", { name: "Add a company" }).click();
      const form = page.getByRole("form", { name: "Add a company" });
      await expect(form.getByLabel("Company", { exact: true })).toBeFocused();
      await form.getByRole("button", { name: "Add to the pipeline" }).click();
      await expect(form.getByLabel("Company", { exact: true })).toHaveAccessibleDescription("Please fill this in");
      await form.getByLabel("Company", { exact: true }).fill("Saltmarsh Sensors");
      await form.getByLabel("What it does, in one line").fill("Tide gauges for marinas");
      await form.getByRole("button", { name: "Add a founder" }).click();
      await form.getByRole("group", { name: "Founder 1" }).getByLabel("Name").fill("Rosa Marsh");
      await form.getByRole("group", { name: "Founder 1" }).getByLabel("Email").fill("not an address");
      await form.getByLabel("Round").fill("Seed round 2027");
      await form.getByLabel("Note").fill("Met at the harbour.");
      await form.getByRole("button", { name: "Add to the pipeline" }).click();
      await expect(form.getByLabel("Email")).toHaveAccessibleDescription("Please enter a valid email address.");
      await form.getByLabel("Email").fill("rosa@saltmarsh.example");
      await expectAccessible(page);
      await form.getByRole("button", { name: "Add to the pipeline" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Saltmarsh Sensors", exact: true })).toBeVisible();
      await expect(page).toHaveTitle("Saltmarsh Sensors, Deals | Kindling");
      await expect(page.getByText("Rosa Marsh")).toBeVisible();
      const next = page.getByRole("region", { name: "Next" });
      await expect(next).toContainText("Answer Saltmarsh Sensors: take it on, keep it for later, or decline it.");
      await expect(next.getByRole("link", { name: "rosa@saltmarsh.example" })).toBeVisible();
      await expect(next.getByRole("button")).toHaveText(["Take on", "Later", "Decline"]);
      await next.getByRole("button", { name: "Decline" }).click();
      await expect(dialog).toContainText("This site sends the founder no email. Please write to them yourself.");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await openPart(page, "Notes");
      await expect(page.getByRole("list", { name: "Notes" })).toContainText("Met at the harbour.");
      await expectAccessible(page);
    });

    await test.step("it waits under Enquiries, and is taken on", async () => {
      await page.goto(enquiries);
      await expect(row).toContainText("Tide gauges for marinas");
      await expectAccessible(page);
      await row.getByRole("button", { name: "Take on Saltmarsh Sensors" }).click();
      await expectToast(page, "Moved to Screening");
      await expect(row).toHaveCount(0);
      await page.goto(desk);
      await expect(row).toContainText("Screening");
      await expect(row).toContainText("Read what Saltmarsh Sensors sent.");
      await expectAccessible(page);
      await expectToFitAt(page, [768, 320]);
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step("parking asks for the reason and the day", async () => {
      await row.getByRole("link", { name: "Saltmarsh Sensors" }).click();
      await page.getByRole("button", { name: "Move to..." }).click();
      await dialog.getByLabel("To").selectOption("parked");
      await expectAccessible(dialog);
      await dialog.getByRole("button", { name: "Move" }).click();
      await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription("Please give a reason");
      await dialog.getByLabel("Reason").fill("They wait for their accounts.");
      await dialog.getByRole("button", { name: "Move" }).click();
      await expect(dateBoxes(dialog, "Parked until")).toHaveAccessibleDescription(
        "Please enter the day until which it is parked",
      );
      await fillDate(dialog, "Parked until", "2040-03-01");
      await dialog.getByRole("button", { name: "Move" }).click();
      await expectToast(page, "Moved to Parked");
      await page.goto(desk);
      await page.getByRole("radio", { name: "Not taken on" }).check();
      await expect(row).toContainText("Until 1 Mar 2040");
      const saved = await downloadFrom(page.getByRole("button", { name: "Export CSV" }));
      expect(saved.suggestedFilename()).toMatch(/-deals-.*\.csv$/);
      await row.getByRole("button", { name: /^Move to\.\.\. Saltmarsh Sensors/ }).click();
      await dialog.getByLabel("To").selectOption("preparing");
      await dialog.getByLabel("Reason").fill("The accounts are here.");
      await dialog.getByRole("button", { name: "Move" }).click();
      await expect(row).toHaveCount(0);
      await page.getByRole("radio", { name: "Running" }).check();
      await row.getByRole("link", { name: "Saltmarsh Sensors" }).click();
    });

    await test.step("the record says who moved it and why", async () => {
      await openPart(page, "Moves");
      const moves = page.getByRole("list", { name: "Moves" });
      await expect(moves.getByRole("listitem").nth(1)).toContainText("Screening to Parked, by Amara Okafor");
      await expect(moves.getByRole("listitem").nth(1)).toContainText("They wait for their accounts.");
      await page.getByLabel("Who works on it").selectOption({ label: "Amara Okafor" });
      await expectToast(page, "Amara Okafor works on it now");
      const next = page.getByRole("form", { name: "Next step" });
      await next.getByLabel("Next step").fill("Ask for the accounts");
      await next.getByRole("button", { name: "Save" }).click();
      await expectToast(page, "Next step saved");
    });
  });
});

test("An admin imports enquiries from a file, reads what became of each row, and edits a company with its founders", async ({
  page,
}) => {
  await signInAsAdmin(page, `${enquiries}&write=import`);
  const header = "Company,Round,Enquired on,Founder";
  const rows = [header, "Harbour Kites,Seed,2026-11-20,Ada Kite", "Harbour Kelp,Seed,no day,"].join("\n");
  const file = { name: "enquiries.csv", mimeType: "text/csv", buffer: Buffer.from(rows) };
  const unknown = Buffer.from("Firma,Runde,Tag,Phone\nHarbour Kites,Seed,20/11/2026,07700 900123");
  await page.locator("input[type=file]").setInputFiles({ ...file, buffer: unknown });
  const matching = page.getByRole("form", { name: "Which column is which?" });
  await expect(matching.getByLabel("Company", { exact: true })).toBeFocused();
  await matching.getByLabel("Company", { exact: true }).selectOption("Firma (Harbour Kites)");
  await matching.getByLabel(/^Round/).selectOption("Runde (Seed)");
  await matching.getByLabel(/^Enquired on/).selectOption("Tag (20/11/2026)");
  await expect(matching).toContainText("Columns that are not read: Phone.");
  await expectAccessible(page);
  await expectToFitAt(page, [390, 320]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await matching.getByRole("button", { name: "Read the file" }).click();
  const preview = page.getByRole("region", { name: "To be imported" });
  await expect(preview).toContainText("1 enquiry in enquiries.csv: 1 new");
  await expect(preview).toContainText("Columns that are not read: Phone.");
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(preview).toContainText("2 enquiries in enquiries.csv: 1 new, 1 refused");
  await expect(preview.getByRole("listitem").nth(1)).toContainText("Harbour Kelp");
  await expect(preview.getByRole("listitem").nth(1)).toContainText("Please enter a date");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 1 enquiry" }).click();
  const results = page.getByRole("region", { name: "Imported" });
  await expect(results).toContainText("1 of 1 added");
  await expectAccessible(page);

  await page.goto("/#/members?tab=admin&view=companies&q=kite");
  const row = page.getByRole("row").filter({ hasText: "Harbour Kites" });
  await expect(row).toContainText("Ada Kite");
  await row.getByRole("button", { name: "Edit Harbour Kites" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Founded in").fill("20x9");
  await panel.getByRole("button", { name: "Add a founder" }).click();
  await panel.getByRole("group", { name: "Founder 2" }).getByLabel("Name").fill("Bea Kite");
  await panel.getByRole("button", { name: "Remove Founder 1" }).click();
  await panel.getByRole("button", { name: "Save company" }).click();
  await expect(panel.getByLabel("Founded in")).toHaveAccessibleDescription("Please enter a year like 2019");
  await expectAccessible(panel);
  await panel.getByLabel("Founded in").fill("2019");
  await panel.getByRole("button", { name: "Save company" }).click();
  await expect(row).toContainText("Bea Kite");
  await expect(row).not.toContainText("Ada Kite");
});

test("The place in the side list leaves the import that was open", async ({ page }) => {
  await signInAsAdmin(page, "/#/members?tab=admin&view=companies&list=imports");
  await page.getByRole("link", { name: "holdings-before-the-club.csv" }).click();
  await expect(page.getByRole("heading", { name: "holdings-before-the-club.csv", exact: true })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: /^Companies/ })
    .click();
  await expect(page.getByRole("heading", { name: "Companies", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/view=companies$/);
});

test.describe("A record", () => {
  test.use({ allowedNoise: [/status of (403|409|422)/] });

  test("A record is given terms, and new terms that show what changed", async ({ page, app }) => {
    const deal = await prepare(app, "Saltmarsh Tides");
    await signInAsAdmin(page, `${desk}&deal=${deal.id}`);

    await test.step("terms that cannot be are refused at their field, and others warn", async () => {
      await openPart(page, "Terms");
      const form = page.getByRole("form", { name: "New terms" });
      const texts = {
        "Share class": "Ordinary shares, one vote each",
        "Price of a share": "1.20",
        Rights: "First refusal on new shares",
        "Pre-money valuation": "£1,500,000",
        "Whole round": "150,000",
        "The club’s minimum": "60000",
        "The club’s maximum": "100000.50",
        "Raised ever under SEIS, before this round": "300000",
        "Raised ever under all schemes, before this round": "300000",
        "Who else invests": "Nobody yet.",
        "What the club and its founders put in": "£20,000 on the same terms.",
        "Conflicts of interest": "None.",
        "Who holds the shares, and how": "The nominee, on trust.",
        "What for": "Two engineers",
        "Per cent": "100",
      };
      for (const [label, text] of Object.entries(texts)) await form.getByLabel(label, { exact: true }).fill(text);
      await fillDate(form, "Opens", "2030-07-01T10:00");
      await fillDate(form, "Priority until", "2030-07-04T10:00");
      await fillDate(form, "Closes", "2030-07-20T12:00");
      await fillDate(form, "Completion expected on", "2030-08-01");
      for (const number of [1, 2, 3, 4, 5])
        await form.getByRole("textbox", { name: `Risk ${number}` }).fill(`Risk no. ${number}`);
      await form.getByRole("button", { name: "Save terms" }).click();
      const raised = form.getByLabel("Raised ever under SEIS, before this round");
      await expect(raised).toHaveAccessibleDescription(/more than £250,000 under SEIS cannot raise more/);
      await expect(raised).toBeFocused();
      await expectAccessible(page);
      await raised.fill("1000");
      await form.getByRole("button", { name: "Save terms" }).click();
      await expectToast(page, "Terms saved");
      await expect(page.getByText("Advance assurance is not given. Members have to read that.")).toBeVisible();
      await expect(page.getByText("£100,000.50")).toBeVisible();
      await expect(page.getByText(/^Monday,? 1 July 2030, 10:00$/)).toBeVisible();
      await expectAccessible(page);
    });

    await test.step("new terms begin with the former ones, and say what changed", async () => {
      await page.getByRole("button", { name: "Write new terms" }).click();
      const form = page.getByRole("form", { name: "New terms" });
      await expect(form.getByLabel("The club’s maximum", { exact: true })).toHaveValue("100,000.50");
      await form.getByLabel("Price of a share").fill("1.24");
      await form.getByRole("button", { name: "Save terms" }).click();
      await expect(page.locator("del")).toContainText("£1.20");
      await expect(page.locator("ins")).toContainText("£1.24");
    });
  });

  test("A record's page keeps what two admins wrote, and is frozen once nothing speaks against it", async ({
    page,
    app,
  }) => {
    const { id } = await prepare(app, "Saltmarsh Locks");
    const calls = await callsOfAdmin(app);
    expect((await calls.post(`/api/deals/${id}/terms`, { data: terms })).status()).toBe(201);
    await signInAsAdmin(page, `${desk}&deal=${id}&part=page`);
    await expect(page).toHaveURL(/&deal=[\da-f-]+#page$/);
    const form = page.getByRole("form", { name: "The page" });
    const points = (list: string) => form.getByRole("group", { name: list, exact: true });

    await test.step("the page is a list of points that keep their order, and what is typed outlives a reload", async () => {
      const why = points("Why we like it");
      for (const [index, text] of ["Eight locks pay.", "A guaranteed harbour contract."].entries()) {
        await why.getByRole("button", { name: "Add a point" }).click();
        await expect(form.getByRole("textbox", { name: `Why we like it, point ${index + 1}` })).toBeFocused();
        await page.keyboard.type(text);
      }
      await why.getByRole("button", { name: "Move up Why we like it, point 2" }).click();
      const first = form.getByRole("textbox", { name: "Why we like it, point 1" });
      await expect(first).toBeFocused();
      await expect(first).toHaveValue("A guaranteed harbour contract.");
      await expect(why).toContainText("2 points, 7 words.");
      page.once("dialog", (question) => question.accept());
      await page.reload();
      await expect(first).toHaveValue("A guaranteed harbour contract.");
      await expect(page.getByText("The form holds what you typed before you left it.")).toBeVisible();
      await form.getByRole("button", { name: "Save page" }).click();
      await expectToast(page, "Page saved");
      await expectAccessible(page);
    });

    await test.step("a change by another admin does not lose either text", async () => {
      const before = await (await calls.get(`/api/deals/${id}`)).json();
      const theirs = { ...before.page, scheme_note: "Relief depends on HMRC." };
      const update = { name: before.name, owner_id: null, page: theirs, expected_version: before.updated_at };
      expect((await calls.put(`/api/deals/${id}`, { data: update })).status()).toBe(200);
      await form.getByLabel("On the scheme and its relief").fill("Mine.");
      await form.getByRole("button", { name: "Save page" }).click();
      await expect(page.getByText("Somebody else has changed this page meanwhile.")).toBeVisible();
      await page.getByRole("button", { name: "Compare both" }).click();
      await expect(page.locator("del")).toContainText("Relief depends on HMRC.");
      await expect(page.locator("ins")).toContainText("Mine.");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save mine over it" }).click();
      await expectToast(page, "Page saved");
      await expect(form.getByRole("button", { name: "Discard changes" })).toHaveCount(0);
    });

    await test.step("a blocked word and a page that is not balanced are refused with their places", async () => {
      await openPart(page, "Versions");
      const freeze = page.getByRole("form", { name: "Sign the offer" });
      await freeze.getByRole("button", { name: "Sign the offer" }).click();
      await expect(freeze.getByText("Please confirm every point, or change the page")).toBeVisible();
      await confirmAll(freeze);
      await freeze.getByRole("button", { name: "Sign the offer" }).click();
      const alert = freeze.getByRole("alert");
      await expect(alert).toContainText("Why we like it, 1: Please say it without “guaranteed”");
      await expect(alert).toContainText("What would make it fail: ");
      await expectAccessible(page);
      await openPart(page, "Page");
      await form.getByRole("textbox", { name: "Why we like it, point 1" }).fill("A signed harbour contract.");
      for (const [index, text] of ["The contract can be ended.", "Locks are few."].entries()) {
        await points("What would make it fail").getByRole("button", { name: "Add a point" }).click();
        await form.getByRole("textbox", { name: `What would make it fail, point ${index + 1}` }).fill(text);
      }
      await form.getByRole("button", { name: "Save page" }).click();
      await expectToast(page, "Page saved");
      await expect(form.getByRole("button", { name: "Discard changes" })).toHaveCount(0);
      await openPart(page, "Versions");
      await confirmAll(freeze);
      await freeze.getByRole("button", { name: "Sign the offer" }).click();
      await expectToast(page, "The page can no longer be changed");
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
      await expect(page.getByRole("region", { name: "Versions" }).getByText("Waits for two signatures")).toBeVisible();
      await expect(
        page.getByRole("region", { name: "Next" }).getByRole("button", { name: "Sign the offer" }),
      ).toBeVisible();
    });
  });

  test("A record has a panel and an offer that two founders sign, and opens at its time", { tag: "@main" }, async ({
    page,
    app,
    browser,
  }) => {
    test.slow();
    const { id } = await prepare(app, "Saltmarsh Piers");
    const calls = await callsOfAdmin(app);
    expect((await calls.post(`/api/deals/${id}/terms`, { data: terms })).status()).toBe(201);
    const { name, page: empty, updated_at } = await (await calls.get(`/api/deals/${id}`)).json();
    const points = { why_we_like_it: ["A signed harbour contract."], what_would_make_it_fail: ["It can be ended."] };
    const update = { name, owner_id: null, page: { ...empty, ...points }, expected_version: updated_at };
    expect((await calls.put(`/api/deals/${id}`, { data: update })).status()).toBe(200);
    const record = `${desk}&deal=${id}#versions`;
    await becomeFounder(page, app, founders.amara, record);

    await test.step("one chooses who signs, with what each takes part, and freezes the page", async () => {
      await page.getByRole("region", { name: "Next" }).getByRole("link", { name: "Go to the offer" }).click();
      const form = page.getByRole("form", { name: "Sign the offer" });
      const panel = form.getByRole("group", { name: "Who signs for the money of this deal" });
      const chosen = panel.getByRole("checkbox", { checked: true });
      await expect(chosen.first()).toBeVisible();
      while ((await chosen.count()) > 0) await chosen.first().uncheck();
      await confirmAll(form);
      await panel.getByRole("checkbox", { name: /^Amara Okafor/ }).check();
      await form.getByRole("button", { name: "Sign the offer" }).click();
      await expect(form.getByText("Two to four people sign for a deal, one of them an admin.")).toBeVisible();
      await panel.getByRole("checkbox", { name: /^Eleanor Marsh/ }).check();
      await panel.getByLabel("Takes part with shares for at most, Amara Okafor").fill("2,000");
      await panel.getByRole("checkbox", { name: /^Arranges the deal.*Amara Okafor/ }).check();
      await expectAccessible(page);
      await expectToFitAt(page, [320, 1280]);
      await form.getByRole("button", { name: "Sign the offer" }).click();
      await expectToast(page, "The page can no longer be changed");
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    });

    const other = await openFounder(browser, app, founders.eleanor, record);
    await test.step("both sign the same list", async () => {
      await signByFounders([page, other], "offer");
      const offer = other.getByRole("article", { name: "Offer, Saltmarsh Piers" });
      await expect(offer.getByRole("row", { name: /^Amara Okafor/ })).toContainText("£2,000.00");
      await expect(offer.getByRole("region", { name: "Page and terms" })).toContainText("Carried out on");
      await expect(other.getByRole("region", { name: "Next" })).toContainText(
        "Nothing to do: it opens on Mon 1 July 2030, 10:00.",
      );
      await expectAccessible(other);
      await expectToFitAt(other, [768, 320]);
      await other.context().close();
    });

    await test.step("it is released at its time", async () => {
      await releaseDeal(clockOf(app), id);
      await page.goto(`${onLocalhost(app.url)}${record}`);
      await page.reload();
      await expect(page.getByText("What members see")).toBeVisible();
    });

    await test.step("an admin proposes that it closes earlier", async () => {
      await page.getByRole("button", { name: "Change closing..." }).click();
      const dialog = page.getByRole("dialog", { name: "Propose another closing" });
      await expect(dialog).toContainText("Commitments end on Sat 20 Jul, 12:00.");
      await fillDate(dialog, "Closes", "2030-07-20T12:00");
      await dialog.getByLabel("Reason").fill("The round is full.");
      await dialog.getByRole("button", { name: "Propose it" }).click();
      await expect(dateBoxes(dialog, "Closes")).toHaveAccessibleDescription(/It closes then already/);
      await expectAccessible(dialog);
      await fillDate(dialog, "Closes", "2030-07-18T17:00");
      await dialog.getByRole("button", { name: "Propose it" }).click();
      await expectToast(page, "Proposed");
      await expect(page.getByText(/proposes that commitments end on Thu 18 Jul, 17:00/)).toBeVisible();
      await expect(page.getByText(/^Another admin confirms it/)).toBeVisible();
      await openPart(page, "Moves");
      await expect(page.getByRole("list", { name: "Moves" }).getByRole("listitem").first()).toContainText(
        "Closing proposed: Thu 18 Jul, 17:00, not Sat 20 Jul, 12:00, by Amara Okafor",
      );
      await page.getByRole("button", { name: "Change closing..." }).click();
      await expect(dialog).toContainText("Amara Okafor has proposed Thu 18 Jul, 17:00; another time takes its place.");
      await dialog.getByRole("button", { name: "Cancel" }).click();
    });

    await test.step("one admin proposes to cancel it, and another confirms it", async () => {
      await page.getByRole("button", { name: "Move to..." }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("To").selectOption("cancelled");
      await dialog.getByLabel("Reason").fill("The company was sold.");
      await dialog.getByRole("button", { name: "Move", exact: true }).click();
      await expectToast(page, "Proposed");
      const proposal = page.getByText("proposes to cancel this deal", { exact: false });
      await expect(proposal.first()).toBeVisible();
      await expect(page.getByText("Nobody is told before.", { exact: false })).toBeVisible();
      const second = await openFounder(browser, app, founders.eleanor, record);
      await expect(second.getByText("Reason: The company was sold.", { exact: true })).toBeVisible();
      await expectAccessible(second);
      await expectToFitAt(second, [768, 320]);
      await second.getByRole("button", { name: "Cancel the deal" }).click();
      await second.getByRole("dialog").getByRole("button", { name: "Cancel the deal" }).click();
      await expectToast(second, "Moved to Cancelled");
      await second.context().close();
      await page.reload();
      await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
    });

    await test.step("every part fits a phone", async () => {
      await page.setViewportSize({ width: 320, height: 800 });
      for (const name of ["Page", "Terms", "Versions", "Moves", "Notes", "Interest"]) {
        await openPart(page, name);
        await expectToFit(page, name);
      }
    });
  });
});

const terms = {
  ...alderTerms,
  opens_at: "2030-07-01T09:00:00.000Z",
  priority_until: "2030-07-04T09:00:00.000Z",
  closes_at: "2030-07-20T11:00:00.000Z",
  completion_expected_on: "2030-08-01",
};
