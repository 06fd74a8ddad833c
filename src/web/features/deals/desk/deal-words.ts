import { dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import { londonDate, shortMoment } from "#shared/london-time.ts";
import { shortDate } from "#web/lib/format.ts";

const dayMilliseconds = 86_400_000;

/** "2 days": how long it has been in its state, in London's days. */
export function daysInState({ state_since }: Pick<ListedDeal, "state_since">, today = londonDate(new Date())): string {
  const since = londonDate(new Date(state_since));
  return messages.days(Math.max(0, Math.round((Date.parse(today) - Date.parse(since)) / dayMilliseconds)));
}

/** What is to be done next, or what comes next by itself. */
export function nextOf({ next_step, parked_until, state, opens_at }: ListedDeal, now = new Date()): string | null {
  if (parked_until) return [`Until ${shortDate(parked_until)}`, next_step].filter(Boolean).join(", ");
  if (next_step) return next_step;
  const isAhead = state === "released" && opens_at !== null && new Date(opens_at) > now;
  return isAhead ? `Opens ${shortMoment(opens_at)}` : null;
}
