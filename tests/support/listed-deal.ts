import type { ListedDeal } from "#shared/deals/deals.ts";

/** In preparation, before there are terms. */
export const listedDeal: ListedDeal = {
  id: "0190a0a0-0000-7000-8000-0000000000d1",
  company_id: "0190a0a0-0000-7000-8000-0000000000d2",
  company_name: "Saltmarsh Buoys",
  one_line: null,
  name: "Seed round 2027",
  state: "preparing",
  state_since: "2026-11-20T09:00:00.000Z",
  is_unsettled: false,
  enquired_on: "2026-11-20",
  reply_due_on: null,
  days_overdue: null,
  parked_until: null,
  owner_id: null,
  owner_name: null,
  next_step: null,
  opens_at: null,
  closes_at: null,
  scheme: null,
  round_total_pence: null,
  updated_at: "2026-11-20T09:00:00.000Z",
  can: { save: true, move_to: ["meeting", "screening"], fill_room: true, announce_closing: false },
};
