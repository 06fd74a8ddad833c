/** Apart from the schemas, so that a page can say these words without loading a validator. */
import { type PaperKind, paperLabels } from "#shared/funds/funds-completion-messages.ts";
import type { ReaderWords } from "./portfolio-page-messages.ts";

export const seatDays = 90;
export const daysToSeatEnd = 7;
export const maximumSeats = 5;
export const seatStates = ["live", "expired", "ended", "suspended"] as const;

export const adviserSeatMessages = {
  name: "Please say who it is for",
  tooMany: `${maximumSeats} advisers can read at a time. End the access of one first`,
  ended: "This access has ended. Grant another",
  /** Every link that opens nothing has the same words. */
  linkInvalid:
    "It has ended, was replaced by another, or is not complete. Ask the person who gave it to you for another one.",
} as const;

export const adviserSeatListMessages = {
  heading: "Adviser access",
  grant: "Grant access",
  state: {
    live: "Can read",
    expired: "Ended by itself",
    ended: "Ended by you",
    suspended: "Ended with your membership",
  },
  opening: (moment: string, device: string) => `${moment}, ${device}`,
  earlier: (count: number) => `and ${count} earlier`,
} as const;

export const adviserPageMessages = {
  title: "What a member holds",
  heading: (name: string) => `What ${name} holds`,
  noAdvice: "Keep the link: this page opens by it alone. Figures are what the club knows, and are no advice.",
  ledger: "Payments in deals",
  taxYear: (year: number) => `6 April ${year} to 5 April ${year + 1}`,
  fileTypes: { pdf: "PDF", csv: "CSV" },
  downloadFailed: "The file was not saved",
  reliefs: "Recorded reliefs",
  relief: { income: "Income tax relief", loss: "Loss relief" },
} as const;

const labelsForAdvisers: Partial<Record<PaperKind, string>> = {
  beneficial_certificate: "Certificate of beneficial ownership",
  signed_commitment: "What the member signed",
  relief_certificate: "Certificate for the tax return",
};

export const adviserPaperLabel = ({ kind, scheme }: { kind: PaperKind; scheme: string | null }): string =>
  kind === "relief_certificate" && scheme !== null
    ? `${scheme}3, for the tax return`
    : (labelsForAdvisers[kind] ?? paperLabels[kind]);

export const adviserWords: ReaderWords = {
  paidIn: "Paid in",
  received: "Received",
  paid: "Paid",
  backFor: (multiple) => `${multiple} of what was paid in`,
  part: "The member’s part",
  whatItIs: "The value is what was last paid for such shares, not what the member could sell for today.",
  whatItIsLowered:
    "The value is what was last paid for such shares, or less where the club thinks that less is left; not what the member could sell for today.",
  ownWord: (pence) => `${pence} of it is as the member entered it.`,
  withReliefs: (reliefs, multiple, rate) =>
    `With the reliefs that the member recorded and keeps, ${reliefs}, it is ${multiple} for each £1${rate === null ? "" : `, ${rate} a year`}.`,
  value: "Value against what was paid in",
  valueName: (day, value, paidIn, difference, isBelow) =>
    `On ${day} what the member owns is worth ${value}, ${difference} ${isBelow ? "less" : "more"} than the ${paidIn} paid in.`,
  valueRangeName: (day, range, paidIn) =>
    `On ${day} what the member owns is worth ${range}, as a price is too old to count. ${paidIn} was paid in.`,
  valueCaption: "What was paid in and what it is worth, from each day on which one of them changed",
  calendarNote: "If the member qualifies; this is a calendar, not advice.",
  claimRemark: "If the member qualifies; a year earlier if carried back",
  holdingsCaption: "The member’s holdings, each with its last price, and their total",
  held: (shares, day) => `${shares} shares, held for the member by the nominee since ${day}`,
  figures: "The member’s figures",
  noPrice: "No price yet: a share counts at the price that the member paid.",
  lots: "Lots",
  lotsCaption: "The shares that the member bought, lot by lot",
  claimed: (pence) => `Recorded as claimed, ${pence}`,
  lossClaimed: (pence) => `Recorded as a claimed loss, ${pence}`,
  splits: "How the number of the member’s shares changed, newest first",
  splitShares: "The member’s shares",
  splitsNote:
    "What the shares cost and the day they were bought stay the same. A price from before a split is for one share as it was then.",
};
