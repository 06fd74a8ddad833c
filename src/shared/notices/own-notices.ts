import type { CommitmentState } from "#shared/commitments/commitment-messages.ts";
import { nowHaveWords } from "#shared/commitments/own-commitment-messages.ts";
import { quarterName } from "#shared/company-updates/company-quarters.ts";
import { counted } from "#shared/counted.ts";
import { type PaperKind, paperLabels } from "#shared/funds/funds-completion-messages.ts";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { feeWords, formatPence, withCommas } from "#shared/pence.ts";
import { roleWords, type SignatoryCapacity, standsFrom } from "#shared/people/signatory-messages.ts";
import { newForOld, splitKind } from "#shared/portfolio/portfolio-messages.ts";

/** Of a commitment, as it is when its owner is told. Shares and sums are what it got, and before that what it asks for. */
export interface CommitmentFacts {
  company: string;
  state: CommitmentState;
  shares: number;
  asked_shares: number;
  cost_pence: number;
  fee_pence: number;
  due_pence: number;
  /** Of what is called: still missing. */
  open_pence: number;
  /** Of what is due, what was called. */
  called_pence: number;
  /** That a payment names. */
  reference: string | null;
  /** To be sent back. */
  refund_pence: number;
  due_at: Date | null;
  grace_until: Date | null;
  reconsent_until: Date | null;
  /** The payment is still accepted then; null once that is over. */
  pay_by: Date | null;
  /** Of the account that is paid to. */
  frozen_until: Date | null;
  offered_shares: number;
  offer_until: Date | null;
  terms_number: number;
  terms_set_at: Date;
  /** Of the last early closing of its deal. */
  closed_early_at: Date | null;
}

