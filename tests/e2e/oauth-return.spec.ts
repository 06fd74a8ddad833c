import type { APIRequestContext } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { expect, expectToast, signInAsMember, test } from "./test.ts";

const refusedCall = /Failed to load resource/;

/** As a program signs in. */
async function tokensOf(request: APIRequestContext, { email, password } = sampleAccounts.member): Promise<string> {
  const answer = await request.post("/api/tokens", { data: { email, password } });
  const { access_token, refresh_token } = await answer.json();
  return String(new URLSearchParams({ access_token, refresh_token, token_type: "bearer" }));
}

test.use({ allowedNoise: [refusedCall] });

test.describe("A sign-in that comes back to the sign-in page", () => {
  for (const address of [
    "/#/login?error=access_denied&error_description=Cancelled+there.",
    "/?error=access_denied&error_description=Cancelled+there.#/login",
    "/#/login#error=access_denied&error_description=Cancelled+there.",
  ]) {
    test(`with an error in ${address.replace(/error.*?\./, "…")} says what it is, at a clean address`, async ({
      page,
    }) => {
      await page.goto(address);
      await expectToast(page, "Authentication Error");
      await expectToast(page, "Cancelled there.");
      await expect(page).toHaveURL(/:\d+\/#\/login$/);
    });
  }

  test("with nothing but an error's code says that, also while the site is open", async ({ page }) => {
    await page.goto("/#/login");
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
    await page.goto("/#/login?error=server_error");
    await expectToast(page, "server_error");
    await expect(page).toHaveURL(/#\/login$/);
  });

  test("with a code goes on once there is a session", async ({ page, club }) => {
    let looks = 0;
    await page.route("**/api/session", async (route) => {
      looks += 1;
      if (looks === 2) {
        await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible();
        const headers = { origin: club.url };
        await page.request.post("/api/auth/sign-in/email", { data: sampleAccounts.member, headers });
      }
      await route.continue();
    });
    await page.goto("/?code=abc&state=x#/login");
    await expect(page).toHaveURL(/:\d+\/#\/members$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Priya");
  });

  test("with a code and no session says so after 1000 ms", async ({ page }) => {
    const looks: number[] = [];
    page.on("requestfinished", (request) => {
      if (request.url().endsWith("/api/session")) looks.push(request.timing().startTime);
    });
    await page.goto("/#/login?code=abc");
    await expect(page).toHaveURL(/:\d+\/#\/login$/);
    await expectToast(page, "Session Error");
    await expectToast(page, "Failed to establish session. Please try logging in again.");
    const [first = 0, second = 0] = looks;
    expect(second - first).toBeGreaterThanOrEqual(1000);
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  });

  test("with a pair of tokens is signed in", async ({ page, request }) => {
    await page.goto(`/#/login?${await tokensOf(request)}`);
    await expect(page).toHaveURL(/#\/members$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Priya");
  });

  test("with tokens that are refused says so", async ({ page }) => {
    await page.goto("/#/login?access_token=made&refresh_token=up");
    await expectToast(page, "Session Error");
    await expectToast(page, "Failed to establish session. Please try logging in again.");
    await expect(page).toHaveURL(/:\d+\/#\/login$/);
  });

  test("with tokens that nobody could look at says so", async ({ page }) => {
    await page.route("**/api/session", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.goto("/#/login?access_token=made&refresh_token=up");
    await expectToast(page, "Authentication Error");
    await expectToast(page, "An error occurred during sign in. Please try again.");
  });
});

test.describe("A sign-in that comes back to the members area", () => {
  test("with a pair of tokens behind the hash is signed in, and none of it stays", async ({ page, request }) => {
    const tokens = await tokensOf(request);
    await page.goto(`/#/members#${tokens}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Priya");
    await expect(page).toHaveURL(/:\d+\/#\/members$/);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
    for (const token of new URLSearchParams(tokens).values()) {
      if (token !== "bearer") expect(kept).not.toContain(token);
    }
  });

  test("with tokens that are refused ends at the sign-in page", async ({ page }) => {
    await page.goto("/#/members#access_token=made&refresh_token=up");
    await expectToast(page, "Session Error");
    await expect(page).toHaveURL(/:\d+\/#\/login$/);
  });

  test("with a code only has it taken out of the address", async ({ page }) => {
    await signInAsMember(page);
    await page.goto("/?code=abc&state=x#/members?tab=events");
    await expect(page.getByRole("heading", { name: "Member Events" })).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/#\/members\?tab=events$/);
    await expect(page.getByText("Session Error")).toHaveCount(0);
  });

  test("with an error goes to the sign-in page, in the place of the members area", async ({ page }) => {
    await page.goto("/#/about");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto("/#/members?error=access_denied&error_description=Cancelled+there.");
    await expectToast(page, "Authentication Error");
    await expectToast(page, "Cancelled there.");
    await expect(page).toHaveURL(/:\d+\/#\/login$/);
    await page.goBack();
    await expect(page).toHaveURL(/#\/about$/);
  });
});
