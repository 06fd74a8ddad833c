import { type Browser, type BrowserContext, type CDPSession, chromium } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { chromiumFlags, chromiumPath } from "#tests/support/chromium.ts";

export const viewport = { width: 1280, height: 800 };
/** More than what a window without a screen shows less than the height it was given. */
const sparePx = 200;

export const launchBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath() ?? "chromium", args: [...chromiumFlags, ...flags] });

/** A browser's context in which the sample club's admin is signed in. */
export async function contextOfAdmin(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport });
  const answer = await context.request.post("/api/auth/sign-in/email", {
    data: sampleAccounts.admin,
    headers: { origin: baseURL },
  });
  if (!answer.ok()) throw new Error(`The admin could not sign in: ${answer.status()}`);
  return context;
}

/**
 * Makes room in the window for the whole of the page. A change below the window's edge is painted but never presented,
 * so that an interaction there seems to last until something above it changes.
 */
export async function showWholePage(devtools: CDPSession): Promise<void> {
  const { windowId } = await devtools.send("Browser.getWindowForTarget");
  const bounds = { width: viewport.width, height: viewport.height + sparePx };
  await devtools.send("Browser.setWindowBounds", { windowId, bounds });
}
