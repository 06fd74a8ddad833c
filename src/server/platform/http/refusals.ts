import { actMessages } from "#shared/acts/act-messages.ts";
import { type Arranger, withoutPart } from "#shared/acts/panel-words.ts";
import { commitmentMessages } from "#shared/commitments/commitment-messages.ts";
import { dealCallMessages } from "#shared/deals/deal-call-messages.ts";
import { dealMessages } from "#shared/deals/deal-messages.ts";
import { dealQuestionMessages } from "#shared/deals/deal-question-messages.ts";
import { type ErrorCode, statuses } from "#shared/errors.ts";
import { eventAnswerMessages } from "#shared/events/event-messages.ts";
import { announcedMessages } from "#shared/funds/announced-messages.ts";
import { bankFeedMessages } from "#shared/funds/bank-feeds-messages.ts";
import { completionMessages } from "#shared/funds/funds-completion-messages.ts";
import { exitMessages } from "#shared/funds/funds-exits-messages.ts";
import { fundsMessages } from "#shared/funds/funds-messages.ts";
import { reliefMessages } from "#shared/funds/funds-relief-messages.ts";
import {
  introductionMessages,
  introductionReportMessages,
  notAskable,
} from "#shared/introductions/introduction-messages.ts";
import { formatDay, formatMoment } from "#shared/london-time.ts";
import {
  membershipRequestMessages,
  profileHidingMessages,
  standingMessages,
  userRoleMessages,
} from "#shared/membership-requests/membership-messages.ts";
import type { RunningCommitment } from "#shared/membership-requests/membership-requests.ts";
import { messageMessages } from "#shared/messages/message-words.ts";
import { formatPence, withTwoDecimals } from "#shared/pence.ts";
import { type SecondPersonReason, secondPersonMessages } from "#shared/people/second-person.ts";
import { signatoryMessages } from "#shared/people/signatory-messages.ts";
import { adviserSeatMessages } from "#shared/portfolio/adviser-seats-messages.ts";
import { holdingFileMessages, holdingImportMessages } from "#shared/portfolio/holding-imports-messages.ts";
import { portfolioMessages } from "#shared/portfolio/portfolio-messages.ts";
import { submissionMessages } from "#shared/profiles/profile-submission-messages.ts";
import { settingsMessages } from "#shared/settings/settings-messages.ts";
import { offerGateMessages, statementMessages } from "#shared/statements/signed-statement-messages.ts";
import { statementFormMessages } from "#shared/statements/statement-messages.ts";
import { webhookMessages } from "#shared/webhooks/webhook-messages.ts";
import { raisedRefusal } from "../db/errors.ts";
import { HttpError } from "./http-error.ts";

/** The figures that the function raised with its reason. */
type Detail = Record<string, unknown>;

interface RaisedRefusal {
  /** Without one, invalid_body. */
  code?: ErrorCode;
  /** The code's usual status applies without it. */
  status?: HttpError["status"];
  /** The field that it is about. */
  path?: string | ((detail: Detail) => string);
  /** Its detail is the words alone, without the name of the field before them. */
  isBare?: boolean;
  text: string | ((detail: Detail) => string);
}

const pounds = (pence: unknown): string => formatPence(Number(pence));
const shares = (detail: Detail): string => Number(detail.shares).toLocaleString("en-GB");
const moment = (until: unknown): string => formatMoment(new Date(String(until)));
/** The newest file may be the wrong one. What a feed read is not. */
function wayOutOfGap({ newest, booked_pence: booked }: Detail): string {
  if (typeof newest !== "string") return "";
  return booked === 0 ? fundsMessages.takeBackFile(newest) : fundsMessages.unbookFile(newest, pounds(booked));
}
const callBackField = (detail: Detail): string => `call_backs.${detail.part}`;
const day = (detail: Detail): string => formatDay(String(detail.day));

/** What has to happen, and why this reader is not the one to do it. */
const secondPerson =
  (text: string) =>
  ({ reason }: Detail): string =>
    reason === undefined || reason === "same_account" || reason === "own_part"
      ? text
      : reason === "not_on_panel" || reason === "new_passkey" || reason === "own_gain"
        ? secondPersonMessages.reasons[reason]
        : `A second person has to confirm this. ${secondPersonMessages.reasons[reason as SecondPersonReason]}`;

