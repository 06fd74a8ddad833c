import type { Browser, Page } from "@playwright/test";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCall, buildQuestion } from "#server/sample/sample-questions.ts";
import { dealCallMessages } from "#shared/deals/deal-call-messages.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { fillDate } from "../support/fill-date.ts";
import { approveVersion } from "../support/past-the-lists.ts";
import { callsOfAdmin, callsWith, createInvestor } from "./new-person.ts";
import { clockOf } from "./sign-lists.ts";
import { expect, expectAccessible, expectToast, expectToFitAt, signIn, signInAsAdmin, test } from "./test.ts";

const deals = "/#/members?tab=investments&view=deals";
const desk = "/#/members?tab=admin&view=deals";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Another person, in a browser of their own. */
async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}

const widths = [1440, 768, 320, 1280];

test.describe("Questions", () => {
  test.use({ allowedNoise: [/status of 409/] });

  test("A member asks, an admin answers, two sign a version with it, and another member reads it without a name", {
    tag: "@main",
  }, async ({ page, app, browser }) => {
    const deal = await buildDeal(app.db, { company: { name: "Fernhill Beds" } });
    const asker = await createInvestor(app, "rosa.asks@heather.example", "Rosa Asker");
    const other = await createInvestor(app, "omar.reads@heather.example", "Omar Reader");
    const address = `${deals}&deal=${deal.id}&folds=questions`;
    const asked = "What happens to a practice’s data if you close?";
    const answer = "It is theirs.\nThey can export it at any time.";
    await signIn(page, asker, address);
    const questions = section(page, "Questions");

    await test.step("what was typed survives an error and a reload", async () => {
      await expect(questions).toContainText("Nobody has asked anything yet.");
      await questions.getByRole("button", { name: "Ask a question" }).click();
      const field = questions.getByRole("textbox", { name: "Your question" });
      await expect(field).toBeFocused();
      await field.fill("Too short");
      await questions.getByRole("button", { name: "Ask", exact: true }).click();
      await expect(field).toHaveAccessibleDescription("Ask in at least 10 characters");
      await field.fill(asked);
      await expect(questions).toContainText("47 of 2,000 characters");
      await page.reload();
      await expect(field).toHaveValue(asked);
      await questions.getByRole("button", { name: "Ask", exact: true }).click();
      await expect(questions.getByRole("button", { name: "Ask a question" })).toBeFocused();
      await expect(questions.getByRole("listitem")).toContainText("It waits for its answer.");
      await expectAccessible(page);
      await expectToFitAt(page, widths);
    });

    const reader = await openPage(browser, app.url);
    await test.step("another member follows it, and does not read who asked", async () => {
      await signIn(reader, other, address);
      const fold = section(reader, "Questions");
      await fold.getByText("1 question of another member waits for its answer").click();
      await fold.getByRole("button", { name: /^Follow/ }).click();
      await expect(fold.getByRole("button", { name: /^Stop following/ })).toBeVisible();
      await expect(fold).toContainText("You are told of its answer under Notices.");
      await expectAccessible(section(reader, "Questions"));
    });

    const similar = { deal_id: deal.id, record_id: asker.record_id, question: "Who owns the data?" };
    await buildQuestion(app.db, similar);
    const admin = await openPage(browser, app.url);
    await test.step("an admin answers it, another admin having been faster, and puts another one to it", async () => {
      await signInAsAdmin(admin, `${desk}&deal=${deal.id}&part=questions`);
      const row = admin.getByRole("listitem").filter({ hasText: "Rosa Asker" }).filter({ hasText: asked });
      await expect(row).toContainText("2 people follow it.");
      await row.getByRole("button", { name: /^Answer/ }).click();
      await row.getByRole("textbox", { name: "The founders’ answer" }).fill(answer);
      const calls = await callsOfAdmin(app);
      const path = `/api/deals/${deal.id}/questions`;
      const { items } = await (await calls.get(path)).json();
      const { id, updated_at } = items.find(({ question }: { question: string }) => question === asked);
      const theirs = { answer: "We do not know yet.", expected_version: updated_at };
      expect((await calls.post(`${path}/${id}/answer`, { data: theirs })).status()).toBe(200);
      await row.getByRole("button", { name: "Save answer" }).click();
      await expect(row.getByRole("alert")).toContainText("Somebody else has changed this meanwhile.");
      await expect(row).toContainText("We do not know yet.");
      await row.getByRole("button", { name: "Go on with mine" }).click();
      await row.getByRole("button", { name: "Save answer" }).click();
      await expectToast(admin, "Answer saved");
      await expect(row).toContainText("Answered, not shown yet");
      await expect(row).toBeFocused();
      const second = admin.getByRole("listitem").filter({ hasText: "Who owns the data?" });
      await second.getByRole("button", { name: /^Put together/ }).click();
      await second.getByRole("combobox", { name: "With which question" }).selectOption({ label: asked });
      await second.getByRole("button", { name: "Put together", exact: true }).click();
      await expect(second).toContainText(`Put together with “${asked}”`);
      await expectAccessible(admin);
      await expectToFitAt(admin, widths);
    });

    await test.step("members read the answer once two have signed a version with it", async () => {
      const calls = await callsOfAdmin(app);
      const openly = await (await callsWith(other.session)).get(`/api/open-deals/${deal.id}`);
      expect((await openly.json()).content.answers).toEqual([]);
      const frozen = await calls.post(`/api/deals/${deal.id}/versions`, { data: { checklist: checklistItems } });
      expect(frozen.status()).toBe(201);
      await admin.goto(`${desk}&deal=${deal.id}#versions`);
      await admin.reload();
      const difference = admin.locator("dl").filter({ hasText: "Questions and answers" });
      await expect(difference).toContainText("They can export it at any time.");
      await admin.context().close();
      await approveVersion(clockOf(app), deal.id);
    });

    await test.step("the other member reads it without a name; the asker, what became of theirs", async () => {
      await reader.reload();
      const shown = section(reader, "Questions");
      await expect(shown.getByRole("listitem")).toHaveCount(1);
      await expect(shown.getByRole("listitem")).toContainText(`${asked}${answer}Asked by a member, `);
      await expect(reader.getByText("Rosa")).toHaveCount(0);
      await reader.context().close();
      await page.reload();
      await expect(questions.getByRole("listitem").first()).toContainText("Asked by you, ");
      await expect(questions.getByRole("listitem").filter({ hasText: "Who owns the data?" })).toContainText(
        `It was put together with “${asked}”.`,
      );
    });
  });
});

