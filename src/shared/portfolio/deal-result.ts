/**
 * The arithmetic of a deal and of a year of them, in whole pence, with rates as fractions (4% is 0.04). Tax is the United
 * Kingdom's for 2026/27. Left out: Capital Gains Tax on a gain, which S/EIS shares escape after three years and other
 * shares do not, deferral and reinvestment relief, dilution, and time. It is arithmetic, not advice.
 */

import { type PlanName, syndicateRates } from "#shared/settings/plans.ts";
import type { Plan } from "#shared/settings/settings.ts";

export type Scheme = "SEIS" | "EIS" | "none";

/** Whether the fee is paid besides the investment, or leaves less of it for shares. */
export type FeeSide = "on-top" | "inside";

export interface Deal {
  /** What goes into shares, or, with the fee inside, what leaves the account. */
  investmentPence: number;
  feeRate: number;
  side: FeeSide;
  /** The company's sale pays this for each pound of shares; 0 when it fails. */
  exitMultiple: number;
  /** Share of the profit that a syndicate takes; the club takes none. */
  carryRate?: number;
  scheme?: Scheme;
  /** The member's marginal rate of Income Tax on the income that a loss is set against. Counts only with a scheme. */
  incomeTaxRate?: number;
  /** The rate of Capital Gains Tax on the gains that a loss is set against instead of income, with or without a scheme. */
  gainsTaxRate?: number;
}

/** The calculator takes these amounts. A year has no more deals than the club does in one. */
export const calculatorLimits = {
  /** The least is the club's minimum. */
  investmentPence: { most: 50_000_00 },
  dealsPerYear: { least: 1, most: 12 },
  exitMultiple: { least: 0, most: 100 },
} as const;

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
export const schemes: Record<Scheme, { reliefRate: number; yearlyLimitPence: number }> = {
  SEIS: { reliefRate: 0.5, yearlyLimitPence: 200_000_00 },
  EIS: { reliefRate: 0.3, yearlyLimitPence: 1_000_000_00 },
  none: { reliefRate: 0, yearlyLimitPence: 0 },
};

/** United Kingdom's main rates of Income Tax outside Scotland, 2026/27, in per cent; 0 is a year without any tax to pay. */
export const incomeTaxPercents = [0, 20, 40, 45] as const;

/**
 * The higher rate of Capital Gains Tax, 2026/27. Source:
 * https://www.gov.uk/capital-gains-tax/rates.
 */
export const higherGainsTaxRate = 0.24;

/** The syndicate the club is compared with: the least that the fee table gives for its entry fee, and the usual carry. */
export const traditionalSyndicate = {
  feeRate: syndicateRates.entryPercent[0] / 100,
  carryRate: syndicateRates.carryPercent / 100,
};

/**
 * One deal from cheque to sale, in pence: net result = proceeds − carry − cash out + Income Tax relief + loss relief.
 * Carry is a share of proceeds − shares, and nothing on a loss. Supposes that the shares are held for three years or
 * the company fails, since relief is withdrawn on an earlier sale, and that no other deal has used the year's limit.
 */
export const dealResult = (deal: Deal): DealResult => yearResult(deal, 1);

/**
 * The sum of equal deals in one tax year that all end alike, as `dealResult`. Income Tax relief stops at the scheme's
 * limit for the year; what is left of it belongs to all the deals in equal parts,
 * which leaves a larger loss to set against income.
 */
