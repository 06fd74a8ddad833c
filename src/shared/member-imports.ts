import { z } from "zod";
import { emailSchema, lineSchema } from "./text.ts";

export const importMinimumHeightPx = 200;
export const importLineLimit = 5000;

export const importResults = ["created", "exists", "failed", "error", "invalid"] as const;
export const importResultSchema = z.enum(importResults);
export type ImportResult = z.infer<typeof importResultSchema>;

export const importInputSchema = z.object({
  text: z.string().max(2_000_000),
  send_invitations: z.boolean().default(true),
});

export const importLineSchema = z.object({
  /** Counted from 1, as the person sees it in the text. */
  line: z.number().int(),
  input: z.string(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  result: importResultSchema,
  message: z.string(),
});
export type ImportLine = z.infer<typeof importLineSchema>;

export const importAnswerSchema = z.object({
  items: z.array(importLineSchema),
  created: z.number().int(),
  /** Valid lines; invalid ones are listed but not counted. */
  total: z.number().int(),
});

export const importMessages = {
  created: "Created successfully",
  exists: "Already exists",
  failed: "Failed to create",
  error: "Error occurred",
  noValidTitle: "No valid members found",
  noValidText: (email: string) => `Please check your format. Use: Name, ${email} (one per line)`,
  signedOut: "You must be logged in as an admin to import members.",
  completedTitle: "Import completed",
  completedText: (created: number, total: number) => `${created} members imported successfully out of ${total} total.`,
} as const;

export interface ImportCandidate {
  line: number;
  input: string;
  full_name: string;
  email: string;
}

interface InvalidLine {
  line: number;
  input: string;
  message: string;
}

/**
 * Reads a list of people, one to a line: "Name, email", "Name - email", "Name<tab>email", or an e-mail alone, whose name
 * is then the part before the at-sign. A name in double quotes may hold commas, as spreadsheets write it.
 */
export function parseImport(text: string): (ImportCandidate | InvalidLine)[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((input, index) => ({ input: input.trim(), line: index + 1 }))
    .filter(({ input }) => input !== "")
    .map(({ input, line }) => ({ line, input, ...parseLine(input) }));
}

export const isCandidate = (line: ImportCandidate | InvalidLine): line is ImportCandidate => "email" in line;

function parseLine(input: string): { full_name: string; email: string } | { message: string } {
  const { name, address } = splitLine(input);
  const email = emailSchema.safeParse(address);
  if (!address.includes("@")) return { message: "There is no email address in this line" };
  if (!email.success) return { message: "The email address is not valid" };
  const fullName = lineSchema.safeParse(name ?? email.data.split("@")[0]);
  if (!fullName.success) return { message: fullName.error.issues[0]?.message ?? "The name is not valid" };
  if (fullName.data === "") return { message: "There is no name in this line" };
  return { full_name: fullName.data, email: email.data };
}

function splitLine(input: string): { name: string | undefined; address: string } {
  const quoted = /^"((?:[^"]|"")*)"\s*[,;\t]\s*(.*)$/.exec(input);
  if (quoted) return { name: quoted[1]?.replaceAll('""', '"').trim(), address: unquoted(quoted[2]) };
  // The last separator counts, so that "Smith, Anna, anna@…" keeps its whole name.
  const separated = /^(.*?)(?:\s*[,;\t]\s*|\s+-\s+)("?[^\s,;"]*"?)$/.exec(input);
  if (separated) return { name: separated[1]?.trim(), address: unquoted(separated[2]) };
  return { name: undefined, address: unquoted(input) };
}

const unquoted = (text = "") => text.trim().replace(/^"(.*)"$/, "$1");
