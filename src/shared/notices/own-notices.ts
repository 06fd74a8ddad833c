import {
  type CaseFacts,
  type CaseName,
  closingCase,
  noticeWords,
  owedCase,
} from "#shared/commitments/commitment-cases.ts";
import { nowHaveWords } from "#shared/commitments/own-commitment-messages.ts";
import { quarterWords } from "#shared/company-updates/company-quarters.ts";
import { counted } from "#shared/counted.ts";
import { type DealState, dealStateLabels } from "#shared/deals/deal-messages.ts";
import {
  type AnnouncedFacts,
  announcedEnd,
  announcedMessages,
  announcedName,
} from "#shared/funds/announced-messages.ts";
import { differenceWords } from "#shared/funds/difference-words.ts";
import { type PaperKind, paperLabels } from "#shared/funds/funds-completion-messages.ts";
import { formatDay, formatMoment, londonDate, shortMoment, weekdayMoment } from "#shared/london-time.ts";
import { formatPence, withCommas } from "#shared/pence.ts";
import { roleWords, type SignatoryCapacity, standsFrom } from "#shared/people/signatory-messages.ts";
import { newForOld, splitKind } from "#shared/portfolio/portfolio-messages.ts";
import { lossClaimableUntil } from "#shared/portfolio/tax-dates.ts";

/** Of a commitment, as it is when its owner is told. */
export interface CommitmentFacts extends CaseFacts {
  /** The fewest that its owner accepts. */
  least_shares: number;
  /** That a payment names. */
  reference: string | null;
  reconsent_until: Date | null;
  /** The account that is paid to is frozen until then. */
  frozen_until: Date | null;
  offered_shares: number;
  offer_until: Date | null;
  terms_number: number;
  terms_set_at: Date;
}

interface CompanyFacts {
  company: string;
  quarter: string | null;
  split: { new_shares: number; old_shares: number; effective_on: string } | null;
  /** Shares of the reader of which nothing is left. */
  loss: OwnLoss | null;
}

export interface OwnLoss {
  shares: number;
  day: string;
  /** A loss of any of them is set against income by another day than one of shares under no scheme, which is against gains. */
  has_scheme: boolean;
}

interface SeatFacts {
  adviser: string;
  expires_at: Date;
}

interface PaperFacts {
  company: string;
  kind: PaperKind;
  scheme: string | null;
}

interface DealFacts {
  company: string;
  /** Who owes after their time, and what together. */
  late_members: number;
  late_pence: number;
  state: DealState;
  /** The clock carries out at this time what two have signed and waits. */
  waits_until: Date | null;
  /** The bank's balance was last seen then to be what its list says. */
  balance_agrees_at: Date | null;
}

interface EventFacts {
  title: string;
  starts_at: Date;
}

interface ExitFacts {
  company: string;
  paid_pence: number;
}

interface ImportFacts {
  companies: string[];
  cost_pence: number;
}

interface IntroductionFacts {
  asker: string;
  asked: string;
}

interface SignatoryFacts {
  name: string;
  capacity: SignatoryCapacity;
  announced_at: Date;
}

/** The keys are the kinds of record that a notice has as its subject. */
export interface OwnFacts {
  announced: AnnouncedFacts;
  commitment: CommitmentFacts;
  company: CompanyFacts;
  deal: DealFacts;
  event: EventFacts;
  exit: ExitFacts;
  import: ImportFacts;
  introduction: IntroductionFacts;
  paper: PaperFacts;
  seat: SeatFacts;
  statement: { ended_at: Date | null; valid_through: string | null };
  tier: { until_date: string | null };
  signatory: SignatoryFacts;
}
export type OwnSubject = keyof OwnFacts;

export const shareWords = (count: number): string => counted(count, "share");
const of = ({ shares, company }: CommitmentFacts) => `${shareWords(shares)} of ${company}`;
const at = (moment: Date | string | null): string => (moment ? shortMoment(moment) : "");
const day = (moment: Date): string => formatDay(londonDate(moment));

