import { counted } from "#shared/counted.ts";
import type { OwnCall } from "#shared/funds/funds.ts";
import { londonDate, shortDay, shortMoment } from "#shared/london-time.ts";
import { partOf } from "#shared/part-of.ts";
import { feeWords, formatPence, withCommas } from "#shared/pence.ts";
import type { CommitmentState } from "./commitment-messages.ts";
import type { OwnCommitment } from "./commitments.ts";

/**
 * The sentences need these facts of a commitment. Shares and sums are those that it got, and before that those that it asks for.
 */
export interface CaseFacts {
  company: string;
  state: CommitmentState;
  shares: number;
  asked_shares: number;
  /** The kind of the last event in which its owner said how many shares, and how many they were before it. */
  last_change: string | null;
  shares_before: number | null;
  cost_pence: number;
  fee_pence: number;
  due_pence: number;
  /** Of what is due, what was called, and of that what is missing. */
  called_pence: number;
  open_pence: number;
  /** The club bore this part of the missing money. */
  borne_pence: number;
  /** At the bank with its reference, and not booked yet. */
  pending_pence: number;
  /** To be sent back, and sent back already. */
  refund_pence: number;
  refunded_pence: number;
  /** London day of the last receipt, and whether it came after the time. */
  arrived_on: string | null;
  is_late: boolean;
  due_at: Moment;
  grace_until: Moment;
  /** The payment is accepted until then; null once that is over. */
  pay_by: Moment;
  said_sent_at: Moment;
  /** Too little money pays for this; `null` for less than the smallest commitment. */
  fewer: { shares: number; due_pence: number; back_pence: number } | null;
  /** It is `null` before the allocation. */
  round: { asked_shares: number; capacity_shares: number } | null;
  /** When commitments end or ended, whether that is ahead, and what was announced before, with the reason for the change. */
  closes_at: Moment;
  is_open: boolean;
  instead_of: Moment;
  closing_reason: string | null;
  state_since: Moment;
  issued_on: string | null;
}

type Moment = Date | string | null;

/** The first sentence is the heading on the page. */
export type Sentences = readonly [string, ...string[]];

interface CommitmentCase {
  words: (facts: CaseFacts) => Sentences;
  /** Of the mail, with the company; null where none is sent. */
  subject: ((facts: CaseFacts) => string) | null;
  more?: (facts: CaseFacts, nominee: string) => string[];
}

