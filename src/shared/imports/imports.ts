import { z } from "zod";
import { namedObject } from "#shared/named-object.ts";
import { tiers } from "#shared/people/people-messages.ts";
import { emailSchema, nameSchema } from "#shared/text.ts";
import { importMessages } from "./imports-messages.ts";

const importResultSchema = z.enum(["created", "exists", "failed", "error"]);

/** A cell of a table: any letter case, empty without a tier. */
export const tierCellSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(["", ...tiers], "The plan is trial, premium or vip"))
  .transform((tier) => tier || undefined);

const importMemberSchema = z.object({
  /** Of the list that it was read from, 1-based. */
  line: z.int().min(1),
  /** An address in its place is another person's, or a second one of this person. */
  full_name: nameSchema.min(1).refine((name) => !name.includes("@"), importMessages.nameHasAt),
  email: emailSchema,
  tier: tierCellSchema.optional(),
});
export type ImportMember = z.infer<typeof importMemberSchema>;

export const importInputSchema = namedObject("ImportInput", {
  members: z.array(importMemberSchema),
  send_invitations: z.boolean().default(true),
});
export type ImportInput = z.output<typeof importInputSchema>;

const importOutcomeSchema = z.object({
  line: z.int(),
  full_name: z.string(),
  email: z.string(),
  tier: z.enum(tiers).optional(),
  result: importResultSchema,
  message: z.string(),
  note: z.string().optional(),
});
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

export const importResponseSchema = namedObject("Import", {
  items: z.array(importOutcomeSchema),
  created: z.int(),
  total: z.int(),
});
export type ImportAnswer = z.infer<typeof importResponseSchema>;