const isPartPaid = ({ open_pence, called_pence }: CommitmentFacts): boolean => open_pence < called_pence;

const hasShares = ({ state }: CommitmentFacts): boolean => ["allocated", "called", "part_paid", "paid"].includes(state);

export const heldWords = (facts: CommitmentFacts): string => nowHaveWords(facts, facts.company, at(facts.due_at));

/** Returns the case of money that has arrived; undefined once the commitment has ended. */
export function paidCase(facts: CommitmentFacts): CaseName | undefined {
  const { state, refund_pence, is_late } = facts;
  if (state === "part_paid" || state === "called") return owedCase(facts) === "unbooked" ? "unbooked" : "part";
  if (state !== "paid" && state !== "completed") return undefined;
  if (refund_pence > 0) return "too_much";
  return is_late ? "paid_late" : "in_full";
}

const paymentWords = (facts: CommitmentFacts): string => {
  const name = paidCase(facts);
  if (name) return noticeWords(name, facts);
  return `Money for your shares of ${facts.company} has arrived, and your commitment has ended. ${formatPence(facts.refund_pence)} is sent back to you.`;
};

const isOwing = ({ state, open_pence }: CommitmentFacts): boolean =>
  (state === "part_paid" || state === "called") && open_pence > 0;

/** By when what is missing is owed, and what applies once the time is over. */
const owedWords = (facts: CommitmentFacts): string => {
  const owed = `You owe ${formatPence(facts.open_pence)}`;
  if (facts.pay_by === null)
    return `${owed}, and the time to pay is over. An admin decides whether your shares are released. If you still want to pay, write to us before you send it.`;
  const grace =
    at(facts.pay_by) === at(facts.due_at)
      ? ""
      : ` It was due by ${at(facts.due_at)}; the time of grace runs until then.`;
  return `${owed}. Pay it by ${at(facts.pay_by)}.${grace}`;
};

const unbookedWords = (facts: CommitmentFacts, pence: number): string => {
  const unbooked = `${formatPence(pence)} that was booked as your payment for your shares of ${facts.company} is taken off again.`;
  if (!isOwing(facts)) return unbooked;
  if (owedCase(facts) === "unbooked")
    return `${unbooked} An admin looks at it. If you sent it, do not send it again: it counts once it is booked. If you did not, ${formatPence(facts.open_pence)} is due${facts.pay_by === null ? ", and the time to pay is over" : ` by ${at(facts.pay_by)}`}.`;
  return `${unbooked} ${owedWords(facts)}`;
};

const returnedWords = (facts: CommitmentFacts, pence: number): string => {
  const returned = `Your bank took back your payment of ${formatPence(pence)} for your shares of ${facts.company}.`;
  if (isOwing(facts))
    return `${returned} ${owedCase(facts) === "unbooked" ? `${formatPence(facts.pending_pence)} has come since then, and an admin looks at it. ` : ""}${owedWords(facts)}`;
  return `${returned} ${hasShares(facts) ? "You owe nothing for them now." : "Your commitment has ended. You owe nothing."}`;
};

const answerWords = ({ company, reconsent_until, shares, due_pence }: CommitmentFacts): string =>
  `The terms of ${company} have changed. Please answer by ${at(reconsent_until)}, or your commitment to ${shareWords(shares)} for at most ${formatPence(due_pence)} ends.`;

/** What comes back is what was sent, whatever the shares cost. */
function cancelledWords({ shares, due_pence, due_at, refund_pence, refunded_pence }: CommitmentFacts): string {
  const back = refund_pence + refunded_pence;
  if (back > 0)
    return `${shareWords(shares)} with it. You owe nothing. The ${formatPence(back)} that you sent comes back in full, any fee included.`;
  const sent = due_at ? " If you have sent money, it comes back in full, any fee included." : "";
  return `${shareWords(shares)} for at most ${formatPence(due_pence)} with it. You owe nothing.${sent}`;
}

