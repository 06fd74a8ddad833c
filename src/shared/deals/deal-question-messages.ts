import { adminName } from "#shared/people/person-name.ts";

const thousands = (count: number): string => count.toLocaleString("en-GB");

export const dealQuestionMessages = {
  required: "This field is required",
  tooShort: "Ask in at least 10 characters",
  tooLong: (most: number) => `At most ${thousands(most)} characters`,
  target: "Choose the question that it is put together with",
  closed: "This question was put together with another one or declined",
  changedMeanwhile: "Somebody else has changed this question meanwhile. Please look at it again.",
  answerTooLate: "Nobody reads the page of this deal, so nobody would read an answer",
  tooMany: "Ten of your questions on this deal wait for an answer; wait for the first",
} as const;

export const openQuestionMessages = {
  askedByMember: (day: string) => `Asked by a member, ${day}.`,
  askedByYou: (day: string) => `Asked by you, ${day}.`,
  isFollowed: (isMailed: boolean) =>
    isMailed ? "You get an email once it is answered." : "You are told of its answer under Notices.",
  waiting: (count: number) =>
    count === 1
      ? "1 question of another member waits for its answer"
      : `${thousands(count)} questions of other members wait for an answer`,
  summary: (answered: number, waiting: number) =>
    answered + waiting === 0
      ? "Nobody has asked anything yet"
      : `${thousands(answered)} answered, ${thousands(waiting)} waiting`,
  ask: "Ask a question",
  length: (count: number, most: number) => `${thousands(count)} of ${thousands(most)} characters`,
} as const;

export const questionsPartMessages = {
  loading: "Loading the questions",
  failed: "The questions could not be loaded",
  list: "Questions",
  none: "Nobody has asked anything yet. Members do so on the deal’s page once it is released.",
  unshown: (count: number) =>
    count === 1 ? "1 answer is not shown to members." : `${thousands(count)} answers are not shown to members.`,
  unshownText: "They read it once the offer is signed with it; who buys reads it once the deal completes.",
  versions: "Sign the offer",
  asked: (name: string | null, time: string) => `Asked by ${name ?? "a former member"}, ${time}.`,
  followers: (count: number) => (count === 1 ? "1 person follows it." : `${thousands(count)} people follow it.`),
  answered: (name: string | null, time: string) => `Answer typed in by ${adminName(name)}, ${time}`,
  mergedWith: (question: string) => `Put together with “${question}”`,
  declined: "Its asker reads why:",
  states: {
    waiting: "Waits for an answer",
    answered: "Answered, not shown yet",
    shown: "Members read the answer",
    merged: "Put together",
    declined: "Declined",
  },
  answer: "Answer",
  changeAnswer: "Change the answer",
  answerLabel: "The founders’ answer",
  answerHint: "In the founders’ words. Members read it with the question, without a name.",
  saveAnswer: "Save answer",
  answerSaved: "Answer saved",
  answerSavedText: "Members read it once the offer is signed with it; after completion, buyers read it at once.",
  merge: "Put together with another",
  mergeLabel: "With which question",
  mergeHint:
    "Whoever follows this one follows that one from now on, and its asker reads which it is. It cannot be undone.",
  choose: "Choose a question",
  saveMerge: "Put together",
  merged: "Questions put together",
  decline: "Decline",
  declineLabel: "Why it is not answered",
  declineHint: "Its asker reads this, and nobody else does. It cannot be undone.",
  saveDecline: "Decline question",
  declinedNow: "Question declined",
  failedToSave: "Not saved",
} as const;
