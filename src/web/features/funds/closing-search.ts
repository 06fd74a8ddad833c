import { commitmentStates } from "#shared/commitments/commitment-messages.ts";
import { oneOf, uuid } from "#web/lib/search-state.ts";

export const closingSearch = {
  deal: uuid,
  status: oneOf(commitmentStates),
  show: oneOf(["booked"] as const),
};
