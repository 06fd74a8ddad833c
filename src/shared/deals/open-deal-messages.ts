/** Apart from the schemas, so that a page can say these words without loading a validator. */

import type { InterestLevel } from "./deal-messages.ts";
import type { DeliveryChannel, OpenDealState } from "./deals.ts";

export const openDealStateLabels: Record<OpenDealState, string> = {
  opens_soon: "Opens soon",
  open: "Open",
  closed: "Closed",
};

/** Before the moment that a deal's state ends or began with. */
export const openDealMoments: Record<OpenDealState, (moment: string) => string> = {
  opens_soon: (moment) => `Opens ${moment}`,
  open: (moment) => `Until ${moment}`,
  closed: (moment) => `Since ${moment}`,
};

export const openDealsMessages = {
  label: "Open Deals",
  note: "Everyone with a current statement sees a deal at the same moment",
  caption: "Deals, with their terms and what you said to them",
  forYou: (day: string) => `These pages are for you because your investor statement is current until ${day}.`,
  notAnswered: "Not answered",
  isNew: "New",
  kept: "What you were shown, when and with which terms, is kept for you:",
  loading: "Loading open deals",
  failed: "The deals could not be loaded",
  failedText: "The club did not answer. Everything else works as usual.",
  empty: "No deal is open",
  emptyText: "You are told here when one opens.",
  minutes: "About three minutes. You start from an empty form.",
  declined: (day: string) =>
    `On ${day} you answered that no condition applies to you, so deals are closed to you. If that has changed, or another form fits, you can sign a statement.`,
  ended: (last: string) =>
    `Yours ended on ${last}. The law asks for a new one each year, so deals, their documents and their mails have been closed to you since then. What you own and what you were shown is not.`,
} as const;

export const openDealMessages = {
  loading: "Loading this deal",
  failed: "This deal could not be loaded",
  missing: "This deal is not open to you",
  missingText: "Deals that are completed or withdrawn are open to members who bought shares in them.",
  riskWarning: "Risk warning",
  validThrough: (day: string) => `Your investor statement is current until ${day}.`,
  changedOn: (day: string) => `This page changed on ${day}.`,
  priceChanged: (price: string, before: string) => `The price is ${price} instead of ${before}.`,
  changesMarked: "What changed since you last read it is marked.",
  gone: (sections: string) => `No longer there: ${sections}.`,
  changed: "Changed",
  founded: (year: number) => `founded ${year}`,
  company: (number: string) => `company ${number}`,
  website: "website",
  onThisPage: "On this page",
  commit: "Commit",
  ownCommitment: "Your commitment",
  aShare: "A share",
  clubRound: "Club round",
  least: "Smallest commitment",
  shares: (count: string, amount: string) => `${amount}, ${count} shares`,
  closedEarly: (when: string, planned: string) =>
    `This deal closed on ${when}. It had been announced to close on ${planned}.`,
  closedEarlyReason: "The reason:",
  bought: (shares: string) => `You bought ${shares} shares in this deal. It stays readable for you.`,
  moment: { opens_soon: "Opens", open: "Commit until", closed: "Closed" } satisfies Record<OpenDealState, string>,
} as const;

