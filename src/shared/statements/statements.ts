import { z } from "zod";
import { daySchema } from "#shared/day-schema.ts";
import { listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { aboveZeroWords, tooMuchWords } from "#shared/pence.ts";
import { lineSchema, textSchema } from "#shared/text.ts";
import { numberKinds } from "#shared/typed-numbers.ts";
import {
  fieldsOfCondition,
  statementFormMessages as messages,
  statementFormStates,
  statementKinds,
} from "./statement-messages.ts";

const line = lineSchema.trim().min(1, messages.required);
const key = z.string().regex(/^[a-z_]{1,40}$/);

/** Text of which parts are bold; the law says of some words that they have to be. */
const runsSchema = z
  .array(z.object({ text: textSchema.min(1, messages.required), is_bold: z.boolean() }))
  .min(1, messages.required)
  .max(100);
export type StatementRuns = z.infer<typeof runsSchema>;

const blockSchema = z.object({ style: z.enum(["heading", "paragraph", "item"]), runs: runsSchema });

const { problem } = numberKinds.whole_pounds;
/** A threshold or what it is rounded to. */
const figure = z.int(problem).min(1, aboveZeroWords).max(1_000_000_000, tooMuchWords(1_000_000_000_00));
const fieldSchema = z.object({
  key,
  label: line,
  /** An amount or a count has this: the figure that the condition says. */
  least: figure.nullable(),
  /** Of an amount: what it is rounded to, in pounds. */
  nearest: figure.nullable(),
});
const conditionSchema = z.object({ key, runs: runsSchema, fields: z.array(fieldSchema).max(5) });

export const statementFormContentSchema = namedObject("StatementFormContent", {
  title: line,
  blocks: z.array(blockSchema).min(1, messages.required).max(200),
  conditions: z.array(conditionSchema).min(1, messages.required).max(10),
  /** The answer that excludes every Yes. */
  none_text: line,
  declarations: z
    .array(z.object({ key, runs: runsSchema }))
    .min(1, messages.required)
    .max(20),
});
export type StatementFormContent = z.infer<typeof statementFormContentSchema>;

export const statementFormInputSchema = z
  .object({
    kind: z.enum(statementKinds),
    version_label: line.max(60),
    law_reference: line,
    content: statementFormContentSchema,
    valid_from: daySchema(messages.day),
    /** The last day; null until another version follows. */
    valid_until: daySchema(messages.day).nullable(),
  })
  .superRefine(({ valid_from, valid_until }, context) => {
    if (valid_until && valid_until < valid_from)
      context.addIssue({ code: "custom", path: ["valid_until"], message: messages.untilTooEarly });
  })
  .superRefine(({ kind, content: { conditions, declarations } }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path: ["content", ...path], message });
    for (const index of repeatedKeys(declarations)) refuse(["declarations", index, "key"], messages.twice);
    for (const index of repeatedKeys(conditions)) refuse(["conditions", index, "key"], messages.twice);
    for (const [index, condition] of conditions.entries()) {
      const known = fieldsOfCondition(kind, condition.key);
      if (known) refuseFields(condition, known, (path, message) => refuse(["conditions", index, ...path], message));
      else refuse(["conditions", index, "key"], messages.unknownCondition);
    }
  })
  .meta({ id: "StatementFormInput" });
export type StatementFormInput = z.infer<typeof statementFormInputSchema>;

type Refuse = (path: (string | number)[], message: string) => void;

function refuseFields({ fields }: z.infer<typeof conditionSchema>, known: Record<string, string>, refuse: Refuse) {
  if (Object.keys(known).some((name) => !fields.some((field) => field.key === name)))
    refuse(["fields"], messages.missingField);
  for (const index of repeatedKeys(fields)) refuse(["fields", index, "key"], messages.twice);
  for (const [index, { key: name, least, nearest }] of fields.entries()) {
    const kind = known[name];
    if (!kind) refuse(["fields", index, "key"], messages.unknownField);
    else if (kind !== "line" && least === null) refuse(["fields", index, "least"], messages.least);
    else if (kind === "pounds" && nearest === null) refuse(["fields", index, "nearest"], messages.nearest);
    else if (kind === "line" && least !== null) refuse(["fields", index, "least"], messages.noFigures);
    else if (kind !== "pounds" && nearest !== null) refuse(["fields", index, "nearest"], messages.noFigures);
  }
}

const repeatedKeys = (rows: readonly { key: string }[]): number[] =>
  rows.flatMap((row, index) => (rows.findIndex((other) => other.key === row.key) < index ? [index] : []));

export const statementFormSchema = namedObject("StatementForm", {
  id: z.uuid(),
  kind: z.enum(statementKinds),
  version_label: z.string(),
  law_reference: z.string(),
  content: statementFormContentSchema,
  valid_from: z.string(),
  valid_until: z.string().nullable(),
  sha256: z.string(),
  is_sample: z.boolean(),
});
export type StatementForm = z.infer<typeof statementFormSchema>;
export const statementFormsSchema = namedObject("StatementForms", { items: z.array(statementFormSchema) });

export const statementFormVersionSchema = statementFormSchema
  .extend({
    /** What `sha256` is the hash of, as UTF-8. */
    rendering: z.string(),
    state: z.enum(statementFormStates),
    created_at: momentSchema,
    author_name: z.string().nullable(),
    signed_off_at: momentSchema.nullable(),
    signed_off_by_name: z.string().nullable(),
    withdrawn_at: momentSchema.nullable(),
    withdrawn_reason: z.string().nullable(),
    can: z.object({ sign_off: z.boolean(), withdraw: z.boolean() }),
  })
  .meta({ id: "StatementFormVersion" });
export type StatementFormVersion = z.infer<typeof statementFormVersionSchema>;
export const statementFormVersionListSchema = listOf(statementFormVersionSchema).meta({
  id: "StatementFormVersionList",
});
