// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { currentToast } from "#web/ui/toast.ts";
import { useAction } from "./use-action.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Accept() {
  const { act: send } = useAction<unknown, "accept">((action) => `/introductions/1/${action}`, {
    failed: (action) => (action === "accept" ? "Your answer was not sent" : "Not blocked"),
    overtaken: { code: "introduction_answered", title: "This request does not wait any more" },
  });
  return (
    <button type="button" onClick={() => send("accept")}>
      Accept
    </button>
  );
}

async function press(problem: { status: number; code: string; detail: string }) {
  vi.stubGlobal("fetch", async () => Response.json(problem, { status: problem.status }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Accept />
    </QueryClientProvider>,
  );
  await act(async () => screen.getByRole("button").click());
  await vi.waitFor(() => expect(currentToast()).not.toBeNull());
}

it("An answer that comes too late is told what is so, and is no failure", async () => {
  await press({ status: 409, code: "introduction_answered", detail: "This request was withdrawn." });
  const shown = currentToast();
  expect(shown).toMatchObject({
    title: "This request does not wait any more",
    description: "This request was withdrawn.",
  });
  expect(shown?.variant).toBeUndefined();
});

it("An answer that could not be sent is a failure, named by what was done", async () => {
  await press({ status: 500, code: "internal_error", detail: "Broken." });
  await vi.waitFor(() =>
    expect(currentToast()).toMatchObject({ title: "Your answer was not sent", variant: "destructive" }),
  );
});