/** Every reason for which a function or trigger of the database refuses, with the code and the words of the answer. */
const refusals: Record<string, RaisedRefusal> = {
  above_maximum: {
    code: "above_maximum",
    path: "amount_pence",
    text: ({ pence }) => commitmentMessages.aboveMaximum(pounds(pence)),
  },
  account_deal_over: { code: "deal_not_open", text: fundsMessages.dealOver },
  account_in_use: { code: "account_in_use", text: ({ company }) => fundsMessages.accountInUse(String(company)) },
  account_frozen: { code: "account_frozen", text: ({ until }) => fundsMessages.frozen(moment(until)) },
  account_not_waiting: { code: "revision_conflict", text: fundsMessages.noAccountEntered },
  account_below_zero: { path: "parts", text: fundsMessages.accountBelowZero },
  account_short: {
    code: "account_short",
    text: ({ pence, on_account_pence, leaving_pence }) =>
      fundsMessages.accountShort(pounds(pence), pounds(on_account_pence), pounds(leaving_pence)),
  },
  allocation_below_club_minimum: { code: "below_minimum", text: commitmentMessages.belowClubMinimum },
  allocation_changed: { code: "revision_conflict", text: commitmentMessages.draftChanged },
  allocation_confirmed: { code: "allocation_final", text: commitmentMessages.alreadyFinal },
  allocation_final: { code: "allocation_final", text: commitmentMessages.allocationFinal },
  allocation_no_commitments: { code: "no_commitments", text: commitmentMessages.noCommitments },
  allocation_not_draft: { code: "allocation_final", text: commitmentMessages.notDraft },
  allocation_not_open: { code: "deal_not_open", text: commitmentMessages.notGivenOut },
  allocation_reconsent_running: { code: "terms_changed", text: commitmentMessages.reconsentRunning },
  allocation_stale: { code: "version_stale", text: commitmentMessages.draftStale },
  allocation_still_open: { code: "deal_not_open", text: commitmentMessages.stillOpen },
  allocation_wish_too_small: { code: "terms_changed", text: commitmentMessages.wishTooSmall },
  act_changed: { code: "act_changed", text: actMessages.changed },
  act_closed: { code: "act_closed", text: actMessages.closed },
  act_deal_over: { code: "act_not_ready", text: actMessages.dealOver },
  act_account_in_use: { code: "act_not_ready", text: actMessages.accountInUse },
  act_arranger: {
    code: "act_not_ready",
    text: ({ arrangers }) => actMessages.arranger(withoutPart(arrangers as Arranger[], "shares")),
  },
  act_needs_call_back: { path: callBackField, isBare: true, text: actMessages.needsCallBack },
  act_own_call_back: { path: callBackField, isBare: true, text: actMessages.ownCallBack },
  act_no_collection_account: { code: "act_not_ready", text: actMessages.noCollectionAccount },
  act_no_company_account: { code: "act_not_ready", text: actMessages.noCompanyAccount },
  act_newer_terms: { code: "act_not_ready", text: actMessages.newerTerms },
  act_no_panel: { code: "act_not_ready", text: actMessages.noPanel },
  act_no_shares: { code: "act_not_ready", text: actMessages.noShares },
  act_shares_kept: { code: "act_not_ready", text: actMessages.sharesKept },
  act_no_success_fee: { code: "act_not_ready", text: actMessages.noSuccessFee },
  act_no_version: { code: "act_not_ready", text: actMessages.noVersion },
  act_not_yet: { code: "act_not_yet", text: actMessages.notYet },
  act_not_yours: { code: "second_person_required", text: secondPerson("Somebody else of the panel signs this.") },
  already_committed: { code: "already_committed", text: commitmentMessages.alreadyCommitted },
  already_extended: { code: "not_called", text: fundsMessages.alreadyExtended },
  already_held: { code: "not_called", text: fundsMessages.alreadyHeld },
  already_posted: { code: "already_posted", text: fundsMessages.alreadyPosted },
  amount_changed: { code: "payment_closed", text: fundsMessages.amountChanged },
  answer_too_late: { code: "revision_conflict", text: commitmentMessages.tooLate },
  audience_changed: {
    code: "audience_changed",
    text: ({ then, now }) => messageMessages.audienceChanged(Number(then), Number(now)),
  },
  audience_empty: { code: "audience_empty", path: "audience", isBare: true, text: messageMessages.audienceEmpty },
  balance_gap: {
    code: "balance_gap",
    path: "file",
    text: ({ expected_pence: expected, opening_pence: opening, closing_pence: closing, last_on, ...detail }) =>
      last_on === null
        ? fundsMessages.firstFileGap(pounds(opening))
        : fundsMessages.fileGap({
            expected: pounds(expected),
            found: pounds(closing),
            lastDay: formatDay(String(last_on)),
            wayOut: wayOutOfGap(detail),
          }),
  },
  bank_feed_no_account: { code: "revision_conflict", text: bankFeedMessages.noAccount },
  bank_feed_not_active: { code: "revision_conflict", text: bankFeedMessages.notActive },
  bank_feed_not_waiting: { code: "revision_conflict", text: bankFeedMessages.notWaiting },
  bank_file_booked: { code: "already_posted", text: ({ pence }) => fundsMessages.fileBooked(pounds(pence)) },
  bank_file_not_newest: { code: "revision_conflict", text: fundsMessages.fileNotNewest },
  bank_file_of_feed: { code: "revision_conflict", text: fundsMessages.fileOfFeed },
  bank_lines_undecided: { path: "file", text: fundsMessages.linesUndecided },
  bank_feed_other_account: { path: "token", isBare: true, text: bankFeedMessages.otherAccount },
  bears_too_much: { code: "not_called", text: fundsMessages.clubBearsTooMuch },
  below_minimum: {
    code: "below_minimum",
    path: "amount_pence",
    text: ({ pence }) => commitmentMessages.belowMinimum(pounds(pence)),
  },
  booked_before_completion: { code: "payment_closed", text: fundsMessages.bookedBeforeCompletion },
  call_closed: { code: "call_closed", text: dealCallMessages.closed },
  call_no_account: { code: "not_called", text: fundsMessages.noAccount },
  call_not_allocated: { code: "not_called", text: fundsMessages.notAllocated },
  call_outside_hours: { path: "reason", text: fundsMessages.outsideHours },
  charge_above_fees: {
    path: "parts",
    text: ({ pence, bearable_pence }) => fundsMessages.chargeAboveFees(pounds(pence), pounds(bearable_pence)),
  },
  cancelling_second_person: { code: "second_person_required", text: secondPerson(dealMessages.cancellingSecondPerson) },
  closing_not_announced: { path: "to", text: ({ until }) => dealMessages.closingNotAnnounced(moment(until)) },
  closing_not_open: { code: "deal_not_open", text: dealMessages.closingNotOpen },
  closing_proposal_changed: {
    code: "revision_conflict",
    text: ({ closes_at, reason, proposed_by_name }) =>
      closes_at === null
        ? dealMessages.closingProposalGone
        : dealMessages.closingProposed(proposed_by_name as string | null, moment(closes_at), reason as string),
  },
  closing_second_person: { code: "second_person_required", text: secondPerson(dealMessages.closingSecondPerson) },
  closing_too_soon: { path: "closes_at", text: dealMessages.closingTooSoon },
  closing_unchanged: { path: "closes_at", text: dealMessages.closingUnchanged },
  commitment_changed: { code: "revision_conflict", text: commitmentMessages.changedMeanwhile },
  company_account_paid: { code: "payment_closed", text: completionMessages.accountPaid },
  company_account_decided: { code: "revision_conflict", text: completionMessages.accountDecided },
  company_not_called_back: { code: "company_not_called_back", text: fundsMessages.companyNotCalledBack },
  company_paid: { code: "payment_closed", text: fundsMessages.companyPaid },
  completion_not_closing: { code: "deal_not_open", text: completionMessages.notClosing },
  // Its words are those of the items: complete-deal.ts.
  completion_unmet: { code: "completion_unmet", text: "" },
  cooling_off: { code: "cooling_off", text: ({ until }) => commitmentMessages.coolingOff(moment(until)) },
  costs_differ: { code: "payment_closed", text: fundsMessages.costsDiffer },
  confirmation_announced: {
    code: "revision_conflict",
    text: ({ until }) =>
      `This is confirmed already. ${announcedMessages.takesEffect(String(until), "withdraws or refuses")}`,
  },
  deal_changed: { code: "revision_conflict", text: dealMessages.changedMeanwhile },
  deal_not_approved: { code: "deal_not_open", text: dealMessages.notApproved },
  deal_not_open: { code: "deal_not_open", text: commitmentMessages.notOpen },
  deal_not_shown: { code: "deal_not_open", text: dealMessages.notOpen },
  deals_disabled: { code: "deals_disabled", text: offerGateMessages.deals_disabled },
  event_closed: { code: "event_closed", text: eventAnswerMessages.closed },
  event_full: { code: "event_full", text: eventAnswerMessages.fullRefused },
  event_guest_too_many: { path: "guest_name", text: eventAnswerMessages.guestTooMany },
  event_too_late: { code: "event_closed", text: eventAnswerMessages.tooLate },
  event_without_guests: { path: "guest_name", text: eventAnswerMessages.noGuests },
  exceeds_ceiling: {
    path: "accepts_more",
    isBare: true,
    text: ({ pence }) => commitmentMessages.acceptsMore(pounds(pence)),
  },
  exit_before_split: {
    path: "happened_on",
    text: (detail) => exitMessages.beforeSplit(String(detail.day)),
  },
  exit_decided: { code: "revision_conflict", text: exitMessages.decided },
  exit_in_future: { path: "happened_on", text: exitMessages.inFuture },
  exit_later_exit: { code: "revision_conflict", text: exitMessages.laterExit },
  exit_later_split: { code: "revision_conflict", text: exitMessages.laterSplit },
  exit_lots_changed: { code: "revision_conflict", text: exitMessages.lotsChanged },
  exit_money_moved: { code: "payment_closed", text: exitMessages.moneyMoved },
  exit_no_earlier: { path: "earlier_id", text: exitMessages.earlier },
  exit_not_confirmed: { code: "payment_closed", text: exitMessages.notConfirmed },
  exit_nothing_held: { path: "happened_on", text: exitMessages.nothingHeld },
  exit_nothing_to_approve: { code: "payment_closed", text: exitMessages.nothingToApprove },
  exit_nothing_to_pay: { code: "payment_closed", text: exitMessages.nothingToPay },
  exit_payments_second_person: { code: "second_person_required", text: secondPerson(exitMessages.paymentSecondPerson) },
  exit_second_person: { code: "second_person_required", text: secondPerson(exitMessages.secondPerson) },
  exit_waits: { code: "revision_conflict", text: exitMessages.exitWaits },
  fee_once: { code: "payment_closed", text: fundsMessages.feeOnce },
  file_already_imported: { code: "file_already_imported", text: fundsMessages.fileKnown },
  form_closed: { code: "statement_form_closed", text: statementFormMessages.isClosed },
  form_second_person: { code: "second_person_required", text: statementFormMessages.secondPerson },
  grace_over: { code: "not_called", text: fundsMessages.graceOver },
  import_decided: { code: "revision_conflict", text: holdingImportMessages.decided },
  import_file_known: { code: "file_already_imported", text: holdingFileMessages.known },
  import_line_known: { code: "revision_conflict", text: holdingFileMessages.changed },
  import_member_gone: { code: "revision_conflict", text: holdingImportMessages.memberGone },
  import_second_person: { code: "second_person_required", text: secondPerson(holdingImportMessages.secondPerson) },
  import_without_lot: { code: "revision_conflict", text: holdingImportMessages.noLot },
  in_grace: { code: "not_called", text: fundsMessages.inGrace },
  incoming_only: { path: "parts", text: fundsMessages.incomingOnly },
  introduction_answered: { code: "introduction_answered", text: introductionMessages.answered },
  introduction_not_possible: {
    code: "introduction_not_possible",
    text: ({ state }) => notAskable[state as keyof typeof notAskable],
  },
  line_of_other_deal: {
    code: "line_of_other_deal",
    text: ({ company }) => fundsMessages.lineOfOtherDeal(String(company)),
  },
  ledger_mismatch: { code: "ledger_mismatch", text: fundsMessages.ledgerMismatch },
  line_above_capacity: {
    path: "shares",
    isBare: true,
    text: (detail) => commitmentMessages.aboveCapacity(shares(detail)),
  },
  line_above_wish: {
    path: "shares",
    isBare: true,
    text: (detail) => commitmentMessages.lineAboveWish(shares(detail)),
  },
  line_below_least: {
    path: "shares",
    isBare: true,
    text: (detail) => commitmentMessages.lineBelowLeast(shares(detail)),
  },
  mailing_closed: { code: "mailing_closed", text: dealMessages.mailingClosed },
  mailing_sent_before: { code: "mailing_closed", text: dealMessages.mailedBefore },
  mailing_too_late: { code: "deal_not_open", text: dealMessages.mailTooLate },
  membership_decided: { code: "already_reviewed", text: membershipRequestMessages.alreadyDecided },
  membership_ended: { code: "not_a_member", text: standingMessages.hasEnded },
  membership_in_round: {
    code: "membership_in_round",
    text: ({ commitments }) => standingMessages.inRound(commitments as RunningCommitment[]),
  },
  membership_of_admin: { code: "person_is_admin", text: membershipRequestMessages.personIsAdmin },
  membership_own: { code: "own_role", text: userRoleMessages.ownRole },
  membership_undecided: { code: "not_a_member", text: standingMessages.notAMember },
  money_sent_on: { code: "payment_closed", text: fundsMessages.moneySentOn },
  more_than_line: {
    path: "parts",
    text: ({ open_pence }) => fundsMessages.moreThanLine(pounds(open_pence)),
  },
  no_such_member: { path: "parts", text: fundsMessages.noSuchMember },
  not_asked_again: { code: "revision_conflict", text: commitmentMessages.notAsked },
  not_called: { code: "not_called", text: fundsMessages.notCalled },
  not_fewer: { path: "choice", text: fundsMessages.notFewer },
  not_outgoing: { path: "parts", text: fundsMessages.notOutgoing },
  not_proceeds: { path: "parts", text: fundsMessages.notProceeds },
  not_received: { path: "parts", text: fundsMessages.notReceived },
  not_sent: { path: "parts", text: fundsMessages.notSent },
  nothing_open: { code: "payment_closed", text: fundsMessages.nothingOpen },
  nothing_to_call: { code: "not_called", text: fundsMessages.nothingToCall },
  nothing_to_unmatch: { path: "match_id", text: fundsMessages.nothingToUnmatch },
  objected_before: { code: "act_closed", text: actMessages.objectedBefore },
  objection_closed: { code: "act_closed", text: actMessages.objectionClosed },
  outgoing_only: { path: "parts", text: fundsMessages.outgoingOnly },
  outside_decided: { code: "revision_conflict", text: exitMessages.outsideDecided },
  outside_in_future: { path: "paid_on", text: exitMessages.inFuture },
  outside_not_confirmed: { code: "revision_conflict", text: exitMessages.outsideNotConfirmed },
  outside_nothing: { code: "payment_closed", text: exitMessages.nothingOutside },
  outside_second_person: { code: "second_person_required", text: secondPerson(exitMessages.outsideSecondPerson) },
  outside_too_early: { path: "paid_on", text: exitMessages.beforeExit },
  outside_waits: { code: "revision_conflict", text: exitMessages.outsideWaits },
  over_told: { path: "amount_pence", text: ({ pence }) => actMessages.overTold(pounds(pence)) },
  own_commitment: { code: "second_person_required", text: fundsMessages.ownCommitment },
  paid_kept: { code: "not_called", text: fundsMessages.paidKept },
  paper_before_completion: { code: "deal_not_open", text: completionMessages.afterCompletion },
  paper_too_early_or_late: { code: "deal_not_open", text: completionMessages.tooEarlyOrLate },
  panel_size: { path: "panel", isBare: true, text: actMessages.panelSize },
  panel_unknown: { path: "panel", isBare: true, text: actMessages.panelUnknown },
  parts_differ: {
    path: "parts",
    text: ({ more_pence }) => fundsMessages.partsDiffer(Number(more_pence) > 0, pounds(Math.abs(Number(more_pence)))),
  },
  payment_closed: { code: "payment_closed", text: fundsMessages.paymentClosed },
  payment_waits: { code: "not_called", text: fundsMessages.paymentWaits },
  price_above: { path: "price", text: ({ price }) => portfolioMessages.abovePrice(withTwoDecimals(String(price))) },
  price_above_now: { code: "revision_conflict", text: portfolioMessages.abovePriceNow },
  price_before_held: { path: "as_of", text: ({ day }) => portfolioMessages.beforeHeld(String(day)) },
  price_class_required: { path: "share_class", text: portfolioMessages.classRequired },
  price_class_unknown: { path: "share_class", text: portfolioMessages.unknownClass },
  price_decided: { code: "revision_conflict", text: portfolioMessages.priceDecided },
  price_needs_evidence: { code: "revision_conflict", text: portfolioMessages.needsEvidence },
  price_impairment_above: {
    path: "impaired_percent",
    text: ({ price }) => portfolioMessages.abovePrice(withTwoDecimals(String(price))),
  },
  price_in_future: { path: "as_of", text: portfolioMessages.notLaterThanToday },
  price_nothing_to_lower: { path: "as_of", text: portfolioMessages.nothingToLower },
  price_second_person: { code: "second_person_required", text: secondPerson(portfolioMessages.secondPerson) },
  price_too_few_in_issue: {
    path: "shares_in_issue",
    text: ({ shares }) => portfolioMessages.tooFewInIssue(Number(shares)),
  },
  profile_own: { code: "own_role", text: profileHidingMessages.ownProfile },
  proposal_decided: { code: "revision_conflict", text: completionMessages.proposalDecided },
  question_changed: { code: "revision_conflict", text: dealQuestionMessages.changedMeanwhile },
  question_closed: { code: "question_closed", text: dealQuestionMessages.closed },
  question_too_many: { code: "too_many_questions", text: dealQuestionMessages.tooMany },
  question_without_target: { path: "into", text: dealQuestionMessages.target },
  record_incomplete: { code: "record_incomplete", text: commitmentMessages.recordIncomplete },
  refund_of_admin: {
    path: "amount_pence",
    text: ({ most_pence }) => fundsMessages.refundOfAdmin(pounds(most_pence)),
  },
  refund_too_much: {
    path: "amount_pence",
    text: ({ most_pence }) => fundsMessages.refundTooMuch(pounds(most_pence)),
  },
  relief_in_future: { path: "happened_on", text: reliefMessages.inFuture },
  relief_no_scheme: { code: "deal_not_open", text: reliefMessages.noScheme },
  relief_no_step_before: { path: "step", text: reliefMessages.stepBefore },
  relief_not_completed: { code: "deal_not_open", text: reliefMessages.notCompleted },
  relief_too_early: {
    path: "happened_on",
    text: (detail) => reliefMessages.tooEarly(day(detail)),
  },
  relief_too_late: {
    path: "happened_on",
    text: (detail) => reliefMessages.tooLate(day(detail)),
  },
  report_about_oneself: { code: "own_role", text: introductionReportMessages.own },
  report_closed: { code: "already_reviewed", text: introductionReportMessages.closed },
  return_company_paid: { code: "payment_closed", text: fundsMessages.returnCompanyPaid },
  returned_since: { code: "payment_closed", text: fundsMessages.returnedSince },
  seat_ended: { code: "revision_conflict", text: adviserSeatMessages.ended },
  seat_too_many: { path: "name", text: adviserSeatMessages.tooMany },
  second_person_required: { code: "second_person_required", text: secondPerson(fundsMessages.secondPerson) },
  signatory_decided: { code: "revision_conflict", text: signatoryMessages.decided },
  signatory_end_proposed_already: { code: "revision_conflict", text: signatoryMessages.endProposedAlready },
  signatory_first_admin: { code: "person_is_admin", text: signatoryMessages.isFirstAdmin },
  signatory_is_admin: { code: "person_not_eligible", text: signatoryMessages.isAdmin },
  signatory_not_eligible: { code: "person_not_eligible", text: signatoryMessages.notEligible },
  signatory_objected_already: { code: "revision_conflict", text: signatoryMessages.objectedAlready },
  signatory_own: { code: "own_role", text: signatoryMessages.own },
  signatory_proposed_already: { code: "revision_conflict", text: signatoryMessages.proposedAlready },
  message_changed: { code: "revision_conflict", text: messageMessages.changed },
  message_finished: { code: "message_finished", text: messageMessages.finished },
  message_names_deal: {
    path: "is_offer",
    isBare: true,
    text: ({ company }) => messageMessages.namesDeal(String(company)),
  },
  message_second_person: { code: "second_person_required", text: secondPerson(messageMessages.secondPerson) },
  offer_unanswered: { code: "offer_unanswered", path: "is_offer", isBare: true, text: messageMessages.offerUnanswered },
  preview_missing: { code: "preview_missing", text: messageMessages.previewMissing },
  send_at_past: { code: "send_at_past", path: "send_at", isBare: true, text: messageMessages.sendAtPast },
  setting_second_person: { code: "second_person_required", text: secondPerson(settingsMessages.secondPerson) },
  signatory_second_person: { code: "second_person_required", text: secondPerson(signatoryMessages.secondPerson) },
  signatory_stands: { code: "revision_conflict", text: signatoryMessages.stands },
  split_before_earlier: { path: "effective_on", text: ({ day }) => portfolioMessages.earlierSplit(String(day)) },
  split_class_unknown: { path: "share_class", text: portfolioMessages.unknownClass },
  split_decided: { code: "revision_conflict", text: portfolioMessages.splitDecided },
  split_exit_since: { path: "effective_on", text: portfolioMessages.exitSince },
  split_exit_waits: { code: "revision_conflict", text: portfolioMessages.exitWaits },
  split_in_future: { path: "effective_on", text: portfolioMessages.notLaterThanToday },
  split_loses_lot: { path: "old_shares", text: portfolioMessages.lotLost },
  split_lots_changed: { code: "revision_conflict", text: portfolioMessages.lotsChanged },
  split_of_nothing: { path: "effective_on", text: portfolioMessages.nothingToSplit },
  split_second_person: { code: "second_person_required", text: secondPerson(portfolioMessages.secondPerson) },
  split_waits: { code: "revision_conflict", text: portfolioMessages.splitWaits },
  schedule_says: { path: "issued_on", isBare: true, text: (detail) => completionMessages.scheduleSays(day(detail)) },
  signs_for_round: { code: "deal_not_open", text: actMessages.signsForRound },
  statement_closed: { code: "statement_closed", text: statementMessages.isClosed },
  statement_own: { code: "own_record", text: statementMessages.ownStatement },
  submission_changed: { code: "submission_changed", text: submissionMessages.changed },
  submission_reviewed: { code: "already_reviewed", text: submissionMessages.alreadyReviewed },
  terms_changed: { code: "terms_changed", text: commitmentMessages.termsChanged },
  terms_close_earlier: { path: "closes_at", text: ({ until }) => dealMessages.termsCloseEarlier(moment(until)) },
  terms_changing: { code: "terms_changed", text: commitmentMessages.termsChanging },
  success_fee_above: { path: "allowed_bp", text: ({ fee_bp }) => completionMessages.feeAbove(Number(fee_bp)) },
  top_up_closed: { code: "top_up_closed", text: commitmentMessages.topUpClosed },
  top_up_company_paid: { code: "top_up_closed", text: commitmentMessages.topUpCompanyPaid },
  top_up_no_allocation: { code: "deal_not_open", text: commitmentMessages.noAllocation },
  top_up_not_closing: { code: "deal_not_open", text: commitmentMessages.notClosing },
  top_up_nothing_free: { code: "top_up_closed", text: commitmentMessages.nothingFree },
  top_up_open: { code: "top_up_closed", text: commitmentMessages.topUpOpen },
  top_up_too_few: {
    path: "shares",
    isBare: true,
    text: (detail) => commitmentMessages.topUpTooFew(shares(detail)),
  },
  top_up_too_many: {
    path: "shares",
    isBare: true,
    text: (detail) => commitmentMessages.topUpTooMany(shares(detail)),
  },
  undo_decided: { code: "revision_conflict", text: holdingImportMessages.undoDecided },
  undo_exited: { code: "revision_conflict", text: holdingImportMessages.exited },
  undo_paid_out: { code: "revision_conflict", text: holdingImportMessages.paidOut },
  undo_second_person: { code: "second_person_required", text: secondPerson(holdingImportMessages.undoSecondPerson) },
  version_decided: { code: "deal_version_closed", text: dealMessages.isDecided },
  webhook_off: { code: "webhook_off", text: webhookMessages.isOff },
  wire_first: { code: "payment_closed", text: fundsMessages.wireFirst },
};

interface Raised {
  reason: string;
  detail: Detail;
  refusal: HttpError;
}

/** @returns undefined for what the database did not raise, and for a reason that is in no table: a fault of ours. */
export function asRaised(error: unknown): Raised | undefined {
  const raised = raisedRefusal(error);
  const row = raised && refusals[raised.reason];
  return row && { ...raised, refusal: toHttpError(row, raised.detail) };
}

function toHttpError(row: RaisedRefusal, detail: Detail): HttpError {
  const { code = "invalid_body", status = statuses[code], isBare = code !== "invalid_body", text } = row;
  const message = typeof text === "string" ? text : text(detail);
  const path = typeof row.path === "function" ? row.path(detail) : row.path;
  const reason = code === "second_person_required" && typeof detail.reason === "string" && { reason: detail.reason };
  if (path === undefined) return new HttpError(code, message, { status, ...reason });
  return new HttpError(code, isBare ? message : `${path}: ${message}`, { status, errors: [{ path, message }] });
}
