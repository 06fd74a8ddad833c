import type { Tier } from "#shared/people/people-messages.ts";
import type { ImportMember, ImportOutcome } from "./imports.ts";
import { importMessages } from "./imports-messages.ts";

export type ImportResult = ImportOutcome["result"] | "invalid";

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
  /** It is true for a header not all of whose columns are read. */
  isInPart?: boolean;
  repeats?: ImportMember;
}

export type ParsedLine = ImportCandidate | InvalidLine;

export const isCandidate = (line: ParsedLine): line is ImportCandidate => "email" in line;
export const toMember = ({ input: _input, ...member }: ImportCandidate): ImportMember => member;
export const isHeader = (line: ParsedLine): boolean => !isCandidate(line) && line.message === importMessages.header;

/** Those of the list whose address another line has: the first wins that has a name, or else the first. */
export function repeatsIn<Person extends Pick<ImportMember, "full_name" | "email">>(
  people: readonly Person[],
): Map<Person, Person> {
  const taken = new Map<string, Person>();
  for (const person of people) {
    const first = taken.get(person.email);
    if (!first || (isNameless(first) && !isNameless(person))) taken.set(person.email, person);
  }
  const repeated = people.flatMap((person) => {
    const winner = taken.get(person.email);
    return winner && winner !== person ? [[person, winner] as const] : [];
  });
  return new Map(repeated);
}

/** Read from an address alone. */
export const isNameless = ({ full_name, email }: Pick<ImportMember, "full_name" | "email">): boolean =>
  full_name === email.split("@")[0];

export function markRepeats(lines: readonly ParsedLine[]): ParsedLine[] {
  const repeated = repeatsIn(lines.filter(isCandidate));
  return lines.map((line) => {
    const winner = isCandidate(line) && repeated.get(line);
    if (!winner) return line;
    const message = importMessages.twiceInLine(winner.line);
    return { line: line.line, input: line.input, message, repeats: toMember(line) };
  });
}

export const toInvalidLine = ({ line, input, message = "", repeats }: InvalidLine): ImportLine =>
  repeats
    ? { ...repeats, line, input, result: "exists", message: importMessages.twice, note: message }
    : { line, input, full_name: null, email: null, result: "invalid", message };
