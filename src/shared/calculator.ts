/**
 * The arithmetic of one deal, in whole pence, with rates as fractions (4% is 0.04). Tax is the United Kingdom's for
 * 2026/27. Left out: Capital Gains Tax, which S/EIS shares escape on a gain after three years and other shares do not,
 * deferral and reinvestment relief, dilution, and time. It is arithmetic, not advice.
 */

import { type MembershipPlan, membershipPlans } from "./club.ts";

export type Scheme = "SEIS" | "EIS" | "none";

/** Whether the fee is paid besides the investment, or leaves less of it for shares. */
export type FeeSide = "on-top" | "inside";

export interface Deal {
  /** What goes into shares, or, with the fee inside, what leaves the account. */
  investmentPence: number;
  feeRate: number;
  side: FeeSide;
  /** What the company's sale pays for each pound of shares; 0 when it fails. */
  exitMultiple: number;
  /** Share of the profit that a syndicate takes; the club takes none. */
  carryRate?: number;
  scheme?: Scheme;
  /** The member's marginal rate of Income Tax in the year the loss is set against. */
  incomeTaxRate?: number;
}

export interface DealResult {
  sharesPence: number;
  feePence: number;
  cashOutPence: number;
  incomeTaxReliefPence: number;
  /** What the sale pays, before carry. */
  proceedsPence: number;
  carryPence: number;
  allowableLossPence: number;
  lossReliefPence: number;
  /** What the member is better off by, after fees, carry and reliefs; negative on a loss. */
  netResultPence: number;
}

/**
 * Relief rates, and the subscriptions in one tax year that they are given on at most.
 * Source: Income Tax Act 2007 s158 (EIS) and s257AB (SEIS, £200,000 since 6 April 2023);
 * https://www.gov.uk/guidance/venture-capital-schemes-tax-relief-for-investors. EIS allows a second million when
 * everything above the first goes into knowledge-intensive companies, which is not counted on here.
 */
const schemes: Record<Scheme, { reliefRate: number; yearlyLimitPence: number }> = {
  SEIS: { reliefRate: 0.5, yearlyLimitPence: 200_000_00 },
  EIS: { reliefRate: 0.3, yearlyLimitPence: 1_000_000_00 },
  none: { reliefRate: 0, yearlyLimitPence: 0 },
};

/** The syndicate the club is compared with: the least that the fee table gives for its entry fee, and the usual carry. */
export const traditionalSyndicate = { feeRate: 0.02, carryRate: 0.2 } as const;

/**
 * One deal from cheque to sale, in pence: net result = proceeds − carry − cash out + Income Tax relief + loss relief.
 * Carry is a share of proceeds − shares, and nothing on a loss. Supposes that the shares are held for three years or
 * the company fails, since relief is withdrawn on an earlier sale, and that no other deal has used the year's limit: for
 * several, take `incomeTaxReliefPence` of their sum.
 */
export function dealResult(deal: Deal): DealResult {
  const { exitMultiple, carryRate = 0, scheme = "none", incomeTaxRate = 0 } = deal;
  const { sharesPence, feePence, cashOutPence } = purchase(deal);
  const reliefPence = incomeTaxReliefPence(scheme, sharesPence);
  const proceedsPence = toWholePence(sharesPence * exitMultiple);
  const carryPence = toWholePence(Math.max(0, proceedsPence - sharesPence) * carryRate);
  const allowableLossPence = scheme === "none" ? 0 : Math.max(0, sharesPence - reliefPence - proceedsPence);
  const lossReliefPence = toWholePence(allowableLossPence * incomeTaxRate);
  return {
    sharesPence,
    feePence,
    cashOutPence,
    incomeTaxReliefPence: reliefPence,
    proceedsPence,
    carryPence,
    allowableLossPence,
    lossReliefPence,
    netResultPence: proceedsPence - carryPence - cashOutPence + reliefPence + lossReliefPence,
  };
}

/**
 * What a total loss costs after reliefs, in pence: cash out − Income Tax relief − loss relief. Of the shares alone that
 * is (1 − relief rate) × (1 − marginal rate); the fee is lost whole. Without a scheme no loss relief is counted, though
 * some subscribers can claim it.
 * Source: allowable loss = shares − relief kept − proceeds, Taxation of Chargeable Gains Act 1992 s150A (EIS) and
 * s150E (SEIS); set against income, Income Tax Act 2007 s131.
 */
