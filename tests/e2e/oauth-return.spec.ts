import type { APIRequestContext, Page } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { expect, expectAccessible, expectToast, signIn, signInAsAdmin, signInAsMember, test } from "./test.ts";

const refusedCall = /Failed to load resource/;

/** Through the token endpoint. */
async function tokensOf(request: APIRequestContext, { email, password } = sampleAccounts.member): Promise<string> {
  const answer = await request.post("/api/tokens", { data: { email, password } });
  const { access_token, refresh_token } = await answer.json();
  return String(new URLSearchParams({ access_token, refresh_token, token_type: "bearer" }));
}

/** Loads a new document: a hash change would keep the toasts. */
async function openAnew(page: Page, address: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(address);
}

test.use({ allowedNoise: [refusedCall] });

test.describe("An OAuth callback to the sign-in page", () => {
  test("with an error in the query or the hash shows it and cleans the URL", async ({ page }) => {
    const error = "error=access_denied&error_description=Cancelled+there.";
    for (const address of [`/#/login?${error}`, `/?${error}#/login`, `/#/login#${error}`]) {
      await test.step(address, async () => {
        await openAnew(page, address);
        await expectToast(page, "Authentication Error");
        await expectToast(page, "Signing in with Google was cancelled.");
        await expect(page.getByText("Cancelled there.")).toHaveCount(0);
        await expect(page).toHaveURL(/:\d+\/#\/login$/);
      });
    }
  });

  test("with an untrusted error description shows none of it", async ({ page }) => {
    for (const text of ["error=Your+account+is+locked.&error_description=Ring+us.", "error_description=locked"]) {
      await test.step(text, async () => {
        await openAnew(page, `/#/login?${text}`);
        await expectToast(page, "Authentication Error");
        await expectToast(page, "An error occurred during sign in. Please try again.");
        await expect(page.getByText(/locked|Ring us/)).toHaveCount(0);
      });
    }
  });

  test("with only an error code shows the code, also while the site is open", async ({ page }) => {
    await page.goto("/#/login");
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
    await page.goto("/#/login?error=server_error");
    await expectToast(page, "server_error");
    await expect(page).toHaveURL(/#\/login$/);
  });

  test("with a code continues once the session exists", async ({ page, club }) => {
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

  test("with a code and no session shows a session error after 1000 ms", async ({ page }) => {
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

  test("with a token pair signs the person in and names the account", async ({ page, request }) => {
    await page.goto(`/#/login?${await tokensOf(request)}`);
    await expectToast(page, "Login successful!");
    await expectToast(page, `You are signed in as ${sampleAccounts.member.email}.`);
    await expect(page).toHaveURL(/#\/members$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Priya");
  });

  test("with rejected tokens shows a session error", async ({ page }) => {
    await page.goto("/#/login?access_token=made&refresh_token=up");
    await expectToast(page, "Session Error");
    await expectToast(page, "Failed to establish session. Please try logging in again.");
    await expect(page).toHaveURL(/:\d+\/#\/login$/);
  });

  test("with tokens that could not be checked shows an authentication error", async ({ page, request }) => {
    const tokens = await tokensOf(request);
    await page.route("**/api/session", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.goto(`/#/login?${tokens}`);
    await expectToast(page, "Authentication Error");
    await expectToast(page, "An error occurred during sign in. Please try again.");
  });
});

test.describe("An OAuth callback to the members area", () => {
  test("with a token pair in the hash signs the person in and stores no token", async ({ page, request }) => {
    const tokens = await tokensOf(request);
    await page.goto(`/#/members#${tokens}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Priya");
    await expect(page).toHaveURL(/:\d+\/#\/members$/);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
    for (const token of new URLSearchParams(tokens).values()) {
      if (token !== "bearer") expect(kept).not.toContain(token);
    }
  });

  test("with rejected tokens redirects to the sign-in page", async ({ page }) => {
    await page.goto("/#/members#access_token=made&refresh_token=up");
    await expectToast(page, "Session Error");
    await expect(page).toHaveURL(/:\d+\/#\/login$/);
  });

  test("with only a code removes it from the URL", async ({ page }) => {
    await signInAsMember(page);
    await page.goto("/?code=abc&state=x#/members?tab=events");
    await expect(page.getByRole("heading", { name: "Member Events" })).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/#\/members\?tab=events$/);
    await expect(page.getByText("Session Error")).toHaveCount(0);
  });

  test("with an error redirects to the sign-in page, replacing the history entry", async ({ page }) => {
    await page.goto("/#/about");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto("/#/members?error=access_denied&error_description=Cancelled+there.");
    await expectToast(page, "Authentication Error");
    await expectToast(page, "Signing in with Google was cancelled.");
    await expect(page).toHaveURL(/:\d+\/#\/login$/);
    await page.goBack();
    await expect(page).toHaveURL(/#\/about$/);
  });
});

test.describe("Tokens of another account, opened by a signed-in person,", () => {
  const question = (page: Page) => page.getByRole("dialog", { name: `Continue as ${sampleAccounts.member.email}?` });
  const greeting = (page: Page) => page.getByRole("heading", { level: 1 });

  test("ask for confirmation and keep the session when the person declines", async ({ page, request }) => {
    const tokens = await tokensOf(request);
    await signInAsAdmin(page);
    for (const route of ["login", "members"]) {
      await test.step(`at /${route}`, async () => {
        await page.goto(`/#/${route}?${tokens}`);
        await expect(question(page)).toContainText(sampleAccounts.admin.email);
        await expect(page).toHaveURL(/:\d+\/#\/members$/);
        if (route === "login") await expectAccessible(page);
        await question(page).getByRole("button", { name: "Stay signed in" }).click();
        await expect(question(page)).toHaveCount(0);
        await expect(greeting(page)).toHaveText("Welcome back, Amara");
        const { session } = await (await page.request.get("/api/session")).json();
        expect(session.user.email).toBe(sampleAccounts.admin.email);
      });
    }
  });

  test("switch the account when the person confirms", async ({ page, request }) => {
    await signIn(page, sampleAccounts.admin);
    await page.goto(`/#/login?${await tokensOf(request)}`);
    await question(page).getByRole("button", { name: "Change account" }).click();
    await expectToast(page, `You are signed in as ${sampleAccounts.member.email}.`);
    await expect(greeting(page)).toHaveText("Welcome back, Priya");
  });
});

test("Tokens at any other URL of the site are removed from it and sign nobody in", async ({ page, request }) => {
  const tokens = await tokensOf(request);
  for (const [address, clean] of [
    ["/#", "/#/"],
    ["/?", "/#/"],
    ["/#/about?", "/#/about"],
    ["/#/register?code=ABC&", "/#/register?code=ABC"],
    ["/about#", "/#/about"],
  ] as const) {
    await test.step(address, async () => {
      await openAnew(page, `${address}${tokens}`);
      await expect(page).toHaveURL(new RegExp(`:\\d+${clean.replace("?", "\\?")}$`));
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/not found/i);
      await expect(page.getByRole("banner").getByRole("link", { name: "Member Zone" })).toBeVisible();
    });
  }
  await test.step("/#/members/investments/loxa", async () => {
    await openAnew(page, `/#/members/investments/loxa#${tokens}`);
    await expect(page).toHaveURL(/:\d+\/#\/login$/);
    await expect(page.getByText("Please sign in to see this page.")).toBeVisible();
  });
});
