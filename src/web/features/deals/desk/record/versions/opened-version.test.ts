import { expect, it } from "vitest";
import { emptyDealPage, type OpenedVersion } from "#shared/deals/deals.ts";
import { alderTerms } from "#tests/support/alder-terms.ts";
import { versionRows } from "./versions-part.tsx";

const content = {
  company: { name: "Alder Sensors Ltd", logo: null },
  deal_name: "Seed round",
  page: emptyDealPage,
  terms: alderTerms,
  documents: [],
  answers: [],
  warnings: {},
  success_fee_bp: 800,
} as unknown as OpenedVersion["content"];

it("Signers read who signs for the money, who arranges the round, and the limits, in a version's own words", () => {
  const panel: OpenedVersion["panel"] = [
    { user_id: "a", name: "Eleanor Vance", capacity: "admin", arranges: true, invests_pence: 500_000 },
    { user_id: "b", name: "Amara Okafor", capacity: "admin", arranges: false, invests_pence: 600_000 },
  ];
  expect(versionRows({ content, panel }).at(-1)).toEqual([
    "Who signs for the money",
    "Eleanor Vance, an admin, arranges the round and takes part with shares for at most £5,000.00\nAmara Okafor, an admin, takes part with shares for at most £6,000.00",
  ]);
});
