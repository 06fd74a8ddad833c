// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  expectAccessible,
  expectToast,
  failure,
  fill,
  findField,
  json,
  openPage,
  press,
  problem,
} from "#tests/support/open-page.tsx";

const labels = ["Invitation code", "Email", "Password"];

async function openFilledForm(answer: Answer) {
  const page = await openPage("/register", { answers: { "POST /registrations": answer } });
  await fill(page.user, await findField("Invitation code"), "ABCDEFGHJK");
  await fill(page.user, await findField("Email"), "torunn@pier.example");
  await fill(page.user, await findField("Password"), "six herons on a weir");
  return page;
}

const fields = () => Promise.all(labels.map(findField));

describe("A registration in a club without a mail server", () => {
  it("A registration in a club without a mail server tells that no email comes", async () => {
    const { user } = await openFilledForm(json({ user_id: "u", email: "torunn@pier.example", is_mailed: false }, 201));
    await press(user, "Register");
    expect(await screen.findByText(/^The club has no mail server yet, so no email leaves it/)).toBeDefined();
    expect(screen.queryByText(/spam folder/)).toBeNull();
  });
});

describe("The registration form", () => {
  it("The registration form tells what to enter, and reports what is missing", async () => {
    const { user } = await openPage("/register");
    expect(screen.getByRole("heading", { level: 1, name: "Join Kindling" })).toBeDefined();
    expect(screen.getByText("Enter your invitation details to register")).toBeDefined();
    const [code, email, password] = await fields();
    expect([code?.type, email?.type, password?.type]).toEqual(["text", "email", "password"]);
    expect([describedBy(email), describedBy(password)]).toEqual(["must match invitation", "Create a password"]);
    expect(screen.getByText("At least 6 characters")).toBeDefined();
    expect(password?.getAttribute("minlength")).toBe("6");
    const footer = "Registration is by invitation only. Contact an admin if you need an invitation.";
    expect(screen.getByText(footer)).toBeDefined();
    await press(user, "Register");
    expect(await screen.findByText("Please enter your invitation code.")).toBeDefined();
    expect(document.activeElement).toBe(code);
    await expectAccessible();
  });

  it("The registration form refuses a short password without a request", async () => {
    const { user } = await openFilledForm(failure);
    await fill(user, await findField("Password"), "12345");
    await press(user, "Register");
    expect(await screen.findByText("Please use at least 6 characters.")).toBeDefined();
    expect(document.querySelector(".toast[data-state=open]")).toBeNull();
  });

  it("The registration form shows at the password why it is refused, and focuses the field", async () => {
    const { user } = await openFilledForm(
      json(
        {
          type: "about:blank",
          title: "Unprocessable Entity",
          status: 422,
          code: "weak_password",
          detail: "This password is too easy to guess. Please choose another one.",
          reasons: ["common"],
        },
        422,
      ),
    );
    await press(user, "Register");
    await expectToast("Registration Failed", "This password is too easy to guess. Please choose another one.");
    const password = await findField("Password");
    expect(describedBy(password)).toBe(
      "This password is too easy to guess. Please choose another one. It is one of the most common passwords.",
    );
    await waitFor(() => expect(document.activeElement).toBe(password));
  });

  it("The registration form is disabled while the account is created", async () => {
    let answer: (value: Answer) => void = () => {};
    const { user, api } = await openFilledForm(failure);
    api["POST /registrations"] = () => new Promise((resolve) => (answer = resolve));
    await press(user, "Register");
    expect(await screen.findByRole("button", { name: "Creating Account..." })).toBeDefined();
    expect((await fields()).map(isDisabled)).toEqual([true, true, true]);
    answer("no network");
    await expectToast("Error", "An unexpected error occurred during registration.");
    expect((await fields()).map(isDisabled)).toEqual([false, false, false]);
  });

  it.each([
    {
      when: "the code is another address's",
      answer: problem(422, "invitation_invalid", "The invitation code is invalid or doesn't match your email."),
      title: "Invalid Invitation",
      description: "The invitation code is invalid or doesn't match your email.",
    },
    {
      when: "the code was used",
      answer: problem(409, "invitation_used", "This invitation code has already been used."),
      title: "Invitation Already Used",
      description: "This invitation code has already been used.",
    },
    {
      when: "the server gives a reason",
      answer: problem(503, "internal_error", "Not just now."),
      title: "Registration Failed",
      description: "Not just now.",
    },
    {
      when: "the response is a proxy's page",
      answer: { status: 502, body: "<h1>Bad Gateway</h1>" },
      title: "Error",
      description: "An unexpected error occurred during registration.",
    },
    {
      when: "the address has an account",
      answer: problem(409, "account_exists", "This email address already has an account. Please sign in instead."),
      title: "Registration Failed",
      description: "This email address already has an account. Please sign in instead.",
    },
  ])("The registration form leaves the input and shows '$title' when $when", async ({ answer, title, description }) => {
    const { user } = await openFilledForm(answer);
    await press(user, "Register");
    await expectToast(title, description);
    expect((await fields()).map(({ value }) => value)).toEqual([
      "ABCDEFGHJK",
      "torunn@pier.example",
      "six herons on a weir",
    ]);
  });
});

const isDisabled = (field: HTMLElement) => field.closest("fieldset")?.disabled;

const describedBy = (field: HTMLElement | undefined) =>
  field
    ?.getAttribute("aria-describedby")
    ?.split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");
