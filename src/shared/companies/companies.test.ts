import { expect, it } from "vitest";
import { contentSchemas } from "#shared/content/content.ts";
import { investmentSchema, toInvestment } from "./companies.ts";

const written = { name: "Castell", website: "https://castell.example", status: "Active" } as const;
const company = { ...written, slug: "castell", is_example: false };
const toCastell = (more: object) =>
  toInvestment({ ...contentSchemas.company.parse({ ...written, ...more }), slug: "castell", is_example: false });

it("A company without details has gaps and no invented facts", () => {
  const investment = toCastell({});
  expect(investmentSchema.parse(investment)).toEqual({
    ...company,
    logo: null,
    what_it_does: null,
    sector: null,
    stage: null,
    round: null,
    instrument: null,
    tax_relief: null,
    invested_on: null,
    reason: null,
    updates: [],
    documents: [],
  });
});

it("Members see the details that the operator writes about a company, with the newest update first", () => {
  const investment = toCastell({
    logo: "/logos/castell.svg",
    what_it_does: "Plans shifts.",
    sector: "Logistics",
    stage: "Seed",
    round: "£600,000",
    instrument: "Ordinary shares",
    tax_relief: "EIS",
    invested_on: "2026-03-12",
    reason: "Customers stay.",
    updates: [
      { date: "2026-05-01", title: "First", text: "One." },
      { date: "2026-09-01", title: "Second", text: "Two." },
    ],
    documents: [{ name: "Share certificate" }, { name: "Deck", url: "https://castell.example/deck.pdf" }],
  });
  expect(investmentSchema.parse(investment)).toEqual({
    ...company,
    logo: "/logos/castell.svg",
    what_it_does: "Plans shifts.",
    sector: "Logistics",
    stage: "Seed",
    round: "£600,000",
    instrument: "Ordinary shares",
    tax_relief: "EIS",
    invested_on: "2026-03-12",
    reason: "Customers stay.",
    updates: [
      { date: "2026-09-01", title: "Second", text: "Two." },
      { date: "2026-05-01", title: "First", text: "One." },
    ],
    documents: [
      { name: "Share certificate", url: null },
      { name: "Deck", url: "https://castell.example/deck.pdf" },
    ],
  });
});
