/** What traditional syndicates usually charge, in per cent. */
export const syndicateRates: { entryPercent: [number, number]; carryPercent: number } = {
  entryPercent: [2, 15],
  carryPercent: 20,
};

/** A price that Settings → Fees and minimum has, typed once more as a feature. */
export const isFeeLine = (feature: string): boolean => /\d\s*%.*\b(fee|carry)\b/i.test(feature);

/** Of every plan, beside its own. */
export const featuresOfAllPlans = ["0% annual fee on investments", "0% carry"] as const;

export const planNames = ["Trial", "Premium", "VIP"] as const;
export type PlanName = (typeof planNames)[number];
