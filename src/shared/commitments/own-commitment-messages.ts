/** Apart from the schemas, so that a page can say these words without loading a validator. */

import { counted } from "#shared/counted.ts";
import type { AllocationMethod } from "#shared/deals/deal-messages.ts";
import { formatPence } from "#shared/pence.ts";

export const commitMessages = {
  amount: "Amount",
  yes: "Yes",
  no: "No",
  relief: {
    yes: "The company asks for your certificate. You can decide later not to claim",
    no: "For example if you pay no UK tax, or have used your limit this tax year",
  },
  anyNumberFrom: (shares: string, cost: string) => `You accept any number from ${shares} shares, ${cost}`,
  order: {
    priority: "Order: you are among the members with priority.",
    general: "Order: you are with everybody else.",
    tooLate: (until: string) =>
      `Order: you are with everybody else, as priority ends on ${until}, before you can commit.`,
  },
  tick: {
    terms: (number: number, day: string) => `I have read the terms, version ${number} of ${day}.`,
    loss: (due: string) => `I can lose all of the ${due}.`,
    nominee: "The nominee holds the shares for me by name; I do not hold them myself.",
    instruction: (shares: string, cost: string) =>
      `I instruct the nominee to subscribe for up to ${shares} shares, for at most ${cost} and the fee.`,
  },
  submit: (shares: string) => `Commit to ${shares} shares`,
  submitChange: (shares: string) => `Change to ${shares} shares`,
} as const;

export const ownCommitmentMessages = {
  change: "Change",
} as const;

export const receiptMessages = {
  sentTo: (email: string) => `A receipt is sent to ${email}.`,
  allocatedAfter: (moment: string) => `After commitments close, ${moment}. Change or withdraw before`,
  payWithin: (due: string, hours: number) => `At most ${due}, within ${hours} hours`,
  issuedOn: (day: string) => `Expected ${day}`,
} as const;

export const reconsentMessages = {
  silence: (time: string) => ["If you do not answer by", time, "your commitment ends and you owe nothing."] as const,
  version: (number: number) => `Version ${number}`,
  saving: "Saving…",
} as const;

export const myInvestmentsMessages = {
  loadingOne: "Loading your commitment",
  step: {
    committed: "Committed",
  },
  noShares: "No shares",
  notAllocated: {
    open: (time: string) => `Not yet. Commitments close ${time}.`,
    closed: (time: string) => `Not yet. Commitments closed ${time}; you are told when the shares are allocated.`,
  },
} as const;

export const allocationMessages = {
  restPool: {
    pro_rata: "For everybody, by what each still wished",
    level: "For everybody, the same number each until filled",
    first_come: "For everybody, by who came first",
  } satisfies Record<AllocationMethod, string>,
  topUp: "Shares became free",
  takeCosts: (cost: string, fee: string, due: string) => `About ${cost} and ${fee}: you send about ${due} more.`,
} as const;

const eventWords: Record<string, (terms: string) => string> = {
  placed: (terms) => `Placed${terms}`,
  raised: (terms) => `Raised${terms}`,
  lowered: (terms) => `Lowered${terms}`,
  changed: (terms) => `Changed${terms}`,
  terms_followed: (terms) => `The terms changed in a way that needs no answer${terms}`,
  asked_again: (terms) => `Asked again after a change of terms${terms}`,
  kept: (terms) => `Kept${terms}`,
  waiting_list: () => "Put on the waiting list",
  allocated: () => "Allocated",
  topped_up: () => "Took more shares",
  called: () => "Money called",
  part_paid: () => "A part arrived",
  paid: () => "Paid",
  receipt_taken_back: () => "A payment was taken off again",
  receipt_returned: () => "Your bank took a payment back: it is owed again",
  receipt_stands: () => "Your bank did not take the payment back after all",
  refund_taken_back: () => "A refund was taken back: it had not gone to you",
  refund_returned: () => "Your bank sent a refund back: it is owed to you again",
  fee_lowered: () => "The fee fell with your plan",
  reduced: () => "Fewer shares, as too little arrived",
  took_fewer: () => "You took fewer shares, as too little arrived",
  club_bears: () => "The club bore the missing pence",
  account_changed: () => "The account changed: given more time",
  held: () => "Your bank held the payment",
  extended: () => "Given more time",
  completed: () => "Completed",
  withdrawn: () => "Withdrawn",
  left_on_change: () => "Left on a change of terms",
  released_unpaid: () => "Released, not paid",
  deal_cancelled: () => "The deal was cancelled",
  refunded: () => "Refunded",
};

const entered = ["placed", "raised", "lowered", "changed", "kept"];

/** With the fee. What was signed is the most to pay. */
export const historySum = (kind: string, pence: number): string =>
  `${entered.includes(kind) ? "at most " : ""}${formatPence(pence)}`;

/** "Placed, version 1 of the terms". An unknown kind is said as it is named. */
export function historyWords(kind: string, terms: number | null): string {
  const under = terms === null ? "" : `, version ${terms} of the terms`;
  const plain = kind.replaceAll("_", " ");
  return eventWords[kind]?.(under) ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

export const endedWords = {
  cancelledOn: (day: string) => `Cancelled on ${day}.`,
} as const;

interface Held {
  shares: number;
  cost_pence: number;
  fee_pence: number;
  due_pence: number;
  /** The part of `due_pence` that was called is given here. */
  called_pence: number;
  /** The part of `called_pence` that is missing is given here. */
  open_pence: number;
  /** Came and is more than what is called. */
  refund_pence: number;
}

/** Returns the words after other shares were taken than those of the allocation. @param until of what is called and open. */
export function nowHaveWords(held: Held, company: string, until: string): string {
  const { shares, cost_pence, fee_pence } = held;
  const fee = fee_pence > 0 ? `the fee is ${formatPence(fee_pence)}` : "there is no fee";
  return `You now have ${counted(shares, "share")} of ${company}, ${formatPence(cost_pence)}; ${fee}. ${moreWords(held, until)}`;
}

function moreWords({ due_pence, called_pence, open_pence, refund_pence }: Held, until: string): string {
  const uncalled = due_pence - called_pence;
  const over = `${formatPence(refund_pence)} that you sent is more than was called`;
  const more = [
    ...(open_pence > 0 ? [`Pay ${formatPence(open_pence)}${open_pence < due_pence ? " more" : ""} by ${until}.`] : []),
    ...(uncalled > 0
      ? [`${formatPence(uncalled)}${called_pence > 0 ? " more" : ""} is called later; you are told by when to pay it.`]
      : []),
    ...(uncalled > 0 && refund_pence > 0
      ? [`${over}: it counts towards it, unless it has gone back to you by then.`]
      : []),
  ];
  if (more.length > 0) return more.join(" ");
  return refund_pence > 0 ? `Nothing more is to be paid. ${over}: it goes back to you.` : "Nothing more is to be paid.";
}

/** "£1,900.00 was refunded on 3 February 2027." */
export const refundedWords = (pence: number, day: string): string => `${formatPence(pence)} was refunded on ${day}.`;
