import { dealDeskMessages as messages } from "#shared/deal-desk-messages.ts";
import type { ListedDeal } from "#shared/deals.ts";
import { londonDate } from "#shared/london-time.ts";

const dayMilliseconds = 86_400_000;

/** "2 days": how long it has been in its state, in London's days. */
export function daysInState({ state_since }: Pick<ListedDeal, "state_since">, today = londonDate(new Date())): string {
  const since = londonDate(new Date(state_since));
  return messages.days(Math.max(0, Math.round((Date.parse(today) - Date.parse(since)) / dayMilliseconds)));
}
