import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { createInvestor } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFit, expectToFitAt, signIn, test } from "./test.ts";

const mine = "/#/members?tab=investments&view=mine";

test("A member lets an adviser read what they hold, sees that they did, and ends it", async ({
  page,
  app,
  browser,
}) => {
  const owner = await createInvestor(app, "jonas@seat.example", "Jonas Weber");
  await buildHeldRound(app.db, {
    company: { name: "Larch Analytics" },
    terms: { price: "1.24", scheme: "SEIS" },
    code: "S2A",
    called_on: "2024-01-25",
    wired_on: "2024-02-01",
    issued_on: "2024-02-02",
    members: [{ record_id: owner.record_id, tier: "trial", shares: 6879, paid_on: "2024-01-28" }],
  });
  await signIn(page, owner, mine);
  const main = page.getByRole("main");
  const dialog = page.getByRole("dialog");

  const link = await test.step("the link is shown once", async () => {
    await main.getByRole("link", { name: "Export" }).click();
    await main.getByRole("link", { name: "Adviser access" }).click();
    await expect(main.getByRole("heading", { name: "Adviser access", exact: true })).toBeVisible();
    await expect(main.getByText("No adviser can read what you hold.")).toBeVisible();
    await main.getByRole("button", { name: "Grant access" }).click();
    await expect(main.getByLabel("For whom")).toHaveAccessibleDescription("Please say who it is for");
    await main.getByLabel("For whom").fill("Hale & Partners");
    await main.getByRole("button", { name: "Grant access" }).click();
    await expect(dialog.getByRole("heading", { name: "The link for Hale & Partners", exact: true })).toBeVisible();
    const shown = await dialog.getByLabel("The link").inputValue();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(main.getByText("Not opened yet")).toBeVisible();
    await expectAccessible(main);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectToFit(page, "advisers at 320 px");
    await page.setViewportSize({ width: 1280, height: 800 });
    return shown;
  });

  const context = await browser.newContext();
  const adviser = await context.newPage();
  const shown = adviser.getByRole("main");

  await test.step("the adviser reads it without an account, at a company too", async () => {
    await adviser.goto(link.slice(0, -1));
    await expect(shown.getByRole("heading", { name: "This link opens nothing", exact: true })).toBeVisible();
    // The same tab loads nothing again: only the hash of the address changes. An answer to an earlier link may come last.
    const { held, letGo } = holdOne();
    await adviser.route("**/adviser-links/read", (route) => held.then(() => route.continue()), { times: 1 });
    const isAsked = adviser.waitForRequest("**/adviser-links/read");
    await adviser.goto(link.slice(0, -2));
    await isAsked;
    const isRead = adviser.waitForResponse("**/adviser-links/read");
    await adviser.goto(link);
    await isRead;
    const isLate = adviser.waitForResponse("**/adviser-links/read");
    letGo();
    await isLate;
    await expect(shown.getByRole("heading", { name: "What Jonas Weber holds", exact: true })).toBeVisible();
    await expect(adviser).toHaveURL(/#\/adviser$/);
    await expect(shown.getByText("£9,596.21").first()).toBeVisible();
    await expectAccessible(adviser);
    await expectToFitAt(adviser, [768, 320]);
    const saved = await downloadFrom(shown.getByRole("button", { name: "CSV Holdings" }));
    expect(saved.suggestedFilename()).toContain("-holdings-");
    const pack = await downloadFrom(shown.getByRole("button", { name: "PDF 6 April 2023 to 5 April 2024" }));
    expect(pack.suggestedFilename()).toContain(".pdf");
    await shown.getByRole("link", { name: "Larch Analytics", exact: true }).click();
    await expect(shown.getByRole("table", { name: "The shares that the member bought, lot by lot" })).toBeVisible();
    await expect(shown.getByRole("button", { name: /^Record/ })).toBeHidden();
    await adviser.reload();
    await expect(shown.getByRole("heading", { name: "Larch Analytics", exact: true })).toBeVisible();
  });

  await test.step("the member sees the opening, ends it, and the adviser is out", async () => {
    await page.reload();
    await main.getByText("Opened once").click();
    await expect(main.getByText(/Chrome on .+ \(first time there\)/)).toBeVisible();
    await main.getByRole("button", { name: "End access" }).click();
    await dialog.getByRole("button", { name: "End access" }).click();
    await expectToast(page, "Hale & Partners cannot read any more");
    await expect(main.getByText("Ended by you")).toBeVisible();
    await adviser.reload();
    await expect(shown.getByRole("heading", { name: "This link opens nothing", exact: true })).toBeVisible();
    await expect(shown.getByText(/Ask the person who gave it to you for another one/)).toBeVisible();
    await expectAccessible(adviser);
  });
  await context.close();
});

/** A promise and what settles it. */
function holdOne() {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { held, letGo: () => letGo() };
}
