import { formatPence } from "#shared/pence.ts";

/** "−£10.00": with a minus sign as wide as a plus, where money can go both ways. */
export const signedPence = (pence: number): string => formatPence(pence).replace("-", "−");

/** "£1,557.57 in, £70.70 out" of sums of both signs, which would hide each other in one; of one sign as `signedPence`. */
export function sumBothWays(amounts: readonly number[]): string {
  const sum = (sign: number) => amounts.reduce((pence, amount) => pence + Math.max(0, sign * amount), 0);
  const [paidIn, paidOut] = [sum(1), sum(-1)];
  if (paidIn > 0 && paidOut > 0) return `${formatPence(paidIn)} in, ${formatPence(paidOut)} out`;
  return signedPence(paidIn - paidOut);
}
