import type { Scheme } from "#shared/portfolio/deal-result.ts";
import { numberKinds } from "#shared/typed-numbers.ts";

/** Apart from the schemas, so that a page can say these words without loading a validator. */

/** A deal's way, in order. */
export const pipelineStates = [
  "enquiry",
  "screening",
  "meeting",
  "diligence",
  "preparing",
  "approved",
  "released",
  "closing",
  "completed",
  "exited",
] as const;
/** Ways out of it. */
export const sideExits = ["declined", "withdrawn", "parked", "cancelled"] as const;
export const dealStates = [...pipelineStates, ...sideExits] as const;
export type DealState = (typeof dealStates)[number];

/** A version can be frozen and a call planned in these states. */
export const preparedStates: readonly DealState[] = ["preparing", "approved", "released", "closing"];

/** In which members hold shares of it, or held them. */
export const completedStates: readonly DealState[] = ["completed", "exited"];

/** The round has ended, with shares or without. */
export const endedStates: readonly DealState[] = [...completedStates, "cancelled"];

/** Questions are answered in these states. */
export const answeredStates: readonly DealState[] = [...preparedStates, ...completedStates];

export const workStates = pipelineStates.slice(0, pipelineStates.indexOf("completed"));
export const dealFilters = ["work", "overdue", "unsettled", "done", "not_taken_on", ...dealStates] as const;
export type DealFilter = (typeof dealFilters)[number];

export const dealStateLabels: Record<DealState, string> = {
  enquiry: "Enquiry",
  screening: "Screening",
  meeting: "Meeting",
  diligence: "Diligence",
  preparing: "Preparing",
  approved: "Approved",
  released: "Released",
  closing: "Closing",
  completed: "Completed",
  exited: "Exited",
  declined: "Declined",
  withdrawn: "Withdrawn",
  parked: "Parked",
  cancelled: "Cancelled",
};

const before = (state: DealState, other: DealState): boolean => {
  const order: readonly DealState[] = pipelineStates;
  return order.indexOf(state) < order.indexOf(other);
};

/**
 * Returns the states that an admin may move a deal to by hand. Approval and release have their own calls; a released deal only
 * closes or is cancelled. The database allows the same moves: `transition_deals`.
 */
export function nextStates(state: DealState): DealState[] {
  if (state === "released") return ["closing", "cancelled"];
  if (state === "closing") return ["released", "cancelled"];
  if (state === "completed" || state === "exited" || state === "cancelled") return [];
  const inPreparation = pipelineStates.filter((other) => other !== state && !before("preparing", other));
  const exits: DealState[] = ["declined", "withdrawn", "parked"];
  return [...inPreparation, ...exits.filter((other) => other !== state)];
}

/** Moves back, and every way out or back in. */
export const needsReason = (from: DealState, to: DealState): boolean =>
  (sideExits as readonly DealState[]).includes(to) ||
  (sideExits as readonly DealState[]).includes(from) ||
  before(to, from);

/** Closing a deal before its announced end needs a reason too: the dialog offers the field for each closing. */
export const asksReason = (from: DealState, to: DealState): boolean =>
  needsReason(from, to) || (from === "released" && to === "closing");

/** An enquiry is answered within so many working days. */
export const replyWorkingDays = 10;

export const dealSchemes = ["SEIS", "EIS", "none"] as const satisfies readonly Scheme[];
export const dealSchemeLabels: Record<Scheme, string> = { SEIS: "SEIS", EIS: "EIS", none: "No scheme" };

export const instruments = ["ordinary_shares", "preference_shares", "convertible_note"] as const;
export type Instrument = (typeof instruments)[number];
/** Notes are loans, for which there are no shares to allocate, value or sell: terms with one are refused. */
export const offeredInstruments = ["ordinary_shares", "preference_shares"] as const satisfies readonly Instrument[];
/** Checks a share class or the like. Convertible preference shares are shares. */
export const namesLoan = (text: string): boolean => /\b(convertible (loan )?notes?|loan notes?|CLNs?)\b/i.test(text);
export const instrumentLabels: Record<Instrument, string> = {
  ordinary_shares: "Ordinary shares",
  preference_shares: "Preference shares",
  convertible_note: "Convertible note",
};

/** HMRC's opinion in advance on whether a company's shares qualify. */
export const assurances = ["none", "applied", "given"] as const;
export type Assurance = (typeof assurances)[number];
export const assuranceLabels: Record<Assurance, string> = {
  none: "Not applied for",
  applied: "Applied for, not given yet",
  given: "Given",
};

