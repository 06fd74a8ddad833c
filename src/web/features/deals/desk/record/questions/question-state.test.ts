import { expect, it } from "vitest";
import type { DeskQuestion } from "#shared/deals/deal-questions.ts";
import { isOpen, questionState, sortQuestions } from "./questions-part.tsx";

const waiting: DeskQuestion = {
  id: "waiting",
  asked_at: "2027-01-12T10:00:00.000Z",
  updated_at: "2027-01-12T10:00:00.000Z",
  question: "Who answers for the data?",
  asked_by_name: "Jonas Weber",
  followers: 1,
  answer: null,
  answered_at: null,
  answered_by_name: null,
  merged_into: null,
  declined_reason: null,
  is_shown: false,
};
const answered = { ...waiting, id: "answered", answer: "We do.", answered_at: "2027-01-13T10:00:00.000Z" };
const shown = { ...answered, id: "shown", is_shown: true };
const merged = { ...answered, id: "merged", merged_into: "shown" };
const declined = { ...waiting, id: "declined", declined_reason: "The founders do not say that." };

it("A question is open until it is put together with another one or declined", () => {
  const all = [waiting, answered, shown, merged, declined];
  expect(all.map(questionState)).toEqual(["waiting", "answered", "shown", "merged", "declined"]);
  expect(all.filter(isOpen)).toEqual([waiting, answered, shown]);
});

it("Questions that wait for an admin come first, each kind in its order", () => {
  const second = { ...waiting, id: "second" };
  expect(sortQuestions([declined, merged, shown, waiting, answered, second]).map(({ id }) => id)).toEqual([
    "waiting",
    "second",
    "answered",
    "shown",
    "declined",
    "merged",
  ]);
});
