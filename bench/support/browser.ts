import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { chromiumPath } from "#tests/support/chromium.ts";

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath() ?? "chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });

/** A browser's context in which the sample club's admin is signed in. */
export async function contextOfAdmin(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  const answer = await context.request.post("/api/auth/sign-in/email", {
    data: sampleAccounts.admin,
    headers: { origin: baseURL },
  });
  if (!answer.ok()) throw new Error(`The admin could not sign in: ${answer.status()}`);
  return context;
}
