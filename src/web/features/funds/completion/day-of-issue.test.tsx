import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { type CompletionItem, completionItemLabels, completionItems } from "#shared/funds/funds-completion-messages.ts";
import { DayOfIssue } from "./completion-part.tsx";
import { GateList } from "./member-papers.tsx";

vi.stubGlobal("sessionStorage", { getItem: () => null });

const id = "0190a0a0-0000-7000-8000-000000000009";
const itemsWith = (open: Partial<Record<CompletionItem, string>>): Completion["items"] =>
  completionItems.map((key) => ({
    key,
    label: completionItemLabels[key],
    state: open[key] ? "open" : "met",
    said: open[key] ?? "So",
  }));
const proposal = {
  id,
  issued_on: "2027-02-02",
  proposed_at: "2027-02-03T12:00:00.000Z",
  proposed_by_name: "Amara Okafor",
  confirmed_at: null,
  confirmed_by_name: null,
  ledger_sha256: null,
};
const completion: Completion = {
  deal_id: id,
  deal_state: "closing",
  items: itemsWith({}),
  members: 11,
  shares: 80_645,
  cost_pence: 9_999_980,
  success_fee_bp: 800,
  success_fee_pence: 799_998,
  success_fee: { article: "14", allowed_bp: 800, waived_because: null },
  company_account: { current: null, entered: null, contact: null, asked_at: null, expires_at: null },
  schedule_says: null,
  papers: [],
  proposal,
  can: { prepare: true, propose: true },
};

const wordsOf = (element: React.ReactElement): string =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const dayWith = (given: Partial<Completion>) => wordsOf(<DayOfIssue completion={{ ...completion, ...given }} />);
const cannot = { prepare: true, propose: false };

describe("The day of issue", () => {
  it("The day of issue shows who typed it, and what happens a day later", () => {
    const words = dayWith({});
    expect(words).toContain("Typed by Amara Okafor");
    expect(words).toContain("What happens on Thu 4 Feb 2027, 12:00, unless somebody objects to the closing list");
    expect(words).toContain("11 members hold 80,645 shares of the company, issued on 2 February 2027.");
    expect(words).toContain("An invoice of £7,999.98 to the company is made.");
    expect(words).toContain("Type another day");
    expect(dayWith({ success_fee_pence: 0 })).toContain("No invoice is made.");
  });

  it("The day of issue is typed once nothing is open", () => {
    const words = dayWith({ proposal: null, can: cannot });
    expect(words).toContain("It is typed once nothing is open.");
    expect(words).not.toContain("Type the day of issue");
    expect(dayWith({ proposal: null })).toContain("Type the day of issue");
  });
});

describe("What completion asks for", () => {
  it("The list for completion tells in words what is open", () => {
    const words = wordsOf(<GateList items={itemsWith({ documents: "3 of 4" })} />);
    expect(words).toContain("Signed documents filed , open 3 of 4");
    expect(words).toContain("The club’s minimum is reached , done So");
  });
});