interface CompanyFacts {
  company: string;
  quarter: string | null;
  split: { new_shares: number; old_shares: number; effective_on: string } | null;
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

interface ExitFacts {
  company: string;
  paid_pence: number;
}

interface ImportFacts {
  companies: string[];
  cost_pence: number;
}

interface SignatoryFacts {
  capacity: SignatoryCapacity;
  announced_at: Date;
}

/** By the record that a notice has as its subject. */
export interface OwnFacts {
  commitment: CommitmentFacts;
  company: CompanyFacts;
  deal: { company: string };
  exit: ExitFacts;
  import: ImportFacts;
  paper: PaperFacts;
  seat: SeatFacts;
  statement: { ended_at: Date | null };
  signatory: SignatoryFacts;
}
export type OwnSubject = keyof OwnFacts;

export const shareWords = (count: number): string => counted(count, "share");
const of = ({ shares, company }: CommitmentFacts) => `${shareWords(shares)} of ${company}`;
const at = (moment: Date | null): string => (moment ? formatMoment(moment) : "");
const day = (moment: Date): string => formatDay(londonDate(moment));

/** "£25.10 of £1,925.10" once a part has arrived. */
const owedWords = ({ due_pence, open_pence }: CommitmentFacts): string =>
  open_pence < due_pence ? `${formatPence(open_pence)} of ${formatPence(due_pence)}` : formatPence(open_pence);

/** "£1,900.00 of £1,925.10", or "nothing of £1,925.10". */
export const arrivedWords = ({ due_pence, open_pence }: CommitmentFacts): string =>
  `${open_pence < due_pence ? formatPence(due_pence - open_pence) : "nothing"} of ${formatPence(due_pence)}`;

/** "10 shares of Alder Analytics, which cost £1,200.00 and a fee of £60.00: £1,260.00 at most". */
const costWords = (facts: CommitmentFacts): string =>
  `${of(facts)}, which cost ${formatPence(facts.cost_pence)} and ${feeWords(facts.fee_pence)}: you pay ${formatPence(facts.due_pence)} at most, by version ${facts.terms_number} of the terms of ${day(facts.terms_set_at)}`;

/** Without the reason, which a mail has itself. */
export const closedEarlyWords = (facts: CommitmentFacts): string =>
  `${facts.company} has closed earlier than announced: on ${at(facts.closed_early_at)}. Your commitment to ${shareWords(facts.shares)} for ${formatPence(facts.due_pence)} stays as it is.`;

const missingWords = (facts: CommitmentFacts): string =>
  facts.pay_by
    ? `${formatPence(facts.open_pence)} is missing. Pay it by ${at(facts.pay_by)}${facts.reference ? `, with your reference ${facts.reference}` : ""}.`
    : `${formatPence(facts.open_pence)} is missing, and the time to pay is over.`;

const partWords = (facts: CommitmentFacts): string =>
  `${sentence(arrivedWords(facts))} for your shares of ${facts.company} has arrived. ${missingWords(facts)}`;

const isPartPaid = ({ open_pence, due_pence }: CommitmentFacts): boolean => open_pence < due_pence;

const hasShares = ({ state }: CommitmentFacts): boolean => ["allocated", "called", "part_paid", "paid"].includes(state);

export const heldWords = (facts: CommitmentFacts): string => nowHaveWords(facts, facts.company, at(facts.due_at));

const paymentWords = (facts: CommitmentFacts): string => {
  const { company, due_pence, refund_pence, state } = facts;
  if (state === "part_paid" || state === "called") return partWords(facts);
  if (state === "paid" || state === "completed")
    return `Your payment of ${formatPence(due_pence)} for ${of(facts)} has arrived in full.${refund_pence > 0 ? ` ${formatPence(refund_pence)} that you sent on top is sent back to you.` : ""}`;
  return `Money for your shares of ${company} has arrived, and your commitment has ended. ${formatPence(refund_pence)} is sent back to you.`;
};

const unbookedWords = (facts: CommitmentFacts, pence: number): string => {
  const unbooked = `${formatPence(pence)} that was booked as your payment for your shares of ${facts.company} is taken off again.`;
  return facts.state === "part_paid" || facts.state === "called" ? `${unbooked} ${missingWords(facts)}` : unbooked;
};

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

const allocationWords = (facts: CommitmentFacts): string => {
  const { company, asked_shares, shares, cost_pence, fee_pence, due_pence, state } = facts;
  if (state === "waiting_list")
    return `The shares of ${company} are allocated. You asked for ${withCommas(asked_shares)} and are on the waiting list. You owe £0.00.`;
  return `You asked for ${shareWords(asked_shares)} of ${company} and get ${withCommas(shares)}. They cost ${formatPence(cost_pence)}, with ${feeWords(fee_pence)} you will pay ${formatPence(due_pence)}.`;
};

interface OwnNotice<Subject extends OwnSubject> {
  subject: Subject;
  /** @param pence what was paid to its reader. */
  text: (facts: OwnFacts[Subject], pence: number) => string;
}

const own = <Subject extends OwnSubject>(subject: Subject, text: OwnNotice<Subject>["text"]): OwnNotice<Subject> => ({
  subject,
  text,
});

/**
 * What a notice of its reader's own holdings and payments says: company, sum and day. Written when it happens; the general words of
 * `noticeTexts` are for a notice whose subject is unknown.
 */
export const ownNotices = {
  adviser_seat_ended: own("seat", ({ adviser }) => `${adviser} cannot read what you hold any more.`),
  adviser_seat_ending: own(
    "seat",
    ({ adviser, expires_at }) => `The access of ${adviser} to what you hold ends on ${day(expires_at)}.`,
  ),
  adviser_seat_granted: own(
    "seat",
    ({ adviser, expires_at }) =>
      `You made a link by which ${adviser} can read what you hold. It works until ${day(expires_at)}.`,
  ),
  adviser_seat_opened: own(
    "seat",
    ({ adviser }) => `The link that you made for ${adviser} was opened on a new device.`,
  ),
  collection_account_changed: own(
    "commitment",
    ({ company, frozen_until, due_pence }) =>
      `The account that you pay ${formatPence(due_pence)} to for ${company} has changed. Send nothing before ${at(frozen_until)}.`,
  ),
  commitment_changed: own("commitment", (facts) =>
    hasShares(facts) ? heldWords(facts) : `Your commitment is now for ${costWords(facts)}.`,
  ),
  commitment_closed_early: own(
    "commitment",
    (facts) => `${closedEarlyWords(facts)} The page of your commitment has the reason.`,
  ),
  commitment_lapsed: own(
    "commitment",
    (facts) =>
      `Your commitment to ${of(facts)} for ${formatPence(facts.due_pence)} has ended: its change of terms was not answered. You owe nothing.`,
  ),
  commitment_placed: own("commitment", (facts) => `You committed to ${costWords(facts)}.`),
  commitment_reduced: own(
    "commitment",
    (facts) =>
      `You keep the ${of(facts)} that you paid ${formatPence(facts.due_pence)} for. Those that you took on top are released.`,
  ),
  commitment_released: own(
    "commitment",
    (facts) =>
      `Your ${of(facts)} are released: ${formatPence(facts.due_pence)} did not arrive in time. You owe nothing.`,
  ),
  commitment_withdrawn: own(
    "commitment",
    (facts) => `You withdrew your commitment to ${of(facts)} for ${formatPence(facts.due_pence)}. You owe nothing.`,
  ),
  company_update_published: own("company", ({ company, quarter }) =>
    quarter
      ? `${company}, whose shares you hold, has sent its update: ${quarterName(quarter)}.`
      : `${company}, whose shares you hold, has sent an update.`,
  ),
  deal_cancelled: own(
    "commitment",
    (facts) =>
      `The deal of ${facts.company} is cancelled, and your commitment to ${shareWords(facts.shares)} for ${formatPence(facts.due_pence)} with it. You owe nothing, and what you sent comes back in full, any fee included.`,
  ),
  distribution_paid: own(
    "commitment",
    ({ company }, pence) => `${formatPence(pence)} for your shares of ${company} was paid out to you.`,
  ),
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
    isPartPaid(facts) ? heldWords(facts) : `Please pay ${owedWords(facts)} for ${of(facts)} by ${at(facts.due_at)}.`,
  ),
  funds_choose: own(
    "commitment",
    (facts) =>
      `${sentence(arrivedWords(facts))} for ${of(facts)} arrived in time. Please choose: fewer shares, or everything back.`,
  ),
  funds_extended: own(
    "commitment",
    (facts) => `You have more time to pay ${owedWords(facts)} for ${of(facts)}: by ${at(facts.due_at)}.`,
  ),
  funds_late: own("commitment", (facts) =>
    isPartPaid(facts)
      ? `${partWords(facts)} It was due by ${at(facts.due_at)}; you keep the shares if it arrives by ${at(facts.grace_until)}.`
      : `${owedWords(facts)} for ${of(facts)} was due by ${at(facts.due_at)} and has not arrived. You keep the shares if it arrives by ${at(facts.grace_until)}.`,
  ),
  funds_nudge: own("commitment", (facts) =>
    facts.state === "needs_reconsent"
      ? `The terms of ${facts.company} have changed. Please answer by ${at(facts.reconsent_until)}, or your commitment to ${shareWords(facts.shares)} for ${formatPence(facts.due_pence)} ends.`
      : isPartPaid(facts)
        ? partWords(facts)
        : `${owedWords(facts)} for ${of(facts)} has not arrived yet. It is due by ${at(facts.pay_by ?? facts.grace_until)}.`,
  ),
  funds_reminder: own("commitment", (facts) =>
    isPartPaid(facts)
      ? partWords(facts)
      : `${owedWords(facts)} for ${of(facts)} has not arrived yet. It is due by ${at(facts.due_at)}.`,
  ),
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
  paper_delivered: own("paper", ({ company, kind, scheme }) =>
    kind === "relief_certificate"
      ? `Your ${scheme ? `${scheme}3 ` : ""}certificate of ${company} for your tax return is in your papers.`
      : `${company}: “${paperLabels[kind]}” is in your papers.`,
  ),
  payment_arrived: own("commitment", paymentWords),
  payment_sent_back: own(
    "commitment",
    ({ company }, pence) => `${formatPence(pence)} that you had sent for ${company} was sent back to you.`,
  ),
  payment_unbooked: own("commitment", unbookedWords),
  payout_unbooked: own(
    "commitment",
    ({ company }, pence) =>
      `We told you that ${formatPence(pence)} for your shares of ${company} was sent to you. It has not left the account yet. We tell you once it has.`,
  ),
  shares_given_out: own("commitment", allocationWords),
  shares_issued: own(
    "commitment",
    (facts) =>
      `Your ${of(facts)} are issued. They cost ${formatPence(facts.cost_pence)}. Your papers have the certificate.`,
  ),
  shares_offered: own("commitment", ({ company, offered_shares, offer_until }) =>
    offered_shares > 0
      ? `Shares of ${company} became free. ${shareWords(offered_shares)} are kept for you until ${at(offer_until)}.`
      : `Shares of ${company} became free. You can take some by ${at(offer_until)}.`,
  ),
  shares_split: own("company", ({ company, split }) =>
    split
      ? `${company}: a ${splitKind(split).toLowerCase()} of your shares. From ${formatDay(split.effective_on)} on you have ${newForOld(split)}.`
      : `${company} has changed the number of your shares.`,
  ),
  statement_withdrawn: own(
    "statement",
    ({ ended_at }) =>
      `You withdrew your investor statement on ${at(ended_at)}. Deals are hidden until you sign again. If this was not you, write to us.`,
  ),
  terms_changed: own(
    "commitment",
    (facts) =>
      `The terms of ${facts.company} have changed. Please answer by ${at(facts.reconsent_until)}, or your commitment to ${shareWords(facts.shares)} for ${formatPence(facts.due_pence)} ends.`,
  ),
} as const;

/** @returns undefined for a kind that is not about its reader's own money. */
export const findOwnNotice = (kind: string): OwnNotice<OwnSubject> | undefined =>
  (ownNotices as Readonly<Record<string, unknown>>)[kind] as OwnNotice<OwnSubject> | undefined;
