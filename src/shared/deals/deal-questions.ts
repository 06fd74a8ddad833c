import { z } from "zod";
import { givenMomentSchema, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { textSchema } from "#shared/text.ts";
import { dealQuestionMessages as messages } from "./deal-question-messages.ts";

/** An answer of a version: frozen with it. */
export const frozenAnswerSchema = namedObject("FrozenAnswer", {
  id: z.uuid(),
  question: z.string(),
  asked_at: momentSchema,
  answer: z.string(),
  answered_at: momentSchema,
});
export type FrozenAnswer = z.infer<typeof frozenAnswerSchema>;

export const questionInputSchema = namedObject("QuestionInput", {
  question: textSchema.trim().min(10, messages.tooShort).max(2000, messages.tooLong(2000)),
});
export type QuestionInput = z.input<typeof questionInputSchema>;

/** As its reader sees it, never with who asked. Until the deal is over its answer is in the deal's content alone. */
const openQuestionSchema = z.object({
  id: z.uuid(),
  asked_at: momentSchema,
  question: z.string(),
  is_mine: z.boolean(),
  is_followed: z.boolean(),
  /** The question that it was put together with; on one's own alone. */
  merged_into: z.uuid().nullable(),
  /** The reason why it is not answered is on one's own question alone. */
  declined_reason: z.string().nullable(),
  answer: z.string().nullable(),
  answered_at: momentSchema.nullable(),
});
export type OpenQuestion = z.infer<typeof openQuestionSchema>;
/** Newest first. */
export const openQuestionListSchema = namedObject("OpenQuestionList", { items: z.array(openQuestionSchema) });
export type OpenQuestionList = z.infer<typeof openQuestionListSchema>;
export const followInputSchema = namedObject("FollowInput", { follows: z.boolean() });

const deskQuestionSchema = z.object({
  id: z.uuid(),
  asked_at: momentSchema,
  updated_at: momentSchema,
  question: z.string(),
  asked_by_name: z.string().nullable(),
  followers: z.int(),
  answer: z.string().nullable(),
  answered_at: momentSchema.nullable(),
  answered_by_name: z.string().nullable(),
  merged_into: z.uuid().nullable(),
  declined_reason: z.string().nullable(),
  /** Members read this answer: an approved version has it. */
  is_shown: z.boolean(),
});
export type DeskQuestion = z.infer<typeof deskQuestionSchema>;
/** Newest first. */
export const deskQuestionListSchema = namedObject("DeskQuestionList", { items: z.array(deskQuestionSchema) });
export type DeskQuestionList = z.infer<typeof deskQuestionListSchema>;

const expected_version = givenMomentSchema;
export const answerInputSchema = namedObject("AnswerInput", {
  answer: textSchema.trim().min(1, messages.required).max(5000, messages.tooLong(5000)),
  expected_version,
});
export const mergeInputSchema = namedObject("MergeInput", { into: z.uuid(messages.target), expected_version });
export const declineInputSchema = namedObject("DeclineInput", {
  reason: textSchema.trim().min(1, messages.required).max(1000, messages.tooLong(1000)),
  expected_version,
});
