import { countedPeople } from "#shared/counted-people.ts";
import { withCommas } from "#shared/pence.ts";

/** `service` is owed and neutral; `offer` is promotion; the others can be refused by each person. */
export const messageKinds = ["service", "club", "company", "event", "offer", "newsletter"] as const;
export type MessageKind = (typeof messageKinds)[number];

export const messageKindLabels: Record<MessageKind, string> = {
  service: "Service",
  club: "Club news",
  company: "Company",
  event: "Event",
  offer: "Offer",
  newsletter: "Newsletter",
};

export const servicePurposes = ["rules", "price", "privacy", "security", "safety", "meeting", "money"] as const;
export type ServicePurpose = (typeof servicePurposes)[number];

export const servicePurposeLabels: Record<ServicePurpose, string> = {
  rules: "A change of the club’s rules",
  price: "A change of a price",
  privacy: "The privacy notice",
  security: "The security of accounts",
  safety: "Somebody’s safety",
  meeting: "A meeting that the rules require",
  money: "Members’ money",
};

export const messageStates = ["draft", "in_review", "scheduled", "sending", "paused", "stopped", "sent"] as const;
export type MessageState = (typeof messageStates)[number];

export const messageStateLabels: Record<MessageState, string> = {
  draft: "Draft",
  in_review: "In review",
  scheduled: "Scheduled",
  sending: "Sending",
  paused: "Paused",
  stopped: "Stopped",
  sent: "Sent",
};

/** Of one mail. `unknown`: its process ended while the mail server had it. */
export const messageMailStates = [
  "waiting",
  "queued",
  "sending",
  "sent",
  "unknown",
  "dropped",
  "failed",
  "stopped",
] as const;
export type MessageMailState = (typeof messageMailStates)[number];

export const messageMailStateLabels: Record<MessageMailState, string> = {
  waiting: "Waiting",
  queued: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  unknown: "Not known",
  dropped: "Not sent",
  failed: "Refused by the mail server",
  stopped: "Stopped",
};

export const missingThings = ["profile", "statement", "investor_record", "two_factor"] as const;
export type MissingThing = (typeof missingThings)[number];

export const missingLabels: Record<MissingThing, string> = {
  profile: "No profile",
  statement: "No current investor statement",
  investor_record: "No investor details",
  two_factor: "No second factor",
};

export const answersToName = ["going", "waiting", "offered", "not_going"] as const;

/** Why a person does not get it; of those of the gate to deals the words are with the deals. */
const dropReasons: Record<string, readonly [one: string, many: string]> = {
  ended: ["is suspended, or not in the club any more", "are suspended, or not in the club any more"],
  membership_required: ["is suspended, or not in the club any more", "are suspended, or not in the club any more"],
  unverified: ["has not confirmed their address", "have not confirmed their address"],
  undeliverable: ["has an address that refuses our emails", "have an address that refuses our emails"],
  turned_off: ["has turned such emails off", "have turned such emails off"],
  no_consent: ["has not asked for such emails", "have not asked for such emails"],
  statement_required: ["has no current investor statement", "have no current investor statement"],
  statement_in_review: ["has a statement in review", "have a statement in review"],
  statement_expired: ["has a statement that has ended", "have a statement that has ended"],
  country_not_allowed: ["lives in a country that is not allowed", "live in a country that is not allowed"],
  too_young: ["is not 18 yet", "are not 18 yet"],
  deals_disabled: ["is not told while deals are switched off", "are not told while deals are switched off"],
  deal_not_open: ["would be told of a deal that is not open", "would be told of a deal that is not open"],
  not_for_me: ["has said that the deal is not for them", "have said that the deal is not for them"],
};

/** "13 have no current investor statement". */
export function dropWords(reason: string, people: number): string {
  const words = dropReasons[reason];
  const one = `was refused by the mail server: ${reason}`;
  const many = `were refused by the mail server: ${reason}`;
  return `${people} ${people === 1 ? (words?.[0] ?? one) : (words?.[1] ?? many)}`;
}

/** Words of an offer. They only make the screen ask once more. */
const offerWords =
  /\b(invest(?:s|ed|ing|ments?)?|rounds?|raises?|raising|shares?|S?EIS|valuations?|commit(?:s|ments?)?)\b/i;
export const readsLikeOffer = (text: string): boolean => offerWords.test(text);

export const messageMessages = {
  mailUnset: "No mail server is set.",
  offerUnanswered: "Say whether this is about an offer.",
  audienceEmpty: "Nobody is in this audience.",
  audienceChanged: (then: number, now: number) =>
    `It was ${countedPeople(then)} when you looked, it is ${withCommas(now)} now.`,
  momentMissing: "Choose a day and a time.",
  sendAtPast: "Choose a time that is still to come.",
  unknownField: (name: string) => `There is no field {${name}}.`,
  fieldWithoutSubject: (name: string) =>
    `{${name}} has a value only where the message goes to one event’s guests, or one company’s holders.`,
  offerToPublic: "A message about an offer cannot go to the newsletter’s list.",
  newsletterAlone: "The newsletter’s list cannot be combined with members.",
  newsletterOff: "The newsletter is not a list now. Settings, Emails switches it on.",
  previewMissing: "Send it to yourself first.",
  finished: "This message is being sent, or was sent.",
  changed: "Somebody else has changed this message. Load it again.",
  secondPerson: "Another admin has to approve a message about an offer.",
  namesDeal: (company: string) =>
    `The text names ${company}, whose deal is being prepared or open: it is about an offer.`,
  purposeMissing: "Choose what it is about.",
  reasonMissing: "Say why it is not about an offer.",
  dealMissing: "Choose the deal.",
  serviceWarning: "Nobody can refuse this. It must not advertise anything.",
  audienceOfKind: "Choose an audience that goes with this kind.",
  neutral: "There is news about a deal on the members’ site.",
  notDraft: "Only a draft can be deleted.",
} as const;
