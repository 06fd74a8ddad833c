import type { NextAct } from "#shared/acts/acts.ts";
import type { DealState } from "#shared/deals/deal-messages.ts";
import { type WaitingKind, waitingWords } from "#shared/notices/notice-mail-messages.ts";

/** In the order in which they are shown where no time decides. */
export const toDoKinds = [
  "reconsent",
  "pay",
  "top_up",
  "event_offered",
  "event_answer",
  "introduction",
  "statement_sign",
  "statement_ends",
  "open_deals",
  "company_update",
  "profile",
] as const;
export type ToDoKind = (typeof toDoKinds)[number];

export const todayKinds = [
  ...(Object.keys(waitingWords) as [WaitingKind, ...WaitingKind[]]),
  "deal",
  "enquiry",
  "setup",
] as const;
export type TodayKind = (typeof todayKinds)[number];

/** Of the side list: whose number a row is part of. */
export const todayPlaces = [
  "enquiries",
  "deals",
  "companies",
  "money",
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

/** Preparing a deal is no errand, and certificates come from the company. */
export const isErrand = ({ act, state }: { act: NextAct["act"]; state: DealState }): boolean =>
  act !== null && act !== "certificates" && !(act === "prepare" && earlyStates.includes(state));

/** Acts about money that is due, came or goes back. */
export const moneyActs: readonly Act[] = ["bank_file", "lines", "balance", "refund", "unknown", "late", "exit"];

/** What is already told by what comes next in a deal. */
export const actsOfKinds: Partial<Record<WaitingKind, readonly Act[]>> = {
  question: ["questions"],
  list_to_sign: ["sign_offer", "sign_closing"],
  cancelling_proposal: ["prepare"],
  closing_proposal: ["prepare"],
  payment: ["refund", "exit", "unknown"],
};
