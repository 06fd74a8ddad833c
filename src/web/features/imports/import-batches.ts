import {
  type ImportLine,
  type ImportOutcome,
  importBatchSize,
  isCandidate,
  isHeader,
  type ParsedLine,
  toInvalidLine,
} from "#shared/imports.ts";
import { parseImport } from "#shared/read-people.ts";

/** At most one batch of members each; invalid lines go along. */
export function batchesOf(lines: readonly ParsedLine[]): ParsedLine[][] {
  const batches: ParsedLine[][] = [];
  let room = 0;
  for (const line of lines) {
    const needed = isCandidate(line) ? 1 : 0;
    const last = batches.at(-1);
    if (last && room >= needed) last.push(line);
    else batches.push([line]);
    room = (last && room >= needed ? room : importBatchSize) - needed;
  }
  return batches;
}

/** @param outcomes in the order of the members that were sent. */
export function resultsOf(batch: readonly ParsedLine[], outcomes: readonly ImportOutcome[]): ImportLine[] {
  const rest = [...outcomes];
  return batch.flatMap((line): ImportLine[] => {
    if (!isCandidate(line)) return [toInvalidLine(line)];
    // A line can have several members.
    const place = rest.findIndex((outcome) => outcome.line === line.line && outcome.email === line.email);
    const [outcome] = place === -1 ? [] : rest.splice(place, 1);
    return outcome ? [{ ...outcome, input: line.input }] : [];
  });
}

/**
 * Lines not imported yet, or invalid: of a line with several members all have to be imported. The header stays where the
 * lines below it mean something else without it.
 */
export function restOf(text: string, results: readonly ImportLine[]): string {
  const open = new Map<number, number>();
  const headers = new Set<number>();
  for (const line of parseImport(text)) {
    open.set(line.line, (open.get(line.line) ?? 0) + 1);
    if (isHeader(line)) headers.add(line.line);
  }
  for (const { line, result } of results)
    if (result === "created" || result === "exists") open.set(line, (open.get(line) ?? 0) - 1);
  const lines = text.split(/\r\n|\r|\n/).map((input, index) => ({ input, line: index + 1 }));
  const left = lines.filter(({ line }) => open.get(line) !== 0);
  const withHeader = toText(left);
  const bare = toText(left.filter(({ line }) => !headers.has(line)));
  return peopleIn(bare) === peopleIn(withHeader) ? bare : withHeader;
}

const toText = (lines: readonly { input: string }[]): string =>
  lines
    .map(({ input }) => input)
    .join("\n")
    .trim();

const peopleIn = (text: string): string =>
  JSON.stringify(
    parseImport(text)
      .filter((line) => !isHeader(line))
      .map(({ line: _, ...person }) => person),
  );
