import { z } from "zod";
import { type Tier, tiers } from "./people-messages.ts";
import { emailSchema, lineSchema } from "./text.ts";

export const importMinimumHeightPx = 200;
export const importLineLimit = 5000;
export const importTextLimit = 2_000_000;
/** Characters per line. */
const importLineLength = 600;
/** Lines per request and transaction. */
export const importBatchSize = 200;

const importResultSchema = z.enum(["created", "exists", "failed", "error"]);

/** A cell of a table: any letter case, empty without a tier. */
const tierCellSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(["", ...tiers], "The tier is trial, premium or vip"))
  .transform((tier) => tier || undefined);

const importMemberSchema = z.object({
  /** Of the list that it was read from, 1-based. */
  line: z.int().min(1),
  full_name: lineSchema.trim().min(1),
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

/** "Name, email", "Name - email", "Name<tab>email" or an e-mail alone, with or without a tier; quoted names may hold commas. */
export function parseImport(text: string, read: typeof parseLine = parseLine): ParsedLine[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((input, index) => ({ input: input.trim(), line: index + 1 }))
    .filter(({ input }) => input !== "")
    .map(({ input, line }) => ({ line, input, ...read(input) }));
}

export const isCandidate = (line: ParsedLine): line is ImportCandidate => "email" in line;
export const toMember = ({ input: _input, ...member }: ImportCandidate): ImportMember => member;
export const isHeader = (line: ParsedLine): boolean => !isCandidate(line) && line.message === importMessages.header;

export const toInvalidLine = ({ line, input, message = "" }: { line: number; input: string; message?: string }) =>
  ({ line, input, full_name: null, email: null, result: "invalid", message }) as const;

/** @param input trimmed, not empty. */
export function parseLine(input: string): ParsedPerson | { message: string } {
  if (input.length > importLineLength) return { message: importMessages.lineTooLong };
  if (isHeaderLine(input)) return { message: importMessages.header };
  const person = parsePerson(input);
  const { rest, cell } = "email" in person ? {} : splitLastCell(input);
  if (rest === undefined) return person;
  const tier = tierCellSchema.safeParse(cell);
  const before = parsePerson(rest);
  if (!("email" in before)) return tier.data ? before : person;
  if (!tier.success) return { message: importMessages.tierUnknown };
  return tier.data ? { ...before, tier: tier.data } : before;
}

type ParsedPerson = Pick<ImportMember, "full_name" | "email" | "tier">;

/** What follows the last separator; a cell with an at-sign is no tier. */
function splitLastCell(input: string): { rest?: string; cell?: string } {
  const end = Math.max(...[",", ";", "\t", " - "].map((separator) => input.lastIndexOf(separator)));
  const cell = unquoted(input.slice(end).replace(/^(?:[,;\t]| - )/, ""));
  return end < 1 || cell.includes("@") ? {} : { rest: input.slice(0, end).trimEnd(), cell };
}

function parsePerson(input: string): ParsedPerson | { message: string } {
  const { name, address } = splitLine(input);
  if (name && isOpenQuote(name)) return { message: importMessages.openQuote };
  const email = emailSchema.safeParse(address);
  if (!address.includes("@")) return { message: "There is no email address in this line" };
  if (!email.success) return { message: "The email address is not valid" };
  const fullName = lineSchema.safeParse(name ?? email.data.split("@")[0]);
  if (!fullName.success) return { message: fullName.error.issues[0]?.message ?? "The name is not valid" };
  if (fullName.data === "") return { message: "There is no name in this line" };
  return { full_name: fullName.data, email: email.data };
}

export function splitLine(input: string): { name: string | undefined; address: string } {
  const quoted = /^"((?:[^"]|"")*)"\s*[,;\t]\s*(.*)$/s.exec(input);
  if (quoted) return { name: quoted[1]?.replaceAll('""', '"').trim(), address: unquoted(quoted[2]) };
  // Last separator, so "Smith, Anna, anna@…" keeps its name.
  const address = /^"?[^\s,;"]*"?$/.exec(input.split(/[\s,;]/).at(-1) ?? "")?.[0];
  const name = address === undefined ? undefined : nameBeforeSeparator(input.slice(0, input.length - address.length));
  return name === undefined
    ? { name: undefined, address: unquoted(input) }
    : { name: name.trim(), address: unquoted(address) };
}

/** Strips a trailing comma, semicolon, tab or " - "; undefined without one. */
function nameBeforeSeparator(text: string): string | undefined {
  const rest = text.trimEnd();
  const space = text.slice(rest.length);
  if (rest.endsWith(",") || rest.endsWith(";")) return rest.slice(0, -1);
  if (space !== "" && /\s-$/.test(rest)) return rest.slice(0, -1);
  return space.includes("\t") ? rest : undefined;
}

const isOpenQuote = (name: string): boolean => name.startsWith('"') && name.split('"').length % 2 === 0;

const unquoted = (text = "") => text.trim().replace(/^"(.*)"$/, "$1");

const isHeaderLine = (input: string): boolean =>
  !input.includes("@") && input.split(/[,;\t]/).some((cell) => isHeaderCell(unquoted(cell)));

/** Column header of an exported spreadsheet. */
export const isHeaderCell = (cell: string): boolean => /^e-?mail(?:[ _-]?address)?$/i.test(cell.trim());

export const importMessages = {
  created: "Created successfully",
  exists: "Already exists",
  failed: "Failed to create",
  error: "Error occurred",
  header: "Header line, not a member",
  lineTooLong: `This line has more than ${importLineLength} characters`,
  openQuote: "A quotation mark in this line is not closed",
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
  fileTooLarge: "This file is too large. Please choose one of at most 2 MB.",
  fileNotText: "This file holds no text. Please save the list as CSV and choose that file.",
  fileAdded: (name: string) => `The members of ${name} are in the box.`,
  signedOut: "You must be logged in as an admin to import members.",
  completedTitle: "Import completed",
  completedText: (created: number, total: number) => `${created} members imported successfully out of ${total} total.`,
} as const;
