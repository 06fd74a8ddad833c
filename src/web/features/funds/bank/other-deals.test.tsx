// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { adminPaths } from "#shared/admin-paths.ts";
import type { BankLine, ClosingBoard } from "#shared/funds/funds.ts";
import { BookedLines, BookedTable } from "./bank-part.tsx";
import { OpenLines } from "./open-lines.tsx";

// The dialog is loaded when it is opened.
configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? "") });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fern = { deal_id: "0190a0a0-0000-7000-8000-0000000000f1", company_name: "Fern Robotics" };
const line: BankLine = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  file_id: "0190a0a0-0000-7000-8000-000000000002",
  line_number: 2,
  booked_on: "2027-01-28",
  amount_pence: 50_000,
  open_pence: 50_000,
  unidentified_pence: 0,
  payer: "A Rhys",
  reference: "",
  grade: "unknown",
  commitment_id: null,
  payment_id: null,
  full_name: null,
  due_pence: null,
  open_due_pence: null,
  returned_id: null,
  returns: [],
  said: null,
  other_deal: null,
  matches: [],
  can: { book: false, match: true },
};
const board = { deal_id: "1", payments: [], other_deals: [fern], proceeds: [] } as unknown as ClosingBoard;
const show = (children: ReactNode) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </MemoryRouter>,
  );

it("A line that nobody knows can be matched in another deal with the account", async () => {
  show(<OpenLines label="Unknown" lines={[line]} board={board} isSure={false} />);
  await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: /^Match/ }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Does it belong to another deal with this account?");
  expect(screen.getByRole("link", { name: "Fern Robotics" }).getAttribute("href")).toBe(adminPaths.deal(fern.deal_id));
});

it("A line that is not identified is matched or sent back, and is not left as unknown again", async () => {
  const booked = {
    id: "0190a0a0-0000-7000-8000-000000000003",
    kind: "unidentified" as const,
    commitment_id: null,
    full_name: null,
    amount_pence: 50_000,
    matched_at: "2027-01-28T10:00:00.000Z",
    matched_by_name: null,
    reason: "Not known.",
    is_reversed: false,
    returnable_pence: 50_000,
    returns: [],
    can: { unmatch: true, send_back: true },
  };
  const waiting = { ...line, open_pence: 0, unidentified_pence: 50_000, matches: [booked] };
  show(<BookedTable caption="Not identified yet" lines={[waiting]} board={board} />);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent?.split(/[: ]/)[0])).toEqual([
    "Match",
    "Send",
  ]);
  await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: /^Match/ }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Match £500.00 of A Rhys");
  expect(dialog.textContent).not.toContain("Not identified yet");
});

it("A line without a payer is titled as having no name", async () => {
  show(<OpenLines label="Unknown" lines={[{ ...line, payer: "" }]} board={board} isSure={false} />);
  await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Match no name, £500.00" }));
  expect((await screen.findByRole("dialog")).textContent).toContain("Match £500.00 of no name");
});

it("A line of another deal is marked as such among booked lines, and has a link there", async () => {
  const items = [{ ...line, other_deal: fern, can: { book: false, match: false } }];
  vi.stubGlobal("fetch", async () => Response.json({ items, next_cursor: null }));
  show(<BookedLines board={board} />);
  const link = await screen.findByRole("link", { name: "Of Fern Robotics, not of this deal" });
  expect(link.getAttribute("href")).toBe(adminPaths.deal(fern.deal_id));
  expect(screen.queryByRole("button")).toBeNull();
});
