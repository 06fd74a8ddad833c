/** What traditional syndicates usually charge, in per cent. */
export const syndicateRates: { entryPercent: [number, number]; carryPercent: number } = {
  entryPercent: [2, 15],
  carryPercent: 20,
};

export const planNames = ["Trial", "Premium", "VIP"] as const;
export type PlanName = (typeof planNames)[number];
