/** Apart from the schemas, so that a page can say these words without loading a validator. */
import { formatDay } from "#shared/london-time.ts";
import { numberKinds } from "#shared/typed-numbers.ts";

/** How members get money for their shares; a dividend leaves them the shares, a holdback is the rest of an earlier exit. */
export const exitKinds = ["sale", "buyback", "ipo", "liquidation", "dividend", "holdback"] as const;
export type ExitKind = (typeof exitKinds)[number];

export const exitKindLabels: Record<ExitKind, string> = {
  sale: "Sale",
  buyback: "Buyback",
  ipo: "Flotation",
  liquidation: "Liquidation",
  dividend: "Dividend",
  holdback: "Holdback",
};

interface Unpaid {
  arrived_on: string | null;
  returned_on: string | null;
}

/** Returns words for a lot that is not paid out yet: nothing is on its way before its deal's money is there. */
export function unpaidWords(kind: ExitKind, { arrived_on, returned_on }: Unpaid): string {
  if (returned_on !== null) return `Sent back by your bank on ${formatDay(returned_on)}. Write to us which account`;
  return arrived_on === null ? `Once ${payers[kind]} paid` : "On its way";
}

const payers: Record<ExitKind, string> = {
  sale: "the buyer has",
  buyback: "the company has",
  ipo: "the buyers have",
  liquidation: "the liquidator has",
  dividend: "the company has",
  holdback: "the rest is",
};

export const exitStates = ["proposed", "confirmed", "withdrawn"] as const;
export type ExitState = (typeof exitStates)[number];
export const exitStateLabels: Record<ExitState, string> = {
  proposed: "Waits for a second admin",
  confirmed: "Confirmed",
  withdrawn: "Withdrawn",
};

export const exitMessages = {
  reason: "Please give a reason",
  atMost: (count: number) => `Please use at most ${count} characters`,
  day: "Please enter a day, such as 2031-06-30",
  wholeShares: "Please enter whole shares, or leave this empty for all",
  atLeastOneShare: "Please enter at least 1 share, or leave this empty for all",
  wholePence: numberKinds.pounds.problem,
  allShares: "A dividend and a holdback are on every share",
  payee: "Please say to whom the costs are owed",
  evidence: "Please say what shows it, such as the liquidator’s final report",
  noCosts: "Without costs nobody is owed them",
  earlier: "Please choose the exit of this company that it was held back at",
  onlyHoldback: "Only a holdback belongs to an earlier exit",
  exitWaits: "Another exit of this company waits to be confirmed. Confirm or withdraw it first.",
  inFuture: "Please enter a day that is not in the future",
  beforeSplit: (day: string) =>
    `The shares were split on ${formatDay(day)}: enter a day from then on, in the new shares, or a dividend`,
  nothingHeld: "Nobody held shares of this company on that day",
  tooMuch: "This times the shares is more than can be booked",
  moreThanHeld: (shares: string) => `Members hold ${shares} shares`,
  costsTooHigh: "The costs take all that a member would be paid",
  secondPerson: "Another admin has to confirm an exit.",
  decided: "This exit is confirmed or withdrawn already.",
  lotsChanged: "What members hold has changed since this was proposed. Please withdraw it and propose it again.",
  moneyMoved: "Money of this exit is booked or on its way. Take that back first.",
  laterSplit: "The rest of these shares was split since then, so that this exit stays. Ask for help with the records.",
  laterExit: "A holdback of this exit is recorded. Withdraw that first.",
  notConfirmed: "Nothing is paid out before an exit is confirmed.",
  nothingToPay: "Nothing is to be proposed: either the money has not arrived, or everything is proposed already.",
  nothingToApprove: "No payment of this exit waits.",
  source: "Please say what shows that it was paid, such as the buyer’s letter",
  nothingOutside: "Nobody holds imported shares of this exit.",
  outsideWaits: "What was said of this payment waits for another admin. Confirm or refuse it first.",
  outsideNotConfirmed: "An exit is confirmed before its payment is recorded.",
  beforeExit: "Please enter a day from the day of the exit on",
  outsideSecondPerson: "Another admin has to confirm this payment.",
  outsideDecided: "No payment waits to be confirmed.",
  paymentSecondPerson: "Another admin has to approve what you proposed, and what is paid to you.",
} as const;
