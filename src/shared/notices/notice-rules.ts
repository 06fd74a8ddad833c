import { adminPaths } from "#shared/admin-paths.ts";
import { paths } from "#shared/paths.ts";
import type { NoticeTopic } from "./notice-topics.ts";
import type { NoticeKind } from "./notices.ts";

interface NoticeRule {
  about: NoticeTopic;
  /** The screen that it leads to. @param subjectId of the notice. */
  leadsTo: (subjectId: string | null) => string;
  /** Some or all of this kind comes without a mail. */
  isHereAlone?: true;
}

const myInvestments = () => paths.myInvestments;
const commitment = (id: string | null) => (id ? paths.commitment(id) : paths.myInvestments);
const company = (id: string | null) => (id ? paths.ownCompany(id) : paths.myInvestments);
const claim = (id: string | null) => (id ? paths.lossClaim(id) : paths.myInvestments);
const deal = (id: string | null) => (id ? paths.openDeal(id) : paths.openDeals);
const closing = (id: string | null) => (id ? adminPaths.deal(id) : adminPaths.deals);
const lists = (id: string | null) => (id ? paths.dealLists(id) : paths.myInvestments);
const to = (path: string) => () => path;

/** What each kind of notice is about, which decides who gets it and how. A kind without a row is a type error. */
export const noticeRules: Record<NoticeKind, NoticeRule> = {
  act_announced: { about: "money", leadsTo: lists },
  act_answered: { about: "money", leadsTo: lists },
  act_objected: { about: "waiting", leadsTo: lists },
  act_void: { about: "waiting", leadsTo: lists },
  act_waits: { about: "waiting", leadsTo: lists },
  adviser_seat_ended: { about: "account", leadsTo: to(paths.adviserSeats) },
  adviser_seat_ending: { about: "account", leadsTo: to(paths.adviserSeats) },
  adviser_seat_granted: { about: "account", leadsTo: to(paths.adviserSeats) },
  adviser_seat_opened: { about: "account", leadsTo: to(paths.adviserSeats) },
  balance_agrees: { about: "money", leadsTo: lists, isHereAlone: true },
  balance_differs: { about: "money", leadsTo: lists, isHereAlone: true },
  bank_feed_failing: { about: "alarms", leadsTo: closing, isHereAlone: true },
  collection_account_changed: { about: "money", leadsTo: commitment },
  commitment_changed: { about: "money", leadsTo: commitment },
  commitment_closed_early: { about: "money", leadsTo: commitment, isHereAlone: true },
  commitment_closing: { about: "money", leadsTo: commitment },
  commitment_placed: { about: "money", leadsTo: commitment },
  commitment_withdrawn: { about: "money", leadsTo: commitment },
  commitment_lapsed: { about: "money", leadsTo: commitment },
  commitment_reduced: { about: "money", leadsTo: commitment },
  commitment_released: { about: "money", leadsTo: commitment },
  company_account_sent: { about: "waiting", leadsTo: closing, isHereAlone: true },
  company_update_published: { about: "companies", leadsTo: company },
  company_update_sent: { about: "waiting", leadsTo: to(adminPaths.companies) },
  completion_ahead: { about: "money", leadsTo: commitment, isHereAlone: true },
  confirmation_announced: { about: "money", leadsTo: myInvestments },
  confirmation_ended: { about: "money", leadsTo: myInvestments },
  deal_next: { about: "waiting", leadsTo: closing, isHereAlone: true },
  deal_answered: { about: "deal_call", leadsTo: deal },
  deal_call_cancelled: { about: "events", leadsTo: to(paths.openDeals), isHereAlone: true },
  deal_call_moved: { about: "events", leadsTo: to(paths.openDeals), isHereAlone: true },
  deal_call_planned: { about: "deal_call", leadsTo: deal },
  deal_stopped: { about: "waiting", leadsTo: lists },
  deal_cancelled: { about: "money", leadsTo: commitment },
  // Names no company.
  deal_closing: { about: "account", leadsTo: deal },
  deal_closes_soon: { about: "deal_reminder", leadsTo: deal },
  deal_question_closed: { about: "account", leadsTo: to(paths.openDeals) },
  deal_question_settled: { about: "account", leadsTo: deal },
  deal_opened: { about: "deal_release", leadsTo: deal },
  certificate_withdrawn: { about: "money", leadsTo: commitment },
  distribution_paid: { about: "money", leadsTo: myInvestments },
  // Owed to who planned to come: nobody travels in vain because they wanted to hear less.
  event_cancelled: { about: "account", leadsTo: to(paths.events) },
  event_place_lost: { about: "account", leadsTo: to(paths.events) },
  event_changed: { about: "events", leadsTo: to(paths.events) },
  event_offer_ended: { about: "events", leadsTo: to(paths.events) },
  event_offered: { about: "events", leadsTo: to(paths.events) },
  event_reminder: { about: "events", leadsTo: to(paths.events) },
  exit_confirmed: { about: "money", leadsTo: myInvestments },
  exit_paid: { about: "money", leadsTo: myInvestments, isHereAlone: true },
  exit_withdrawn: { about: "money", leadsTo: myInvestments },
  funds_called: { about: "money", leadsTo: commitment },
  funds_choose: { about: "money", leadsTo: commitment },
  funds_extended: { about: "money", leadsTo: commitment },
  funds_late: { about: "money", leadsTo: commitment },
  funds_late_members: { about: "alarms", leadsTo: closing },
  funds_nudge: { about: "money", leadsTo: commitment },
  funds_overdue: { about: "alarms", leadsTo: closing },
  funds_released: { about: "alarms", leadsTo: closing },
  funds_reminder: { about: "money", leadsTo: commitment },
  introduction_accepted: { about: "introductions", leadsTo: to(paths.introductions) },
  holdings_imported: { about: "money", leadsTo: myInvestments },
  holdings_import_undone: { about: "money", leadsTo: myInvestments },
  introduction_asked: { about: "introductions", leadsTo: to(paths.introductions) },
  introduction_declined: { about: "introductions", leadsTo: to(paths.introductions) },
  introductions_barred: { about: "account", leadsTo: to(paths.introductions), isHereAlone: true },
  // Of admins, who can explain it; the next is of everybody else.
  account_differs: { about: "alarms", leadsTo: (id) => (id ? adminPaths.dealPart(id, "bank") : adminPaths.deals) },
  ledger_mismatch: { about: "money", leadsTo: myInvestments },
  membership_approved: { about: "account", leadsTo: to(paths.members) },
  membership_rejected: { about: "account", leadsTo: to(paths.account) },
  paper_delivered: { about: "money", leadsTo: myInvestments, isHereAlone: true },
  message_offer: { about: "deal_release", leadsTo: deal },
  message_received: { about: "messages", leadsTo: to(paths.messages) },
  payment_arrived: { about: "money", leadsTo: commitment },
  payment_returned: { about: "money", leadsTo: commitment },
  payment_said_sent: { about: "money", leadsTo: commitment, isHereAlone: true },
  payment_sent_back: { about: "money", leadsTo: commitment },
  payment_unbooked: { about: "money", leadsTo: commitment },
  payout_returned: { about: "money", leadsTo: commitment },
  payout_unbooked: { about: "money", leadsTo: commitment },
  profile_approved: { about: "account", leadsTo: to(paths.directory) },
  profile_rejected: { about: "account", leadsTo: to(paths.submitProfile) },
  register_mismatch: { about: "alarms", leadsTo: to(adminPaths.deals) },
  shares_given_out: { about: "money", leadsTo: commitment },
  shares_issued: { about: "money", leadsTo: commitment },
  shares_offer_ended: { about: "money", leadsTo: commitment },
  shares_offered: { about: "money", leadsTo: commitment },
  shares_lost: { about: "money", leadsTo: claim },
  shares_split: { about: "companies", leadsTo: company },
  statement_accepted: { about: "statement", leadsTo: to(paths.statements) },
  statement_ended: { about: "statement", leadsTo: to(paths.signStatement) },
  statement_ends: { about: "statement", leadsTo: to(paths.signStatement) },
  statement_refused: { about: "statement", leadsTo: to(paths.statements) },
  statement_revoked: { about: "statement", leadsTo: to(paths.statements) },
  statement_withdrawn: { about: "statement", leadsTo: to(paths.statements) },
  terms_changed: { about: "money", leadsTo: commitment },
  own_signatory_announced: { about: "account", leadsTo: to(paths.signatories) },
  own_signatory_ended: { about: "account", leadsTo: to(paths.signatories) },
  own_signatory_objected: { about: "account", leadsTo: to(paths.signatories) },
  signatory_announced: { about: "account", leadsTo: to(paths.signatories) },
  signatory_ended: { about: "account", leadsTo: to(paths.signatories) },
  signatory_objected: { about: "account", leadsTo: to(paths.signatories) },
  tier_ended: { about: "account", leadsTo: to(paths.accountPart("tier")) },
  tier_ending: { about: "account", leadsTo: to(paths.accountPart("tier")) },
};

