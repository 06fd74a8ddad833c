import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { giveAdminRole } from "#server/sample/builders.ts";
import { fillDate } from "../support/fill-date.ts";
import { createInvestor, createPerson } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFitAt, signIn, test } from "./test.ts";

const shares = "/#/members?tab=admin&view=companies";
const bankFile = (lines: readonly string[]) =>
  Buffer.from(["Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)", ...lines, ""].join("\n"));

test("Two admins price a company, sell it and pay it out; the member has a statement and what may be claimed", async ({
  page,
  browser,
  app,
}) => {
  const holder = await createInvestor(app, "holder@hazel.example", "Hana Brackwell");
  const { id: deal } = await buildHeldRound(app.db, {
    company: { name: "Hazel Looms" },
    terms: { price: "1.00", scheme: "EIS" },
    code: "H7Z",
    called_on: "2024-01-25",
    wired_on: "2024-02-01",
    issued_on: "2024-02-02",
    members: [{ record_id: holder.record_id, tier: "vip", shares: 4000, paid_on: "2024-01-28" }],
  });
  const admin = { status: "approved", is_admin: true } as const;
  const first = await createPerson(app, "first@hazel.example", { ...admin, full_name: "Owen Pryce" });
  const second = await createPerson(app, "second@hazel.example", { ...admin, full_name: "Ruth Alder" });
  const other = await (await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" })).newPage();
  await signIn(page, first, shares);
  await signIn(other, second, new URL(shares, page.url()).href);

  await test.step("one enters what others paid and is told what it does", async () => {
    await page
      .getByRole("table", { name: /^Companies of which/ })
      .getByRole("link", { name: "Hazel Looms" })
      .click();
    await page.getByRole("button", { name: "Enter a price" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Basis").selectOption("offer");
    await fillDate(dialog, "From which day", "2025-06-01");
    await dialog.getByLabel("Price of a share").fill("0.40");
    await expect(dialog.getByText("goes from £4,000.00 to £1,600.00, −60%")).toBeVisible();
    await expectAccessible(dialog);
    await dialog.getByRole("button", { name: "Enter it" }).click();
    await expect(dialog.getByText("Please say where it can be checked")).toBeVisible();
    await dialog.getByLabel("Source").fill("A letter of the buyer");
    await dialog.getByRole("button", { name: "Enter it" }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole("row", { name: /1 Jun 2025/ });
    await expect(row).toContainText("Waits for a second admin");
    await expect(row.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("the other confirms it", async () => {
    await other.reload();
    const row = other.getByRole("table", { name: /^Companies of which/ }).getByRole("row", { name: /Hazel Looms/ });
    await expect(row).toContainText("1 price");
    await row.getByRole("link").click();
    await other.getByRole("button", { name: /^Confirm/ }).click();
    await expect(other.getByRole("dialog")).toContainText("goes from £4,000.00 to £1,600.00");
    await other.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await expectToast(other, "The price is confirmed");
    await expect(other.getByText("4,000 shares, worth £1,600.00.")).toBeVisible();
  });

  await test.step("one proposes the sale, and the other confirms what each member gets", async () => {
    await page.getByRole("button", { name: "Propose an exit" }).click();
    const dialog = page.getByRole("dialog");
    await fillDate(dialog, "On which day", "2025-07-01");
    await dialog.getByLabel("Price of a share").fill("£0.40");
    await expect(dialog.getByText("4,000 shares bring £1,600.00 before costs: £0.40 × 4,000 shares")).toBeVisible();
    await dialog.getByRole("button", { name: "Propose it" }).click();
    await expect(page.getByRole("heading", { name: "Sale, Hazel Looms", exact: true })).toBeVisible();
    await expect(page.getByRole("row", { name: /Hana Brackwell/ })).toContainText("£1,600.00");
    await expectAccessible(page);
    await expectToFitAt(page, [768, 320]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await other.goto(page.url());
    await other.getByRole("button", { name: /^Confirm/ }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await expectToast(other, "Confirmed. Members are told.");
  });

  const importLines = async (lines: readonly string[]) => {
    const sent = await page.request.post(`/api/deals/${deal}/bank-files?name=starling.csv`, {
      data: bankFile(lines),
      headers: { "content-type": "text/csv", origin: new URL(page.url()).origin },
    });
    expect([sent.status(), await sent.text()]).toMatchObject([201, expect.any(String)]);
  };

  await test.step("the money that came is matched with the sale", async () => {
    await other.reload();
    await expect(
      other.getByText("Next: Bring the bank file with £1,600.00 of the sale of Hazel Looms on 1 July 2025."),
    ).toBeVisible();
    await expectToFitAt(other, [768, 320]);
    await other.setViewportSize({ width: 1280, height: 800 });
    await importLines(["01/07/2025,NORTHGATE PLC,HAZEL,FASTER PAYMENT,1600.00,1600.00"]);
    await other.reload();
    await other.getByRole("link", { name: /^Bank’s list/ }).click();
    await other.getByRole("button", { name: /^Match/ }).click();
    const dialog = other.getByRole("dialog");
    await expect(dialog.getByLabel("For")).toHaveValue(/^exit:/);
    await dialog.getByLabel("Reason").fill("The buyer’s payment");
    await dialog.getByRole("button", { name: "Book it" }).click();
    await expect(dialog).toBeHidden();
    const next = other.getByRole("region", { name: "Next" });
    await expect(next).toContainText(
      "Propose what is paid out of the sale of Hazel Looms on 1 July 2025: 1 payment, £1,600.00.",
    );
    await next.getByRole("link", { name: "Open the payments" }).click();
    await expect(other.getByRole("heading", { name: "Sale, Hazel Looms", exact: true })).toBeVisible();
  });

  await test.step("one proposes what is paid out, and the other approves it", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Propose payments…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("The sale");
    await dialog.getByRole("button", { name: "Propose them" }).click();
    await expect(dialog).toBeHidden();
    await other.goto(page.url());
    // The address differs behind the `#` alone, and the exit was read before.
    await other.reload();
    await other.getByRole("button", { name: /^Approve payments/ }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Approve payments" }).click();
    await expectToast(other, "1 payment approved, £1,600.00");
  });

  await test.step("the member reads the statement, and what may be claimed until when", async () => {
    const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
    const member = await context.newPage();
    await signIn(member, holder, new URL("/#/members?tab=investments&view=mine", page.url()).href);
    await member.getByText(/^(All \d+ dates|1 date), 20/).click();
    await member.getByRole("link", { name: /^What you can claim/ }).click();
    await expect(
      member.getByRole("heading", { name: "What you can claim for Hazel Looms", exact: true }),
    ).toBeVisible();
    const part = member.getByRole("region", { name: /4,000 shares of 2 February 2024, sold on 1 July 2025/ });
    await expect(part).toContainText("£2,400.00");
    await expect(part).toContainText("31 January 2028");
    await expect(part).toContainText("sold before 2 February 2027");
    await expect(member.getByRole("table", { name: /Your statement of the sale/ })).toContainText("£1,600.00");
    await expectAccessible(member);
    await expectToFitAt(member, [768, 320]);
    const saved = await downloadFrom(member.getByRole("button", { name: /^Statement as PDF/ }));
    expect(saved.suggestedFilename()).toBe("hazel-looms-sale-2025-07-01.pdf");
    await context.close();
  });
  await other.context().close();
});

test("Two founders who both hold shares sell them a day after everybody was told, unless one withdraws it", async ({
  page,
  browser,
  app,
}) => {
  const founders = [
    await createInvestor(app, "first@rowan.example", "Owen Pryce"),
    await createInvestor(app, "second@rowan.example", "Ruth Alder"),
  ];
  const [first, second] = founders;
  if (!first || !second) return;
  for (const founder of founders) await giveAdminRole(app.db, { ...founder, full_name: founder.email });
  const { company_id } = await buildHeldRound(app.db, {
    company: { name: "Rowan Looms" },
    terms: { price: "1.00", scheme: "EIS" },
    code: "R7Z",
    called_on: "2024-01-25",
    wired_on: "2024-02-01",
    issued_on: "2024-02-02",
    members: founders.map(({ record_id }) => ({ record_id, tier: "vip", shares: 2000, paid_on: "2024-01-28" })),
  });
  await signIn(page, first, shares);
  const sale = { kind: "sale", happened_on: "2025-07-01", price: "0.40", costs_pence: 0 };
  const proposed = await page.request.post(`/api/companies/${company_id}/exits`, {
    data: sale,
    headers: { origin: new URL(page.url()).origin },
  });
  expect(proposed.status()).toBe(201);
  await page
    .getByRole("table", { name: /^Companies of which/ })
    .getByRole("link", { name: "Rowan Looms" })
    .click();
  await page.getByRole("link", { name: /^Sale/ }).click();
  await expect(page.getByText("another admin, who may hold some of the shares.")).toBeVisible();

  const other = await (await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" })).newPage();
  await signIn(other, second, page.url());
  await other.getByRole("button", { name: /^Confirm/ }).click();
  const dialog = other.getByRole("dialog");
  await expect(
    dialog.getByText(/everybody who holds them is told now and it takes effect 24 hours later/),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(other.getByText(/^Takes effect on .*, unless an admin withdraws it\.$/).first()).toBeVisible();
  await expect(other.getByText(/^Ruth Alder confirmed it\. Takes effect on/)).toBeVisible();
  await expect(other.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
  await expectAccessible(other);
  await expectToFitAt(other, [768, 320]);

  await page.reload();
  await page.getByRole("button", { name: "Withdraw…" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("The buyer has not signed");
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw it" }).click();
  await expect(page.getByText("Because: The buyer has not signed")).toBeVisible();
  await expect(page.getByText(/Takes effect on/)).toHaveCount(0);
});
