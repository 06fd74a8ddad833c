import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { firstSchemeDay } from "./tax-dates.ts";

/** Apart from the schemas, so that a page can say these words without loading a validator. */

const count = (shares: number) => shares.toLocaleString("en-GB");

export const typedHoldingMessages = {
  wholeShares: "Enter a whole number of shares",
  atLeastOneShare: "Enter at least 1 share",
  tooManyShares: (most: number) => `Enter at most ${count(most)} shares`,
  aPrice: "Enter a price such as £1.24, with at most six decimals",
  wholePence: "Enter an amount such as £4,264.98",
  required: "Please fill this in",
  day: "Please enter the day",
  atMost: (length: number) => `Please use at most ${length} characters`,
  notTheCost: (pence: number) => `The shares at this price come to ${formatPence(pence)}: check the price or the cost`,
  certificateBefore: (day: string) => `The certificate cannot have come before ${formatDay(day)}`,
  schemeTooEarly: `Rates and limits are known here for shares issued from ${formatDay(firstSchemeDay)} on. Choose no scheme`,
  certificateNeedsScheme: "A certificate comes only with SEIS or EIS",
  moreThanHeld: (shares: number, day: string) =>
    shares === 0 ? `You held no shares on ${formatDay(day)}` : `You held ${count(shares)} shares on ${formatDay(day)}`,
  soldMore: (day: string) =>
    `You sold more shares than would then be left on ${formatDay(day)}. Remove that sale first`,
  costsTooHigh: "The costs are more than the shares brought",
  onlyHeld: (day: string) => `Choose a day from ${formatDay(day)} on: you bought the shares then`,
  otherClass: (held: string) =>
    `You have ${held} shares under this name. Enter another class under a name of its own, such as the company and the class`,
  claimed: (pence: number) =>
    `You recorded relief of ${formatPence(pence)} on these shares as they were. Remove that first, then record what is right`,
  claimedLoss: (pence: number) =>
    `You recorded relief of ${formatPence(pence)} on the loss of this day. Remove that first`,
  changedMeanwhile: (shares: number, pence: number) =>
    `Another window saved these shares meanwhile: ${count(shares)} for ${formatPence(pence)}. Close the form to keep that, or save again to replace it`,
  tooMany: (most: number) => `At most ${count(most)} of these can be kept. Remove one first`,
} as const;

/** Apart from the schemas, so that a page can say these words without loading a validator. */

export const typedPageMessages = {
  addTitle: "Add a holding of your own",
  remove: "Remove",
  lot: (shares: string, day: string) => `${shares} shares of ${day}`,
  soldOn: "Sold on",
  gross: "What they brought",
  costs: "Costs",
} as const;
