import { type BrowserContext, test as base, type Cookie, expect, type Locator, type Page } from "@playwright/test";
import axe from "axe-core";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { type RunningApp, runApp } from "../support/running-app.ts";
import { giveCredentials } from "./page-actions.ts";

interface Account {
  email: string;
  password: string;
  session?: Parameters<BrowserContext["addCookies"]>[0][0];
}

interface Options {
  /** Expected console messages, such as the browser's line about a 4xx. */
  allowedNoise: RegExp[];
}

/**
 * Playwright writes this line instead of registering a worker: its answer to a page would hide the request from a journey's
 * routes.
 */
const blockedWorker = "Service Worker registration blocked";

/** Fails on console errors and warnings. */
export const test = base.extend<Options & { guard: undefined }, { app: RunningApp }>({
  allowedNoise: [[], { option: true }],
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from it.
    async ({}, use) => {
      const app = await runApp();
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: ({ app }, use) => use(app.url),
  guard: [
    async ({ context, allowedNoise }, use) => {
      const noise: string[] = [];
      context.on("console", (message) => {
        if (["error", "warning"].includes(message.type()) && !message.text().startsWith(blockedWorker))
          noise.push(message.text());
      });
      context.on("weberror", (error) => noise.push(String(error.error())));
      await use(undefined);
      expect(noise.filter((line) => !allowedNoise.some((allowed) => allowed.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

const allRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const colourRules = ["color-contrast", "link-in-text-block"];

/** axe: WCAG 2.2 AA, of the page or, for less CPU, of the part of it that has changed since another journey's scan. */
export async function expectAccessible(target: Page | Locator, rules = allRules): Promise<void> {
  const [page, root] = "goto" in target ? [target, target.locator(":root")] : [target.page(), target];
  await settle(page);
  // Half a megabyte: once per document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await root.evaluate(async (element, runOnly) => {
    // Parts that are out of view are not laid out yet: what is in them would lie over the next part.
    const laidOut = new CSSStyleSheet();
    laidOut.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(laidOut);
    const context = element === document.documentElement ? document : element;
    const found = await window.axe.run(context, { resultTypes: ["violations"], runOnly });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== laidOut);
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, rules);
  expect(violations).toEqual([]);
}

/** The themes differ in colours only, so the dark one is scanned for these alone. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, colourRules);
  await page.emulateMedia({ colorScheme: "light" });
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** No horizontal overflow. */
export const expectToFit = (page: Page, message?: string) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), { message })
    .toBeLessThanOrEqual(0);

/** Leaves the page at the last width. */
export async function expectToFitAt(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectToFit(page, `at ${width} px`);
  }
}

/** Waits for transitions: axe reads current colours. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** Hydrated and signed out: no document has this link. */
export const expectAppToRun = (page: Page) =>
  expect(
    page.getByRole("banner").getByRole("link", { name: "Member Zone", includeHidden: true }).first(),
  ).toBeAttached();

/** The first match is the toast and not its copy for screen readers. */
export const expectToast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** Tests that only need a session use `signIn`. */
export async function signInByForm(page: Page, account: Account): Promise<void> {
  await page.goto("/#/login");
  await giveCredentials(page, account);
  await expectMembersArea(page);
}

const membersArea = "/#/members";

/** With the account's session, or through the API; then opens an address. */
export async function signIn(page: Page, account: Account, address = membersArea): Promise<void> {
  if (account.session) {
    await page.context().addCookies([account.session]);
  } else {
    const answer = await page.request.post("/api/auth/sign-in/email", { data: account });
    expect(answer.status()).toBe(200);
  }
  await open(page, address);
}

export const signInAsAdmin = (page: Page, address?: string) => signInOnce(page, sampleAccounts.admin, address);
export const signInAsMember = (page: Page, address?: string) => signInOnce(page, sampleAccounts.member, address);

/** Reused sessions of shared accounts. */
const sessions = new Map<Account, { cookies: Cookie[]; freshUntil: number }>();
/** Less than the ten minutes after which accounts, rights and keys ask who is there. */
const freshMs = 5 * 60_000;

/** Reuses a live session: hashing a password takes 0.1 s. */
async function signInOnce(page: Page, account: Account, address = membersArea): Promise<void> {
  const context = page.context();
  const known = sessions.get(account);
  await context.addCookies(known?.cookies ?? []);
  const { session } = await (await context.request.get("/api/session")).json();
  if (session && known && known.freshUntil > Date.now()) return open(page, address);
  await context.clearCookies();
  await signIn(page, account, address);
  sessions.set(account, { cookies: await context.cookies(), freshUntil: Date.now() + freshMs });
}

/** Every sign-in so far is older than the ten minutes, also one that was confirmed since by another test. */
export async function ageSignIns({ db }: Pick<RunningApp, "db">): Promise<void> {
  const created_at = new Date(Date.now() - 11 * 60_000);
  await db.updateTable("auth.sessions").set({ created_at, confirmed_at: null }).execute();
  sessions.clear();
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  if (address === membersArea) await expectMembersArea(page);
}

const expectMembersArea = (page: Page) =>
  expect(page.getByRole("heading", { level: 1, name: /^Welcome( back)?, / })).toBeVisible();
