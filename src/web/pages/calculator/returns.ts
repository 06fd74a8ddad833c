/** The syndicate that the club is compared with, in per cent: what it charges to invest, and its share of the profit. */
export const traditionalSyndicate = { investmentFeePercent: 2, carryPercent: 20 } as const;

/** Whether the fee is paid besides the investment, or leaves less of it to invest. */
export type FeeSide = "on-top" | "inside";

interface Outcome {
  investmentPence: number;
  feePercent: number;
  carryPercent?: number;
  /** What the company's sale pays for each pound of shares. */
  multiple: number;
  side: FeeSide;
}

export interface Kept {
  keptPence: number;
  feesPence: number;
}

/**
 * What is left of the proceeds after all fees, and what the fees come to. On top, the fee is taken off the proceeds to
 * make the two comparable: it left the account too. Carry is a share of the profit, so it is nothing on a loss.
 */
export function kept({ investmentPence, feePercent, carryPercent = 0, multiple, side }: Outcome): Kept {
  const feePence = (investmentPence * feePercent) / 100;
  const sharesPence = side === "inside" ? investmentPence - feePence : investmentPence;
  const proceedsPence = sharesPence * multiple;
  const carryPence = (Math.max(0, proceedsPence - sharesPence) * carryPercent) / 100;
  const paidBesidesPence = side === "on-top" ? feePence : 0;
  return {
    keptPence: Math.round(proceedsPence - carryPence - paidBesidesPence),
    feesPence: Math.round(feePence + carryPence),
  };
}
