import { schemes } from "#shared/portfolio/deal-result.ts";
import { percent, times } from "#web/lib/format.ts";
import type { DealSums } from "./deal-sums.ts";
import { dealCount, money } from "./figures.ts";

/** How the deal compares with the same one through a syndicate, also where that is no praise. */
export function dealVerdict({ club: ours, syndicate: theirs }: DealSums, clubName: string): string {
  const { feeRate, carryRate = 0 } = theirs.deal;
  const other = `a syndicate that charges ${percent(feeRate)} to invest and ${percent(carryRate)} of the profit`;
  const difference = ours.result.netResultPence - theirs.result.netResultPence;
  if (difference === 0) return `With ${other} it would be the same.`;
  const isLoss = ours.result.netResultPence < 0 && theirs.result.netResultPence < 0;
  if (difference > 0) {
    return isLoss
      ? `With ${other} you would lose ${money(difference)} more.`
      : `That is ${money(difference)} more than ${other} would leave you.`;
  }
  const reason = theirs.result.carryPence === 0 ? " Without a profit there is no carry, and the larger fee hurts." : "";
  return isLoss
    ? `Here ${clubName} is dearer: with ${other} you would lose ${money(-difference)} less.${reason}`
    : `Here ${clubName} is dearer: ${other} would leave you ${money(-difference)} more.${reason}`;
}

/** Says how the price of the membership changes the year; null where there is none. */
export function yearVerdict({ entry, plan, club: ours, syndicate: theirs }: DealSums, clubName: string): string | null {
  const price = plan.annual_price_pence;
  if (price === 0) return null;
  const difference = ours.year.netResultPence - price - theirs.year.netResultPence;
  const deals =
    entry.dealsPerYear === 1 ? "a year with this one deal" : `a year of ${dealCount(entry.dealsPerYear)} like it`;
  const ends = `Count the ${money(price)} membership too, and ${deals} ends`;
  if (difference === 0) return `${ends} level with the syndicate.`;
  return difference > 0
    ? `${ends} ${money(difference)} ahead of the syndicate.`
    : `${ends} ${money(-difference)} behind the syndicate: ${clubName} is dearer.`;
}

/** Where the two lines of the chart cross, in words. */
export function crossingVerdict({ plan, crossing }: DealSums): string {
  if (crossing === 0) return `At no multiple does the syndicate leave you more than ${plan.name}.`;
  if (crossing === Number.POSITIVE_INFINITY)
    return `At no multiple does ${plan.name} leave you more than the syndicate.`;
  const at = times(crossing);
  return `Above ${at} ${plan.name} leaves you more than the syndicate; up to ${at} the syndicate leaves you as much or more.`;
}

/** Which plan costs least for a year of such deals, and what the chosen one costs more than that. */
export function planVerdict({ entry, plan, memberships }: DealSums): string {
  const year = `For ${dealCount(entry.dealsPerYear)} of ${money(entry.investmentPence)} in a year`;
  const [cheapest] = memberships;
  const chosen = memberships.find(({ name }) => name === plan.name);
  if (!cheapest || !chosen) throw new Error(`There is no plan ${plan.name}.`);
  const more = chosen.totalPence - cheapest.totalPence;
  if (chosen === cheapest)
    return `${year} your plan, ${plan.name}, costs least: ${money(chosen.totalPence)} in membership and fees.`;
  if (more === 0)
    return `${year} ${cheapest.name} and your plan, ${plan.name}, cost the same: ${money(chosen.totalPence)}.`;
  return `${year} ${cheapest.name} costs least: ${money(cheapest.totalPence)} in membership and fees, ${money(more)} less than your plan, ${plan.name}.`;
}

/** Says how much the scheme's yearly limit takes away; null while the year stays below it. */
export function limitVerdict({ club: ours, entry }: DealSums): string | null {
  const { scheme = "none" } = ours.deal;
  const { yearlyLimitPence } = schemes[scheme];
  const { sharesPence, incomeTaxReliefPence } = ours.year;
  if (scheme === "none" || sharesPence <= yearlyLimitPence) return null;
  const unlimitedPence = entry.dealsPerYear * ours.result.incomeTaxReliefPence;
  return `${dealCount(entry.dealsPerYear)} put ${money(sharesPence)} into shares. ${scheme} relief stops at ${money(yearlyLimitPence)} of shares in a tax year, so the year’s relief is ${money(incomeTaxReliefPence)} and not ${money(unlimitedPence)}.`;
}
