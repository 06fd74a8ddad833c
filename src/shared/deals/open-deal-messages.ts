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
  isNew: "New",
  loading: "Loading open deals",
  withdrew: (moment: string) => `You withdrew on ${moment}`,
} as const;

export const openDealMessages = {
  loading: "Loading this deal",
  gone: (sections: string) => `No longer there: ${sections}.`,
  changed: "Changed",
  onThisPage: "On this page",
  ownCommitment: "Your commitment",
  moment: { opens_soon: "Opens", open: "Commit until", closed: "Closed" } satisfies Record<OpenDealState, string>,
} as const;

export const dealCostMessages = {
  range: (least: string, most: string) => `From ${least} to ${most}`,
  ofLast: (amount: string) => `These figures are still of ${amount}, the last amount that could be read and fits.`,
  outOfRange: (least: string, most: string) => `Please enter an amount from ${least} to ${most}`,
  yearlyPrice: (tier: string, price: string | null) =>
    price ? `${tier} costs ${price} a year on top` : `${tier} has no yearly price`,
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
  recorded:
    "Every opening is recorded: who, which version, which pages, when. You see your own record, admins see all. Each page you read carries your name.",
} as const;

export const interestMessages = {
  notes: {
    watching: "Tell me what changes",
    considering: "With or without an amount",
    likely: "With an amount",
    not_for_me: "Nothing more about it",
  } satisfies Record<InterestLevel, string>,
  saving: "Saving…",
  demand: (band: string) => ["Demand so far, since you answered:", band] as const,
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
