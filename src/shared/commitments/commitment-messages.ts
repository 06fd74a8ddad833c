import { numberKinds } from "#shared/typed-numbers.ts";

/** Apart from the schemas, so that a page can say these words without loading a validator. */

export const commitmentStates = [
  "committed",
  "needs_reconsent",
  "waiting_list",
  "allocated",
  "called",
  "part_paid",
  "paid",
  "completed",
  "withdrawn",
  "left_on_change",
  "released_unpaid",
  "deal_cancelled",
  "refunded",
] as const;
export type CommitmentState = (typeof commitmentStates)[number];

/** A commitment counts no more in these states. */
export const endedStates: readonly CommitmentState[] = [
  "withdrawn",
  "left_on_change",
  "released_unpaid",
  "deal_cancelled",
  "refunded",
];

export const commitmentStateLabels: Record<CommitmentState, string> = {
  committed: "Committed",
  needs_reconsent: "Terms changed",
  waiting_list: "Waiting list",
  allocated: "Allocated",
  called: "Funds called",
  part_paid: "Part paid",
  paid: "Paid",
  completed: "Completed",
  withdrawn: "Withdrawn",
  left_on_change: "Left on a change of terms",
  released_unpaid: "Released, not paid",
  deal_cancelled: "Deal cancelled",
  refunded: "Refunded",
};

export const commitmentBands = ["priority", "general"] as const;
export type CommitmentBand = (typeof commitmentBands)[number];
/** The bands are in the order in which shares are shared out. */
export const commitmentBandLabels: Record<CommitmentBand, string> = {
  priority: "With priority",
  general: "With everybody else",
};

/** What is ticked before a commitment, each on its own. */
export const commitmentTicks = ["terms", "loss", "nominee", "instruction"] as const;
export type CommitmentTick = (typeof commitmentTicks)[number];

export const reconsentChoices = ["keep", "change", "leave"] as const;
export type ReconsentChoice = (typeof reconsentChoices)[number];

/** To answer a change of terms, to pay, and to take freed shares or leave them. */
export const nextSteps = ["answer", "pay", "take"] as const;
export type NextStep = (typeof nextSteps)[number];

export const commitmentObstacles = [
  "opens_later",
  "closed",
  "terms_changing",
  "record_incomplete",
  "cooling_off",
  "allocation_final",
] as const;
export type CommitmentObstacle = (typeof commitmentObstacles)[number];

export const allocationStates = ["draft", "final", "replaced"] as const;

export const commitmentMessages = {
  wholePence: numberKinds.pounds.problem,
  belowMinimum: (amount: string) => `The smallest commitment is ${amount}`,
  aboveMaximum: (amount: string) => `The most that the club can take is ${amount}`,
  leastWhole: "Please enter a whole number of shares",
  leastOne: "Please enter at least 1 share",
  leastTooSmall: (shares: string) => `Please enter at least ${shares} shares, the smallest commitment`,
  leastTooLarge: (shares: string) => `Please enter at most ${shares} shares, what you ask for`,
  relief: "Please answer Yes or No",
  tick: "Please tick this to commit",
  signature: (legalName: string) => `Type your name as ${legalName}`,
  required: "Please fill this in",
  choice: "Please choose one of the three answers",
  acceptsMore: (amount: string) => `Please confirm that the shares may cost ${amount}, more than you agreed to before`,
  notOpen: "Commitments to this deal are not open now.",
  termsChanged: "The terms have changed. Please read them again; what you filled in is kept.",
  termsChanging: "The terms are changing. Commitments stop until the new ones are approved and everybody was asked.",
  alreadyCommitted: "You have committed to this deal already. Please look at it again.",
  changedMeanwhile: "This commitment has changed meanwhile. Please look at it again.",
  withdrawnMeanwhile: "This commitment was withdrawn meanwhile. The form is now for a new one.",
  dueChanged: (amount: string) =>
    `Your fee has changed meanwhile: you would send at most ${amount}. Please read the sums again.`,
  allocationFinal: "The shares are allocated. A commitment cannot be changed or withdrawn any more.",
  coolingOff: (time: string) => `You have time to think before your first commitment. You can commit from ${time}.`,
  recordIncomplete: "Please complete your investor record first: the nominee needs it.",
  notAsked: "There is no change of terms to answer.",
  tooLate: "The time to answer is over. The commitment has ended, and nothing is owed.",
  noCommitments: "Nobody has committed yet.",
  reconsentRunning: "Members are still answering the change of terms.",
  draftStale: "Commitments have changed since this draft. Please work it out again.",
  notDraft: "This allocation is not a draft any more.",
  noAllocation: "There is no allocation yet.",
  reason: "Please give a reason. Every participant can read it.",
  lineAboveWish: (shares: string) => `At most ${shares} shares, what was asked for`,
  lineBelowLeast: (shares: string) => `At least ${shares} shares, the least that is accepted, or 0`,
  aboveCapacity: (shares: string) => `That would allocate ${shares} shares more than there are`,
  stillOpen: "Shares are allocated once commitments have closed.",
  alreadyFinal: "The shares are allocated already. That was confirmed, and is not changed any more.",
  notGivenOut: "Shares are allocated while a deal is released or closing.",
  wishTooSmall: "Somebody asked for fewer shares than the terms now take. They have to be asked again first.",
  draftChanged: "This draft has changed meanwhile. Please look at it again.",
  belowClubMinimum: "These shares cost less than the club’s minimum. A deal below its minimum cannot be completed.",
  notClosing: "Freed shares are offered while a deal is closing.",
  nothingFree: "No shares are free.",
  topUpOpen: "Freed shares are on offer already.",
  topUpCompanyPaid: "The company is paid or about to be, so no shares are offered any more.",
  topUpClosed: "These shares are not on offer any more.",
  topUpTooMany: (shares: string) => `At most ${shares} shares are free for you now`,
  topUpTooFew: (shares: string) => `At least ${shares} shares, the least that you accept`,
} as const;