/** Each case of a member's commitment, as page, notice and mail say it. Times are London's; no sentence names an account. */
export const commitmentCases = {
  committed: {
    words: (facts) => [
      `You committed to ${shares(facts.shares)} of ${facts.company}, ${atMost(facts)}.`,
      freeUntil(facts),
    ],
    subject: (facts) => `${facts.company}: you committed to ${shares(facts.shares)}`,
    more: instruction,
  },
  changed: {
    words: (facts) => [`You ${changeWords(facts)}.`, `It is ${atMost(facts)}.`, freeUntil(facts)],
    subject: (facts) => `${facts.company}: you ${changeWords(facts)}`,
    more: instruction,
  },
  withdrawn: {
    words: (facts) => [
      `You withdrew on ${at(facts.state_since)}.`,
      ...(facts.refund_pence > 0 ? [`${formatPence(facts.refund_pence)} goes back to you.`] : []),
      "You owe nothing.",
      `Your commitment to ${shares(facts.shares)}, ${atMost(facts)}, has ended.`,
    ],
    subject: ({ company }) => `${company}: you withdrew`,
    more: () => ["Keep this as your receipt."],
  },
  closing_early: {
    words: ({ closes_at, instead_of, closing_reason }: Ending) => [
      `Closes early: ${at(closes_at)}, not ${isSameDay(closes_at, instead_of) ? at(instead_of) : dayOf(instead_of)}.`,
      ...reasonWords(closing_reason),
    ],
    subject: ({ company, closes_at }: NamedEnding) => `${company} closes early, ${at(closes_at)}`,
    more: () => ["Commit, change or withdraw by then."],
  },
  closed_early: {
    words: ({ closes_at, closing_reason }: Ending) => [
      `Closed early on ${at(closes_at)}.`,
      ...reasonWords(closing_reason),
    ],
    subject: null,
  },
  extended: {
    words: ({ closes_at, closing_reason }: Ending) => [
      `Open until ${at(closes_at)}.`,
      "Places stay.",
      ...reasonWords(closing_reason),
    ],
    subject: ({ company, closes_at }: NamedEnding) => `${company}: open until ${at(closes_at)}`,
  },
  allocated: {
    words: ({ asked_shares, shares: got, cost_pence, due_pence, fee_pence, round }) => [
      `You asked for ${shares(asked_shares)} and get ${got === asked_shares ? "them all" : `${withCommas(got)} (${partOf(got, asked_shares)})`}: ${fee_pence > 0 ? `${formatPence(cost_pence)} and ${feeWords(fee_pence)}, ${formatPence(due_pence)} together` : formatPence(due_pence)}.`,
      ...(round ? [`The round was asked for ${askedTimes(round)} times.`] : []),
    ],
    subject: ({ company, shares: got, asked_shares }) =>
      got === asked_shares
        ? `${company}: you get all ${shares(got)}`
        : `${company}: you get ${withCommas(got)} of ${shares(asked_shares)}`,
  },
  called: {
    words: (facts) => [`Pay ${missing(facts)} by ${at(facts.due_at)}.`],
    subject: (facts) => `${facts.company}: please pay ${missing(facts)} by ${at(facts.due_at)}`,
    more: () => ["Account and reference are on your page."],
  },
  said_sent: {
    words: ({ said_sent_at }) => [
      `You said on ${dayOf(said_sent_at)} that you sent it.`,
      "Not in the bank’s list yet.",
      "No reminder before it is due.",
    ],
    subject: null,
  },
  unbooked: {
    words: (facts) => [
      facts.open_pence < facts.called_pence
        ? `${arrived(facts)} has arrived, and ${formatPence(facts.pending_pence)} more has come to the bank.`
        : `${formatPence(facts.pending_pence)} has come to the bank.`,
      "It counts once an admin has booked it.",
      "There is nothing for you to do.",
    ],
    subject: (facts) =>
      facts.open_pence < facts.called_pence
        ? `${facts.company}: ${arrived(facts)} has arrived`
        : `${facts.company}: ${formatPence(facts.pending_pence)} has come to the bank`,
  },
  part: {
    words: (facts) => [
      `${arrived(facts)} has arrived, ${missing(facts)} is missing.`,
      ...(facts.pending_pence > 0 ? [`${formatPence(facts.pending_pence)} more has come to the bank.`] : []),
      facts.pay_by === null
        ? "The time to pay is over."
        : `Send ${missing(facts)} by ${at(facts.pay_by)}, same reference.`,
    ],
    subject: (facts) => `${facts.company}: ${missing(facts)} is missing`,
    more: (facts) => [`${arrived(facts)} of ${formatPence(facts.called_pence)} has arrived.`],
  },
  in_full: {
    words: (facts) => [
      facts.borne_pence > 0
        ? `${arrived(facts)} has arrived, and the club bears the ${formatPence(facts.borne_pence)} that was missing.`
        : `All ${arrived(facts)} has arrived.`,
      "Nothing more to do.",
    ],
    subject: (facts) => `${facts.company}: your ${arrived(facts)} has arrived`,
  },
  too_much: {
    words: ({ called_pence, refund_pence }) => [
      `${formatPence(called_pence + refund_pence)} has arrived, ${formatPence(refund_pence)} more than due.`,
      "It goes back to you.",
    ],
    subject: ({ company, refund_pence }) => `${company}: paid in full, ${formatPence(refund_pence)} goes back`,
  },
  late: {
    words: (facts) => [
      `${missing(facts)} was due by ${at(facts.due_at)}.`,
      facts.pay_by === null ? "The time to pay is over." : `Your shares are kept until ${at(facts.grace_until)}.`,
    ],
    subject: (facts) => `${facts.company}: ${missing(facts)} is late`,
  },
  paid_late: {
    words: (facts) => [
      `${arrived(facts)} arrived late, on ${shortDay(facts.arrived_on ?? "")}, and in time to keep your shares.`,
    ],
    subject: (facts) => `${facts.company}: your ${arrived(facts)} has arrived`,
  },
  too_little: {
    words: (facts) => [
      facts.fewer
        ? `Take ${shares(facts.fewer.shares)} for ${formatPence(facts.fewer.due_pence)} and have ${formatPence(facts.fewer.back_pence)} back, or have ${arrived(facts)} back.`
        : `Have ${arrived(facts)} back: it is less than the smallest commitment.`,
      ...(facts.fewer ? ["An admin can release your shares from now on; choose before that."] : []),
    ],
    subject: ({ company }) => `${company}: please choose`,
  },
  released: {
    words: (facts) => [
      arrivedBefore(facts),
      ...(facts.refund_pence > 0 ? [`${formatPence(facts.refund_pence)} goes back to you.`] : []),
      `Your ${shares(facts.shares)} are released.`,
      "You owe nothing.",
    ],
    subject: ({ company, shares: got }) => `${company}: your ${shares(got)} are released`,
  },
  completed: {
    words: ({ company, shares: got, cost_pence, fee_pence, due_pence, borne_pence, issued_on }) => [
      `You hold ${shares(got)} of ${company}${issued_on === null ? "" : `, issued ${shortDay(issued_on)} ${issued_on.slice(0, 4)}`}.`,
      `They cost ${formatPence(cost_pence)}${fee_pence > 0 ? " and" : ", with"} ${feeWords(fee_pence)}${
        borne_pence > 0
          ? `, of which the club bore ${formatPence(borne_pence)}: you paid ${formatPence(due_pence - borne_pence)}`
          : ""
      }.`,
    ],
    subject: ({ company, shares: got }) => `${company}: you hold ${shares(got)}`,
  },
} as const satisfies Record<string, CommitmentCase>;

