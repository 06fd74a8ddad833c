// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import type { BankLine, ClosingBoard } from "#shared/funds/funds.ts";
import { OpenLines } from "./open-lines.tsx";

// The dialog is loaded when it is opened.
configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? "") });
afterEach(cleanup);

const line: BankLine = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  file_id: "0190a0a0-0000-7000-8000-000000000002",
  line_number: 2,
  booked_on: "2027-01-28",
  amount_pence: 155_757,
  open_pence: 155_757,
  unidentified_pence: 0,
  payer: "AP RHYS S E kdypm8hmc7",
  reference: "",
  grade: "sure",
  commitment_id: "0190a0a0-0000-7000-8000-000000000003",
  payment_id: null,
  full_name: "Sian Ap Rhys",
  due_pence: 355_757,
  open_due_pence: 155_757,
  returned_id: null,
  returns: [],
  said: null,
  other_deal: null,
  matches: [],
  can: { book: true, match: true },
};
const board = { deal_id: "1", payments: [], other_deals: [], proceeds: [] } as unknown as ClosingBoard;

it("A sure line shows what is open of what its member owes, and can be matched by hand", async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OpenLines label="Sure" lines={[line]} board={board} isSure />
    </QueryClientProvider>,
  );
  const due = screen.getAllByRole("cell").find((cell) => cell.dataset.label === "Due");
  expect(due?.textContent).toBe("£1,557.57");
  expect(screen.queryByRole("button", { name: /^Keep as unknown/ })).toBeNull();
  await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: /^Match/ }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("28 Jan 2027.");
  expect(dialog.textContent).not.toContain("Reference");
});