const lateWords = ({ company, late_members, late_pence }: DealFacts): string =>
  `${company}: ${counted(late_members, "member")} ${late_members === 1 ? "has" : "have"} not paid, ${formatPence(late_pence)}`;

interface OwnNotice<Subject extends OwnSubject> {
  subject: Subject;
  /** @param pence what was paid to its reader, or by how much two sums differ. */
  text: (facts: OwnFacts[Subject], pence: number) => string;
}

const own = <Subject extends OwnSubject>(subject: Subject, text: OwnNotice<Subject>["text"]): OwnNotice<Subject> => ({
  subject,
  text,
});

/**
 * What a notice says of the record that it is about: company, person, sum and day. Written when it happens; the general words of
 * `noticeTexts` are for a notice whose subject is unknown, and for deals that a reader without a statement may not see named.
 */
export const ownNotices = {
  act_announced: own(
    "deal",
    ({ company, waits_until }) =>
      `${company}: two have signed a list. What is new or changed in it waits ${waits_until ? `until ${at(waits_until)}` : "a day"}, unless somebody objects; the rest is carried out now. Read it.`,
  ),
  act_objected: own(
    "deal",
    ({ company }) => `${company}: somebody objects to a list that you sign. It stands still. Read why.`,
  ),
  act_waits: own("deal", ({ company }) => `${company}: a list waits for your signature.`),
  act_void: own(
    "deal",
    ({ company }) => `${company}: a list that you signed or made is void. Nothing more of it is carried out.`,
  ),
  act_answered: own("deal", ({ company }) => `${company}: your objection to a list is answered. Read the answer.`),
  balance_agrees: own(
    "deal",
    ({ company, balance_agrees_at }) =>
      `${company}: the bank’s balance and the list agree again${balance_agrees_at ? ` since ${weekdayMoment(balance_agrees_at)}` : ""}.`,
  ),
  balance_differs: own(
    "deal",
    ({ company }, pence) =>
      `${company}: the bank’s balance and the list of payments differ${pence ? ` by ${formatPence(pence)}` : ""}. Nothing leaves the account until that is explained.`,
  ),
  adviser_seat_ended: own("seat", ({ adviser }) => `${adviser} cannot read what you hold any more.`),
  adviser_seat_ending: own(
    "seat",
    ({ adviser, expires_at }) => `The access of ${adviser} to what you hold ends on ${day(expires_at)}.`,
  ),
  adviser_seat_granted: own(
    "seat",
    ({ adviser, expires_at }) => `${adviser} can now see what you hold, until ${day(expires_at)}.`,
  ),
  adviser_seat_opened: own(
    "seat",
    ({ adviser }) => `The link that you made for ${adviser} was opened on a new device.`,
  ),
  bank_feed_failing: own(
    "deal",
    ({ company }) => `${company}: the bank’s feed cannot be read. Its bank page says why.`,
  ),
  collection_account_changed: own(
    "commitment",
    ({ company, frozen_until, due_pence }) =>
      `The account that you pay ${formatPence(due_pence)} to for ${company} has changed. Send nothing before ${at(frozen_until)}.`,
  ),
  commitment_changed: own("commitment", (facts) =>
    hasShares(facts) ? heldWords(facts) : noticeWords("changed", facts),
  ),
  commitment_closed_early: own("commitment", (facts) => noticeWords("closed_early", facts)),
  commitment_closing: own("commitment", (facts) => noticeWords(closingCase(facts) ?? "extended", facts)),
  commitment_lapsed: own(
    "commitment",
    (facts) =>
      `Your commitment to ${of(facts)} for ${formatPence(facts.due_pence)} has ended: its change of terms was not answered. You owe nothing.`,
  ),
  commitment_placed: own("commitment", (facts) => noticeWords("committed", facts)),
  commitment_reduced: own(
    "commitment",
    (facts) =>
      `You keep the ${of(facts)} that you paid ${formatPence(facts.due_pence)} for. Those that you took on top are released.`,
  ),
  commitment_released: own("commitment", (facts) => noticeWords("released", facts)),
  commitment_withdrawn: own("commitment", (facts) => noticeWords("withdrawn", facts)),
  company_account_sent: own(
    "deal",
    ({ company }) => `${company} has entered its account by the link of a mail. The closing list waits for it.`,
  ),
  company_update_published: own("company", ({ company, quarter }) =>
    quarter
      ? `${company} has published its update for the ${quarterWords(quarter)}.`
      : `${company} has published an update.`,
  ),
  company_update_sent: own("company", ({ company }) => `${company} has sent its update. It waits to be published.`),
  confirmation_announced: own("announced", (facts) =>
    [
      `${announcedName(facts)}.`,
      announcedMessages.own(facts),
      announcedMessages.who(facts),
      announcedMessages.takesEffect(facts.takes_effect_at, announcedEnd(facts)),
    ]
      .filter(Boolean)
      .join(" "),
  ),
  confirmation_ended: own("announced", (facts) => `${announcedName(facts)}. ${announcedMessages.ended(facts)}`),
  deal_next: own("deal", ({ company }) => `${company}: there is a next step for you.`),
  deal_stopped: own(
    "deal",
    ({ company, state }) =>
      `${company}: the deal is ${dealStateLabels[state].toLowerCase()}. What was signed for it is void.`,
  ),
  deal_cancelled: own(
    "commitment",
    (facts) => `The deal of ${facts.company} is cancelled, and your commitment to ${cancelledWords(facts)}`,
  ),
  completion_ahead: own(
    "commitment",
    ({ company, shares, cost_pence }) =>
      `${company}: your ${shareWords(shares)} for ${formatPence(cost_pence)} are issued. The deal completes a day from now, unless somebody objects.`,
  ),
  distribution_paid: own(
    "commitment",
    ({ company }, pence) => `${formatPence(pence)} for your shares of ${company} was paid out to you.`,
  ),
  event_cancelled: own("event", ({ title, starts_at }) => `${title} on ${at(starts_at)} is cancelled.`),
  event_changed: own("event", ({ title, starts_at }) => `${title} has changed. It is on ${at(starts_at)}.`),
  event_offer_ended: own(
    "event",
    ({ title, starts_at }) => `The place that was free for you at ${title} on ${at(starts_at)} was not taken in time.`,
  ),
  event_offered: own(
    "event",
    ({ title, starts_at }) =>
      `A place is free for you at ${title} on ${at(starts_at)}. Member Events says by when to answer.`,
  ),
  event_place_lost: own(
    "event",
    ({ title, starts_at }) =>
      `Your place at ${title} on ${at(starts_at)} is free again, as the event is not open to you any more.`,
  ),
  event_reminder: own("event", ({ title, starts_at }) => `You are going to ${title} on ${at(starts_at)}.`),
  exit_confirmed: own(
    "exit",
    ({ company, paid_pence }) => `${company} pays for shares that you hold. You get ${formatPence(paid_pence)}.`,
  ),
  exit_paid: own(
    "exit",
    ({ company, paid_pence }) => `${formatPence(paid_pence)} for your shares of ${company} was paid to you.`,
  ),
  exit_withdrawn: own(
    "exit",
    ({ company, paid_pence }) =>
      `What we told you about ${formatPence(paid_pence)} for your shares of ${company} is withdrawn. You hold what you held before.`,
  ),
  funds_called: own("commitment", (facts) =>
    isPartPaid(facts) || facts.state === "paid" ? heldWords(facts) : noticeWords("called", facts),
  ),
  funds_choose: own("commitment", (facts) => noticeWords("too_little", facts)),
  funds_extended: own("commitment", (facts) => `You have more time. ${noticeWords(owedCase(facts), facts)}`),
  funds_late: own("commitment", (facts) => noticeWords("late", facts)),
  funds_late_members: own("deal", (facts) => `${lateWords(facts)} after their time.`),
  funds_overdue: own("deal", (facts) => `${lateWords(facts)}. Decide now.`),
  funds_released: own(
    "deal",
    ({ company }) => `${company}: members who had not paid were released, as somebody waits for the shares.`,
  ),
  funds_nudge: own("commitment", (facts) =>
    facts.state === "needs_reconsent" ? answerWords(facts) : noticeWords(owedCase(facts), facts),
  ),
  funds_reminder: own("commitment", (facts) => noticeWords(owedCase(facts), facts)),
  holdings_imported: own(
    "import",
    ({ companies, cost_pence }) =>
      `Shares of ${companies.join(", ")} that you bought earlier, for ${formatPence(cost_pence)}, are now in My Investments.`,
  ),
  holdings_import_undone: own(
    "import",
    ({ companies, cost_pence }) =>
      `Shares of ${companies.join(", ")} that were entered for you, for ${formatPence(cost_pence)}, are taken out of My Investments again.`,
  ),
  introduction_asked: own(
    "introduction",
    ({ asker }) => `${asker} asks to meet you. You decide whether they get your address.`,
  ),
  introduction_accepted: own(
    "introduction",
    ({ asked }) => `${asked} has accepted your introduction. The address is in your introductions.`,
  ),
  introduction_declined: own("introduction", ({ asked }) => `Your introduction to ${asked} did not come about.`),
  account_differs: own(
    "deal",
    ({ company }, pence) =>
      `The account of ${company} and the bank’s list do not agree. ${differenceWords(pence)} Nothing is called, sent back or paid out until you have matched the open lines of the bank.`,
  ),
  ledger_mismatch: own(
    "deal",
    ({ company }) =>
      `The account of ${company} and the bank’s list do not agree. Nothing is called, sent back or paid out until that is explained.`,
  ),
  own_signatory_announced: own(
    "signatory",
    ({ capacity, announced_at }) =>
      `You are announced as ${roleWords(capacity)}; you can sign for money from ${formatMoment(standsFrom(announced_at))}, if nobody objects.`,
  ),
  own_signatory_ended: own(
    "signatory",
    ({ capacity }) => `Two persons have decided that you are not ${roleWords(capacity)} any more.`,
  ),
  own_signatory_objected: own(
    "signatory",
    ({ capacity }) =>
      `Somebody objects to you as ${roleWords(capacity)}. Until it is withdrawn you do not sign for the club’s money. The list of admins has the reason.`,
  ),
  certificate_withdrawn: own(
    "commitment",
    ({ company }) =>
      `The club withdrew your certificate for ${company}. Do not use it in a tax return. Your commitment says why.`,
  ),
  paper_delivered: own("paper", ({ company, kind, scheme }) =>
    kind === "relief_certificate"
      ? `${company}: your ${scheme ? `${scheme}3 ` : ""}certificate for your tax return is in Documents.`
      : `${company}: “${paperLabels[kind]}” is in Documents.`,
  ),
  payment_arrived: own("commitment", paymentWords),
  payment_returned: own("commitment", returnedWords),
  payment_said_sent: own("commitment", (facts) => noticeWords("said_sent", facts)),
  payment_sent_back: own(
    "commitment",
    ({ company }, pence) => `${formatPence(pence)} that you had sent for ${company} was sent back to you.`,
  ),
  payment_unbooked: own("commitment", unbookedWords),
  payout_returned: own(
    "commitment",
    ({ company }, pence) =>
      `The bank sent back ${formatPence(pence)} that was paid to you for ${company}. It is owed to you again: please write to us which account in your name it should go to.`,
  ),
  payout_unbooked: own(
    "commitment",
    ({ company }, pence) =>
      `We told you that ${formatPence(pence)} for your shares of ${company} was sent to you. It has not left the account yet. We tell you once it has.`,
  ),
  shares_given_out: own("commitment", (facts) =>
    facts.state === "waiting_list"
      ? `The shares of ${facts.company} are allocated. You asked for ${withCommas(facts.asked_shares)} and get none for now: ${facts.least_shares > 1 ? `fewer than the ${withCommas(facts.least_shares)} that you accept at least were left` : "none was left"}. You are on the waiting list and pay nothing.`
      : noticeWords("allocated", facts),
  ),
  shares_issued: own("commitment", (facts) => noticeWords("completed", facts)),
  shares_offer_ended: own(
    "commitment",
    ({ company }) =>
      `The club has ended the offer of freed shares of ${company} before its time. What you took of it is yours; no more can be taken.`,
  ),
  shares_offered: own("commitment", ({ company, offered_shares, offer_until }) =>
    offered_shares > 0
      ? `Shares of ${company} became free. ${shareWords(offered_shares)} are kept for you until ${at(offer_until)}.`
      : `Shares of ${company} became free. You can take some by ${at(offer_until)}.`,
  ),
  shares_lost: own("company", ({ company, loss }) =>
    loss
      ? `Nothing is left of your ${shareWords(loss.shares)} of ${company} since ${formatDay(loss.day)}. You may be able to claim a loss by ${formatDay(lossClaimableUntil(loss.day, { hasScheme: loss.has_scheme }))}.`
      : `Nothing is left of the shares of ${company}.`,
  ),
  shares_split: own("company", ({ company, split }) =>
    split
      ? `${company}: a ${splitKind(split).toLowerCase()} of your shares. From ${formatDay(split.effective_on)} on you have ${newForOld(split)}.`
      : `${company} has changed the number of your shares.`,
  ),
  signatory_announced: own(
    "signatory",
    ({ name, capacity, announced_at }) =>
      `${name} is announced as ${roleWords(capacity)}, who can sign for money from ${formatMoment(standsFrom(announced_at))}, if nobody objects.`,
  ),
  signatory_ended: own("signatory", ({ name, capacity }) => `${name} is not ${roleWords(capacity)} any more.`),
  signatory_objected: own(
    "signatory",
    ({ name, capacity }) => `Somebody objects to ${name} as ${roleWords(capacity)}. The list of admins has the reason.`,
  ),
  statement_ends: own("statement", ({ valid_through }) =>
    valid_through
      ? `Your investor statement is valid until ${formatDay(valid_through)}. Sign again by then.`
      : "Your investor statement ends soon.",
  ),
  statement_withdrawn: own(
    "statement",
    ({ ended_at }) =>
      `You withdrew your investor statement on ${at(ended_at)}. Deals are hidden until you sign again, apart from those that you bought shares in. If this was not you, write to us.`,
  ),
  terms_changed: own("commitment", answerWords),
  tier_ended: own("tier", () => "Your membership plan has ended. You are on Trial."),
  tier_ending: own("tier", ({ until_date }) =>
    until_date
      ? `Your membership plan ends on ${formatDay(until_date)}. After that you are on Trial.`
      : "Your membership plan ends soon.",
  ),
} as const;

