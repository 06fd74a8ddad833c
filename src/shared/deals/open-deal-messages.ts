/** Apart from the schemas, so that a page can say these words without loading a validator. */

import { counted } from "#shared/counted.ts";
import { type HeldOfIssued, heldOfIssuedWords } from "#shared/portfolio/held-of-issued.ts";
import type { DeliveryChannel, OpenDealState } from "./deals.ts";

export const openDealStateLabels: Record<OpenDealState, string> = {
  opens_soon: "Opens soon",
  open: "Open",
  closed: "Closed",
};

/** The words lead to the moment that a deal's state ends or began with. */
export const openDealMoments: Record<OpenDealState, (moment: string) => string> = {
  opens_soon: (moment) => `Opens ${moment}`,
  open: (moment) => `Until ${moment}`,
  closed: (moment) => `Since ${moment}`,
};

export const openDealsMessages = {
  label: "Open Deals",
  isNew: "New",
  loading: "Loading open deals",
  withdrew: (moment: string) => `You withdrew on ${moment}`,
} as const;

export const openDealMessages = {
  loading: "Loading this deal",
  gone: (sections: string) => `No longer there: ${sections}.`,
  changed: "Changed",
  ownCommitment: "Your commitment",
  /** First on the page of somebody who has never committed. */
  firstCommitment: (moment: string) => `Your first commitment: from ${moment}.`,
  /** On paper. */
  printedFor: (company: string, reader: string) => `${company}, printed for ${reader}`,
  commitTo: (company: string) => `Commit to ${company}`,
  changeCommitment: (company: string) => `Change your commitment to ${company}`,
  moment: { opens_soon: "Opens", open: "Commit by", closed: "Closed" } satisfies Record<OpenDealState, string>,
} as const;

export const dealCostMessages = {
  range: (least: string, most: string) => `From ${least} to ${most}`,
  ofLast: (amount: string) => `These figures are still of ${amount}, the last amount that could be read and fits.`,
  fewest: (shares: string, cost: string) => `The fewest shares that can be had are ${shares}, which cost ${cost}.`,
  outOfRange: (least: string, most: string) => `Please enter an amount from ${least} to ${most}`,
  /** @param own what the reader's plan costs. */
  yearlyPrice: (tier: string, price: string | null, own: string | null) =>
    price === null
      ? `${tier} has no yearly price`
      : `${tier} costs ${price} a year ${own === null ? "on top" : `in place of ${own}`}`,
  due: "You send",
} as const;

export const dealTermsMessages = {
  noScheme: "No scheme",
  assurance: {
    applied: "Advance assurance applied for, not given yet",
    none: "No advance assurance",
  },
  allocationValue: (method: string, priority: string | null) => (priority ? `${method}. ${priority}` : method),
  priority: (percent: string, tiers: string, until: string) =>
    `${percent} of what is left after everybody’s minimum goes to ${tiers} commitments placed before ${until}`,
} as const;

export const dealSectionMessages = {
  terms: "Terms",
  why: "For and against",
  risks: "Risks",
  team: "Team",
  traction: "Traction",
  funds: "Use of funds",
  others: "Who else invests",
  conflicts: "Conflicts and what the club earns",
  scheme: dealTermsMessages.noScheme,
  room: "Documents",
  questions: "Questions",
  call: "Founder call",
  timeline: "Timeline",
} as const;
export type DealSectionName = keyof typeof dealSectionMessages;

export const dealBodyMessages = {
  assurance: {
    applied: "Assurance in advance is applied for and not given yet.",
    none: "Assurance in advance was not applied for.",
  },
  takenWithPriority: (tiers: string, until: string) => `Commitments are taken. ${tiers} priority until ${until}`,
  takenAfterPriority: (tiers: string, until: string) => `Commitments are taken. ${tiers} priority ended ${until}`,
  done: "Done:",
  now: "Now:",
  whoSigns: "Who signs for the money",
  twoSign: "Your money is moved only by a list that two of them have signed.",
} as const;

export const openRoomMessages = {
  opened: (day: string, pages: string) => (pages ? `Opened ${day}, ${pages}` : `Opened ${day}`),
  read: "Read",
  summary: (count: number, opened: number) =>
    count === 0 ? "None yet" : `${counted(count, "document")}, ${opened === 0 ? "none" : opened} opened`,
  recorded:
    "Every opening is recorded: who, which version, which pages, when. You see your own record, admins see all. Each page you read carries your name.",
} as const;

export const dealBarMessages = {
  until: (moment: string) => `Open until ${moment}.`,
  opens: (moment: string) => `Opens ${moment}.`,
  closed: (moment: string) => `Closed since ${moment}.`,
  from: (moment: string) => `You can commit from ${moment}.`,
  nothingTyped: (least: string) => `Nothing filled in. From ${least}.`,
  typed: (cost: string, due: string) => `${cost}, you send ${due}.`,
  owesNothing: "You owe nothing.",
  keepWatching: "Keep watching",
  committed: (cost: string) => `You committed ${cost}.`,
  committedTo: (shares: number, due: string) =>
    `${counted(shares, "share")}, you send ${due} at most. Change or withdraw until the shares are allocated.`,
  asked: (moment: string) => `The terms changed. Answer by ${moment}.`,
  completed: (day: string | undefined, held: HeldOfIssued) =>
    `This deal was completed${day ? ` on ${day}` : ""}. ${heldOfIssuedWords(held)}.`,
  whyNot: "Why it is not for you",
  saving: "Saving…",
  demand: (band: string) => ["Demand so far:", band] as const,
} as const;

export const shownMessages = {
  label: "What I was shown",
  hidden: "Hidden while deals are closed to you",
} as const;

export const deliveryChannelLabels: Record<DeliveryChannel, string> = {
  list: "List of deals",
  page: "Deal page",
  mail: "Email",
  document: "Document",
  answer: "Answer to a question",
  call: "Founder call",
};
