// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { json, list, openPage, sessionOf } from "#tests/support/open-page.tsx";

const counts = {
  today: 9,
  enquiries: 4,
  deals: 2,
  companies: 1,
  money: 3,
  settings: 0,
  setup: 0,
  membership_requests: 3,
  submissions: 2,
  deletion_requests: 6,
  statements: 4,
  introduction_reports: 1,
  invitations: 7,
  investments: 3,
  newsletter: 9,
};
const today = { rows: [], deals: [], waiting: [] };
const answers = { "GET /waiting-counts": json(counts), "GET /events": list(), "GET /today": json(today) };

it("An admin's tab counts the rows of Today, and a place shows the sum of its parts", async () => {
  await openPage("/members?tab=admin", { session: sessionOf({ role: "admin" }), answers });
  const tabs = within(await screen.findByRole("navigation", { name: "Members area" }));
  await waitFor(() => expect(tabs.getByRole("link", { name: /^Admin/ }).textContent).toBe("Admin 9 waiting"));
  const side = within(await screen.findByRole("navigation", { name: "Admin" }));
  const textOf = (name: RegExp) => side.getByRole("link", { name }).textContent;
  expect([textOf(/^Today/), textOf(/^Enquiries/), textOf(/^Records/)]).toEqual([
    "Today 9 waiting",
    "Enquiries 4 waiting",
    // Data requests 6, reports 1.
    "Records 7 waiting",
  ]);
});