type NamedEnding = Ending & Pick<CaseFacts, "company">;
export type Ending = Pick<CaseFacts, "closes_at" | "is_open" | "instead_of" | "closing_reason">;
type ClosingCase = "closing_early" | "closed_early" | "extended";

export type CaseName = keyof typeof commitmentCases;

export const caseOf = (name: CaseName): CommitmentCase => commitmentCases[name];

/** In a notice, which has no heading: the company comes first, and the sum where the sentences have none. */
export function noticeWords(name: CaseName, facts: CaseFacts): string {
  const words = caseOf(name).words(facts).join(" ");
  if (name === "committed" || name === "completed") return words;
  const hasSum = words.includes("£") || words.includes("You owe nothing.");
  return `${facts.company}${hasSum ? "" : `, ${formatPence(facts.due_pence)}`}: ${words}`;
}

/** What is missing, of a part or of all. */
export function owedCase({ open_pence, called_pence, pending_pence, due_at, pay_by }: CaseFacts): CaseName {
  if (open_pence > 0 && pending_pence >= open_pence) return "unbooked";
  if (open_pence < called_pence) return "part";
  const isInTime = due_at !== null && pay_by !== null && new Date(pay_by) <= new Date(due_at);
  return isInTime ? "called" : "late";
}

/**
 * Returns `undefined` where other words are needed: terms that changed, the waiting list, an end by others, and a second call.
 */
export function caseInState(facts: CaseFacts, now: Date): CaseName | undefined {
  const { state, last_change, refund_pence, due_at, said_sent_at } = facts;
  const isAfter = (moment: Moment) => moment !== null && new Date(moment) <= now;
  switch (state) {
    case "committed":
      return last_change === null || last_change === "placed" ? "committed" : "changed";
    case "called":
    case "part_paid":
      if (owedCase(facts) === "unbooked") return "unbooked";
      if (state === "part_paid" && facts.pay_by === null) return "too_little";
      if (isAfter(due_at)) return "late";
      if (said_sent_at !== null) return "said_sent";
      return owedCase(facts);
    case "paid":
      if (refund_pence > 0) return "too_much";
      return facts.is_late ? "paid_late" : "in_full";
    case "released_unpaid":
      return "released";
    case "allocated":
    case "completed":
    case "withdrawn":
      return state;
    default:
      return undefined;
  }
}

const entered = ["placed", "raised", "lowered", "changed", "kept"];

