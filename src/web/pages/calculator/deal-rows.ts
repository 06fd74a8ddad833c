import type { DealSums, Side } from "./deal-sums.ts";
import { gain, money, times } from "./figures.ts";

export interface Row {
  term: string;
  ours: string;
  theirs: string;
  isSum?: boolean;
}

export function dealRows({ club, syndicate, entry }: DealSums): Row[] {
  const row = (term: string, value: (side: Side) => string, isSum = false): Row => ({
    term,
    ours: value(club),
    theirs: value(syndicate),
    isSum,
  });
  const { incomeTaxReliefPence } = club.result;
  const hasLossRelief = club.result.lossReliefPence > 0 || syndicate.result.lossReliefPence > 0;
  return [
    row("Goes into shares", ({ result }) => money(result.sharesPence)),
    row("Investment fee", ({ result }) => money(result.feePence)),
    row("Leaves your account", ({ result }) => money(result.cashOutPence)),
    row(`The sale pays, at ${times(entry.exitMultiple)}`, ({ result }) => money(result.proceedsPence)),
    row("Carry", ({ result }) => money(result.carryPence)),
    ...(incomeTaxReliefPence > 0 ? [row("Income Tax relief", ({ result }) => money(result.incomeTaxReliefPence))] : []),
    ...(hasLossRelief ? [row("Loss relief", ({ result }) => money(result.lossReliefPence))] : []),
    row("Net result", ({ result }) => gain(result.netResultPence), true),
    row("Net result of a total loss", (side) => gain(-side.totalLossPence), true),
  ];
}

/** As the deal, with the price of the membership, and with relief up to the scheme's limit for the year. */
export function yearRows({ club, syndicate, entry, plan }: DealSums): Row[] {
  const price = plan.pricePencePerYear;
  const row = (term: string, value: (side: Side, pricePence: number) => string, isSum = false): Row => ({
    term,
    ours: value(club, price),
    theirs: value(syndicate, 0),
    isSum,
  });
  return [
    row("Investment fees", ({ year }) => money(year.feePence)),
    row("Membership", (_, pricePence) => money(pricePence)),
    row("Leaves your account", ({ year }, pricePence) => money(year.cashOutPence + pricePence)),
    ...(club.year.incomeTaxReliefPence > 0
      ? [row("Income Tax relief", ({ year }) => money(year.incomeTaxReliefPence))]
      : []),
    row(
      `Net result, all at ${times(entry.exitMultiple)}`,
      ({ year }, pricePence) => gain(year.netResultPence - pricePence),
      true,
    ),
    row("Net result, all lost", (side, pricePence) => gain(-side.yearTotalLossPence - pricePence), true),
  ];
}
