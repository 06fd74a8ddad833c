import { commitmentStates } from "#shared/commitments/commitment-messages.ts";
import { oneOf, uuid } from "#web/lib/search-state.ts";

/** What the address says of a deal that is closing. */
export const closingSearch = {
  deal: uuid,
  status: oneOf(commitmentStates),
  show: oneOf(["booked"] as const),
};
