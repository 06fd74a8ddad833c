import type { DealSums } from "./deal-sums.ts";
import { dealCount, money, percent, times } from "./figures.ts";

/** The deal in a line: what stands for the fields on paper, and beside results that are not up to date. */
export function dealLine({ entry, plan }: DealSums): string {
  const { investmentPence, dealsPerYear, exitMultiple, scheme, incomeTaxPercent, side } = entry;
  const fee = `${percent(plan.investmentFeePercent / 100)} fee ${side === "on-top" ? "on top" : "inside the amount"}`;
  const tax = scheme === "none" ? "no tax scheme" : `${scheme} shares, Income Tax at ${incomeTaxPercent}%`;
  return `${money(investmentPence)} a deal, ${dealCount(dealsPerYear)} a year, ${plan.name} with the ${fee}, sold at ${times(exitMultiple)}, ${tax}.`;
}
