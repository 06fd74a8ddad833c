import { commitmentStates } from "#shared/commitments/commitment-messages.ts";
import { oneOf, uuid } from "#web/lib/search-state.ts";

export const closingParts = [
  "commitments",
  "allocation",
  "account",
  "board",
  "bank",
  "ledger",
  "completion",
  "relief",
] as const;
export type ClosingPart = (typeof closingParts)[number];

/** What the address says of a deal that is closing. */
export const closingSearch = {
  section: oneOf(["closing"] as const),
  deal: uuid,
  part: oneOf(closingParts),
  status: oneOf(commitmentStates),
  show: oneOf(["booked"] as const),
};
