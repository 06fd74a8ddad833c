import { expect, it } from "vitest";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { markupOf, textOf } from "#tests/support/static-markup.tsx";
import { ClaimsAhead } from "./own-summary.tsx";

const claim = (kind: "claim_relief" | "loss_claim" | "three_years", day: string): Portfolio["next"][number] => ({
  kind,
  day,
  company_id: "0190a0a0-0000-7000-8000-0000000000e1",
  name: "Birch Systems",
  commitment_id: null,
  lot_id: null,
  at: null,
  pence: 36_00,
  early_shares: 0,
});

it("The overview names reliefs and losses that can be claimed for 90 days more, and no other date", () => {
  const next = [
    claim("claim_relief", "2027-01-31"),
    claim("loss_claim", "2027-03-02"),
    claim("three_years", "2027-01-31"),
    claim("claim_relief", "2027-03-03"),
  ];
  const portfolio = { as_of: "2026-12-02", next, companies: [] };
  const markup = markupOf(<ClaimsAhead portfolio={portfolio} />);
  expect(textOf(markup)).toBe(
    " Birch Systems : relief to claim by 31 Jan 2027. Birch Systems : a loss to claim by 2 Mar 2027. ",
  );
});
