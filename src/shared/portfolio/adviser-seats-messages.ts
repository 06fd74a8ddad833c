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
  /** One and the same for every link that opens nothing. */
  linkInvalid:
    "It has ended, was replaced by another, or is not complete. Ask the person who gave it to you for another one.",
} as const;

export const adviserSeatListMessages = {
  heading: "Adviser access",
  open: "Adviser access",
  text: `Somebody you trust, such as your accountant, reads what you hold by a link, without an account. They read only: your holdings, figures, payments, prices and tax dates. Nothing of other members, no deals, nothing of your statements. It ends by itself after ${seatDays} days.`,
  grant: "Grant access",
  granting: "Granting…",
  formTitle: "Grant an adviser access",
  name: "For whom",
  nameHint: "Such as Hale & Partners, accountants",
  email: "Their e-mail address",
  emailNote: "for your own list; the club writes to nobody",
  emailWrong: "Please enter a valid email address.",
  reliefs: "With the tax reliefs that I recorded",
  papers: "With my papers, such as certificates, to download",
  cancel: "Leave it",
  failed: "Access was not granted",
  linkTitle: (name: string) => `The link for ${name}`,
  linkText: "Copy it now: it is shown this once. Whoever has it can read, until you end it.",
  link: "The link",
  copy: "Copy the link",
  copied: "The link is copied",
  notCopied: "Not copied. Please select the link and copy it",
  done: "Done",
  loading: "Loading who can read",
  listFailed: "Who can read could not be loaded",
  listFailedText: "The club did not answer. Nothing has changed.",
  empty: "No adviser can read it. You and the club’s admins can.",
  emptyText: "Grant an adviser access when your tax return is due.",
  until: (day: string) => `Until ${day}`,
  state: {
    live: "Can read",
    expired: "Ended by itself",
    ended: "Ended by you",
    suspended: "Ended with your membership",
  },
  endedOn: (day: string) => `Ended on ${day}`,
  shows: (reliefs: boolean, papers: boolean) =>
    `Holdings${reliefs ? ", recorded reliefs" : ""}${papers ? ", papers" : ""}`,
  neverOpened: "Not opened yet",
  opened: (count: number) => (count === 1 ? "Opened once" : `Opened ${count} times`),
  openings: "Openings",
  unknownDevice: "an unknown browser",
  opening: (moment: string, device: string) => `${moment}, ${device}`,
  newDevice: "first time there",
  earlier: (count: number) => `and ${count} earlier`,
  renew: "New link",
  renewOf: (name: string) => `for ${name}`,
  renewTitle: (name: string) => `A new link for ${name}?`,
  renewText: `The one before stops working at once. The new one works for ${seatDays} days.`,
  renewing: "Making it…",
  end: "End access",
  endTitle: (name: string) => `End the access of ${name}?`,
  endText: "The link stops working at once. What was downloaded stays with them.",
  ending: "Ending…",
  keep: "Keep it",
  endedNow: (name: string) => `${name} cannot read any more`,
  notEnded: "Not ended",
  notRenewed: "No new link was made",
} as const;

export const adviserPageMessages = {
  title: "What a member holds",
  heading: (name: string) => `What ${name} holds`,
  lead: (club: string, adviser: string, day: string) =>
    `${club} shows this to ${adviser}, as the member asked, until ${day}. Each opening is recorded and the member sees it.`,
  asOf: (day: string) => `As of ${day}`,
  aMember: "a member",
  noAdvice: "Keep the link: this page opens by it alone. Figures are what the club knows, and are no advice.",
  reliefsHidden: "Reliefs that the member recorded are not shown, so what is open to claim may be claimed already.",
  loading: "Loading the holdings",
  failed: "The holdings could not be loaded",
  failedText: "The club did not answer.",
  empty: "The member holds nothing.",
  invalidTitle: "This link opens nothing",
  home: "Back to Home",
  back: "All holdings",
  papers: "Papers",
  noPapers: "No papers yet.",
  ledger: "Entries in the ledgers of deals",
  ledgerText: "Of this member alone",
  yearEnds: "Year-end packs",
  taxYear: (year: number) => `6 April ${year} to 5 April ${year + 1}`,
  fileTypes: { pdf: "PDF", csv: "CSV" },
  download: "Download",
  downloadFailed: "The file was not saved",
  reliefs: "Recorded reliefs",
  reliefsText: "As the member recorded them; the club has not checked them.",
  noReliefs: "None recorded.",
  relief: { income: "Income tax relief", loss: "Loss relief" },
  reliefDay: "Claimed on",
  reliefKind: "What",
  reliefLot: "Shares",
  reliefAmount: "Tax",
  carriedBack: "carried back to the year before",
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
  backFor: (multiple) => `${multiple} of what was paid in`,
  part: "The member’s part",
  whatItIs: "The value is what was last paid for such shares, not what the member could sell for today.",
  whatItIsLowered:
    "The value is what was last paid for such shares, or less where the club thinks that less is left; not what the member could sell for today.",
  ownWord: (pence) => `${pence} of it is as the member entered it.`,
  withReliefs: (reliefs, multiple, rate) =>
    `With the reliefs that the member recorded, ${reliefs}, it is ${multiple} for each £1${rate === null ? "" : `, ${rate} a year`}.`,
  value: "Value against what was paid in",
  valueName: (day, value, paidIn, difference, isBelow) =>
    `On ${day} what the member owns is worth ${value}, ${difference} ${isBelow ? "less" : "more"} than the ${paidIn} paid in.`,
  valueRangeName: (day, range, paidIn) =>
    `On ${day} what the member owns is worth ${range}, as a price is too old to count. ${paidIn} was paid in.`,
  valueCaption: "What was paid in and what it is worth, from each day on which one of them changed",
  valueNote:
    "Each stick is the gap between the two lines: pine where value is above what was paid in, ember where below.",
  calendarNote: "If the member qualifies; this is a calendar, not advice.",
  claimRemark: "If the member qualifies; a year earlier if carried back",
  holdingsCaption: "The member’s holdings, each with its last price, and their total",
  held: (shares, day) => `${shares} shares, held for the member by the nominee since ${day}`,
  figures: "The member’s figures",
  lots: "Lots",
  lotsCaption: "The shares that the member bought, lot by lot",
  claimed: (pence) => `Recorded as claimed, ${pence}`,
  lossClaimed: (pence) => `Recorded as a claimed loss, ${pence}`,
  splits: "How the number of the member’s shares changed, newest first",
  splitShares: "The member’s shares",
  splitsNote:
    "What the shares cost and the day they were bought stay the same. A price from before a split is for one share as it was then.",
};
