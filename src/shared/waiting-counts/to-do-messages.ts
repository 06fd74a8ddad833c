import type { NextAct } from "#shared/acts/acts.ts";
import type { DealState } from "#shared/deals/deal-messages.ts";
import { type WaitingKind, waitingWords } from "#shared/notices/notice-mail-messages.ts";

/** The order is that in which they are shown where no time decides. */
export const toDoKinds = [
  "reconsent",
  "pay",
  "choose",
  "payout_account",
  "top_up",
  "event_offered",
  "event_answer",
  "introduction",
  "statement_sign",
  "statement_again",
  "statement_ends",
  "open_deals",
  "company_update",
  "mail_refused",
  "profile",
] as const;
export type ToDoKind = (typeof toDoKinds)[number];

export const othersKinds = ["introduction", "payment", "allocation", "profile", "statement"] as const;

export const todayKinds = [
  ...(Object.keys(waitingWords) as [WaitingKind, ...WaitingKind[]]),
  "deal",
  "enquiry",
  "no_form",
  "second_form",
  "deals_off",
  "setup",
] as const;
export type TodayKind = (typeof todayKinds)[number];

/** The places are those of the side list: a row is part of the number of one. */
export const todayPlaces = [
  "enquiries",
  "deals",
  "companies",
  "money",
  "people",
  "membership_requests",
  "submissions",
  "statements",
  "deletion_requests",
  "introduction_reports",
  "settings",
  "setup",
] as const;
export type TodayPlace = (typeof todayPlaces)[number];

type Act = NonNullable<NextAct["act"]>;

const earlyStates: readonly DealState[] = ["screening", "meeting", "diligence"];

/** Preparing a deal is no errand, nor is what comes from the company. */
export const isErrand = ({
  act,
  state,
  waits_for,
}: Pick<NextAct, "act" | "waits_for"> & { state: DealState }): boolean =>
  waits_for === "reader" && !(act === "prepare" && earlyStates.includes(state));

/** Acts about money that is due, came or goes back. */
export const moneyActs: readonly Act[] = [
  "bank_file",
  "lines",
  "balance",
  "refund",
  "approve",
  "unknown",
  "late",
  "exit",
];

/** The next act of a deal already tells of these. */
export const actsOfKinds: Partial<Record<WaitingKind, readonly Act[]>> = {
  question: ["questions"],
  list_to_sign: ["sign_offer", "sign_closing"],
  cancelling_proposal: ["prepare"],
  closing_proposal: ["prepare"],
  payment: ["refund", "approve", "exit", "unknown"],
};

/** Of a row that is of several. */
export const mostNames = 3;
