import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { fillDate } from "../support/fill-date.ts";
import { createInvestor, createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFit, signIn, test } from "./test.ts";

const mine = "/#/members?tab=investments&view=mine";
const desk = "/#/members?tab=admin&view=companies";

test("An admin records a split, another one confirms it, and the member sees shares, price and notice", {
  tag: "@main",
}, async ({ page, browser, app }) => {
  const owner = await createInvestor(app, "owner@split.example", "Hana Brackwell");
  const admin = { status: "approved", is_admin: true } as const;
  const first = await createPerson(app, "first@split.example", { ...admin, full_name: "Owen Pryce" });
  const second = await createPerson(app, "second@split.example", { ...admin, full_name: "Ruth Alder" });
  await buildHeldRound(app.db, {
    company: { name: "Sorrel Bearings" },
    terms: { price: "1.90", scheme: "EIS" },
    code: "S4A",
    called_on: "2024-01-25",
    wired_on: "2024-02-01",
    issued_on: "2024-02-02",
    members: [{ record_id: owner.record_id, tier: "trial", shares: 4000, paid_on: "2024-01-28" }],
  });
  const newPage = async () => (await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" })).newPage();
  const dialog = page.getByRole("dialog");
  await signIn(page, first, desk);

  await test.step("it is proposed with what it does, and waits for another admin", async () => {
    await page
      .getByRole("table", { name: /^Companies of which/ })
      .getByRole("link", { name: "Sorrel Bearings", exact: true })
      .click();
    await page.getByRole("button", { name: "Record a split" }).click();
    await dialog.getByLabel("New shares").fill("10");
    await dialog.getByLabel("For old shares").fill("1");
    await fillDate(dialog, "From which day", "2025-06-02");
    await dialog.getByLabel("Source").fill("Companies House filing SH02.");
    await expect(dialog.getByText(/Members’ 4,000 shares become 40,000/)).toBeVisible();
    await expectAccessible(dialog);
    await dialog.getByRole("button", { name: "Propose it" }).click();
    await expectToast(page, "Proposed. Another admin confirms it.");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: /^Confirm Split 10 for 1/ })).toHaveCount(0);
  });

  await test.step("another admin confirms it", async () => {
    const other = await newPage();
    await signIn(other, second, new URL(desk, page.url()).href);
    await other
      .getByRole("table", { name: /^Companies of which/ })
      .getByRole("link", { name: "Sorrel Bearings", exact: true })
      .click();
    await other.getByRole("button", { name: /^Confirm Split 10 for 1/ }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await expectToast(other, "The split is confirmed");
    await other.context().close();
  });

  await test.step("the member is told, and sees the shares and what a price is counted in", async () => {
    const member = await newPage();
    await signIn(member, owner, new URL("/#/members?tab=account&view=notices", page.url()).href);
    await expect(member.getByRole("link", { name: "Sorrel Bearings: a split of your shares." })).toBeVisible();
    await member.goto(new URL(mine, page.url()).href);
    const main = member.getByRole("main");
    await main.getByRole("link", { name: "Sorrel Bearings", exact: true }).click();
    await expect(main.getByText(/^40,000 shares, held for you by the nominee/)).toBeVisible();
    await expect(
      main.getByText("£0.19 a share, after the split of 10 for 1 on 2 June 2025; £1.90 before, 2 February 2024"),
    ).toBeVisible();
    await expect(main.getByRole("table", { name: /^How the number of your shares changed/ })).toContainText(
      "4,000 → 40,000",
    );
    await expectAccessible(main);
    await member.setViewportSize({ width: 320, height: 800 });
    await expectToFit(member, "a company after a split at 320 px");
    await member.context().close();
  });
});
