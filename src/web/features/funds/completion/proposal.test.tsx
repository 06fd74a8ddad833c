import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { type CompletionItem, completionItemLabels, completionItems } from "#shared/funds/funds-completion-messages.ts";
import { GateList } from "./gate-list.tsx";
import { Proposal } from "./proposal.tsx";

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
  company_account: { current: null, entered: null, rejected: null },
  papers: [],
  proposal,
  can: { prepare: true, propose: true, confirm: true },
};

const wordsOf = (element: React.ReactElement): string =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const proposalWith = (given: Partial<Completion>) => wordsOf(<Proposal completion={{ ...completion, ...given }} />);
const cannot = { prepare: true, propose: false, confirm: false };

describe("The proposal to complete", () => {
  it("says who proposed it and what will happen, for the admin who confirms", () => {
    const words = proposalWith({});
    expect(words).toContain("Proposed by Amara Okafor");
    expect(words).toContain("11 members hold 80,645 shares of the company, issued on 2 February 2027.");
    expect(words).toContain("An invoice of £7,999.98 to the company is made.");
    expect(words).toContain("Confirm and complete");
    expect(proposalWith({ success_fee_pence: 0 })).toContain("No invoice is made.");
  });

  it("says why the reader cannot confirm: their own, a member of the deal, something open", () => {
    expect(proposalWith({ can: { ...cannot, propose: true } })).toContain("Waits for another admin to confirm it.");
    const isMember = itemsWith({ two_admins: "Not you: you are a member of this deal", documents: "3 of 4" });
    expect(proposalWith({ can: cannot, items: isMember })).toContain("Not you: you are a member of this deal");
    const lacks = itemsWith({ documents: "3 of 4" });
    const words = proposalWith({ can: cannot, items: lacks });
    expect(words).toContain("It cannot be confirmed while something is open.");
    expect(words).not.toContain("Confirm and complete");
  });

  it("offers no proposal before nothing is open", () => {
    expect(proposalWith({ proposal: null, can: cannot })).toContain("It can be proposed once nothing is open.");
    const isMember = itemsWith({ two_admins: "Not you: you are a member of this deal" });
    expect(proposalWith({ proposal: null, can: cannot, items: isMember })).toContain(
      "Not you: you are a member of this deal. Two other admins complete it.",
    );
    expect(proposalWith({ proposal: null, can: { ...cannot, propose: true } })).toContain("Propose to complete...");
  });
});

describe("What completion asks for", () => {
  it("says in words what is open", () => {
    const words = wordsOf(<GateList items={itemsWith({ documents: "3 of 4" })} />);
    expect(words).toContain("Signed documents filed , open 3 of 4");
    expect(words).toContain("Two admins , done So");
  });
});
