import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

const wordsOf = async (page: Page): Promise<string> => {
  const text = (await page.getByRole("main").textContent()) ?? "";
  return text.replace(/[’]/g, "'").replace(/\s+/g, " ");
};

test("The home page has its nine sections in order, the three figures and both calls to action", async ({ page }) => {
  await test.step("has its nine sections in order, the three figures and both calls to action", async () => {
    await page.goto("/#/");
    // Rendered by the app only: waits for hydration.
    await expect(page.getByRole("banner").getByRole("link", { name: "Member Zone" })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Become a Member" })).toHaveAttribute("href", "/membership");
    await expect(main.getByRole("link", { name: "Learn More about Kindling" })).toHaveAttribute("href", "/about");
    await expect(main.getByRole("link", { name: "Learn More About Us" })).toHaveAttribute("href", "/about");
    await expect(main.getByRole("link", { name: "View All Insights" })).toHaveAttribute("href", "/insights");
    const text = await wordsOf(page);
    const inOrder = [
      "Invest in Start-ups",
      "6-12",
      "Why Join Our Community?",
      "Investment philosophy",
      "How It Works",
      "How We Compare to Traditional Syndicates",
      "Latest insights",
      "contact@kindling.example",
      "Join Now",
    ];
    const places = inOrder.map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const stats = page.getByRole("region", { name: "The club in figures" });
    for (const words of [/0%\s*Carry/, /6-12\s*Deals per year/, /4 weeks\s*To close/])
      await expect(stats).toContainText(words);
    for (const anchor of ["about", "how-it-works", "membership"])
      await expect(page.locator(`#${anchor}`)).toHaveCount(1);
    await expect(main.locator("#how-it-works h3")).toHaveText([
      /Apply\s+to join/,
      /Access\s+Deals/,
      /Meet the\s+Founders/,
      /Register your\s+Interest/,
      /Send\s+Funds/,
      /Access your\s+Dashboard/,
    ]);
    await expect(main.getByRole("link").filter({ hasText: "min read" })).toHaveCount(4);
  });
  await test.step("shows a comparison in three columns and four rows, with a glossary that explains carry", async () => {
    const table = page.getByRole("table").filter({ hasText: "Fee Type" });
    await expect(table.getByRole("columnheader")).toHaveText(["Fee Type", "Kindling", "Traditional Syndicates"]);
    const rows = [
      ["Investment Fee", "0-12.5%", "2-15%"],
      ["Performance/Carry Fee", "0%", "20%"],
      ["Annual Investment Fee", "0%", "0-10%"],
      ["Annual Membership", "up to £985", "up to £10,000"],
    ];
    for (const [fee = "", app = "", syndicates = ""] of rows) {
      const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: fee, exact: true }) });
      await expect(row.getByRole("cell").nth(0)).toContainText(app);
      await expect(row.getByRole("cell").nth(1)).toContainText(syndicates);
    }
    expect(await wordsOf(page)).toContain("£18,000 profit is £3,600");
  });
  await test.step("has the header and footer links", async () => {
    const header = page.getByRole("banner");
    const links = [
      ["Home", "/"],
      ["About", "/about"],
      ["Membership", "/membership"],
      ["Insights", "/insights"],
      ["Founders", "/founders"],
      ["Contact", "/contact"],
      ["Join Now", "/membership"],
      ["Member Zone", "/login"],
    ];
    for (const [name = "", href = ""] of links) {
      await expect(header.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
    }
    const footer = page.getByRole("contentinfo");
    for (const name of ["Quick links", "Membership"]) {
      await expect(footer.getByRole("navigation", { name })).toBeVisible();
    }
    await expect(footer).toContainText("1 Sample Street");
    await expect(footer).toContainText(/© \d{4} Kindling Club Ltd/);
    await expect(footer.getByRole("link", { name: /LinkedIn/ })).toHaveAttribute("rel", /noopener/);
  });
  await test.step("has the same in the footer of a page with one thing to do, in a few lines", async () => {
    const footer = page.getByRole("contentinfo");
    for (const path of ["/login", "/register", "/forgot-password", "/no/such/page"]) {
      await page.goto(`/#${path}`);
      for (const name of ["About", "Calculator", "Plans", "FAQ", "LinkedIn", "contact@kindling.example", "Terms"]) {
        await expect(footer.getByRole("link", { name }).first()).toBeVisible();
      }
      await expect(footer).toContainText(/© \d{4} Kindling Club Ltd, 1 Sample Street/);
      await expect(footer.getByRole("textbox")).toHaveCount(0);
      expect((await footer.boundingBox())?.height).toBeLessThan(160);
    }
  });
});

test("Each plan's button opens its application form and the founders' button the enquiry form, in a new tab", async ({
  page,
}) => {
  await page.goto("/#/membership");
  for (const plan of ["trial", "premium", "vip"]) {
    const link = page.locator(`a[href="https://forms.kindling.example/apply-${plan}"]`).first();
    await expect(link).toHaveAttribute("target", "_blank");
  }
  for (const anchor of ["membership", "faq", "why-join-the-kindling-club"]) {
    await expect(page.locator(`#${anchor}`)).toHaveCount(1);
  }
  await page.goto("/#/founders");
  const enquiry = page.locator('a[href="https://forms.kindling.example/founders"]').first();
  await expect(enquiry).toHaveAttribute("target", "_blank");
  await page.goto("/#/contact");
  const contact = page.getByRole("main");
  await expect(contact.locator('a[href="mailto:contact@kindling.example"]').first()).toBeVisible();
  await expect(contact.locator('a[href="https://booking.kindling.example/intro-call"]').first()).toBeVisible();
  await expect(contact.locator("form")).toHaveCount(0);
});
