// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  type Answers,
  expectAccessible,
  expectToast,
  fill,
  findField,
  json,
  openPage,
  press,
  problem,
} from "#tests/support/open-page.tsx";

const email = "priya@ledgerlight.example";
const signedIn = json({ redirect: false });

async function openSignIn(answers: Answers) {
  const page = await openPage("/login", { answers: { "POST /auth/sign-in/email": signedIn, ...answers } });
  await fill(page.user, await findField("Email"), email);
  await fill(page.user, await findField("Password"), "not the password");
  return page;
}

describe("The sign-in form", () => {
  it("The sign-in form reports its empty fields, and focuses the first one", async () => {
    const { user } = await openPage("/login");
    expect(screen.getByRole("heading", { name: "Welcome back" })).toBeDefined();
    expect(screen.getByText("Registration is by invitation only.")).toBeDefined();
    await press(user, "Sign in");
    expect(await screen.findByText("Please enter your email address.")).toBeDefined();
    expect(screen.getByText("Please enter your password.")).toBeDefined();
    expect(document.activeElement).toBe(await findField("Email"));
  });

  it("The sign-in form leaves the input and focuses the password when it is wrong", async () => {
    const { user } = await openSignIn({
      "POST /auth/sign-in/email": problem(401, "invalid_credentials", "Invalid login credentials"),
    });
    await press(user, "Sign in");
    await expectToast("Login failed", "Invalid email or password. Please check your credentials and try again.");
    const password = await findField("Password");
    expect([(await findField("Email")).value, password.value]).toEqual([email, "not the password"]);
    await waitFor(() => expect(document.activeElement).toBe(password));
    await expectAccessible();
  });

  it.each([
    {
      when: "the connection is lost",
      call: "POST /auth/sign-in/email",
      answer: "no network" as const,
      title: "Login failed",
      description: "The club could not be reached. Please check your connection and try again.",
    },
    {
      when: "no session exists afterwards",
      call: "GET /session",
      answer: json({ session: null }),
      title: "Session Error",
      description: "Failed to establish session. Please try logging in again.",
    },
    {
      when: "the session has no user",
      call: "GET /session",
      answer: json({ session: { role: "admin" } }),
      title: "Login failed",
      description: "Auth session or user missing",
    },
  ])("The sign-in form shows '$description' when $when", async ({ call, answer, title, description }) => {
    const { user } = await openSignIn({ [call]: answer });
    await press(user, "Sign in");
    await expectToast(title, description);
    expect(window.location.hash).toBe("#/login");
  });
});

describe("A failed sign-in with Google", () => {
  it.each([
    {
      answer: problem(
        404,
        "google_not_configured",
        "Signing in with Google is not set up at this club. Please sign in with your password.",
      ),
      title: "Google Sign In Error",
      description: "Signing in with Google is not set up at this club. Please sign in with your password.",
    },
    {
      answer: problem(503, "internal_error", "Not just now."),
      title: "Google Sign In Error",
      description: "Not just now.",
    },
    {
      answer: { status: 502, body: "" },
      title: "Google Sign In Error",
      description: "Unable to sign in with Google. Please try again.",
    },
    {
      answer: "no network" as const,
      title: "Unexpected Error",
      description: "An unexpected error occurred. Please try again.",
    },
  ])(
    "A failed sign-in with Google shows '$description', and enables the button again",
    async ({ answer, title, description }) => {
      const { user } = await openPage("/login", {
        club: { is_google_available: true },
        answers: { "POST /auth/sign-in/social": answer },
      });
      const google = await screen.findByRole<HTMLButtonElement>("button", { name: "Continue with Google" });
      await user.click(google);
      await expectToast(title, description);
      await waitFor(() => expect(google.disabled).toBe(false));
      expect(google.getAttribute("aria-disabled")).not.toBe("true");
      expect(document.activeElement).toBe(google);
    },
  );
});

describe("The second step", () => {
  const challenged = { "POST /auth/sign-in/email": json({ twoFactorRedirect: true, twoFactorMethods: ["totp"] }) };

  const until = () => Number(sessionStorage.getItem("two-factor-until"));

  it("The second step is remembered by the tab for ten minutes", async () => {
    const { user } = await openSignIn(challenged);
    await press(user, "Sign in");
    expect(await screen.findByRole("heading", { name: "Two-factor sign-in" })).toBeDefined();
    expect(Math.round((until() - Date.now()) / 60_000)).toBe(10);
  });

  it("The second step is asked for again after a reload of the tab, until somebody goes back", async () => {
    sessionStorage.setItem("two-factor-until", String(Date.now() + 60_000));
    const { user } = await openPage("/login");
    expect(await screen.findByRole("heading", { name: "Two-factor sign-in" })).toBeDefined();
    await press(user, "Back");
    expect(await screen.findByRole("heading", { name: "Welcome back" })).toBeDefined();
    expect(until()).toBe(0);
  });

  it("The second step is not asked for once its ten minutes are over", async () => {
    sessionStorage.setItem("two-factor-until", String(Date.now() - 1));
    await openPage("/login");
    expect(await screen.findByRole("heading", { name: "Welcome back" })).toBeDefined();
  });
});
