/** Apart from the schemas, so that a page can say these words without loading a validator. */

import type { ExitKind } from "./funds-exits-messages.ts";

export const exitDeskMessages = {
  loading: "Loading exits",
  kind: "What",
  shares: "Shares",
  gross: "Gross",
  costs: "Costs",
  paid: "To members",
  kindHint: {
    sale: "Somebody buys the shares",
    buyback: "The company buys its own shares",
    ipo: "The shares are sold as the company floats",
    liquidation: "The liquidator pays out; where nothing is paid, enter a price of £0 instead",
    dividend: "Paid on the shares; none are sold",
    holdback: "What was kept back at an earlier exit",
  } satisfies Record<ExitKind, string>,
  estimate: (gross: string, shares: string) => `${shares} shares bring ${gross} before costs.`,
  estimateOnAll: (gross: string, shares: string) => `On ${shares} shares that is ${gross} before costs.`,
  name: (kind: string, company: string) => `${kind}, ${company}`,
  confirming: "Confirming…",
  confirmFailed: "Not confirmed",
  keep: "Not yet",
  toBank: "Bank’s list",
  lotOf: (certificate: string, day: string) => `${certificate}, issued ${day}`,
  notPaid: "Not yet",
} as const;
