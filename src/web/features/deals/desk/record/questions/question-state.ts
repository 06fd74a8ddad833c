import type { questionsPartMessages } from "#shared/deals/deal-question-messages.ts";
import type { DeskQuestion } from "#shared/deals/deal-questions.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

export type QuestionState = keyof typeof questionsPartMessages.states;

export function questionState({ merged_into, declined_reason, answer, is_shown }: DeskQuestion): QuestionState {
  if (merged_into !== null) return "merged";
  if (declined_reason !== null) return "declined";
  if (answer === null) return "waiting";
  return is_shown ? "shown" : "answered";
}

/** What needs an admin first; each state as it comes, newest first. */
export const sortQuestions = (questions: readonly DeskQuestion[]): DeskQuestion[] =>
  questions.toSorted((a, b) => rank[questionState(a)] - rank[questionState(b)]);

const rank: Record<QuestionState, number> = { waiting: 0, answered: 1, shown: 2, merged: 3, declined: 3 };

export const questionTones: Record<QuestionState, BadgeTone> = {
  waiting: "waiting",
  answered: "waiting",
  shown: "live",
  merged: "over",
  declined: "over",
};

/** Nothing more is done with others. */
export const isOpen = (question: DeskQuestion): boolean => rank[questionState(question)] < 3;
