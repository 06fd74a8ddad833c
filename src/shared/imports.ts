import { z } from "zod";
import { type Tier, tiers } from "./people-messages.ts";
import { emailSchema, lineSchema } from "./text.ts";

export const importMinimumHeightPx = 200;
export const importLineLimit = 5000;
/** Characters of one person. */
export const importLineLength = 600;
/** Lines per request and transaction. */
export const importBatchSize = 200;

const importResultSchema = z.enum(["created", "exists", "failed", "error"]);

/** A cell of a table: any letter case, empty without a tier. */
export const tierCellSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(["", ...tiers], "The tier is trial, premium or vip"))
  .transform((tier) => tier || undefined);

const importMemberSchema = z.object({
  /** Of the list that it was read from, 1-based. */
  line: z.int().min(1),
  /** An address in its place is another person's, or a second one of this person. */
  full_name: lineSchema
    .trim()
    .min(1)
    .refine((name) => !name.includes("@"), {
      error: () => importMessages.nameHasAt,
    }),
  email: emailSchema,
  tier: tierCellSchema.optional(),
});
export type ImportMember = z.infer<typeof importMemberSchema>;

export const importInputSchema = z.object({
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

export const importResponseSchema = z.object({
  items: z.array(importOutcomeSchema),
  created: z.int(),
  total: z.int(),
});
export type ImportAnswer = z.infer<typeof importResponseSchema>;

export type ImportResult = ImportOutcome["result"] | "invalid";

/** What became of a line of the list. */
export interface ImportLine {
  line: number;
  input: string;
  full_name: string | null;
  email: string | null;
  tier?: Tier | undefined;
  result: ImportResult;
  message: string;
  note?: string | undefined;
}

/** Where people of the examples have their e-mail. */
export const importExampleHost = "kindling.example";

export interface ImportCandidate extends ImportMember {
  input: string;
}

/** Invalid, or a table header. */
interface InvalidLine {
  line: number;
  input: string;
  message: string;
}

export type ParsedLine = ImportCandidate | InvalidLine;

export const isCandidate = (line: ParsedLine): line is ImportCandidate => "email" in line;
export const toMember = ({ input: _input, ...member }: ImportCandidate): ImportMember => member;
export const isHeader = (line: ParsedLine): boolean => !isCandidate(line) && line.message === importMessages.header;

export const toInvalidLine = ({ line, input, message = "" }: { line: number; input: string; message?: string }) =>
  ({ line, input, full_name: null, email: null, result: "invalid", message }) as const;

export const importMessages = {
  created: "Created successfully",
  exists: "Already exists",
  failed: "Failed to create",
  error: "Error occurred",
  header: "Header line, not a member",
  lineTooLong: `This line has more than ${importLineLength} characters`,
  openQuote: "A quotation mark in this line is not closed",
  noEmail: "There is no email address in this line",
  notValid: "The email address is not valid",
  severalAddresses:
    "This line has more than one email address. Keep one of them, or write each person on a line of their own",
  nameHasAt: "The name in this line has an at-sign. Write the name, or leave it out",
  tierUnknown: "After the email address only a tier can follow: trial, premium or vip",
  tierKept: "Only new people get the tier of their line. Theirs stays as it is.",
  invitationStands: "Has an unused invitation already, so no new one was sent.",
  approvedOnRegistration: "Whoever is imported becomes an approved member as soon as they register.",
  restText: "The lines that were not imported are still in the box, to be mended.",
  noValidTitle: "No valid members found",
  noValidText: `Please check your format. Use: Name, name@${importExampleHost} (one per line)`,
  tooManyLines: `Please import at most ${importLineLimit} lines at a time.`,
  stoppedTitle: "Import stopped",
  failedTitle: "Import failed",
  stoppedText: (done: number, total: number) =>
    `It came to ${done} of ${total} members. All that is not imported is still in the box.`,
  uncertainText:
    "The last answer was lost, so some of the lines in the box may be imported already. Importing them again creates nobody twice.",
  fileAdded: (name: string) => `The members of ${name} are in the box.`,
  signedOut: "You must be logged in as an admin to import members.",
  completedTitle: "Import completed",
  completedText: (created: number, total: number) => `${created} members imported successfully out of ${total} total.`,
} as const;