export function yearResult(deal: Deal, dealsPerYear: number): DealResult {
  const { exitMultiple, carryRate = 0, scheme = "none", incomeTaxRate = 0, gainsTaxRate } = deal;
  const one = purchase(deal);
  const oneSalePence = toWholePence(one.sharesPence * exitMultiple);
  const oneCarryPence = toWholePence(Math.max(0, oneSalePence - one.sharesPence) * carryRate);
  const sharesPence = dealsPerYear * one.sharesPence;
  const cashOutPence = dealsPerYear * one.cashOutPence;
  const proceedsPence = dealsPerYear * oneSalePence;
  const carryPence = dealsPerYear * oneCarryPence;
  const reliefPence = incomeTaxReliefPence(scheme, sharesPence);
  const allowableLossPence = Math.max(0, sharesPence - reliefPence - proceedsPence);
  const lossTaxRate = gainsTaxRate ?? (scheme === "none" ? 0 : incomeTaxRate);
  const lossReliefPence = toWholePence(allowableLossPence * lossTaxRate);
  return {
    sharesPence,
    feePence: dealsPerYear * one.feePence,
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
 * is (1 − relief rate) × (1 − marginal rate); the fee is lost whole. Without a scheme no loss relief against income is
 * counted, though some subscribers can claim it; a loss against gains is anyone's.
 * Source: allowable loss = shares − relief kept − proceeds, Taxation of Chargeable Gains Act 1992 s150A (EIS) and
 * s150E (SEIS); set against income, Income Tax Act 2007 s131; against gains, https://www.gov.uk/capital-gains-tax/losses.
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
 * The scheme whose reliefs a member with this marginal rate can use. Relief is a reduction of the tax owed (Income Tax
 * Act 2007 s158 and s257AB): who pays none gets none.
 */
export const usableScheme = (scheme: Scheme, incomeTaxRate: number): Scheme => (incomeTaxRate > 0 ? scheme : "none");

/**
 * The exit multiple that pays back what left the account, before carry. On top: 1 + fee. Inside: 1 ÷ (1 − fee). With a
 * scheme its relief rate less, since relief that is kept pays part of it back; no loss is then left to relieve.
 */
export const breakEvenMultiple = ({ feeRate, side, scheme = "none" }: FeeTerms): number =>
  (side === "on-top" ? 1 + feeRate : 1 / (1 - feeRate)) - schemes[scheme].reliefRate;

/**
 * The exit multiple above which a fee f and no carry costs less than a syndicate with entry fee e and carry c, both fees
 * on the same side; below it, the syndicate costs less. 0 when the fee costs less, or no more, at every multiple;
 * Infinity when it never does. Found by setting what both pay out for the same cheque equal, with relief rate r (0
 * without a scheme), which on top is the same for both and inside is given on fewer shares where the fee is larger:
 * on top M − 1 − f = M − 1 − e − c(M − 1), so M = 1 + (f − e) ÷ c;
 * inside (1 − f)(M + r) = (1 − e)(M + r − c(M − 1)), so M = ((1 − e)(r + c) − (1 − f)r) ÷ (c − f + e − ec).
 * Without an entry fee and relief these are 1 + f ÷ c and c ÷ (c − f).
 */
export function cheaperFromMultiple(
  { feeRate, side, scheme = "none" }: FeeTerms,
  syndicate: { feeRate: number; carryRate: number } = traditionalSyndicate,
): number {
  const { feeRate: entryRate, carryRate } = syndicate;
  const { reliefRate } = schemes[scheme];
  if (feeRate < entryRate || (feeRate === entryRate && carryRate === 0)) return 0;
  if (side === "on-top") return carryRate === 0 ? Number.POSITIVE_INFINITY : 1 + (feeRate - entryRate) / carryRate;
  const gainPerMultiple = carryRate - feeRate + entryRate - entryRate * carryRate;
  const lead = (1 - entryRate) * (reliefRate + carryRate) - (1 - feeRate) * reliefRate;
  return gainPerMultiple > 1e-12 ? lead / gainPerMultiple : Number.POSITIVE_INFINITY;
}

type FeeTerms = Pick<Deal, "feeRate" | "side" | "scheme">;

interface MembershipCost {
  name: PlanName;
  pricePence: number;
  feesPence: number;
  totalPence: number;
}

/**
 * What each membership costs over a year of equal deals, in pence, the cheapest first: price + deals × fee. The fee is
 * the same amount on top or inside. Of two that cost the same, the dearer plan comes first: it includes more.
 */
export function membershipCosts(
  plans: readonly Plan[],
  investmentPence: number,
  dealsPerYear: number,
): MembershipCost[] {
  return plans
    .map(({ name, annual_price_pence: pricePence, investment_fee_percent }) => {
      const feesPence = dealsPerYear * toWholePence((investmentPence * investment_fee_percent) / 100);
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
