import {
  type ImportLine,
  type ImportOutcome,
  importBatchSize,
  importMessages,
  isCandidate,
  type ParsedLine,
  toInvalidLine,
} from "#shared/imports.ts";

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

export function resultsOf(batch: readonly ParsedLine[], outcomes: readonly ImportOutcome[]): ImportLine[] {
  const byLine = new Map(outcomes.map((outcome) => [outcome.line, outcome]));
  return batch.flatMap((line): ImportLine[] => {
    if (!isCandidate(line)) return [toInvalidLine(line)];
    const outcome = byLine.get(line.line);
    return outcome ? [{ ...outcome, input: line.input }] : [];
  });
}

/** Lines not imported yet, or invalid. */
export function restOf(text: string, results: readonly ImportLine[]): string {
  const settled = new Set(results.filter(isSettled).map(({ line }) => line));
  return text
    .split(/\r\n|\r|\n/)
    .filter((_, index) => !settled.has(index + 1))
    .join("\n")
    .trim();
}

const isSettled = ({ result, message }: ImportLine): boolean =>
  result === "created" || result === "exists" || message === importMessages.header;
