import { z } from "zod";
import { listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { lineSchema } from "#shared/text.ts";
import { offerGates, statementFlags, statementStates } from "./signed-statement-messages.ts";
import { statementKinds } from "./statement-messages.ts";

const key = z.string().regex(/^[a-z_]{1,40}$/);

const answerSchema = z.object({
  /** `null` means not answered. */
  applies: z.boolean().nullable(),
  /** The values are by key; an amount is in whole pounds. */
  fields: z.record(key, z.union([lineSchema, z.number()])),
});

export const statementInputSchema = namedObject("StatementInput", {
  kind: z.enum(statementKinds),
  form_version_id: z.uuid(),
  /** The answers are by the keys of the form's conditions. */
  answers: z.record(key, answerSchema),
  none_apply: z.boolean(),
  /** The keys of those that are ticked. */
  declarations: z.array(key).max(20),
  legal_name: lineSchema,
  signature: lineSchema,
});
export type StatementInput = z.infer<typeof statementInputSchema>;

const statementSchema = z.object({
  id: z.uuid(),
  kind: z.enum(statementKinds),
  version_label: z.string(),
  signed_at: momentSchema,
  /** London days, the last one included. */
  signed_on: z.string(),
  valid_through: z.string(),
  state: z.enum(statementStates),
  ended_at: momentSchema.nullable(),
  reason: z.string().nullable(),
  /** SHA-256 of the page as signed. */
  page_sha256: z.string(),
});

const ownStatementSchema = statementSchema.extend({
  /** The flags say why an admin had to look at it; empty for one that counted at once. */
  flags: z.array(z.enum(statementFlags)),
  can: z.object({ withdraw: z.boolean() }),
});
export type OwnStatement = z.infer<typeof ownStatementSchema>;

/** What the page contains, in order. */
const signedLineSchema = z.object({
  style: z.enum(["title", "heading", "paragraph", "item", "answer"]),
  runs: z.array(z.object({ text: z.string(), is_bold: z.boolean() })),
});
export type SignedLine = z.infer<typeof signedLineSchema>;

export const ownStatementsSchema = namedObject("OwnStatements", {
  gate: z.enum(offerGates),
  /** The day on which the reader answered that no condition applies, unless they signed a statement since. */
  declined_on: z.string().nullable(),
  /** The club's name where the reader's membership is too young for it to count as a network of business angels. */
  young_network: z.string().nullable(),
  /** Newest first. */
  items: z.array(ownStatementSchema),
});
export type OwnStatements = z.infer<typeof ownStatementsSchema>;
export const ownSignedStatementSchema = ownStatementSchema
  .extend({ lines: z.array(signedLineSchema) })
  .meta({ id: "OwnSignedStatement" });
export type OwnSignedStatement = z.infer<typeof ownSignedStatementSchema>;

export const signedOutcomeSchema = namedObject("SignedOutcome", {
  outcome: z.enum(["live", "in_review", "declined"]),
  /** `null` means that none of the conditions apply: nothing was signed. */
  statement: ownStatementSchema.nullable(),
});

export type SignedOutcome = z.infer<typeof signedOutcomeSchema>;

const listedStatementSchema = statementSchema.extend({
  /** These three are null once the record is sealed. */
  user_id: z.uuid().nullable(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  flags: z.array(z.enum(statementFlags)),
  decided_by_name: z.string().nullable(),
  can: z.object({ accept: z.boolean(), refuse: z.boolean(), revoke: z.boolean(), open: z.boolean() }),
});
export type ListedStatement = z.infer<typeof listedStatementSchema>;
export const statementListSchema = listOf(listedStatementSchema).meta({ id: "StatementList" });
export const openedStatementSchema = listedStatementSchema
  .extend({ lines: z.array(signedLineSchema) })
  .meta({ id: "OpenedStatement" });
export type OpenedStatement = z.infer<typeof openedStatementSchema>;

export const statementFilterSchema = z.object({
  state: z.enum(statementStates).optional(),
  kind: z.enum(statementKinds).optional(),
  /** Part of a name or e-mail. */
  q: z.string().trim().max(254).optional(),
});
export type StatementFilter = z.infer<typeof statementFilterSchema>;
export const statementQuerySchema = pageQuerySchema.extend(statementFilterSchema.shape);

export const statementEvidenceInputSchema = namedObject("StatementEvidenceInput", {
  ids: z.array(z.uuid()).min(1).max(100),
  reason: z.string().trim().min(1).max(5000),
});
