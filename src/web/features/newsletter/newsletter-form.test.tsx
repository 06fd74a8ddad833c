// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { currentToast } from "#web/ui/toast.ts";
import { NewsletterForm } from "./newsletter-form.tsx";

it.each([
  [true, "Please confirm by email"],
  [false, "You are not subscribed"],
])("A subscriber reads, with a mail server set (%s): %s", async (status, title) => {
  vi.stubGlobal("fetch", async () => Response.json({ status }));
  onTestFinished(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  render(<NewsletterForm mode="list" agreement="I agree." />);
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByLabelText("Newsletter"), "rosa@vale.example");
  await user.click(screen.getByRole("button", { name: "Subscribe" }));
  await waitFor(() => expect(currentToast()?.title).toBe(title));
});
