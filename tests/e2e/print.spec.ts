import { spawnSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { isInstalled } from "../support/system-programs.ts";
import { expect, signInAsMember, test } from "./test.ts";

test.skip(!isInstalled("pdftotext"), "pdftotext is not installed");

async function readPaper(page: Page): Promise<string> {
  const input = await page.pdf({ format: "A4", preferCSSPageSize: true });
  const { status, stdout, stderr } = spawnSync("pdftotext", ["-layout", "-", "-"], { input, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** The bar, the way in and out, and the links below every page. */
const shell = /Log out|Member Zone|Join Now|Search or go to|Subscribe|Investor types|Ask AI about|Skip to the content/;

test("A visitor's paper has the whole article with its sources, and nothing to press or follow", async ({ page }) => {
  await page.goto("/#/insights/eis-seis-tax-schemes");
  await expect(page.getByRole("table").first()).toBeVisible();
  const paper = await readPaper(page);
  expect(paper).toContain("What SEIS and EIS give back");
  expect(paper).toContain("Income taxed at 45%");
  expect(paper).toContain("https://www.gov.uk/");
  expect(paper).toMatch(/Page 1 of [2-9]/);
  expect(paper).not.toMatch(shell);
  expect(paper).not.toMatch(/Copy link|Compare the plans|In this article/);
});

test("A member's paper has the own investments, with name, time and page on each sheet", async ({ page }) => {
  await signInAsMember(page, "/#/members?tab=investments&view=mine");
  await expect(page.getByRole("row", { name: /Saltmarsh Robotics/ }).first()).toBeVisible();
  const paper = await readPaper(page);
  const sheets = paper.split("\f").filter((sheet) => sheet.trim() !== "");
  expect(sheets.length).toBeGreaterThan(1);
  for (const [index, sheet] of sheets.entries()) {
    expect(sheet).toMatch(/^Kindling: Investments of Priya Raman +Printed on /m);
    expect(sheet).toContain(`Page ${index + 1} of ${sheets.length}`);
  }
  expect(paper).toContain("Saltmarsh Robotics");
  expect(paper).toMatch(/All .*£28,413\.47/);
  expect(paper).not.toMatch(shell);
  expect(paper).not.toMatch(/Welcome back|Club Members|Member Directory|As of|Export|As a table/);
});

test.describe("On a phone", () => {
  test.use({ isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } });

  test("A member's paper has no sheet without words, though it is printed from a phone", async ({ page }) => {
    await signInAsMember(page);
    for (const view of ["mine", "documents", "deals"]) {
      await page.goto(`/#/members?tab=investments&view=${view}`);
      await expect(page.getByRole("main").getByRole("status", { name: /loading/i })).toHaveCount(0);
      await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
      const sheets = (await readPaper(page)).split("\f").slice(0, -1);
      for (const sheet of sheets)
        expect(
          sheet
            .replace(/^.*Printed on .*$/m, "")
            .replace(/Page \d+ of \d+/, "")
            .trim(),
          view,
        ).not.toBe("");
    }
  });
});

test("A member's paper has the signed statement whole, without the page that it is opened over", async ({ page }) => {
  await signInAsMember(page, "/#/members?tab=account&view=statements");
  await page.getByRole("button", { name: /^See the statement/ }).click();
  await expect(page.getByRole("dialog")).toContainText("SHA-256 of the form:");
  const paper = await readPaper(page);
  expect(paper).toMatch(/^Kindling: High net worth individual +Printed on /m);
  expect(paper).toContain("Income, to the nearest £10,000: £120,000");
  expect(paper).toContain("Signed by typing: Priya Raman");
  expect(paper).toContain("SHA-256 of the form:");
  expect(paper).toMatch(/Page 1 of [12]/);
  expect(paper).not.toMatch(shell);
  expect(paper).not.toMatch(/Close|Sign again|Withdraw|Investor record|Sign-in and security/);
});