/**
 * A full stop within the words keeps the space behind it with a no-break space: only the template's own sentences end with a stop and a
 * plain space, where a list of notices parts heading and details.
 */
export function ownSentence<Subject extends OwnSubject>(
  { text }: OwnNotice<Subject>,
  facts: OwnFacts[Subject],
  pence: number,
): string {
  return text(withMarkedStops(facts), pence).replaceAll(`${markedStop} `, ".\u00A0").replaceAll(markedStop, ".");
}

/** Of the area for private use, which nobody types. */
const markedStop = "\uE000";

function withMarkedStops<Fact>(fact: Fact): Fact {
  if (typeof fact === "string") return fact.replaceAll(/\.(?=\s|$)/g, markedStop) as Fact;
  if (Array.isArray(fact)) return fact.map(withMarkedStops) as Fact;
  if (typeof fact !== "object" || fact === null || fact instanceof Date) return fact;
  return Object.fromEntries(Object.entries(fact).map(([name, one]) => [name, withMarkedStops(one)])) as Fact;
}

/** @returns undefined for a kind that has general words alone. */
export const findOwnNotice = (kind: string): OwnNotice<OwnSubject> | undefined =>
  (ownNotices as Readonly<Record<string, unknown>>)[kind] as OwnNotice<OwnSubject> | undefined;
