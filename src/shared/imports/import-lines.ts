import type { Tier } from "#shared/people/people-messages.ts";
import type { ImportMember, ImportOutcome } from "./imports.ts";
import { importMessages } from "./imports-messages.ts";

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

export interface ImportCandidate extends ImportMember {
  input: string;
}

/** Invalid, or a table header. */
interface InvalidLine {
  line: number;
  input: string;
  message: string;
  /** Of a header: not all of its columns are read. */
  isInPart?: boolean;
}

export type ParsedLine = ImportCandidate | InvalidLine;

export const isCandidate = (line: ParsedLine): line is ImportCandidate => "email" in line;
export const toMember = ({ input: _input, ...member }: ImportCandidate): ImportMember => member;
export const isHeader = (line: ParsedLine): boolean => !isCandidate(line) && line.message === importMessages.header;

export const toInvalidLine = ({ line, input, message = "" }: { line: number; input: string; message?: string }) =>
  ({ line, input, full_name: null, email: null, result: "invalid", message }) as const;
