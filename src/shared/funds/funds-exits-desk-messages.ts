/** Apart from the schemas, so that a page can say these words without loading a validator. */

import { counted } from "#shared/counted.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import type { ExitKind } from "./funds-exits-messages.ts";

interface Sums {
  members: number;
  shares: number;
  gross_pence: number;
  costs_pence: number;
  paid_pence: number;
}

interface PaymentSum {
  payments: number;
  pence: number;
}

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
  comesTo: (exit: Sums, price: string, kind: ExitKind) => {
    const gross = formatPence(exit.gross_pence);
    const shares = counted(exit.shares, "share");
    const before = kind === "dividend" || kind === "holdback" ? `On ${shares} that is` : `${shares} bring`;
    const costs = exit.costs_pence > 0 ? `Less the costs of ${formatPence(exit.costs_pence)}, ` : "";
    const members = `${counted(exit.members, "member")} ${exit.members === 1 ? "gets" : "get"} ${formatPence(exit.paid_pence)}`;
    return `${before} ${gross} before costs: ${formatPrice(price)} × ${shares}, rounded half up to the penny once for all of them. ${costs}${members}${exit.members === 1 ? "" : " together, split by their shares to the penny"}.`;
  },
  proposeSum: ({ payments, pence }: PaymentSum) => `${counted(payments, "payment")}, ${formatPence(pence)} together.`,
  approveSum: ({ payments, pence }: PaymentSum) =>
    `You approve ${counted(payments, "payment")}, ${formatPence(pence)} together.`,
  missing: (deal: string, arrived: string, gross: string, missing: string) =>
    `${deal}: ${arrived} of ${gross} has arrived and ${missing} is missing. Nothing is paid out of it before that is booked too.`,
  name: (kind: string, company: string) => `${kind}, ${company}`,
  confirming: "Confirming…",
  confirmFailed: "Not confirmed",
  toBank: "Bank’s list",
  lotOf: (certificate: string, day: string) => `${certificate}, issued ${day}`,
  notPaid: "Not yet",
} as const;
