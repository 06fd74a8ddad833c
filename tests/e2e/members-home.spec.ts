import { registerPerson } from "./new-person.ts";
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

test("A tab change is announced, updates the URL, and can be undone with Back", async ({ page }) => {
  await signInAsMember(page);
  const tabs = page.getByRole("navigation", { name: "Members area" });
  await tabs.getByRole("link", { name: "Member Events" }).click();
  await expect(page).toHaveURL(/#\/members\?tab=events$/);
  const announced = page.getByRole("status").filter({ hasText: "| Kindling" });
  await expect(announced).toHaveText("Member Events | Kindling");
  await expect(tabs.getByRole("link", { name: "Member Events" })).toBeFocused();
  await tabs.getByRole("link", { name: "Member Directory" }).click();
  await expect(announced).toHaveText("View Directory | Kindling");
  await page.getByRole("link", { name: "Submit Profile" }).click();
  await expect(page).toHaveURL(/tab=directory&view=submit$/);
  await expect(announced).toHaveText("Submit Profile | Kindling");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Member Directory" })).toBeVisible();
});

test("A visitor redirected from the members area to sign-in sees the reason and returns to the requested page", async ({
  page,
  club,
}) => {
  const person = await registerPerson(club, "sent.here@castell.example");
  await page.goto("/#/login");
  const notice = page.getByText("Please sign in to see this page.");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back" })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.goto("/#/members?tab=events");
  await expect(page).toHaveURL(/#\/login$/);
  await expect(notice).toBeVisible();
  await page.getByLabel("Email").first().fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/#\/members\?tab=events$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, sent.here");
  await expect(page.getByText(/waiting for approval/)).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/#\/$/);
  await page.goto("/#/login");
  await expect(page.getByLabel("Email").first()).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("A company page shows the club's text and placeholders for missing text", async ({ page }) => {
  await signInAsMember(page, "/#/members/investments/loxa");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Loxa");
  await expect(page.getByText("To be filled in by the club")).toHaveCount(10);
  await expectAccessible(page);

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
  const main = page.getByRole("main");
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
  await expect(page.getByText("To be filled in by the club")).toHaveCount(0);
  await expectAccessible(page);
});

test("A company page shows its logo, or its name when it has no logo", async ({ page }) => {
  await signInAsMember(page, "/#/members/investments/pandektes");
  const main = page.getByRole("main");
  await expect(main.locator('img[src="/logos/pandektes.svg"]')).toBeVisible();
  await page.route("**/api/investments", async (route) => {
    const { items, next_cursor } = await (await route.fetch()).json();
    const unnamed = items.map((item: { slug: string }) => ({ ...item, logo: null }));
    await route.fulfill({ json: { items: unnamed, next_cursor } });
  });
  await page.reload();
  await expect(main.getByText("Pandektes", { exact: true })).toHaveCount(2);
  await expect(main.locator("img")).toHaveCount(0);
  await page.goto("/#/members");
  await expect(main.getByRole("link", { name: /^Loxa/ }).getByText("Loxa", { exact: true })).toHaveCount(2);
});

test("The portfolio shows three cards with logo, name, website and status", async ({ page }) => {
  await signInAsMember(page);
  await expect(page.getByRole("heading", { name: "Our Investment Portfolio" })).toBeVisible();
  const cards = page.getByRole("main").getByRole("link", { name: /Status: Active/ });
  for (const slug of ["propane", "loxa", "pandektes"]) {
    const card = cards.and(page.locator(`[href$="/members/investments/${slug}"]`));
    await expect(card).toContainText(`${slug}.example`);
    const logo = card.locator("img");
    await expect(logo).toBeVisible();
    await expect(logo).toHaveAttribute("src", `/logos/${slug}.svg`);
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(40);
  }
  await expect(cards).toHaveCount(3);
});