export const totalLossCostPence = (deal: Omit<Deal, "exitMultiple">): number =>
  -dealResult({ ...deal, exitMultiple: 0 }).netResultPence;

/**
 * Income Tax relief in pence on what is subscribed for shares in a tax year: relief rate × subscriptions up to the
 * year's limit. A fee buys no shares and earns none. A member gets at most the Income Tax they owe for the year, which
 * is not known here. Source: as the rates.
 */
export function incomeTaxReliefPence(scheme: Scheme, subscribedInYearPence: number): number {
  const { reliefRate, yearlyLimitPence } = schemes[scheme];
  return toWholePence(Math.min(subscribedInYearPence, yearlyLimitPence) * reliefRate);
}

/**
 * The exit multiple that pays back what left the account, before carry and tax relief. On top: 1 + fee. Inside:
 * 1 ÷ (1 − fee).
 */
export const breakEvenMultiple = ({ feeRate, side }: Pick<Deal, "feeRate" | "side">): number =>
  side === "on-top" ? 1 + feeRate : 1 / (1 - feeRate);

/**
 * The exit multiple above which a fee f and no carry costs less than a syndicate with entry fee e and carry c, before
 * tax relief, both fees on the same side; below it, the syndicate costs less. 0 when the fee costs less, or no more, at
 * every multiple; Infinity when it never does. Found by setting what both pay out for the same cheque equal:
 * on top M − 1 − f = M − 1 − e − c(M − 1), so M = 1 + (f − e) ÷ c;
 * inside (1 − f)M = (1 − e)(M − c(M − 1)), so M = (1 − e)c ÷ (c − f + e − ec).
 * Without an entry fee these are 1 + f ÷ c and c ÷ (c − f).
 */
export function cheaperFromMultiple(
  { feeRate, side }: Pick<Deal, "feeRate" | "side">,
  syndicate: { feeRate: number; carryRate: number } = traditionalSyndicate,
): number {
  const { feeRate: entryRate, carryRate } = syndicate;
  if (feeRate < entryRate || (feeRate === entryRate && carryRate === 0)) return 0;
  if (side === "on-top") return carryRate === 0 ? Number.POSITIVE_INFINITY : 1 + (feeRate - entryRate) / carryRate;
  const gainPerMultiple = carryRate - feeRate + entryRate - entryRate * carryRate;
  return gainPerMultiple > 1e-12 ? ((1 - entryRate) * carryRate) / gainPerMultiple : Number.POSITIVE_INFINITY;
}

export interface MembershipCost {
  name: MembershipPlan["name"];
  pricePence: number;
  feesPence: number;
  totalPence: number;
}

/**
 * What each membership costs over a year of equal deals, in pence, the cheapest first: price + deals × fee. The fee is
 * the same amount on top or inside. Of two that cost the same, the dearer plan comes first: it includes more.
 */
export function membershipCosts(investmentPence: number, dealsPerYear: number): MembershipCost[] {
  return membershipPlans
    .map(({ name, pricePencePerYear: pricePence, investmentFeePercent }) => {
      const feesPence = dealsPerYear * toWholePence((investmentPence * investmentFeePercent) / 100);
      return { name, pricePence, feesPence, totalPence: pricePence + feesPence };
    })
    .sort((a, b) => a.totalPence - b.totalPence || b.pricePence - a.pricePence);
}

/** On top: shares = investment, cash out = investment + fee. Inside: shares = investment − fee, cash out = investment. */
function purchase({ investmentPence, feeRate, side }: Deal) {
  const feePence = toWholePence(investmentPence * feeRate);
  return side === "on-top"
    ? { sharesPence: investmentPence, feePence, cashOutPence: investmentPence + feePence }
    : { sharesPence: investmentPence - feePence, feePence, cashOutPence: investmentPence };
}

/** Half a penny goes up. Binary fractions fall short of a half (50 × 0.29 is 14.499…), so they are mended first. */
const toWholePence = (pence: number): number => Math.round(Number(pence.toFixed(4)));