export function factsOfPage(own: OwnCommitment, call: OwnCall | null, round: CaseFacts["round"], now: Date): CaseFacts {
  const changes = own.history.filter(({ kind }) => entered.includes(kind));
  const { due_at = null, grace_until = null } = call ?? {};
  const isAhead = (moment: string | null) => moment !== null && new Date(moment) > now;
  return {
    ...own,
    company: own.company_name,
    last_change: changes.at(-1)?.kind ?? null,
    shares_before: changes.at(-2)?.shares ?? null,
    called_pence: call?.due_pence ?? 0,
    open_pence: call?.open_pence ?? 0,
    borne_pence: call?.borne_pence ?? 0,
    pending_pence: call?.pending_pence ?? 0,
    refund_pence: call?.refund_pence ?? 0,
    refunded_pence: call?.refunded_pence ?? 0,
    arrived_on: call?.arrived_on ?? null,
    is_late: call?.is_late ?? false,
    due_at,
    grace_until,
    pay_by: isAhead(due_at) ? due_at : isAhead(grace_until) ? grace_until : null,
    fewer: call?.fewer ?? null,
    round,
    is_open: new Date(own.closes_at) > now,
  };
}

/** "1.24": how often the shares were asked for. */
export const askedTimes = ({ asked_shares, capacity_shares }: NonNullable<CaseFacts["round"]>): string =>
  String(Math.round((asked_shares / capacity_shares) * 100) / 100);

/** Returns how the announced end has changed; `undefined` where it has not. */
export function closingCase({ closes_at, instead_of, is_open }: Ending): ClosingCase | undefined {
  if (closes_at === null || instead_of === null) return undefined;
  if (new Date(closes_at) > new Date(instead_of)) return is_open ? "extended" : undefined;
  return is_open ? "closing_early" : "closed_early";
}

/** Of a deal, for everybody who is shown it. */
export function closingWords(ending: Ending): Sentences | undefined {
  const name = closingCase(ending);
  return name && commitmentCases[name].words(ending);
}

const shares = (count: number): string => counted(count, "share");
const at = (moment: Moment): string => (moment ? shortMoment(moment) : "");
const dayOf = (moment: Moment): string => (moment ? shortDay(londonDate(new Date(moment))) : "");
const isSameDay = (one: Moment, other: Moment): boolean => dayOf(one) === dayOf(other);
const reasonWords = (reason: string | null): string[] => (reason === null ? [] : [`Reason: ${reason}`]);
const arrived = ({ called_pence, open_pence, borne_pence }: CaseFacts): string =>
  formatPence(called_pence - open_pence - borne_pence);

/** Without what has come to the bank, which its reader has sent. */
const missing = ({ open_pence, pending_pence }: CaseFacts): string =>
  formatPence(Math.max(0, open_pence - pending_pence));

/** Of who was released, who keeps nothing: what arrived is what goes back or has gone. The bank says the day alone. */
function arrivedBefore({ grace_until, due_pence, refund_pence, refunded_pence, arrived_on }: CaseFacts): string {
  const pence = refund_pence + refunded_pence;
  if (pence === 0) return `Nothing arrived by ${at(grace_until)}.`;
  const [sum, due] = [formatPence(pence), formatPence(due_pence)];
  const isAfter = arrived_on !== null && grace_until !== null && arrived_on > londonDate(new Date(grace_until));
  if (!isAfter && pence < due_pence) return `${sum} of ${due} had arrived by ${at(grace_until)}.`;
  return `Not all of ${due} arrived by ${at(grace_until)}; ${sum} had arrived by ${shortDay(arrived_on ?? "")}.`;
}

const atMost = ({ cost_pence, fee_pence }: CaseFacts): string =>
  `${formatPence(cost_pence)} and a fee of ${formatPence(fee_pence)} at most`;

const freeUntil = ({ closes_at, is_open }: CaseFacts): string =>
  `Free to withdraw until shares are allocated${is_open ? `, which is not before ${at(closes_at)}` : ""}.`;

function changeWords({ shares: now, shares_before: before, last_change }: CaseFacts): string {
  if (last_change === "kept") return `kept your commitment, with ${shares(now)}`;
  if (before === null || before === now) return `changed your commitment to ${shares(now)}`;
  return `${now < before ? "lowered" : "raised"} your commitment from ${withCommas(before)} to ${shares(now)}`;
}

function instruction({ cost_pence }: CaseFacts, nominee: string): string[] {
  return [
    `You instruct ${nominee} to subscribe for at most ${formatPence(cost_pence)}. If this was not you, withdraw now and write to us.`,
  ];
}
