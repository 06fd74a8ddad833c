import type { Page } from "@playwright/test";
import { createPerson } from "./new-person.ts";
import { ageSignIns, expect, expectAccessible, expectToast, expectToFitAt, signIn, test } from "./test.ts";

const imports = "/#/members?tab=admin&view=companies&list=imports";

const choose = (page: Page, ...lines: string[]) =>
  page.locator("input[type=file]").setInputFiles({
    name: "before-the-club.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["Email,Company,Shares,Price,Cost,Acquired on,Relief", ...lines].join("\n")),
  });

test("An admin imports an earlier holding, mends its line, another one confirms it, and its member sees it", async ({
  page,
  browser,
  app,
}) => {
  const approved = { status: "approved" } as const;
  const holder = await createPerson(app, "holder@osier.example", { ...approved, full_name: "Hana Brackwell" });
  const admin = { ...approved, is_admin: true } as const;
  const first = await createPerson(app, "first@osier.example", { ...admin, full_name: "Owen Pryce" });
  const second = await createPerson(app, "second@osier.example", { ...admin, full_name: "Ruth Alder" });
  await app.db.insertInto("companies").values({ name: "Osier Packaging" }).execute();
  const newPage = async () => (await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" })).newPage();
  await signIn(page, first, imports);

  await test.step("a line with a fault says what to do, and nothing can be proposed", async () => {
    await choose(page, "holder@osier.example,Osier Packaging,4000,1.25,6000.00,2024-03-15,EIS");
    await expect(page.getByText("1 fault to mend")).toBeVisible();
    await expect(page.getByText(/£6,000.00 is not shares × price, £5,000.00/)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Propose/ })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("mended, it is proposed, and waits for another admin", async () => {
    await choose(page, "holder@osier.example,Osier Packaging,4000,1.25,5000.00,2024-03-15,EIS");
    await expect(
      page.getByText("4,000 shares of Osier Packaging, 15 Mar 2024. £1.25 a share, cost £5,000.00. Ordinary, EIS"),
    ).toBeVisible();
    await expect(page.getByText("1 line: cost £5,000.00, fees £0.00")).toBeVisible();
    await page.getByRole("button", { name: "Propose 1 line" }).click();
    await expect(page.getByRole("heading", { name: "before-the-club.csv", exact: true })).toBeVisible();
    await expect(page.getByText("A second person has to confirm this: another admin, who may be in it.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
    await expectAccessible(page);
    await expectToFitAt(page, [768, 320]);
  });

  await test.step("brought again with another relief, it is that line, and what differs is said", async () => {
    await page.getByRole("link", { name: "Earlier holdings" }).first().click();
    await choose(page, "holder@osier.example,Osier Packaging,4000,1.25,5000.00,2024-03-15,SEIS");
    await expect(page.getByText("0 new lines, 1 brought before, 1 of them with other details")).toBeVisible();
    await expect(
      page.getByText("Is line 2 of before-the-club.csv, with other details. Relief: EIS there, SEIS here."),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^Propose/ })).toHaveCount(0);
  });

  await test.step("another admin, who signed in a while ago, says who they are and confirms it", async () => {
    const other = await newPage();
    await signIn(other, second, new URL(imports, page.url()).href);
    await other.getByRole("link", { name: "before-the-club.csv", exact: true }).click();
    await expect(other.getByRole("row", { name: /Hana Brackwell/ })).toContainText("£5,000.00");
    await other.getByRole("button", { name: /^Confirm/ }).click();
    await ageSignIns(app);
    await other.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    const question = other.getByRole("dialog", { name: "Confirm that it is you" });
    await question.getByLabel("Your password").fill(second.password);
    await question.getByRole("button", { name: "Confirm" }).click();
    await expectToast(other, "Confirmed. Members are told.");
    await expect(other.getByRole("button", { name: "Take back…" })).toBeVisible();
    await other.context().close();
  });

  await test.step("the member finds the shares among what they own", async () => {
    const mine = await newPage();
    await signIn(mine, holder, new URL("/#/members?tab=investments&view=mine", page.url()).href);
    const row = mine.getByRole("row", { name: /Osier Packaging/ });
    await expect(row).toContainText("Through the club, imported");
    await expect(row).toContainText("£5,000.00");
    await mine.context().close();
  });
});
