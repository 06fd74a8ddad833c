import type { ListedDeal } from "#shared/deals/deals.ts";
import { shortMoment } from "#shared/london-time.ts";
import { shortDate } from "#web/lib/format.ts";

/** What is to be done next, or what comes next by itself. */
export function nextOf({ next_step, parked_until, state, opens_at }: ListedDeal, now = new Date()): string | null {
  if (parked_until) return [`Until ${shortDate(parked_until)}`, next_step].filter(Boolean).join(", ");
  if (next_step) return next_step;
  const isAhead = state === "released" && opens_at !== null && new Date(opens_at) > now;
  return isAhead ? `Opens ${shortMoment(opens_at)}` : null;
}
