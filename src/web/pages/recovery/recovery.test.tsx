// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectToast, fill, findField, openPage, press, problem } from "#tests/support/open-page.tsx";

describe("A person who forgot their password", () => {
  it("A person who forgot their password is told when another link can be requested", async () => {
    const { user } = await openPage("/forgot-password", {
      answers: {
        "POST /auth/request-password-reset": problem(
          429,
          "rate_limited",
          "Too many attempts. Please try again in 60 minutes.",
        ),
      },
    });
    const email = await findField("Email");
    await fill(user, email, "impatient@pier.example");
    await press(user, "Send the link");
    await expectToast("The email was not sent", "Too many attempts. Please try again in 60 minutes.");
    expect(email.value).toBe("impatient@pier.example");
  });

  it("A person whose link has no token is told that it does not work", async () => {
    await openPage("/reset-password");
    expect(await screen.findByRole("heading", { name: "This link does not work" })).toBeDefined();
  });

  it("A person whose link has an incomplete token is offered a new link", async () => {
    const { user } = await openPage("/reset-password?token=half", {
      answers: {
        "POST /auth/reset-password": problem(422, "invalid_body", "Some fields are not right.", [
          { path: "token", message: "Too short" },
        ]),
      },
    });
    await fill(user, await findField("New password"), "a heron on the weir");
    await press(user, "Save the password");
    expect(await screen.findByRole("link", { name: "Ask for a new link" })).toBeDefined();
  });
});