export const allocationMethods = ["pro_rata", "level", "first_come"] as const;
export type AllocationMethod = (typeof allocationMethods)[number];
export const allocationMethodLabels: Record<AllocationMethod, string> = {
  pro_rata: "Pro rata",
  level: "Level",
  first_come: "First come",
};

export const interestLevels = ["watching", "considering", "likely", "not_for_me"] as const;
export type InterestLevel = (typeof interestLevels)[number];
export const interestLabels: Record<InterestLevel, string> = {
  watching: "Watching",
  considering: "Considering",
  likely: "Likely",
  not_for_me: "Not for me",
};

/** How much is wanted, as a share of the club's maximum; shown to members who have said what they think. */
export const demandBands = ["under_half", "over_half", "full", "oversubscribed"] as const;
export type DemandBand = (typeof demandBands)[number];
export const demandBandLabels: Record<DemandBand, string> = {
  under_half: "under half of the club’s maximum",
  over_half: "over half of the club’s maximum",
  full: "as much as the club’s maximum",
  oversubscribed: "more than the club’s maximum",
};

/** The author and a second admin confirm these of a version before it may be released. */
export const checklistItems = ["balanced", "sourced", "forecasts", "words", "conflicts", "no_calls"] as const;
export type ChecklistItem = (typeof checklistItems)[number];
export const checklistLabels: Record<ChecklistItem, string> = {
  balanced: "What would make it fail is as long as why we like it",
  sourced: "Every figure has its source and its date",
  forecasts: "No forecast stands without what it rests on",
  words: "Nothing promises, and no authority is said to have approved anything",
  conflicts: "Every conflict of interest is stated, with what the club earns",
  no_calls: "Nobody can be asked for more than they commit",
};

/** What a page for members may not say; matched as whole words, whatever the case. */
export const blockedWords = [
  "guaranteed",
  "guarantee",
  "protected",
  "tax-free",
  "tax free",
  "risk-free",
  "risk free",
  "FCA approved",
  "FCA-approved",
  "approved by the FCA",
  "HMRC approved",
  "HMRC-approved",
  "approved by HMRC",
] as const;

/** The first word of the list that a text says, or undefined. */
export function blockedWordIn(text: string): string | undefined {
  return blockedWords.find((word) =>
    new RegExp(`(?<![\\p{L}\\p{N}])${word.replaceAll(" ", "\\s+")}(?![\\p{L}\\p{N}])`, "iu").test(text),
  );
}

/** Warnings on terms, which do not stop them. */
export const termsWarnings = [
  "assurance_missing",
  "assurance_old",
  "seis_limit",
  "eis_year_limit",
  "eis_lifetime_limit",
] as const;
export type TermsWarning = (typeof termsWarnings)[number];
export const termsWarningLabels: Record<TermsWarning, string> = {
  assurance_missing: "Advance assurance is not given. Members have to read that.",
  assurance_old: "Advance assurance is older than 12 months.",
  eis_year_limit: "With this round the company raises more in 12 months than EIS allows most companies (£10m).",
  seis_limit:
    "With the club’s most the company has raised more than the £250,000 that SEIS covers: a part has no relief.",
  eis_lifetime_limit: "With this round the company has raised more in its life than EIS allows most companies (£24m).",
};