export const dealCostMessages = {
  heading: "What it costs you",
  amount: "You want to put into shares",
  range: (least: string, most: string) => `From ${least} to ${most}`,
  ofLast: (amount: string) => `These figures are still of ${amount}, the last amount that could be read and fits.`,
  outOfRange: (least: string, most: string) => `Please enter an amount from ${least} to ${most}`,
  tier: "Your tier",
  tierFee: (tier: string, percent: string) => `${tier}, ${percent} on top.`,
  otherTiers: (fees: string, prices: string) => `${fees}; their yearly prices, ${prices}, come on top of that.`,
  otherFee: (tier: string, fee: string) => `As ${tier} the fee would be ${fee}`,
  otherFeeShort: (tier: string, fee: string) => `as ${tier} ${fee}`,
  nothing: "nothing",
  sharesAt: (price: string) => `Shares at ${price}`,
  cost: "Cost of the shares",
  fee: (club: string, percent: string) => `${club}’s fee, ${percent}`,
  due: "You send",
  breakEven: (price: string, multiple: string) =>
    `To get back what you sent, before any relief, a share has to be worth ${price}: ${multiple} its price.`,
  totalLoss: "What a total loss costs you",
  withoutRelief: "If it fails, with no relief",
  afterIncomeTax: (scheme: string) => `after ${scheme} Income Tax relief, if you qualify`,
  afterLoss: (percent: string) => `and loss relief at ${percent}, if you qualify`,
  reliefNote: (shares: string) =>
    `The relief counts the shares, ${shares}, not the fee. It depends on your own tax and on three years of holding, and may change. Arithmetic, not advice.`,
  noRelief: "These shares qualify for no relief under SEIS or EIS. Arithmetic, not advice.",
} as const;

export const dealTermsMessages = {
  heading: "Terms",
  version: (number: number, day: string) => `Version ${number}, ${day}.`,
  changes: (count: number) => (count === 1 ? "1 line changed." : `${count} lines changed.`),
  print: "Print",
  was: "Before:",
  scheme: "Scheme",
  noScheme: "No scheme",
  assurance: {
    given: (day: string) => `Advance assurance given ${day}`,
    applied: "Advance assurance applied for, not given yet",
    none: "No advance assurance",
  },
  instrument: "Instrument",
  shareClass: "Class of share",
  rights: "Rights",
  price: "Price of a share",
  preMoney: "Value of the company before the round",
  round: "Whole round",
  roundValue: (round: string, minimum: string, maximum: string) =>
    `${round}, of which the club takes ${minimum} to ${maximum}`,
  smallest: "Smallest commitment",
  smallestValue: (shares: string, amount: string) => `${shares} shares, ${amount}`,
  taken: "Commitments are taken",
  takenValue: (from: string, until: string) => `From ${from} to ${until}`,
  allocation: "How shares are allocated",
  allocationValue: (method: string, priority: string | null) => (priority ? `${method}. ${priority}` : method),
  priority: (percent: string, tiers: string, until: string) =>
    `${percent} of what is left after everybody’s minimum goes to ${tiers} commitments placed before ${until}`,
  vehicle: "Held by",
  completion: "Shares expected",
} as const;

/** Beside the lines of the terms, where old and new stand side by side. */
export const termsChangeMessages = {
  useOfFunds: "Use of funds",
  conflicts: "Conflicts",
  successFee: "What the company pays the club",
  successFeeValue: (percent: string) => `${percent} of what the club puts in`,
  clubInvests: "What the club puts in",
  otherInvestors: "Who else invests",
  risks: "Risks",
} as const;

export const dealSectionMessages = {
  terms: dealTermsMessages.heading,
  why: "Why, and why not",
  risks: "Risks",
  team: "Team",
  traction: "Traction",
  funds: "Use of funds",
  others: "Who else invests",
  conflicts: "Conflicts and what the club earns",
  scheme: dealTermsMessages.noScheme,
  room: "Room",
  questions: "Questions",
  call: "Founder call",
  timeline: "Timeline",
  answer: "Your interest",
} as const;
export type DealSectionName = keyof typeof dealSectionMessages;

