/**
 * Computes the costs of whole shares. A price is a decimal string of pounds with up to six decimals ("1.2", "0.8349"), everything
 * else whole pence, shares and basis points; computed in BigInt. A value that is no such number throws a RangeError.
 */

import { type Scheme, totalLossCostPence, usableScheme } from "#shared/portfolio/deal-result.ts";

export interface SharePurchase {
  price: string;
  shares: number;
  feeBp: number;
}

export interface ShareCosts {
  shares: number;
  costPence: number;
  feePence: number;
  duePence: number;
}

/** The fee is on top of the cost. */
export function shareCosts({ price, shares, feeBp }: SharePurchase): ShareCosts {
  const cost = costPence(price, shares);
  const fee = feeOfCostPence(cost, feeBp);
  return { shares, costPence: cost, feePence: fee, duePence: cost + fee };
}

/** Whether shares can cost parts of a penny: then a member's part of the cost of all shares is rounded up or down. */
export const hasPartsOfPenny = (price: string): boolean => /\.\d\d\d*[1-9]/.test(price);

/** The most that can be called for the shares once they are given out: never more than an amount that buys them. */
export function mostCosts({ price, shares, feeBp }: SharePurchase): ShareCosts {
  const cost = amountForShares(price, shares);
  const fee = feeOfCostPence(cost, feeBp);
  return { shares, costPence: cost, feePence: fee, duePence: cost + fee };
}

/**
 * What each of some members pays for their shares: the cost of all of them, rounded half up once, split by largest remainder, and
 * nobody's more than their shares × price rounded up.
 */
export function splitCosts(price: string, shares: readonly number[]): number[] {
  const all = shares.reduce((sum, count) => sum + count, 0);
  if (all === 0) return shares.map(() => 0);
  const most = shares.map((count) => amountForShares(price, count));
  return splitLargestRemainder(costPence(price, all), shares, most);
}

/** The same purchase with one share fewer, null below the minimum, and with one more, at most. */
export function neighbours(
  purchase: SharePurchase,
  minimumPence: number,
): { fewer: ShareCosts | null; more: ShareCosts } {
  const { price, shares } = purchase;
  return {
    fewer: shares > minimumShares(price, minimumPence) ? mostCosts({ ...purchase, shares: shares - 1 }) : null,
    more: mostCosts({ ...purchase, shares: shares + 1 }),
  };
}

/** The most shares that the amount buys, but at least the minimum, which can cost more than the amount. */
export const sharesFor = (price: string, amountPence: number, minimumPence: number): number =>
  Math.max(toNumber((toWhole(amountPence) * microPerPenny) / toMicropounds(price)), minimumShares(price, minimumPence));

/** The shares that the amount pays for, with their fee. */
export function affordableShares({ price, feeBp }: Omit<SharePurchase, "shares">, amountPence: number): ShareCosts {
  const exact = (toWhole(amountPence) * microPerPenny * wholeBp) / (toMicropounds(price) * (wholeBp + toWhole(feeBp)));
  let costs = shareCosts({ price, feeBp, shares: toNumber(exact) });
  // Cost and fee are both rounded, and can go up by a penny together.
  while (costs.duePence > amountPence) costs = shareCosts({ price, feeBp, shares: costs.shares - 1 });
  return costs;
}

/** The fewest shares that cost the minimum. */
export const minimumShares = (price: string, minimumPence: number): number =>
  toNumber(divideUp(toWhole(minimumPence) * microPerPenny, toMicropounds(price)));

/** The least amount in whole pence that buys so many shares; a price under a penny may buy more of them for it. */
export const amountForShares = (price: string, shares: number): number =>
  toNumber(divideUp(toMicropounds(price) * toWhole(shares), microPerPenny));

/** Rounded half up. */
export const costPence = (price: string, shares: number): number =>
  toNumber(divideHalfUp(toMicropounds(price) * toWhole(shares), microPerPenny));

/** Rounded half up. */
export const feeOfCostPence = (costPence: number, feeBp: number): number =>
  toNumber(divideHalfUp(toWhole(costPence) * toWhole(feeBp), wholeBp));

/** What one of some shares has to be worth to pay back what was sent for them, before reliefs; rounded up to six decimals. */
export const breakEvenPrice = ({ shares, duePence }: Pick<ShareCosts, "shares" | "duePence">): string =>
  fromMicropounds(divideUp(toWhole(duePence) * microPerPenny, toWhole(shares)));

/** What was sent as a multiple of the cost, rounded to three decimals. */
export const breakEvenTimes = (price: string, { shares, duePence }: Pick<ShareCosts, "shares" | "duePence">): number =>
  toNumber(divideHalfUp(toWhole(duePence) * microPerPenny * 1000n, toWhole(shares) * toMicropounds(price))) / 1000;

/** What a total loss costs: with no relief, after Income Tax relief that is kept, and after loss relief against income too. */
export function totalLoss({
  costPence,
  feePence,
  scheme,
  incomeTaxPercent,
}: {
  costPence: number;
  feePence: number;
  scheme: Scheme;
  incomeTaxPercent: number;
}) {
  const incomeTaxRate = incomeTaxPercent / 100;
  const usable = usableScheme(scheme, incomeTaxRate);
  // No relief counts the fee: it is lost whole.
  const lossPence = (reliefs: { scheme?: Scheme; incomeTaxRate?: number }) =>
    totalLossCostPence({ investmentPence: costPence, feeRate: 0, side: "on-top", ...reliefs }) + feePence;
  return {
    withoutReliefPence: lossPence({}),
    afterIncomeTaxReliefPence: lossPence({ scheme: usable }),
    afterLossReliefPence: lossPence({ scheme: usable, incomeTaxRate }),
  };
}

/**
 * Parts in proportion to the weights that sum to the total; of equal remainders the earlier one gets the penny.
 * @param most of each part; what is left of the total has to fit under them.
 */
export function splitLargestRemainder(
  totalPence: number,
  weights: readonly number[],
  most?: readonly number[],
): number[] {
  const total = toWhole(totalPence);
  const sum = weights.reduce((sumSoFar, weight) => sumSoFar + toWhole(weight), 0n);
  if (sum === 0n) throw new RangeError("A split needs a weight above 0.");
  const parts = weights.map((weight, index) => {
    const product = total * toWhole(weight);
    return { index, pence: product / sum, remainder: product % sum };
  });
  const missing = toNumber(total - parts.reduce((sumSoFar, { pence }) => sumSoFar + pence, 0n));
  const topped = new Set(
    parts
      .filter(({ index, pence }) => most === undefined || pence < (most[index] ?? 0))
      .toSorted((a, b) => Number(b.remainder - a.remainder))
      .slice(0, missing)
      .map(({ index }) => index),
  );
  return parts.map(({ index, pence }) => toNumber(pence) + (topped.has(index) ? 1 : 0));
}

const microPerPenny = 10_000n;
const wholeBp = 10_000n;

/** Millionths of a pound. */
function toMicropounds(price: string): bigint {
  const [, pounds, decimals = ""] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(price) ?? [];
  const micropounds = pounds === undefined ? 0n : BigInt(pounds + decimals.padEnd(6, "0"));
  if (micropounds === 0n) throw new RangeError(`"${price}" is not a price in pounds.`);
  return micropounds;
}

function fromMicropounds(micropounds: bigint): string {
  const digits = String(micropounds).padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, "");
}

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

function toWhole(value: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not a whole number of 0 or more.`);
  return BigInt(value);
}

function toNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${value} is too large.`);
  return Number(value);
}
