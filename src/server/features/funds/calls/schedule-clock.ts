import type { Effects } from "../../../platform/db/types.ts";

/** Looks at a deal's clock at each of these moments; once more than needed does no harm. */
export function scheduleClock(effects: Effects, dealId: string, moments: readonly Date[]): void {
  const times = new Set(moments.map((moment) => moment.getTime()));
  for (const time of times) effects.schedule("funds-clock", { deal_id: dealId }, new Date(time));
}
