import { linkIn, tokenIn } from "../support/mailbox.ts";
import type { RunningApp } from "../support/running-app.ts";
import { callsOfAdmin } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFit, signInByForm, test } from "./test.ts";

const password = "four slow barges";

/** Through the API. @returns the verification link. */
async function register(app: RunningApp, email: string): Promise<string> {
  const admin = await callsOfAdmin(app);
  const { code } = await (await admin.post("/api/invitations", { data: { email } })).json();
  await admin.post("/api/registrations", { data: { code, email, password }, headers: { cookie: "" } });
  return linkIn(await app.mailbox.waitFor(email, /Verify/));
}

test.use({ allowedNoise: [/Failed to load resource/] });

test.describe("The e-mail verification link", () => {
  test("The verification link opens a page that verifies only after asking for the password", { tag: "@main" }, async ({
    page,
    app,
  }) => {
    const email = "signe@lock.example";
    const link = await register(app, email);
    const posts: string[] = [];
    const addresses: string[] = [];
    page.on("request", (sent) => {
      addresses.push(`${sent.url().split("#")[0]} ${sent.headers().referer}`);
      if (sent.method() === "POST") posts.push(new URL(sent.url()).pathname);
    });

    await test.step("the token is removed from the URL, survives a reload, and is only read", async () => {
      await page.goto(link);
      await expect(page.getByRole("heading", { name: "Verify your email address", exact: true })).toBeVisible();
      await expect(page).toHaveURL(/:\d+\/#\/verify-email$/);
      await page.reload();
      await expect(page.getByLabel("Password")).toBeVisible();
      await page.setViewportSize({ width: 320, height: 700 });
      await expectToFit(page);
      await expectAccessible(page);
      expect(new Set(posts)).toEqual(new Set(["/api/auth/verify-email/read"]));
    });

    await test.step("a missing or wrong password shows an error at the field", async () => {
      await page.getByRole("button", { name: "Verify email address" }).click();
      await expect(page.getByText("Please enter your password.")).toBeVisible();
      await page.getByLabel("Password").fill("not what was chosen");
      await page.getByLabel("Password").press("Enter");
      await expect(page.getByLabel("Password")).toHaveAccessibleDescription(
        "This is not the password that the account was registered with.",
      );
      await expect(page.getByLabel("Password")).toBeFocused();
    });

    await test.step("the button shows progress, and a network failure is reported", async () => {
      await page.route("**/api/auth/verify-email", async (route) => {
        await expect(page.getByRole("button", { name: "Verifying..." })).toBeVisible();
        await expect(page.getByLabel("Password")).toBeDisabled();
        await route.abort();
      });
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Verify email address" }).click();
      await expectToast(page, "The email address was not verified");
      await expectToast(page, "The club could not be reached. Please check your connection and try again.");
      await page.unroute("**/api/auth/verify-email");
    });

    await test.step("the right password verifies the address and signs in", async () => {
      await page.getByRole("button", { name: "Verify email address" }).click();
      await expectToast(page, "Login successful!");
      await expect(page).toHaveURL(/#\/members/);
      expect(addresses.filter((address) => address.includes(tokenIn(link)))).toEqual([]);
    });

    await test.step("a used link says so at once to a person who is signed in, and leads on", async () => {
      await page.goto(link);
      await expectToast(page, "Your email address is verified already");
      await expect(page).toHaveURL(/#\/members/);
    });

    await test.step("and to one who is not, with the sign-in form", async () => {
      await page.context().clearCookies();
      await page.goto("about:blank");
      await page.goto(link);
      await expect(page.getByText("Your email address is verified already.")).toBeVisible();
      await expect(page.getByText("This link is not needed any more: you can sign in.")).toBeVisible();
      await expect(page.getByLabel("Email")).toHaveValue(email);
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
      await expectAccessible(page.getByRole("main"));
    });
  });

  test("The verification link leads a person without the password to a reset, which verifies too", async ({
    page,
    app,
  }) => {
    const email = "runa@lock.example";
    await page.goto(await register(app, email));
    await page.getByRole("link", { name: "Choose a new one" }).click();
    await page.getByLabel("Email").first().fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.goto(linkIn(await app.mailbox.waitFor(email, /^Choose a new password/)));
    await page.getByLabel("New password").fill("a barge of one's own");
    await page.getByRole("button", { name: "Save the password" }).click();
    await expectToast(page, "Your password has changed");
    await signInByForm(page, { email, password: "a barge of one's own" });
  });
});

test("Both pages report an invalid link when the token is missing, also at clean URLs", async ({ page }) => {
  for (const path of ["/verify-email", "/confirm-email-change"]) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`:\\d+/#${path}$`));
    await expect(page.getByRole("heading", { name: "This link does not work", exact: true })).toBeVisible();
  }
});