test("A founder call is planned, asked for with a tick, and opens in a new tab at its time", async ({
  page,
  app,
  context,
  browser,
}) => {
  const deal = await buildDeal(app.db, { company: { name: "Fernhill Calls" } });
  const investor = await createInvestor(app, "ina.calls@heather.example", "Ina Caller");
  const join_url = "https://video.example/fernhill";
  await context.route(join_url, (route) => route.fulfill({ contentType: "text/plain", body: "The call" }));
  const admin = await openPage(browser, app.url);

  await test.step("an admin plans it", async () => {
    await signInAsAdmin(admin, `${desk}&deal=${deal.id}#call`);
    await admin.getByRole("button", { name: "Plan a call" }).click();
    const form = admin.getByRole("form", { name: "Plan a call" });
    await fillDate(form, "Date", "2030-01-14");
    await form.getByLabel("From").fill("18:30");
    await form.getByLabel("To", { exact: true }).fill("18:00");
    await form.getByLabel("About").fill("Video, one hour, both founders");
    await form.getByLabel("Address to join at").fill(join_url);
    await form.getByRole("button", { name: "Plan the call" }).click();
    await expect(form.getByLabel("To", { exact: true })).toHaveAccessibleDescription(
      "A call ends after it begins, and within 8 hours",
    );
    await form.getByLabel("To", { exact: true }).fill("19:30");
    await form.getByRole("button", { name: "Plan the call" }).click();
    await expectToast(admin, "Call planned");
    await expect(admin.getByText("Nobody has asked to join yet.")).toBeVisible();
    await expectAccessible(admin);
    await expectToFitAt(admin, widths);
  });

  const call = section(page, "Founder call");
  await page.clock.install();
  await test.step("a member asks with a tick, not before", async () => {
    await signIn(page, investor, `${deals}&deal=${deal.id}`);
    await expect(call).toContainText(/Monday,? 14 January 2030, 18:30/);
    await call.getByRole("button", { name: "Ask to join" }).click();
    const tick = call.getByRole("checkbox", { name: dealCallMessages.request });
    await expect(tick).toBeFocused();
    await expect(tick).toHaveAccessibleDescription("Tick this to ask to join");
    await tick.check();
    await call.getByRole("button", { name: "Ask to join" }).click();
    await expect(call).toContainText("You asked to join; the link appears here at 18:15.");
    await expect(call.getByRole("listitem")).toBeFocused();
    await call.getByRole("button", { name: "Not coming after all" }).click();
    await expect(tick).not.toBeChecked();
    await tick.check();
    await call.getByRole("button", { name: "Ask to join" }).click();
    const entry = await page.request.get(
      (await call.getByRole("link", { name: /calendar/ }).getAttribute("href")) ?? "",
    );
    expect(await entry.text()).not.toContain("Fernhill");
    await expectAccessible(page);
    await expectToFitAt(page, widths);
  });

  await test.step("at its time the page offers the link by itself, which opens apart from it", async () => {
    const starts_at = new Date(Date.now() + 5 * 60_000);
    const ends_at = new Date(Date.now() + 3 * 60 * 60_000);
    await app.db.updateTable("deal_calls").set({ starts_at, ends_at }).where("deal_id", "=", deal.id).execute();
    await page.clock.fastForward("15:00");
    const join = call.getByRole("button", { name: "Join the call" });
    await expect(join).toBeVisible();
    await expectAccessible(call);
    const opening = context.waitForEvent("page");
    await join.click();
    const tab = await opening;
    await tab.waitForURL(join_url);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
    await expect(call).toContainText(/You joined at \d\d:\d\d\./);
    await expect(call.getByRole("link", { name: /Open the call here/ })).toHaveAttribute("href", join_url);
  });

  await test.step("the admin reads who asked and who joined; a cancelled one says why", async () => {
    await buildCall(app.db, { deal_id: deal.id, starts_at: new Date("2031-02-03T10:00:00Z") });
    await admin.reload();
    await expect(admin.getByText("1 asked to join, 1 joined")).toBeVisible();
    await expect(admin.getByRole("row", { name: /Ina Caller/ })).toHaveCount(2);
    const row = admin.getByRole("listitem").filter({ hasText: "3 February 2031" });
    await row.getByRole("button", { name: /^Cancel the call/ }).click();
    await row.getByRole("textbox", { name: "Why it is cancelled" }).fill("Ruth is ill.");
    await row.getByRole("button", { name: "Cancel the call", exact: true }).click();
    await expectToast(admin, "Call cancelled");
    await expect(row).toContainText("Ruth is ill.");
    await expectAccessible(admin);
    await page.reload();
    await expect(call).toContainText("Cancelled: Ruth is ill.");
    await admin.context().close();
  });
});