export const dealBodyMessages = {
  likes: "Why we like it",
  fails: "What would make it fail",
  tractionNote: "Each with date and source",
  tractionCaption: "Traction, each figure with its date and source",
  what: "What",
  figure: "Figure",
  asOf: "As of",
  source: "Source",
  fundsNote: (round: string) => `Of a whole round of ${round}. Bars from 0 to 100%.`,
  yourFee: (amount: string) => `Your fee, at ${amount}`,
  successAtMaximum: (percent: string, amount: string) => `${percent} from the company, if the club fills ${amount}`,
  successAtMinimum: (percent: string, amount: string) => `${percent} if it reaches the minimum of ${amount}`,
  clubInvests: "What the club and its founders put in",
  conflicts: "Conflicts of interest",
  successFee: (percent: string) =>
    `The ${percent} is invoiced to the company after completion, never taken out of your money.`,
  assurance: {
    given: (day: string) => `Assurance in advance was given on ${day}.`,
    applied: "Assurance in advance is applied for and not given yet.",
    none: "Assurance in advance was not applied for.",
  },
  relief: (scheme: string) =>
    `It is no promise: the certificate (${scheme}3) comes months after the shares, and relief can be lost if the company or you break the rules within three years.`,
  noScheme: "The shares qualify for neither SEIS nor EIS. No Income Tax relief is counted.",
  shown: "Shown to all members with a current statement",
  taken: "Commitments are taken",
  takenWithPriority: (tiers: string, until: string) => `Commitments are taken. ${tiers} priority until ${until}`,
  span: (from: string, until: string) => `${from} to ${until}`,
  expected: "Shares are expected",
  done: "Done:",
  now: "Now:",
} as const;

export const openRoomMessages = {
  caption: "Documents of this deal",
  document: "Document",
  pages: "Pages",
  version: "Version",
  versionOf: (number: number, day: string) => `v${number}, ${day}`,
  isNew: "New",
  you: "You",
  opened: (day: string, pages: string) => (pages ? `Opened ${day}, ${pages}` : `Opened ${day}`),
  downloaded: (day: string) => `Downloaded ${day}`,
  notOpened: "Not opened",
  unknown: "–",
  read: "Read",
  download: "Download",
  downloading: "Downloading…",
  downloadFailed: "Not downloaded",
  canDownload: (type: string) => `${type}, download allowed`,
  cannotDownload: (type: string) => `${type}, not to be downloaded`,
  recorded:
    "Every opening is recorded: who, which version, which pages, when. You see your own record, admins see all. Each page you read carries your name.",
  empty: "Nothing in the room yet.",
  emptyText: "A document is listed here as soon as a version of this page has it.",
} as const;

export const interestMessages = {
  notes: {
    watching: "Tell me what changes",
    considering: "With or without an amount",
    likely: "With an amount",
    not_for_me: "Nothing more about it",
  } satisfies Record<InterestLevel, string>,
  hint: "It binds you to nothing, and you can change it at any time.",
  saved: (answer: string) => `Saved: ${answer}.`,
  current: (answer: string) => `You said: ${answer}.`,
  none: "You have not answered.",
  closed: "This deal is closed, so answers stay as they are.",
  unsaved: "Not saved yet: Likely needs an amount.",
  saving: "Saving…",
  failed: "Your answer was not saved",
  amount: "How much you think of",
  saveAmount: "Save amount",
  reason: "Why it is not for you",
  reasonHint: "The club’s admins alone read it.",
  saveReason: "Save reason",
  demand: (band: string) => ["Demand so far, since you answered:", band] as const,
} as const;

export const shownMessages = {
  label: "What I was shown",
  text: "Every day on which a deal was shown to you, with the terms and the statement that were current. Times are London’s.",
  caption: "What was shown to you, newest first",
  loading: "Loading what you were shown",
  when: "When",
  company: "Company",
  hidden: "Hidden while deals are closed to you",
  how: "How",
  terms: "Terms",
  termsOf: (number: number, day: string) => `Version ${number}, ${day}`,
  statement: "Statement",
  signed: (day: string) => `Signed ${day}`,
  until: (day: string) => `until ${day}`,
  emptyTitle: "You were shown no deal yet",
  emptyText: "Each deal that you are shown is listed here.",
  failedTitle: "What you were shown could not be loaded",
} as const;

export const deliveryChannelLabels: Record<DeliveryChannel, string> = {
  list: "List of deals",
  page: "Deal page",
  mail: "Email",
  document: "Document",
  answer: "Answer to a question",
  call: "Founder call",
};
