import { createPerson } from "./new-person.ts";
import { giveCredentials } from "./page-actions.ts";
import { expect, expectAccessible, signInAsAdmin, signInAsMember, test } from "./test.ts";

const columnsOf = (element: Element) => getComputedStyle(element).gridTemplateColumns.split(" ").length;

test("A member's tabs are in three columns, and an admin's in four beside a badge with their e-mail", async ({
  page,
  context,
}) => {
  await signInAsMember(page);
  const tabs = page.getByRole("navigation", { name: "Members area" });
  expect(await tabs.evaluate(columnsOf)).toBe(3);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await signInAsAdmin(page);
  expect(await tabs.evaluate(columnsOf)).toBe(4);
  await expect(tabs.getByRole("link")).toHaveText([/^Investments$/, /^Member Directory/, /^Member Events$/, /^Admin/]);
  const head = page.getByRole("main");
  await expect(head.getByText("Admin Access", { exact: true })).toBeVisible();
  await expect(head.getByText("amara@kindling.example", { exact: true })).toBeVisible();
});

test("A visitor redirected from the members area to sign-in sees the reason and returns to the requested page", async ({
  page,
  app,
}) => {
  const person = await createPerson(app, "sent.here@castell.example");
  await page.goto("/#/login");
  const notice = page.getByText("Please sign in to see this page.");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back", exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.goto("/#/members?tab=events");
  await expect(page).toHaveURL(/#\/login$/);
  await expect(notice).toBeVisible();
  await giveCredentials(page, person);
  await expect(page).toHaveURL(/#\/members\?tab=events$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Events");
  await expect(page.getByRole("main").getByText("sent.here", { exact: true })).toBeVisible();
  await expect(page.getByText(/waiting for approval/)).toBeVisible();
  await page.getByRole("link", { name: "Investments", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, sent.here");
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/#\/$/);
  await page.goto("/#/login");
  await expect(page.getByLabel("Email").first()).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("A company page shows what the club has written, and nothing where it wrote nothing", { tag: "@main" }, async ({
  page,
}) => {
  await signInAsMember(page, "/#/members/investments/loxa");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Loxa");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2 })).toHaveCount(0);
  await expect(page.getByText("Sector")).toHaveCount(0);

  await page.route("**/api/investments", async (route) => {
    const answer = await route.fetch();
    const { items, next_cursor } = await answer.json();
    const [propane, loxa] = items;
    const written = {
      ...loxa,
      what_it_does: "Plans the shifts of small haulage firms.",
      sector: "Logistics software",
      stage: "Seed",
      round: "£600,000 at £3m pre-money",
      instrument: "Ordinary shares",
      tax_relief: "EIS, EIS3 issued May 2026",
      invested_on: "2026-03-12",
      reason: "Customers stay.",
      updates: [{ date: "2026-09-01", title: "A second depot", text: "Leeds follows Hull." }],
      documents: [
        { name: "Share certificate", url: null },
        { name: "Founder deck", url: "https://rooms.kindling.example/loxa" },
      ],
    };
    await route.fulfill({ json: { items: [propane, written], next_cursor } });
  });
  await page.reload();
  for (const text of [
    "Plans the shifts of small haulage firms.",
    "Logistics software",
    "Seed",
    "£600,000 at £3m pre-money",
    "Ordinary shares",
    "EIS, EIS3 issued May 2026",
    "12 March 2026",
    "Customers stay.",
    "1 September 2026",
    "A second depot",
    "Leeds follows Hull.",
    "Share certificate",
    "To come",
  ]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(main.getByRole("link", { name: /^Founder deck/ })).toHaveAttribute(
    "href",
    "https://rooms.kindling.example/loxa",
  );
  await expect(main.getByRole("heading", { level: 2 })).toHaveText([
    "What it does",
    "The deal",
    "Why the club invested",
    "Updates",
    "Documents",
  ]);
  await expectAccessible(page.getByRole("main"));
});

test("A company page shows its logo, or its initials beside its name when it has no logo", async ({ page }) => {
  await signInAsMember(page, "/#/members/investments/pandektes");
  const main = page.getByRole("main");
  await expect(main.locator('img[src="/logos/pandektes.svg"]')).toBeVisible();
  await page.route("**/api/investments", async (route) => {
    const { items, next_cursor } = await (await route.fetch()).json();
    const unnamed = items.map((item: { slug: string }) => ({ ...item, logo: null }));
    await route.fulfill({ json: { items: unnamed, next_cursor } });
  });
  await page.reload();
  await expect(main.getByText("Pandektes", { exact: true })).toHaveCount(1);
  await expect(main.getByText("P", { exact: true })).toBeVisible();
  await expect(main.locator("img")).toHaveCount(0);
  await page.goto("/#/members");
  await expect(main.getByRole("link", { name: /^Loxa/ }).getByText("Loxa", { exact: true })).toHaveCount(1);
});
