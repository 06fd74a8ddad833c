// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { bankPartMessages } from "#shared/funds/funds-desk-messages.ts";
import { ImportFile } from "./import-file.tsx";

// The form is loaded when it is shown.
configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? "") });

const read = {
  format: "mapping",
  lines: 2,
  new_lines: 2,
  first_on: "2027-01-05",
  last_on: "2027-01-06",
  paid_in_pence: 500_000,
  paid_out_pence: 3000,
  opening_balance_pence: 0,
  closing_balance_pence: 497_000,
  left_out_lines: [{ line: 4, state: "PENDING" }],
  left_out_columns: ["Notes"],
  lines_above_header: 1,
  lines_without_payment: 2,
  zero_lines: 1,
  undecided_lines: [],
};
const message =
  'Line 2: "01/26/2027" is no date in the order that was chosen for this bank. Change the columns and choose how its dates are written. Nothing was imported.';
const refused = { status: 422, code: "invalid_body", detail: message };
const unknown = { status: 422, code: "unknown_bank_format", detail: "The columns of this file are not known." };
const saved = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  name: "Small Bank",
  created_at: "2027-01-01T00:00:00Z",
  mapping: {
    date: "Day",
    payer: "Text",
    reference: null,
    amount: "Sum",
    paid_in: null,
    paid_out: null,
    balance: null,
    id: null,
    currency: null,
    state: null,
    fee: null,
    direction: null,
    date_order: "day_first",
  },
};

/** What the API says of the file, one answer after the other, and what it is sent as JSON. */
function openImport(previews: object[]) {
  const sent: [string, unknown][] = [];
  const requests: string[] = [];
  class Request {
    status = 0;
    responseText = "";
    upload = {};
    onload = () => {};
    abort() {}
    open(method: string, url: string) {
      requests.push(`${method} ${url}`);
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null;
    }
    send() {
      const answer = previews.shift() ?? {};
      this.status = "status" in answer ? (answer.status as number) : 200;
      this.responseText = JSON.stringify(answer);
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    if (method !== "GET") sent.push([`${method} ${url}`, JSON.parse(String(body))]);
    return new Response(JSON.stringify(method === "GET" ? { items: [saved] } : saved), { status: 200 });
  });
  onTestFinished(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportFile dealId="1" isFirst newestId={undefined} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup({ delay: null }), sent, requests };
}

type User = ReturnType<typeof userEvent.setup>;

const choose = async (user: User) =>
  user.upload(
    document.querySelector("input[type=file]") as HTMLInputElement,
    new File(["Day,Text,Sum\n01/26/2027,R VALE,50.00\n"], "small.csv", { type: "text/csv" }),
  );
const select = (user: User, label: RegExp, option: string) => user.selectOptions(screen.getByLabelText(label), option);

/** happy-dom does not show what a select is given before its options. */
async function chooseColumns(user: User) {
  await select(user, /^Date(?!s)/, "Day");
  await select(user, /^Payer/, "Text");
  await select(user, /^Amount/, "Sum");
}

it("A bank import tells before a first file is chosen at which balance it begins", () => {
  openImport([]);
  expect(document.body.textContent).toContain(
    "The first file has to begin at a balance of £0.00: choose the days from the account’s first one.",
  );
});

it("A bank file's preview tells what is left out of a file, and how it is read", async () => {
  const { user } = openImport([read]);
  await choose(user);
  const preview = await screen.findByRole("region", { name: /small\.csv/ });
  expect(preview.textContent).toContain("Left out, as the payment is not completed: line 4 (PENDING).");
  expect(preview.textContent).toContain(
    "Columns that are not read: Notes. 1 line above the header is not read. 2 lines have no payment and are not read. 1 line of £0.00 is left out.",
  );
  expect(preview.textContent).toContain("Read as the saved columns.");
});

it("The columns of an unknown file are asked for once, and the file is read by them", async () => {
  const { user, sent } = openImport([unknown, read]);
  await choose(user);
  await screen.findByRole("heading", { name: "The columns of this file are not known" });
  await user.type(screen.getByLabelText(/^Name of this format/), "Small Bank");
  await chooseColumns(user);
  await user.click(screen.getByRole("button", { name: "Save and read the file" }));
  await screen.findByRole("region", { name: /small\.csv/ });
  expect(sent).toEqual([
    ["POST /api/bank-mappings", { name: "Small Bank", header: ["Day", "Text", "Sum"], mapping: saved.mapping }],
  ]);
});

it("A file that was imported already is refused once, without an offer to try again", async () => {
  const detail = "This file is here already. Nothing was imported.";
  const { user } = openImport([read, { status: 409, code: "file_already_imported", detail }]);
  await choose(user);
  await user.click(await screen.findByRole("button", { name: "Import 2 lines" }));
  expect((await screen.findByRole("alert")).textContent).toBe(detail);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("Saved columns that were wrong are corrected from the refusal and from the preview", async () => {
  const { user, sent } = openImport([refused, read]);
  await choose(user);
  expect((await screen.findByRole("alert")).textContent).toContain("Change the columns");
  await user.click(screen.getByRole("button", { name: "Change columns" }));
  await screen.findByRole("heading", { name: "Change columns" });
  expect(screen.getByLabelText<HTMLInputElement>(/^Name of this format/).value).toBe("Small Bank");
  await chooseColumns(user);
  await select(user, /^Dates are written/, "month_first");
  await user.click(screen.getByRole("button", { name: "Save and read the file" }));
  await screen.findByRole("region", { name: /small\.csv/ });
  const mapping = { ...saved.mapping, date_order: "month_first" };
  expect(sent).toEqual([
    [`PUT /api/bank-mappings/${saved.id}`, { name: "Small Bank", header: ["Day", "Text", "Sum"], mapping }],
  ]);
  await user.click(screen.getByRole("button", { name: "Change columns" }));
  expect(await screen.findByRole("heading", { name: "Change columns" })).not.toBeNull();
});

it("Each line that may be imported already is asked about, and nothing is imported before an answer", async () => {
  const asked = {
    line: 2,
    booked_on: "2026-11-30",
    amount_pence: 500,
    payer: "ANN LEE ROWAN",
    known_payer: "Tomasz Wieczorek",
  };
  const undecided_lines = [
    { ...asked, ordinal: 1 },
    { ...asked, ordinal: 2, line: 3, payer: "T W" },
  ];
  const { user, requests } = openImport([{ ...read, undecided_lines }, refused]);
  await choose(user);
  const [first] = await screen.findAllByRole("group");
  expect(first?.textContent).toContain(
    "Line 2, ANN LEE ROWAN, £5.00 paid in on 30 November 2026: is it the payment of Tomasz Wieczorek that is here already?",
  );
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Import 2 lines" });
  const [no] = screen.getAllByRole("radio", { name: "No, it is another payment" });
  const [, yes] = screen.getAllByRole("radio", { name: "Yes, it is here" });
  await user.click(no as HTMLElement);
  expect(button.disabled).toBe(true);
  await user.click(yes as HTMLElement);
  expect(button.disabled).toBe(false);
  await user.click(button);
  expect(requests.at(-1)).toMatch(/bank-files\?name=small\.csv&same=2$/);
});

it("The preview of a bank's file says how many of its lines are new, known and to be answered", () => {
  expect(bankPartMessages.counted(15, 0, 0)).toBe("All of them are new.");
  expect(bankPartMessages.counted(3, 12, 0)).toBe("3 of them new, 12 here already.");
  expect(bankPartMessages.counted(0, 14, 1)).toBe("None of them is new, 14 here already, 1 to be answered below.");
});
