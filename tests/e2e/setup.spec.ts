import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type RunningApp, runApp } from "../support/running-app.ts";
import { tabTo } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFit, test as sampleTest } from "./test.ts";

const ada = { email: "ada@harbour.example", password: "seven quiet lanterns" };
const grace = { email: "grace@harbour.example", password: "four slow barges" };

/** A club of its own, which nobody has set up, without a mail server. */
const test = sampleTest.extend<object, { app: RunningApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from it.
    async ({}, use) => {
      const app = await runApp({ ADMIN_EMAILS: `${ada.email}, ${grace.email}`, SMTP_URL: "" });
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

test.use({ allowedNoise: [/Failed to load resource/] });

function linkOf(app: RunningApp, email: string): string {
  const lines = readFileSync(join(app.dataDir, "registration-links.txt"), "utf8").split("\n");
  return lines.find((line) => line.startsWith(email))?.split(/\s+/)[1] ?? "";
}

/** Tabs to a control and types, as without a mouse. */
async function typeAt(page: Page, label: string, text: string): Promise<void> {
  await tabTo(control(page, label));
  await page.keyboard.type(text);
}

const control = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).or(page.getByRole("button", { name: label, exact: true }));

test("The first admin sets up a club by keyboard on a narrow screen, closes the browser halfway, and goes on", async ({
  browser,
  app,
}) => {
  const viewport = { width: 320, height: 700 };
  const link = linkOf(app, ada.email);
  const sent: string[] = [];

  await test.step("the link leaves neither address nor requests, and survives a reload with the name that was typed", async () => {
    const context = await browser.newContext({ baseURL: app.url, viewport });
    const page = await context.newPage();
    page.on("request", (request) => sent.push(`${request.url().split("#")[0]} ${request.headers().referer}`));
    await page.goto(link);
    await expect(page.getByText("Step 1 of 4: Your account")).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/#\/setup$/);
    await expectToFit(page);
    await expectAccessible(page);
    await tabTo(control(page, "Create my account"));
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Your name")).toBeFocused();
    await expect(page.getByLabel("Your name")).toHaveAccessibleDescription("Please fill this in");
    await page.keyboard.type("Ada Byron");
    await typeAt(page, "Password", "password");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/too easy to guess/);
    await page.reload();
    await expect(page.getByLabel("Your name")).toHaveValue("Ada Byron");
    await expect(page.getByLabel("Password")).toHaveValue("");
    await typeAt(page, "Password", ada.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Step 2 of 4: Your club")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle(/^Step 2 of 4/);
    const code = /token=(\w+)-/.exec(link)?.[1] ?? "none";
    expect(sent.filter((line) => line.includes(code))).toEqual([]);
    await page.goBack();
    await expect(page).not.toHaveURL(/token/);
    await context.close();
  });

  const context = await browser.newContext({ baseURL: app.url, viewport });
  const page = await context.newPage();

  await test.step("a link that was used says to sign in, and the sign-in goes on with the setup", async () => {
    await page.goto(link);
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Welcome back", exact: true })).toBeVisible();
    await page.getByLabel("Email").fill(ada.email);
    await page.getByLabel("Password", { exact: true }).fill(ada.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Step 2 of 4: Your club")).toBeVisible();
  });

  await test.step("the checklist reminds of it", async () => {
    await page.goto("/#/members?tab=admin&view=system");
    await expect(page.getByText("Ada Byron has begun and not finished it.")).toBeVisible();
    await page.getByRole("link", { name: "Go on" }).click();
    await expect(page.getByLabel("Name of the club")).toBeVisible();
  });

  await test.step("what is missing is named, and what was typed survives a reload and a failure", async () => {
    await expectToFit(page);
    await expectAccessible(page);
    await tabTo(control(page, "Next"));
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Name of the club")).toBeFocused();
    await expect(page.getByLabel("Postal address")).toHaveAccessibleDescription("Please fill this in");
    await page.keyboard.type("Harbour Angels");
    await typeAt(page, "Operator", "Harbour Angels Ltd");
    await typeAt(page, "Company number", "SC123456");
    await typeAt(page, "Postal address", "1 Quay Street\nLeith");
    await page.reload();
    await expect(page.getByText("What you had typed is still here.")).toBeVisible();
    await expect(page.getByLabel("Postal address")).toHaveValue("1 Quay Street\nLeith");
    await tabTo(control(page, "Examples"));
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Nothing" })).toBeChecked();
    await tabTo(control(page, "Next"));
    await page.keyboard.press("Enter");
  });

  await test.step("each claim is asked for, none is ticked, and a failure leads back to what was typed", async () => {
    await expect(page.getByText("Step 3 of 4: Claims on the public site")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const ticks = page.getByRole("main").getByRole("checkbox");
    await expect(ticks).toHaveCount(9);
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await expectToFit(page);
    await expectAccessible(page);
    const beside = page.getByLabel(
      "The club and its founders put their own money into every opportunity that they show.",
    );
    await tabTo(beside);
    await page.keyboard.press("Space");
    await expect(beside).toBeChecked();
    await page.route("**/api/setup/finish", (route) => route.abort());
    await tabTo(control(page, "Set up the club"));
    await page.keyboard.press("Enter");
    await expect(page.getByText("The club was not set up").first()).toBeVisible();
    await page.unroute("**/api/setup/finish");
    await expect(beside).toBeChecked();
    await tabTo(control(page, "Set up the club"));
    await page.keyboard.press("Enter");
  });

  await test.step("the last step says where emails go, and sends one there", async () => {
    await expect(page.getByRole("heading", { level: 1, name: "Your club is set up", exact: true })).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByText(/No mail server is set, so nobody gets an email/)).toBeVisible();
    await page.getByRole("button", { name: "Send a test email" }).press("Enter");
    await expect(page.getByText("Written to a file")).toBeVisible({ timeout: 20_000 });
    await expectToFit(page);
    await expectAccessible(page);
    await expect(page.getByRole("banner").getByText("Harbour Angels").first()).toBeVisible();
    await page.getByRole("link", { name: "Go to the members area" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Ada");
  });

  await test.step("who invites somebody is told that no email goes out, and what to do instead", async () => {
    await page.goto("/#/members?tab=admin&view=invitations");
    await page.getByRole("main").getByRole("textbox", { name: "Email" }).fill("mary@harbour.example");
    await page.getByRole("button", { name: "Create invitation" }).click();
    const words = "No mail server is set, so mary@harbour.example gets no email: copy the code and pass it on.";
    await expectToast(page, words);
    await page.getByRole("button", { name: "Send again to mary@harbour.example" }).click();
    await expectToast(page, "Invitation Prolonged");
  });

  await test.step("a visitor finds good pages where nothing is written yet", async () => {
    const visitor = await (await browser.newContext({ baseURL: app.url, viewport })).newPage();
    for (const [path, text] of [
      ["/insights", "No articles yet"],
      ["/news", "No news yet"],
      ["/membership", "Nothing is answered here yet. Ask us."],
      ["/founders", "Nothing is answered here yet. Ask us."],
      ["/privacy", "Company number SC123456"],
      ["/about", "Harbour Angels is run by Harbour Angels Ltd, company number SC123456."],
      ["/", "We invest beside you"],
    ] as const) {
      await visitor.goto(path);
      await expect(visitor.getByText(text)).toBeVisible();
      await expectToFit(visitor, path);
      await expectAccessible(visitor);
    }
    const apply = visitor.getByRole("link", { name: "Apply for VIP" });
    await visitor.goto("/membership");
    await expect(apply).toHaveAttribute("href", "/contact");
    await visitor.goto("/founders");
    const enquiry = visitor.getByRole("link", { name: "Tell us about your company" }).first();
    await expect(enquiry).toHaveAttribute("href", `mailto:${ada.email}`);
    await visitor.context().close();
  });

  await test.step("the second first admin's link is a registration with a name", async () => {
    const hers = await (await browser.newContext({ baseURL: app.url, viewport })).newPage();
    await hers.goto(linkOf(app, grace.email));
    await expect(hers.getByText("The club is set up. Your link makes you an admin too.")).toBeVisible();
    await expect(hers.getByText(`This link was made for ${grace.email} and works once.`)).toBeVisible();
    await expect(hers.getByLabel("Invitation code")).toHaveCount(0);
    await expect(hers).toHaveURL(/#\/setup$/);
    await hers.getByRole("button", { name: "Register" }).click();
    await expect(hers.getByText("Please fill this in")).toBeVisible();
    await hers.getByLabel("Your name").fill("Grace Hopper");
    await hers.getByLabel("Password", { exact: true }).fill(grace.password);
    await hers.getByRole("button", { name: "Register" }).click();
    await expect(hers.getByRole("heading", { name: "Registration Complete!", exact: true })).toBeVisible();
    await expectAccessible(hers);
    await hers.context().close();
  });
  await context.close();
});
