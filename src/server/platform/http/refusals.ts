import { commitmentMessages } from "#shared/commitment-messages.ts";
import { allocationMethodLabels } from "#shared/deal-messages.ts";
import type { ErrorCode } from "#shared/errors.ts";
import { completionMessages } from "#shared/funds-completion-messages.ts";
import { exitMessages } from "#shared/funds-exits-messages.ts";
import { fundsMessages } from "#shared/funds-messages.ts";
import { reliefMessages } from "#shared/funds-relief-messages.ts";
import { formatDay, formatMoment } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { HttpError } from "./http-error.ts";
import { statuses } from "./statuses.ts";

/** The figures that the function raised with its reason. */
type Detail = Record<string, unknown>;

interface RaisedRefusal {
  code: ErrorCode;
  /** Where it is not the usual one of the code. */
  status?: HttpError["status"];
  /** The field that it is about. */
  path?: string;
  /** Its detail is the words alone, without the name of the field before them. */
  isBare?: boolean;
  text: string | ((detail: Detail) => string);
}

const pounds = (pence: unknown): string => formatPence(Number(pence));
const shares = (detail: Detail): string => Number(detail.shares).toLocaleString("en-GB");
const moment = (until: unknown): string => formatMoment(new Date(String(until)));
const day = (detail: Detail): string => formatDay(String(detail.day));

