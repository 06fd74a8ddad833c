import type { OwnAllocation } from "#shared/commitments/commitments.ts";

/** The values are what Jonas Weber reads of the worked example: 6,879 of the 9,677 shares that he asked for. */
export const ownAllocation: OwnAllocation = {
  confirmed_at: "2027-01-22T15:00:00.000Z",
  method: "pro_rata",
  asked_shares: 9_677,
  unfilled_shares: 2_798,
  shares: 6_879,
  cost_pence: 8_529_96,
  fee_pence: 1_066_25,
  due_pence: 9_596_21,
  base: 404,
  priority: 0,
  rest: 6_475,
  round: {
    capacity_shares: 80_645,
    asked_shares: 99_911,
    members: 11,
    minimum_shares: 404,
    priority_share_percent: 40,
    base_shares: 4_444,
    priority_shares: 30_480,
    rest_shares: 45_721,
  },
  changes: [],
  top_up: null,
};
