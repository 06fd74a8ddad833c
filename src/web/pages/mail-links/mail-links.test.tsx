// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { fill, findField, json, openPage, press, problem } from "#tests/support/open-page.tsx";

const expectFocusedHeading = async (name: string) => {
  const heading = await screen.findByRole("heading", { name });
  await waitFor(() => expect(document.activeElement).toBe(heading));
};

describe("The link that verifies an email address", () => {
  it("A link with a made-up token is told at once not to work", async () => {
    await openPage("/verify-email?token=made-up", {
      answers: { "POST /auth/verify-email/read": problem(400, "invalid_token", "This link does not work.") },
    });
    await expectFocusedHeading("This link does not work");
  });

  it("The verifying link signs in with the password that verified the address", async () => {
    const tried: unknown[] = [];
    const { user } = await openPage("/verify-email?token=a-token", {
      answers: {
        "POST /auth/verify-email/read": json({ verified_email: null }),
        "POST /auth/verify-email": json({ email: "ylva@lock.example" }),
        "POST /auth/sign-in/email": ({ body }) => {
          tried.push(body);
          return json({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
        },
      },
    });
    await fill(user, await findField("Password"), "four slow barges");
    await press(user, "Verify email address");
    await waitFor(() => expect(window.location.hash).toContain("#/login"));
    expect(tried).toEqual([{ email: "ylva@lock.example", password: "four slow barges" }]);
  });

  it("The verifying link asks for the password again when the club cannot be reached to sign in", async () => {
    const { user } = await openPage("/verify-email?token=a-token", {
      answers: {
        "POST /auth/verify-email/read": "no network",
        "POST /auth/verify-email": json({ email: "ylva@lock.example" }),
        "POST /auth/sign-in/email": "no network",
      },
    });
    await fill(user, await findField("Password"), "four slow barges");
    await press(user, "Verify email address");
    const email = await findField("Email");
    expect(email.value).toBe("ylva@lock.example");
  });
});

describe("The link that confirms another email address", () => {
  it("A confirming link tells that another account has the address, and leads to the sign-in page", async () => {
    const { user } = await openPage("/confirm-email-change?token=half", {
      answers: {
        "POST /auth/confirm-email-change": problem(409, "email_taken", "This email address cannot be used."),
      },
    });
    await press(user, "Confirm the change");
    await expectFocusedHeading("The address stays as it is");
    expect(screen.getByText("This email address cannot be used.")).toBeDefined();
    await user.click(screen.getByRole("link", { name: "Back to sign in" }));
    await waitFor(() => expect(window.location.hash).toBe("#/login"));
  });
});