export const dealMessages = {
  listHeadline: "You could lose all the money you put into any of these.",
  required: "Please fill this in",
  atMost: (count: number) => `Please use at most ${count} characters`,
  wholePence: numberKinds.pounds.problem,
  price: "Please enter a price in pounds with at most six decimals, such as 1.20",
  percent: "Please enter a whole per cent from 0 to 100",
  date: "Please enter a date",
  asOf: "Please enter a day or a month with its year, such as 31 Dec 2026",
  country: "Please enter a country, such as Ireland or IE",
  moment: "Please enter a date and a time",
  atLeast: (count: number, what: string) => `Please enter at least ${count} ${what}`,
  hundredPercent: "The parts have to add up to 100 per cent",
  maximumBelowMinimum: "The club's maximum has to be at least its minimum",
  roundBelowMaximum: "The whole round has to be at least the club's maximum",
  commitmentAboveMaximum: "The smallest commitment has to be at most the club's maximum",
  commitmentBelowLeast: (least: string) => `The club takes ${least} or more. Please enter at least ${least}`,
  priorityOfNobody: "Tick who has priority, or enter 0 as their share",
  priorityBeforeOpening: "Priority has to end at the opening or later",
  closingBeforePriority: "The closing has to be after the end of priority",
  completionBeforeClosing: (day: string) => `Commitments close on ${day}. Please enter that day or a later one`,
  assuranceDay: "Please enter the day on which assurance was given",
  schemesBelowPart: "All schemes cannot be less than SEIS alone",
  yearAboveEver: "The last 12 months cannot be more than what was raised ever",
  seisRaised: "A company that has raised more than £250,000 under SEIS cannot raise more under it",
  convertibleNote:
    "A convertible loan note is a loan without a price of a share, and is not handled here yet. Please choose a round of shares",
  blockedWord: (word: string) => `Please say it without “${word}”`,
  reason: "Please give a reason",
  closingNotAnnounced: (until: string) => `Commitments are taken until ${until}. Announce an earlier closing first`,
  closingNotOpen: "A closing is announced while a deal is open",
  closingProposalGone: "What was proposed does not wait any more. Look at it again",
  closingProposed: (name: string | null, at: string, reason: string) =>
    `${name ?? "Another admin"} has proposed ${at} meanwhile. Confirm that, or propose another time in its place. The reason given: ${reason}`,
  cancellingSecondPerson: "Another admin confirms what you proposed",
  closingSecondPerson: "Another admin confirms the time that you proposed",
  closingTooSoon: "Please enter a time at least 24 hours ahead, and after the opening",
  closingUnchanged: "It closes then already",
  termsCloseEarlier: (until: string) => `It closes on ${until}. Announce an earlier closing instead`,
  parkedUntil: "Please enter the day until which it is parked",
  sharedOut: "Its shares are allocated: it cannot be opened again",
  unknownMove: "A deal cannot be moved from there to here",
  adminOnly: "Please choose an admin",
  unknownCompany: "There is no such company",
  enquiryAdded: "Added",
  enquiryTwice: "Twice in this list: a row above has this name or number",
  enquiryExists: "A company of this name or number is here already",
  changedMeanwhile: "Somebody else has changed this deal meanwhile. Please look at it again.",
  noTerms: "Save terms first",
  isMaterial: (labels: string) => `This is another offer, whatever is said of it: ${labels}. Everybody is asked again.`,
  termsTooLate: "Terms are set before a deal is completed",
  versionTooEarly: "The offer is signed once a deal is being prepared, and until it is completed",
  notApproved: "Only an approved deal can be released",
  checklist: "Please confirm every point, or change the page",
  noReasons: "Please say why the club likes it, and what would make it fail",
  unbalanced:
    "What would make it fail has to be as long as why we like it: at least as many points, and as many words within a fifth",
  isDecided: "This version is decided already, or a newer one has taken its place",
  notOpen: "This deal is not open",
  amount: "Please enter how much you think of",
  noAmount: "Please leave the amount out: it goes with Considering and Likely alone.",
  noReason: "Please leave the reason out: it goes with Not for me alone.",
  mailingClosed: "These mails are stopped, or in that state already.",
  mailedBefore: "Members were told of this before. Nobody is told twice.",
  mailTooLate: "Only an open deal is told of, and a call that is ahead.",
} as const;

/** Why people are not told of a deal by mail: "have no statement", of one "has no statement". */
export const leftOutWords = (outcome: string, people: number): string => {
  const [verb = "", ...rest] = (leftOutLabels[outcome] ?? outcome).split(" ");
  return [people === 1 ? (verbsOfOne[verb] ?? verb) : verb, ...rest].join(" ");
};
const verbsOfOne: Record<string, string> = { have: "has", are: "is", live: "lives" };

const leftOutLabels: Record<string, string> = {
  no_consent: "have not agreed to such emails",
  statement_required: "have no statement",
  statement_in_review: "have a statement in review",
  statement_expired: "have a statement that has ended",
  country_not_allowed: "live in a country that is not allowed",
  too_young: "are not 18 yet",
  membership_required: "are suspended, or not in the club any more",
  deals_disabled: "are not told while deals are switched off",
  deal_not_open: "would have been told of a deal that is no longer open",
  call_over: "would have been told of a call that is cancelled or over",
  not_for_me: "have said that it is not for them",
};

/** For chat groups, where nobody knows who reads. */
export const neutralNotice = "A new deal is open on the members' site.";