/** Every reason for which a function or trigger of the database refuses, with the code and the words of the answer. */
const refusals: Record<string, RaisedRefusal> = {
  above_maximum: {
    code: "above_maximum",
    path: "amount_pence",
    text: ({ pence }) => commitmentMessages.aboveMaximum(pounds(pence)),
  },
  account_deal_over: { code: "deal_not_open", text: fundsMessages.dealOver },
  account_frozen: { code: "account_frozen", text: ({ until }) => fundsMessages.frozen(moment(until)) },
  account_not_waiting: { code: "revision_conflict", text: fundsMessages.noAccountEntered },
  account_short: {
    code: "account_short",
    text: ({ pence, on_account_pence, leaving_pence }) =>
      fundsMessages.accountShort(pounds(pence), pounds(on_account_pence), pounds(leaving_pence)),
  },
  allocation_below_club_minimum: { code: "below_minimum", text: commitmentMessages.belowClubMinimum },
  allocation_changed: { code: "revision_conflict", text: commitmentMessages.draftChanged },
  allocation_confirmed: { code: "allocation_final", text: commitmentMessages.alreadyFinal },
  allocation_final: { code: "allocation_final", text: commitmentMessages.allocationFinal },
  allocation_member_of_deal: { code: "second_person_required", text: commitmentMessages.memberOfDeal },
  allocation_no_commitments: { code: "no_commitments", text: commitmentMessages.noCommitments },
  allocation_not_draft: { code: "allocation_final", text: commitmentMessages.notDraft },
  allocation_not_open: { code: "deal_not_open", text: commitmentMessages.notGivenOut },
  allocation_other_method: {
    code: "version_stale",
    text: ({ method }) =>
      commitmentMessages.publishedMethodOnly(allocationMethodLabels[method as keyof typeof allocationMethodLabels]),
  },
  allocation_reconsent_running: { code: "terms_changed", text: commitmentMessages.reconsentRunning },
  allocation_second_person: { code: "second_person_required", text: commitmentMessages.secondPerson },
  allocation_stale: { code: "version_stale", text: commitmentMessages.draftStale },
  allocation_still_open: { code: "deal_not_open", text: commitmentMessages.stillOpen },
  allocation_wish_too_small: { code: "terms_changed", text: commitmentMessages.wishTooSmall },
  already_committed: { code: "already_committed", text: commitmentMessages.alreadyCommitted },
  already_extended: { code: "not_called", text: fundsMessages.alreadyExtended },
  already_held: { code: "not_called", text: fundsMessages.alreadyHeld },
  already_posted: { code: "already_posted", text: fundsMessages.alreadyPosted },
  amount_changed: { code: "payment_closed", text: fundsMessages.amountChanged },
  answer_too_late: { code: "revision_conflict", text: commitmentMessages.tooLate },
  balance_gap: {
    code: "balance_gap",
    path: "file",
    text: ({ expected_pence: expected, opening_pence: opening, closing_pence: closing }) =>
      opening !== null && closing !== null && Number(expected) === Number(closing) - Number(opening)
        ? fundsMessages.firstFileGap(pounds(opening))
        : fundsMessages.fileGap(pounds(expected), pounds(closing)),
  },
  bears_too_much: { code: "not_called", text: fundsMessages.clubBearsTooMuch },
  below_minimum: {
    code: "below_minimum",
    path: "amount_pence",
    text: ({ pence }) => commitmentMessages.belowMinimum(pounds(pence)),
  },
  call_no_account: { code: "not_called", text: fundsMessages.noAccount },
  call_not_allocated: { code: "not_called", text: fundsMessages.notAllocated },
  call_outside_hours: { code: "invalid_body", path: "reason", text: fundsMessages.outsideHours },
  commitment_changed: { code: "revision_conflict", text: commitmentMessages.changedMeanwhile },
  company_account_decided: { code: "revision_conflict", text: completionMessages.accountDecided },
  company_not_called_back: { code: "company_not_called_back", text: fundsMessages.companyNotCalledBack },
  company_paid: { code: "payment_closed", text: fundsMessages.companyPaid },
  completion_not_closing: { code: "deal_not_open", text: completionMessages.notClosing },
  // Its words are those of the items: complete-deal.ts.
  completion_unmet: { code: "completion_unmet", text: "" },
  cooling_off: { code: "cooling_off", text: ({ until }) => commitmentMessages.coolingOff(moment(until)) },
  costs_differ: { code: "payment_closed", text: fundsMessages.costsDiffer },
  deal_not_open: { code: "deal_not_open", text: commitmentMessages.notOpen },
  exceeds_ceiling: {
    code: "invalid_body",
    path: "accepts_more",
    isBare: true,
    text: ({ pence }) => commitmentMessages.acceptsMore(pounds(pence)),
  },
  exit_before_split: {
    code: "invalid_body",
    path: "happened_on",
    text: (detail) => exitMessages.beforeSplit(String(detail.day)),
  },
  exit_decided: { code: "revision_conflict", text: exitMessages.decided },
  exit_in_future: { code: "invalid_body", path: "happened_on", text: exitMessages.inFuture },
  exit_later_exit: { code: "revision_conflict", text: exitMessages.laterExit },
  exit_later_split: { code: "revision_conflict", text: exitMessages.laterSplit },
  exit_lots_changed: { code: "revision_conflict", text: exitMessages.lotsChanged },
  exit_money_moved: { code: "payment_closed", text: exitMessages.moneyMoved },
  exit_no_earlier: { code: "invalid_body", path: "earlier_id", text: exitMessages.earlier },
  exit_not_confirmed: { code: "payment_closed", text: exitMessages.notConfirmed },
  exit_nothing_held: { code: "invalid_body", path: "happened_on", text: exitMessages.nothingHeld },
  exit_nothing_to_approve: { code: "payment_closed", text: exitMessages.nothingToApprove },
  exit_nothing_to_pay: { code: "payment_closed", text: exitMessages.nothingToPay },
  exit_payments_second_person: { code: "second_person_required", text: exitMessages.paymentSecondPerson },
  exit_second_person: { code: "second_person_required", text: exitMessages.secondPerson },
  exit_waits: { code: "revision_conflict", text: exitMessages.exitWaits },
  fee_once: { code: "payment_closed", text: fundsMessages.feeOnce },
  file_already_imported: { code: "file_already_imported", text: fundsMessages.fileKnown },
  grace_over: { code: "not_called", text: fundsMessages.graceOver },
  in_grace: { code: "not_called", text: fundsMessages.inGrace },
  incoming_only: { code: "invalid_body", path: "parts", text: fundsMessages.incomingOnly },
  ledger_mismatch: { code: "ledger_mismatch", text: fundsMessages.ledgerMismatch },
  line_above_capacity: {
    code: "invalid_body",
    path: "shares",
    isBare: true,
    text: (detail) => commitmentMessages.aboveCapacity(shares(detail)),
  },
  line_above_wish: {
    code: "invalid_body",
    path: "shares",
    isBare: true,
    text: (detail) => commitmentMessages.lineAboveWish(shares(detail)),
  },
  line_below_least: {
    code: "invalid_body",
    path: "shares",
    isBare: true,
    text: (detail) => commitmentMessages.lineBelowLeast(shares(detail)),
  },
  money_sent_on: { code: "payment_closed", text: fundsMessages.moneySentOn },
  more_than_line: {
    code: "invalid_body",
    path: "parts",
    text: ({ open_pence }) => fundsMessages.moreThanLine(pounds(open_pence)),
  },
  no_such_member: { code: "invalid_body", path: "parts", text: fundsMessages.noSuchMember },
  not_asked_again: { code: "revision_conflict", text: commitmentMessages.notAsked },
  not_called: { code: "not_called", text: fundsMessages.notCalled },
  not_fewer: { code: "invalid_body", path: "choice", text: fundsMessages.notFewer },
  not_outgoing: { code: "invalid_body", path: "parts", text: fundsMessages.notOutgoing },
  not_proceeds: { code: "invalid_body", path: "parts", text: fundsMessages.notProceeds },
  nothing_open: { code: "payment_closed", text: fundsMessages.nothingOpen },
  nothing_to_call: { code: "not_called", text: fundsMessages.nothingToCall },
  nothing_to_unmatch: { code: "invalid_body", path: "match_id", text: fundsMessages.nothingToUnmatch },
  outgoing_only: { code: "invalid_body", path: "parts", text: fundsMessages.outgoingOnly },
  paid_kept: { code: "not_called", text: fundsMessages.paidKept },
  paper_before_completion: { code: "deal_not_open", text: completionMessages.afterCompletion },
  paper_too_early_or_late: { code: "deal_not_open", text: completionMessages.tooEarlyOrLate },
  payment_closed: { code: "payment_closed", text: fundsMessages.paymentClosed },
  payment_waits: { code: "not_called", text: fundsMessages.paymentWaits },
  proposal_decided: { code: "revision_conflict", text: completionMessages.proposalDecided },
  record_incomplete: { code: "record_incomplete", text: commitmentMessages.recordIncomplete },
  refund_too_much: {
    code: "invalid_body",
    path: "amount_pence",
    text: ({ most_pence }) => fundsMessages.refundTooMuch(pounds(most_pence)),
  },
  relief_in_future: { code: "invalid_body", path: "happened_on", text: reliefMessages.inFuture },
  relief_no_scheme: { code: "deal_not_open", text: reliefMessages.noScheme },
  relief_no_step_before: { code: "invalid_body", path: "step", text: reliefMessages.stepBefore },
  relief_not_completed: { code: "deal_not_open", text: reliefMessages.notCompleted },
  relief_too_early: {
    code: "invalid_body",
    path: "happened_on",
    text: (detail) => reliefMessages.tooEarly(day(detail)),
  },
  relief_too_late: {
    code: "invalid_body",
    path: "happened_on",
    text: (detail) => reliefMessages.tooLate(day(detail)),
  },
  second_person_required: { code: "second_person_required", text: fundsMessages.secondPerson },
  terms_changed: { code: "terms_changed", text: commitmentMessages.termsChanged },
  terms_changing: { code: "terms_changed", text: commitmentMessages.termsChanging },
  top_up_closed: { code: "top_up_closed", text: commitmentMessages.topUpClosed },
  top_up_no_allocation: { code: "deal_not_open", text: commitmentMessages.noAllocation },
  top_up_not_closing: { code: "deal_not_open", text: commitmentMessages.notClosing },
  top_up_nothing_free: { code: "top_up_closed", text: commitmentMessages.nothingFree },
  top_up_open: { code: "top_up_closed", text: commitmentMessages.topUpOpen },
  top_up_too_few: {
    code: "invalid_body",
    path: "shares",
    isBare: true,
    text: (detail) => commitmentMessages.topUpTooFew(shares(detail)),
  },
  top_up_too_many: {
    code: "invalid_body",
    path: "shares",
    isBare: true,
    text: (detail) => commitmentMessages.topUpTooMany(shares(detail)),
  },
  wire_below_minimum: { code: "below_minimum", status: 409, text: fundsMessages.wireBelowMinimum },
  wire_first: { code: "payment_closed", text: fundsMessages.wireFirst },
  wire_not_ready: { code: "payment_closed", text: fundsMessages.wireNotReady },
  wire_once: { code: "payment_closed", text: fundsMessages.wireOnce },
};

/** @returns undefined for a reason that is in no table: a fault of ours. */
export function asRaised({ reason, detail }: { reason: string; detail: Detail }): HttpError | undefined {
  const refusal = refusals[reason];
  if (!refusal) return undefined;
  const { code, status = statuses[code], path, isBare = code !== "invalid_body", text } = refusal;
  const message = typeof text === "string" ? text : text(detail);
  if (path === undefined) return new HttpError(status, code, message);
  return new HttpError(status, code, isBare ? message : `${path}: ${message}`, { errors: [{ path, message }] });
}
