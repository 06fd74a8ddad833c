import { adviserSeatMessages } from "#shared/adviser-seats-messages.ts";
import { dealCallMessages } from "#shared/deal-call-messages.ts";
import { dealMessages } from "#shared/deal-messages.ts";
import { dealQuestionMessages } from "#shared/deal-question-messages.ts";
import type { ErrorCode } from "#shared/errors.ts";
import { eventAnswerMessages } from "#shared/event-messages.ts";
import { exitMessages } from "#shared/funds-exits-messages.ts";
import { fundsMessages } from "#shared/funds-messages.ts";
import { holdingFileMessages, holdingImportMessages } from "#shared/holding-imports-messages.ts";
import { introductionMessages, introductionReportMessages, notAskable } from "#shared/introduction-messages.ts";
import {
  membershipRequestMessages,
  profileHidingMessages,
  standingMessages,
  userRoleMessages,
} from "#shared/membership-messages.ts";
import { formatPence, withTwoDecimals } from "#shared/pence.ts";
import { portfolioMessages } from "#shared/portfolio-messages.ts";
import { submissionMessages } from "#shared/profile-submission-messages.ts";
import { offerGateMessages, statementMessages } from "#shared/signed-statement-messages.ts";
import { statementFormMessages } from "#shared/statement-messages.ts";
import { webhookMessages } from "#shared/webhook-messages.ts";
import { HttpError, refusedField } from "./http-error.ts";
import { statuses } from "./statuses.ts";

interface RaisedRefusal {
  /** Not of a field, whose code is invalid_body. */
  code?: ErrorCode;
  /** The field of the request that is wrong. */
  field?: string;
  /** Where it is not the usual one of the code. */
  status?: HttpError["status"];
  /** @param detail the figures that the function raised with its reason. */
  text: string | ((detail: Record<string, unknown>) => string);
}

