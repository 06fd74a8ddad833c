import sharp from "sharp";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { fillDate } from "../support/fill-date.ts";
import { goodPdf } from "../support/raw-pdf.ts";
import { downloadFrom, giveCredentials } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFit, signInAsAdmin, signInAsMember, test } from "./test.ts";

test.use({ allowedNoise: [/Failed to load resource/] });

const list = "/#/members?tab=admin&view=content";

test("An admin writes news, keeps it over a reload, publishes it, and a visitor reads it at once", {
  tag: "@main",
}, async ({ page, browser, app }) => {
  await signInAsAdmin(page, list);
  await page.getByLabel("New", { exact: true }).selectOption("News");
  await page.getByRole("button", { name: "Add a news item", exact: true }).click();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("Please fill this in.")).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  await page.getByLabel("Title", { exact: true }).fill("Notice periods & <b>limits</b>");
  await fillDate(page, "Date of the news", "2026-11-01");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Two weeks, from now on.");
  const tool = (name: string) => page.getByRole("toolbar").getByRole("button", { name, exact: true });
  await tool("More").click();
  await expect(tool("Italic")).toBeVisible();
  await tool("Table").click();
  await expect(tool("Row: Above")).toBeVisible();
  await tool("Table: Remove").click();
  await expect(tool("Row: Above")).toHaveCount(0);
  await expectAccessible(page.getByRole("main"));
  await page.setViewportSize({ width: 320, height: 800 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await tool("More").click();
  await expect(tool("Italic")).toHaveCount(0);

  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText("Not saved yet.").first()).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Notice periods & <b>limits</b>");
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toContainText("Two weeks, from now on.");
  await page.getByRole("textbox", { name: "Address optional" }).fill("Notice periods");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Please use lower-case letters, digits and single hyphens.")).toBeVisible();
  await page.getByRole("textbox", { name: "Address optional" }).fill("vct-relief");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Another item of this kind has this address.")).toBeVisible();
  await page.getByRole("textbox", { name: "Address optional" }).fill("notice-periods");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expectToast(page, "Draft Saved");
  await expect(page.getByRole("button", { name: "Versions" })).toBeVisible();
  await tool("Table").click();
  await expect(page.getByRole("textbox", { name: "Text", exact: true }).locator("> *").first()).toHaveText(
    "Two weeks, from now on.",
  );
  await tool("Table: Remove").click();
  const visitor = await (await browser.newContext({ baseURL: app.url, locale: "en-GB" })).newPage();
  await visitor.goto("/news");
  await expect(visitor.getByText("Two weeks, from now on.")).toBeHidden();

  await page.getByRole("button", { name: "Publish now" }).click();
  await expectToast(page, "Published");
  await expect(page.getByText(/^Saved .* Public: version 1/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Address", exact: true })).not.toBeEditable();
  await expect(visitor.locator("#notice-periods")).toHaveCount(0);
  await visitor.goto("/news#notice-periods");
  await visitor.reload();
  await expect(visitor.locator("#notice-periods")).toBeInViewport();
  await expect(visitor.getByText("Two weeks, from now on.")).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "Notice periods & <b>limits</b>", exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Content", exact: true }).first().click();
  await page.getByLabel("Search").fill("notice periods");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").nth(1)).toContainText("Published");
});

test("The later of two admins who edit at once sees both texts and loses none", async ({ page, app }) => {
  await signInAsAdmin(page, `${list}&kind=co_founder`);
  await page.getByRole("link", { name: "Daniel Achebe" }).click();
  await page.getByLabel("Role").fill("Chair");
  const row = app.db.selectFrom("content_items").selectAll().where("slug", "=", "daniel-achebe");
  const { id, draft } = await row.executeTakeFirstOrThrow();
  const content = { ...(draft as object), text: "Runs the evenings." };
  const headers = { origin: app.url };
  const other = { headers, data: { expected_revision: 1, content } };
  expect((await page.request.put(`/api/content/${id}`, other)).status()).toBe(200);

  await page.getByRole("button", { name: "Save draft" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "after you opened it" });
  await expect(notice.getByText("Nothing of yours is lost.")).toBeVisible();
  await notice.getByRole("button", { name: "Show the difference" }).click();
  await expect(notice.getByRole("deletion").first()).toBeVisible();
  await expectAccessible(notice);
  await notice.getByRole("button", { name: "Keep mine as a new version" }).click();
  await expectToast(page, "Draft Saved");
  await expect(notice).toBeHidden();

  await page.getByRole("button", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Compare Version 2" }).click();
  await page.getByRole("button", { name: "Restore version 2" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore version 2" }).click();
  await expectToast(page, "Version 2 Restored");
  await expect(page.getByLabel("What they do")).toHaveValue("Runs the evenings.");

  const portrait = sharp({ create: { width: 60, height: 60, channels: 3, background: "grey" } });
  const file = { name: "daniel.png", mimeType: "image/png", buffer: await portrait.png().toBuffer() };
  await page.getByLabel("Upload a picture").setInputFiles(file);
  await expect(page.getByRole("button", { name: "Remove the picture" })).toBeVisible();
  await page.getByRole("button", { name: "Preview the page" }).click();
  const team = page.getByRole("definition").filter({ hasText: "Runs the evenings." }).locator("xpath=..");
  await expect(team.locator("img")).toHaveJSProperty("naturalWidth", 60);
});

test("An admin puts off a publication, cancels it, takes an event off the site, and changes an order by keyboard", async ({
  page,
  browser,
  app,
}) => {
  await signInAsAdmin(page, `${list}&kind=event`);
  await page.getByRole("link", { name: "SEIS and EIS, claimed correctly" }).click();
  await page.getByLabel("Place").fill("Leeds");
  await page.getByRole("button", { name: "Publish at a time" }).click();
  const dialog = page.getByRole("dialog");
  await fillDate(dialog, "Day", "2020-01-01");
  await dialog.getByRole("button", { name: "Publish at a time" }).click();
  await expect(dialog.getByText("Please choose a time that is still to come.")).toBeVisible();
  await fillDate(dialog, "Day", "2099-01-05");
  await expectAccessible(dialog);
  await dialog.getByRole("button", { name: "Publish at a time" }).click();
  await expect(page.getByText(/Will be public from Monday,? 5 January 2099, 08:00, London time\./)).toBeVisible();
  await page.getByRole("button", { name: "Cancel the publication" }).click();
  await expectToast(page, "Publication Cancelled");
  await page.getByRole("button", { name: /^Unpublish/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unpublish" }).click();
  await expectToast(page, "Unpublished");
  const member = await (await browser.newContext({ baseURL: app.url, locale: "en-GB" })).newPage();
  await signInAsMember(member, "/#/members?tab=events");
  await expect(
    member.getByRole("heading", { name: "Reading SaaS metrics: a working clinic", exact: true }),
  ).toBeVisible();
  await expect(member.getByRole("heading", { name: "SEIS and EIS, claimed correctly", exact: true })).toBeHidden();
  // The event is published again, as other journeys meet the same events and companies.
  await page.getByRole("button", { name: "Publish now" }).click();
  await expectToast(page, "Published");

  await page.goto(`${list}&kind=company`);
  await page.getByRole("button", { name: "Down Propane" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row").nth(1)).toContainText("Loxa");
  await page.getByRole("button", { name: "Up Propane" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("Propane");
});

test("An admin publishes a company with a PDF, which a member downloads from the company's page", async ({
  page,
  browser,
  app,
}) => {
  await signInAsAdmin(page, `${list}&write=company`);
  await page.getByLabel("Name", { exact: true }).fill("Orchard Robotics");
  await page.getByLabel("Website").fill("https://orchard.example");
  await page.getByRole("button", { name: "Add a document" }).click();
  const pdf = { name: "Accounts.pdf", mimeType: "application/pdf", buffer: goodPdf("the year") };
  await page.getByLabel("Upload a file Documents 1").setInputFiles(pdf);
  await expect(page.getByLabel("Name 1")).toHaveValue("Accounts.pdf");
  // Chosen before the first save, the file is stored with it.
  await page.getByRole("button", { name: "Save draft" }).click();
  await expectToast(page, "Draft Saved");
  await expect(page.getByLabel("Address 1")).toHaveValue(/^\/api\/files\/(?!00000000)/);
  await page.getByRole("button", { name: "Publish now" }).click();
  await expectToast(page, "Published");

  const member = await (await browser.newContext({ baseURL: app.url, locale: "en-GB" })).newPage();
  await signInAsMember(member, "/#/members/investments/orchard-robotics");
  const download = await downloadFrom(member.getByRole("link", { name: "Accounts.pdf" }));
  expect(download.suggestedFilename()).toBe("Accounts.pdf");
  await expect(member.getByRole("heading", { name: "Orchard Robotics", exact: true })).toBeVisible();

  // The company is deleted, as other journeys count the companies.
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "Content Deleted");
});

test("A draft needs a title only, and a new window offers what another one left unsaved", async ({ page }) => {
  await signInAsAdmin(page, `${list}&write=article`);
  await page.getByLabel("Title", { exact: true }).fill("Only a title");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expectToast(page, "Draft Saved");
  await page.getByRole("button", { name: "Publish now" }).click();
  // The excerpt and the author; the day has words of its own.
  await expect(page.getByText("Please fill this in.")).toHaveCount(2);
  await expect(page.getByText("Please enter a date.")).toBeVisible();
  await page.getByLabel("Author").fill("Ines Calder");

  const next = await page.context().newPage();
  await next.goto(page.url());
  await expect(next.getByText(/You have text from .* that was not saved\./)).toBeVisible();
  await expectAccessible(next.getByRole("main"));
  await expect(next.getByLabel("Author")).toHaveValue("");
  await next.getByRole("button", { name: "Use it" }).click();
  await expect(next.getByLabel("Author")).toHaveValue("Ines Calder");
  await next.getByRole("button", { name: "Save draft" }).click();
  await expectToast(next, "Draft Saved");
  await next.getByRole("button", { name: /^Delete/ }).click();
  await next.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(next, "Content Deleted");
});

test("An admin looks at the page a draft would make, goes back, and the public page stays", async ({
  page,
  browser,
  app,
}) => {
  await signInAsAdmin(page, `${list}&kind=news`);
  await page.getByRole("link", { name: "EIS opens to larger companies" }).click();
  await page.getByLabel("Title", { exact: true }).fill("EIS opens to larger companies, in a draft");
  await page.getByRole("button", { name: "Preview the page" }).click();
  await expect(page).toHaveURL(/\/preview\/[0-9a-f-]{36}#eis-limits$/);
  await expect(
    page.getByRole("heading", { name: "EIS opens to larger companies, in a draft", exact: true }),
  ).toBeInViewport();
  await expect(page.getByText("Only admins see this page.")).toBeInViewport();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const visitor = await (await browser.newContext({ baseURL: app.url, locale: "en-GB" })).newPage();
  await visitor.goto("/news");
  await expect(visitor.getByRole("heading", { name: "EIS opens to larger companies", exact: true })).toBeVisible();
  await expect(visitor.getByText("in a draft")).toBeHidden();
  await page.getByRole("link", { name: "Back to the editor" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("EIS opens to larger companies, in a draft");
});

test("An admin whose session has ended signs in again and finds the unsaved text", async ({ page, context }) => {
  await signInAsAdmin(page, `${list}&write=event`);
  await expect(page.getByRole("heading", { name: "Content New event", exact: true })).toBeVisible();
  await page.getByLabel("Title", { exact: true }).fill("Supper in spring");
  await page.getByLabel("Description").fill("At the long table.");
  await fillDate(page, "Day", "2027-03-18");
  await page.getByLabel("Starts, London time").fill("18:30");
  await page.getByLabel("Ends, London time").fill("21:00");
  await page.getByLabel("Place").fill("The Engine Room");
  await context.clearCookies();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/#\/login$/);
  await expect(page.getByRole("main").getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await expectToast(page, "Failed to save the draft.");
  await expect(page.getByText("Auth session missing!")).toHaveCount(0);

  await giveCredentials(page, sampleAccounts.admin);
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Supper in spring");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expectToast(page, "Draft Saved");
});

test("An admin rewords the home page, moves and hides points, checks its typed figures, and a visitor reads it at once", async ({
  page,
  browser,
  app,
}) => {
  await signInAsAdmin(page, `${list}&kind=site_page`);
  await expect(page.getByRole("main").getByRole("row")).toHaveCount(6);
  await page.getByRole("table").getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("button", { name: "Unpublish" })).toHaveCount(0);
  const section = (name: string) => page.getByRole("group", { name, exact: true });
  await section("Banner").getByLabel("Heading").fill("Come for {minimum}");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText(/There is no value {minimum}\. The page can use .*{minimum_investment}/)).toBeVisible();
  await expect(section("Banner").getByLabel("Heading")).toBeFocused();
  await section("Banner").getByLabel("Heading").fill("Come from {minimum_investment}");
  await section("Benefits").getByRole("button", { name: "Move down Benefits, benefit 1" }).click();
  await section("Benefits").getByRole("button", { name: "Remove Benefits, benefit 6" }).click();
  await page.getByLabel("Show Carousel", { exact: true }).uncheck();
  await expectAccessible(page.getByRole("main"));
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expectToFit(page, `at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Publish now" }).click();
  const dialog = page.getByRole("dialog", { name: "Check the figures" });
  await expect(dialog.getByRole("checkbox")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(dialog.getByText("Please check this figure, and tick it.")).toHaveCount(2);
  for (const tick of await dialog.getByRole("checkbox").all()) await tick.check();
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText(/^Saved .* Public: version 2,/)).toBeVisible();
  const visitor = await (await browser.newContext({ baseURL: app.url, locale: "en-GB" })).newPage();
  const requests: string[] = [];
  visitor.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await visitor.goto("/");
  await expect(visitor.getByRole("heading", { name: "Come from £500" })).toBeVisible();
  const main = visitor.getByRole("main");
  await expect(main.locator("#about li").first()).toHaveText("Access to SaaS investment opportunities");
  await expect(main.locator("#about li")).toHaveCount(5);
  await expect(main.getByRole("group", { name: "1 of 5" })).toHaveCount(0);
  await expect(visitor.getByRole("banner").getByRole("link", { name: "Member Zone" })).toBeVisible();
  expect(requests.filter((path) => path.startsWith("/api/site-pages"))).toEqual([]);
  await visitor.context().close();
});
