import type { APIRequestContext, Page } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { expect, expectAccessible, expectToast, signIn, test } from "./test.ts";

const refusedCall = /Failed to load resource/;

/** Through the token endpoint. */
async function tokensOf(request: APIRequestContext, { email, password } = sampleAccounts.member): Promise<string> {
  const answer = await request.post("/api/tokens", { data: { email, password } });
  const { access_token, refresh_token } = await answer.json();
  return String(new URLSearchParams({ access_token, refresh_token, token_type: "bearer" }));
}

test.use({ allowedNoise: [refusedCall] });

test.describe("An OAuth callback with an error", () => {
  test("An OAuth error is shown on the sign-in page in our words and removed from the URL, also on an open site", async ({
    page,
  }) => {
    await test.step("a known error", async () => {
      await page.goto("/?error=access_denied&error_description=Cancelled+there.#/login");
      await expectToast(page, "Authentication Error");
      await expectToast(page, "Signing in with Google was cancelled.");
      await expect(page.getByText("Cancelled there.")).toHaveCount(0);
      await expect(page).toHaveURL(/:\d+\/#\/login$/);
    });
    await test.step("an error that is not a code", async () => {
      await page.goto("/#/login?error=Your+account+is+locked.&error_description=Ring+us.");
      await expectToast(page, "An error occurred during sign in. Please try again.");
      await expect(page.getByText(/locked|Ring us/)).toHaveCount(0);
      await expect(page).toHaveURL(/:\d+\/#\/login$/);
    });
    await test.step("an unknown code", async () => {
      await page.goto("/#/login#error=server_error");
      await expectToast(page, "server_error");
      await expect(page).toHaveURL(/#\/login$/);
    });
  });

  test("An OAuth error at the members area redirects to the sign-in page, replacing the history entry", async ({
    page,
  }) => {
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

test.describe("An OAuth callback with a code", () => {
  test("An OAuth callback with a code continues once the session exists", { tag: "@main" }, async ({ page, app }) => {
    let looks = 0;
    await page.route("**/api/session", async (route) => {
      looks += 1;
      if (looks === 2) {
        await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible();
        const headers = { origin: app.url };
        await page.request.post("/api/auth/sign-in/email", { data: sampleAccounts.member, headers });
      }
      await route.continue();
    });
    await page.goto("/?code=abc&state=x#/login");
    await expect(page).toHaveURL(/:\d+\/#\/members$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Priya");
  });

  test("An OAuth code without a session, or rejected tokens, show an error after 1000 ms, also at the members area", async ({
    page,
    request,
  }) => {
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

    for (const address of [
      "/#/login?access_token=made&refresh_token=up",
      "/#/members#access_token=made&refresh_token=up",
    ]) {
      await test.step(address, async () => {
        for (const toast of await toasts(page).all()) await toast.getByRole("button", { name: "Close" }).click();
        await expect(toasts(page)).toHaveCount(0);
        await page.goto(address);
        await expectToast(page, "Session Error");
        await expectToast(page, "Failed to establish session. Please try logging in again.");
        await expect(page).toHaveURL(/:\d+\/#\/login$/);
      });
    }

    await test.step("tokens that could not be checked show an authentication error", async () => {
      const tokens = await tokensOf(request);
      await page.route("**/api/session", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await page.goto(`/#/login?${tokens}`);
      await expectToast(page, "Authentication Error");
      await expectToast(page, "An error occurred during sign in. Please try again.");
    });
  });
});

test("An OAuth callback with a token pair signs the person in, names the account and stores no token", async ({
  page,
  request,
}) => {
  await test.step("in the query, to the sign-in page", async () => {
    await page.goto(`/#/login?${await tokensOf(request)}`);
    await expectToast(page, "Login successful!");
    await expectToast(page, `You are signed in as ${sampleAccounts.member.email}.`);
    await expect(page).toHaveURL(/#\/members$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Priya");
    await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/#\/$/);
  });
  await test.step("in the hash, to the members area", async () => {
    const tokens = await tokensOf(request);
    await page.goto(`/#/members#${tokens}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Priya");
    await expect(page).toHaveURL(/:\d+\/#\/members$/);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
    for (const token of new URLSearchParams(tokens).values()) {
      if (token !== "bearer") expect(kept).not.toContain(token);
    }
  });
  await test.step("with only a code, which is removed from the URL", async () => {
    await page.goto("/?code=abc&state=x#/members?tab=events");
    await expect(page.getByRole("heading", { name: "Member Events", exact: true })).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/#\/members\?tab=events$/);
    await expect(page.getByText("Session Error")).toHaveCount(0);
  });
});

test("Tokens of another account ask a signed-in person, who declines and stays, or confirms and changes the account", async ({
  page,
  request,
}) => {
  const question = page.getByRole("dialog", { name: `Continue as ${sampleAccounts.member.email}?` });
  const greeting = page.getByRole("heading", { level: 1 });
  const tokens = await tokensOf(request);
  await signIn(page, sampleAccounts.admin);
  for (const route of ["login", "members"]) {
    await test.step(`at /${route}`, async () => {
      await page.goto(`/#/${route}?${tokens}`);
      await expect(question).toContainText(sampleAccounts.admin.email);
      await expect(page).toHaveURL(/:\d+\/#\/members$/);
      if (route === "login") await expectAccessible(question);
      await question.getByRole("button", { name: "Stay signed in" }).click();
      await expect(question).toHaveCount(0);
      await expect(greeting).toHaveText("Welcome back, Amara");
      const { session } = await (await page.request.get("/api/session")).json();
      expect(session.user.email).toBe(sampleAccounts.admin.email);
    });
  }
  await page.goto(`/#/login?${tokens}`);
  await question.getByRole("button", { name: "Change account" }).click();
  await expectToast(page, `You are signed in as ${sampleAccounts.member.email}.`);
  await expect(greeting).toHaveText("Welcome back, Priya");
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
      await page.goto(`${address}${tokens}`);
      await expect(page).toHaveURL(new RegExp(`:\\d+${clean.replace("?", "\\?")}$`));
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/not found/i);
      await expect(page.getByRole("banner").getByRole("link", { name: "Member Zone" })).toBeVisible();
    });
  }
  await page.goto("about:blank");
  await page.goto(`/#/members/investments/loxa#${tokens}`);
  await expect(page).toHaveURL(/:\d+\/#\/login$/);
  await expect(page.getByText("Please sign in to see this page.")).toBeVisible();
});

const toasts = (page: Page) => page.getByRole("region", { name: /^Messages/ }).getByRole("listitem");
