// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { json, list, openPage, sessionOf } from "#tests/support/open-page.tsx";

const counts = {
  ...{ membership_requests: 3, submissions: 2, deletion_requests: 6, statements: 4, introduction_reports: 1 },
  ...{ deal_desk: 5, invitations: 7, investments: 3, newsletter: 9, setup: 0 },
};

it("An admin's tab counts what waits in its own views, and nothing of other tabs or of other people", async () => {
  const answers = { "GET /waiting-counts": json(counts), "GET /events": list() };
  await openPage("/members?tab=events", { session: sessionOf({ role: "admin" }), answers });
  const tabs = within(await screen.findByRole("navigation", { name: "Members area" }));
  // Requests 3, data requests 6, reports 1, statements 4.
  await waitFor(() => expect(tabs.getByRole("link", { name: /^Admin/ }).textContent).toBe("Admin 14 waiting"));
});