interface MailRule {
  /** `letter`: an answer to what its reader just did, or to somebody outside the club: nobody chooses it. */
  about: NoticeTopic | "letter";
  /** Sent at night too: its reader waits for it, or has to know at once. */
  isUrgent?: true;
  /** To many at once, at the pace of the club's settings, in a queue below that of all others. */
  isBulk?: true;
  /** It comes without a notice. */
  isByMailAlone?: true;
}

/** The table says which subject each mail has. The server's list of templates refuses one without a row. */
export const mailRules = {
  // The day in which somebody can object runs at night too.
  "act-announced": { about: "money", isUrgent: true },
  // The list goes on a day after the answer, at night too.
  "act-answered": { about: "money", isUrgent: true },
  "act-news": { about: "waiting", isUrgent: true },
  "act-void": { about: "waiting", isUrgent: true },
  "adviser-seat-ended": { about: "account" },
  "adviser-seat-ending": { about: "account" },
  "adviser-seat-granted": { about: "account", isUrgent: true },
  "adviser-seat-opened": { about: "account", isUrgent: true },
  "api-key-created": { about: "account", isUrgent: true, isByMailAlone: true },
  // Whoever reads it sends nothing more.
  "commitment-ended": { about: "money", isUrgent: true },
  // To somebody who has just done it, or whose phone somebody else holds.
  "commitment-receipt": { about: "money", isUrgent: true },
  "company-account-request": { about: "letter", isUrgent: true },
  "company-update": { about: "companies" },
  "company-update-request": { about: "letter", isUrgent: true },
  // The hours until the new end run at night too.
  "closing-announced": { about: "account", isUrgent: true },
  // The day until it takes effect runs at night too.
  "confirmation-announced": { about: "money", isUrgent: true },
  "confirmation-ended": { about: "money" },
  "deal-question": { about: "account" },
  // Whether it may leave is asked as it leaves, in the database.
  "deal-mail": { about: "deal_release" },
  "deal-stopped": { about: "waiting", isUrgent: true },
  "deletion-withdrawn": { about: "account", isUrgent: true, isByMailAlone: true },
  "deletion-requested": { about: "account", isUrgent: true, isByMailAlone: true },
  "distribution-paid": { about: "money" },
  "email-change-new": { about: "letter", isUrgent: true },
  "email-change-old": { about: "account", isUrgent: true, isByMailAlone: true },
  "email-changed": { about: "account", isUrgent: true, isByMailAlone: true },
  "admin-email-changed": { about: "account", isUrgent: true, isByMailAlone: true },
  // The mail goes to somebody who has just answered.
  "event-answered": { about: "events", isUrgent: true, isByMailAlone: true },
  "event-cancelled": { about: "account", isUrgent: true },
  // The day of an event and the hours of an offer come closer at night too.
  "event-changed": { about: "events", isUrgent: true },
  "event-offer": { about: "events", isUrgent: true },
  "event-offer-ended": { about: "events" },
  "event-place-lost": { about: "account" },
  "event-reminder": { about: "events" },
  "event-waiting": { about: "events", isUrgent: true, isByMailAlone: true },
  "exit-confirmed": { about: "money" },
  "exit-withdrawn": { about: "money" },
  "first-admin": { about: "letter", isUrgent: true },
  // The clock of a payment runs at night too.
  "funds-nudge": { about: "money", isUrgent: true },
  "funds-reminder": { about: "money", isUrgent: true },
  "google-connected": { about: "account", isUrgent: true, isByMailAlone: true },
  "google-disconnected": { about: "account", isUrgent: true, isByMailAlone: true },
  "holdings-import-undone": { about: "money" },
  "holdings-imported": { about: "money" },
  "introduction-answered": { about: "introductions" },
  "introduction-asked": { about: "introductions" },
  // Money is paid by it: somebody else may have changed it at an open browser.
  "investor-record-changed": { about: "account", isUrgent: true, isByMailAlone: true },
  invitation: { about: "letter", isUrgent: true },
  "ledger-mismatch": { about: "money", isUrgent: true },
  "ledger-settled": { about: "money" },
  "membership-approved": { about: "account" },
  "membership-ended": { about: "account", isByMailAlone: true },
  "membership-reinstated": { about: "account", isByMailAlone: true },
  "membership-admitted": { about: "account", isByMailAlone: true },
  "membership-rejected": { about: "account" },
  "membership-suspended": { about: "account", isByMailAlone: true },
  "new-device": { about: "account", isUrgent: true, isByMailAlone: true },
  // Whether it may leave is asked as it leaves, in the database: it depends on the kind of the message.
  message: { about: "account", isBulk: true },
  "message-test": { about: "letter", isUrgent: true },
  "newsletter-subscription": { about: "letter", isUrgent: true },
  "passkey-added": { about: "account", isUrgent: true, isByMailAlone: true },
  "passkey-removed": { about: "account", isUrgent: true, isByMailAlone: true },
  "password-changed": { about: "account", isUrgent: true, isByMailAlone: true },
  "password-replaced": { about: "account", isUrgent: true, isByMailAlone: true },
  "password-reset": { about: "account", isUrgent: true, isByMailAlone: true },
  // It says what is missing, and by when.
  "payment-arrived": { about: "money", isUrgent: true },
  // It says what is owed again, and by when.
  "payment-returned": { about: "money", isUrgent: true },
  "payment-sent-back": { about: "money" },
  // It says what is missing, and by when.
  "payment-unbooked": { about: "money", isUrgent: true },
  // It asks for the right account.
  "payout-returned": { about: "money", isUrgent: true },
  "payout-unbooked": { about: "money" },
  "profile-approved": { about: "account" },
  "profile-hidden": { about: "account", isByMailAlone: true },
  "profile-rejected": { about: "account" },
  "recovery-code-used": { about: "account", isUrgent: true, isByMailAlone: true },
  "recovery-codes-renewed": { about: "account", isUrgent: true, isByMailAlone: true },
  "relief-certificate": { about: "money" },
  "relief-certificate-withdrawn": { about: "money", isUrgent: true },
  "relief-chaser": { about: "letter" },
  "setting-changed": { about: "account", isUrgent: true, isByMailAlone: true },
  "setting-proposed": { about: "account", isUrgent: true, isByMailAlone: true },
  "shares-given-out": { about: "money" },
  "shares-issued": { about: "money" },
  "shares-lost": { about: "money" },
  "shares-offered": { about: "money", isUrgent: true },
  "shares-split": { about: "companies" },
  // The week in which somebody can object runs.
  "signatory-news": { about: "account", isUrgent: true },
  "sign-in-link": { about: "account", isUrgent: true, isByMailAlone: true },
  "signed-out-everywhere": { about: "account", isUrgent: true, isByMailAlone: true },
  "statement-decided": { about: "statement" },
  "statement-ends": { about: "statement" },
  "statement-signed": { about: "statement", isByMailAlone: true },
  // Somebody else may have done it at an open browser.
  "statement-withdrawn": { about: "statement", isUrgent: true },
  "terms-changed": { about: "money", isUrgent: true },
  test: { about: "letter", isUrgent: true },
  "tier-changed": { about: "account", isByMailAlone: true },
  "tier-ended": { about: "account" },
  "tier-ending": { about: "account" },
  "two-factor-disabled": { about: "account", isUrgent: true, isByMailAlone: true },
  "two-factor-enabled": { about: "account", isUrgent: true, isByMailAlone: true },
  "two-factor-guessed": { about: "account", isUrgent: true, isByMailAlone: true },
  "two-factor-reset": { about: "account", isUrgent: true, isByMailAlone: true },
  verification: { about: "account", isUrgent: true, isByMailAlone: true },
  waiting: { about: "waiting" },
  "webhook-address": { about: "account", isUrgent: true, isByMailAlone: true },
  "webhook-switched-off": { about: "alarms" },
  weekly: { about: "weekly" },
} as const satisfies Record<string, MailRule>;

export type MailName = keyof typeof mailRules;
export const mailRuleOf = (template: MailName): MailRule => mailRules[template];