/** Every reason for which a function or trigger of the database refuses, with the code and the words of the answer. */
const refusals: Record<string, RaisedRefusal> = {
  account_short: {
    code: "account_short",
    text: ({ pence, on_account_pence, leaving_pence }) =>
      fundsMessages.accountShort(pounds(pence), pounds(on_account_pence), pounds(leaving_pence)),
  },
  call_closed: { code: "call_closed", text: dealCallMessages.closed },
  company_paid: { code: "payment_closed", text: fundsMessages.companyPaid },
  deal_changed: { code: "revision_conflict", text: dealMessages.changedMeanwhile },
  deal_not_approved: { code: "deal_not_open", text: dealMessages.notApproved },
  deal_not_shown: { code: "deal_not_open", text: dealMessages.notOpen },
  deals_disabled: { code: "deals_disabled", text: offerGateMessages.deals_disabled },
  event_closed: { code: "event_closed", text: eventAnswerMessages.closed },
  event_full: { code: "event_full", text: eventAnswerMessages.fullRefused },
  event_guest_too_many: { field: "guest_name", text: eventAnswerMessages.guestTooMany },
  event_too_late: { code: "event_closed", text: eventAnswerMessages.tooLate },
  event_without_guests: { field: "guest_name", text: eventAnswerMessages.noGuests },
  form_closed: { code: "statement_form_closed", text: statementFormMessages.isClosed },
  form_second_person: { code: "second_person_required", text: statementFormMessages.secondPerson },
  import_decided: { code: "revision_conflict", text: holdingImportMessages.decided },
  import_file_known: { code: "file_already_imported", text: holdingFileMessages.known },
  import_line_known: { code: "revision_conflict", text: holdingFileMessages.changed },
  import_member_gone: { code: "revision_conflict", text: holdingImportMessages.memberGone },
  import_second_person: { code: "second_person_required", text: holdingImportMessages.secondPerson },
  import_without_lot: { code: "revision_conflict", text: holdingImportMessages.noLot },
  introduction_answered: { code: "introduction_answered", text: introductionMessages.answered },
  introduction_not_possible: {
    code: "introduction_not_possible",
    text: ({ state }) => notAskable[state as keyof typeof notAskable],
  },
  mailing_closed: { code: "mailing_closed", text: dealMessages.mailingClosed },
  mailing_sent_before: { code: "mailing_closed", text: dealMessages.mailedBefore },
  mailing_too_late: { code: "deal_not_open", text: dealMessages.mailTooLate },
  membership_decided: { code: "already_reviewed", text: membershipRequestMessages.alreadyDecided },
  membership_ended: { code: "not_a_member", text: standingMessages.hasEnded },
  membership_of_admin: { code: "person_is_admin", text: membershipRequestMessages.personIsAdmin },
  membership_own: { code: "own_role", text: userRoleMessages.ownRole },
  membership_undecided: { code: "not_a_member", text: standingMessages.notAMember },
  outside_decided: { code: "revision_conflict", text: exitMessages.outsideDecided },
  outside_in_future: { field: "paid_on", text: exitMessages.inFuture },
  outside_not_confirmed: { code: "revision_conflict", text: exitMessages.outsideNotConfirmed },
  outside_nothing: { code: "payment_closed", text: exitMessages.nothingOutside },
  outside_second_person: { code: "second_person_required", text: exitMessages.outsideSecondPerson },
  outside_too_early: { field: "paid_on", text: exitMessages.beforeExit },
  outside_waits: { code: "revision_conflict", text: exitMessages.outsideWaits },
  price_above: { field: "price", text: ({ price }) => portfolioMessages.abovePrice(withTwoDecimals(String(price))) },
  price_above_now: { code: "revision_conflict", text: portfolioMessages.abovePriceNow },
  price_class_required: { field: "share_class", text: portfolioMessages.classRequired },
  price_class_unknown: { field: "share_class", text: portfolioMessages.unknownClass },
  price_decided: { code: "revision_conflict", text: portfolioMessages.priceDecided },
  price_holder: { code: "second_person_required", text: portfolioMessages.holdsShares },
  price_impairment_above: {
    field: "impaired_percent",
    text: ({ price }) => portfolioMessages.abovePrice(withTwoDecimals(String(price))),
  },
  price_in_future: { field: "as_of", text: portfolioMessages.notLaterThanToday },
  price_nothing_to_lower: { field: "as_of", text: portfolioMessages.nothingToLower },
  price_second_person: { code: "second_person_required", text: portfolioMessages.secondPerson },
  price_too_few_in_issue: {
    field: "shares_in_issue",
    text: ({ shares }) => portfolioMessages.tooFewInIssue(Number(shares)),
  },
  profile_own: { code: "own_role", text: profileHidingMessages.ownProfile },
  question_changed: { code: "revision_conflict", text: dealQuestionMessages.changedMeanwhile },
  question_closed: { code: "question_closed", text: dealQuestionMessages.closed },
  question_too_many: { code: "too_many_questions", text: dealQuestionMessages.tooMany },
  question_without_target: { field: "into", text: dealQuestionMessages.target },
  report_about_oneself: { code: "own_role", text: introductionReportMessages.own },
  report_closed: { code: "already_reviewed", text: introductionReportMessages.closed },
  seat_ended: { code: "revision_conflict", text: adviserSeatMessages.ended },
  seat_too_many: { field: "name", text: adviserSeatMessages.tooMany },
  split_before_earlier: { field: "effective_on", text: ({ day }) => portfolioMessages.earlierSplit(String(day)) },
  split_class_unknown: { field: "share_class", text: portfolioMessages.unknownClass },
  split_decided: { code: "revision_conflict", text: portfolioMessages.splitDecided },
  split_exit_since: { field: "effective_on", text: portfolioMessages.exitSince },
  split_exit_waits: { code: "revision_conflict", text: portfolioMessages.exitWaits },
  split_in_future: { field: "effective_on", text: portfolioMessages.notLaterThanToday },
  split_loses_lot: { field: "old_shares", text: portfolioMessages.lotLost },
  split_lots_changed: { code: "revision_conflict", text: portfolioMessages.lotsChanged },
  split_of_nothing: { field: "effective_on", text: portfolioMessages.nothingToSplit },
  split_second_person: { code: "second_person_required", text: portfolioMessages.secondPerson },
  split_waits: { code: "revision_conflict", text: portfolioMessages.splitWaits },
  statement_closed: { code: "statement_closed", text: statementMessages.isClosed },
  statement_own: { code: "own_record", text: statementMessages.ownStatement },
  submission_changed: { code: "submission_changed", text: submissionMessages.changed },
  submission_reviewed: { code: "already_reviewed", text: submissionMessages.alreadyReviewed },
  undo_decided: { code: "revision_conflict", text: holdingImportMessages.undoDecided },
  undo_exited: { code: "revision_conflict", text: holdingImportMessages.exited },
  undo_paid_out: { code: "revision_conflict", text: holdingImportMessages.paidOut },
  undo_second_person: { code: "second_person_required", text: holdingImportMessages.undoSecondPerson },
  version_decided: { code: "deal_version_closed", text: dealMessages.isDecided },
  version_second_person: { code: "second_person_required", text: dealMessages.secondPerson },
  webhook_off: { code: "webhook_off", text: webhookMessages.isOff },
};

const pounds = (pence: unknown): string => formatPence(Number(pence));

/** @returns undefined for a reason that is in no table: a fault of ours. */
export function asRaised({
  reason,
  detail,
}: {
  reason: string;
  detail: Record<string, unknown>;
}): HttpError | undefined {
  const refusal = refusals[reason];
  if (!refusal) return undefined;
  const { code = "invalid_body", field, status = statuses[code] } = refusal;
  const text = typeof refusal.text === "string" ? refusal.text : refusal.text(detail);
  return field === undefined ? new HttpError(status, code, text) : refusedField(field, text);
}
