import { formatPence, formatPrice, withCommas } from "#shared/pence.ts";
import type { ShareCosts } from "./share-costs.ts";

interface Given {
  /** Pounds a share. */
  price: string;
  feeBp: number;
  costs: ShareCosts;
  /** Before shares are allocated, when fewer may be got. */
  isAtMost: boolean;
}

/** What shares cost, line by line, with what is paid in all as the last. */
export const shareSums = ({ price, feeBp, costs, isAtMost }: Given) => [
  { label: isAtMost ? "Shares, at most" : "Shares", value: `${withCommas(costs.shares)} at ${formatPrice(price)}` },
  { label: "Cost", value: formatPence(costs.costPence) },
  { label: feeBp > 0 ? `Fee, ${feeBp / 100}%` : "Fee", value: formatPence(costs.feePence) },
  {
    label: isAtMost ? "You send, at most" : "You pay",
    value: formatPence(costs.duePence),
    isTotal: true as const,
  },
];
