import { groupBy } from "#shared/group-by.ts";
import { type ImportLine, isCandidate, type ParsedLine, toInvalidLine } from "#shared/imports/import-lines.ts";
import type { ImportOutcome } from "#shared/imports/imports.ts";
import { importBatchSize, importMessages } from "#shared/imports/imports-messages.ts";
import { plainTitle } from "#shared/tables/titles.ts";

/** At most one batch of members each; invalid lines go along, and all members of a line. */
export function batchesOf(lines: readonly ParsedLine[]): ParsedLine[][] {
  const batches: ParsedLine[][] = [];
  let room = 0;
  for (const line of lines) {
    const needed = isCandidate(line) ? 1 : 0;
    const last = batches.at(-1);
    const fits = last && (room >= needed || last.at(-1)?.line === line.line);
    if (fits) last.push(line);
    else batches.push([line]);
    room = (fits ? room : importBatchSize) - needed;
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

/** Lines not imported yet, or invalid, below a header that they need: of a line with several members all have to be imported. */
export function restOf(text: string, results: readonly ImportLine[]): string {
  const ofLine = groupBy(results, ({ line }) => line);
  const lines = text.split(/\r\n|\r|\n/).map((input, index) => ({ input, results: ofLine.get(index + 1) ?? [] }));
  const left = lines.filter(({ results }) => results.length === 0 || !results.every(isSettled));
  const isOver = left.every(({ input, results }) => input.trim() === "" || results.some(isHeader));
  const needed = left.filter(({ input, results }) => !(results.some(isHeader) && isPlainHeader(input)));
  return isOver
    ? ""
    : needed
        .map(({ input }) => input)
        .join("\n")
        .trim();
}

const isSettled = ({ result }: ImportLine): boolean => result === "created" || result === "exists";
const isHeader = ({ message }: ImportLine): boolean => message === importMessages.header;

/** Says nothing that its lines do not say by themselves. */
const isPlainHeader = (input: string): boolean =>
  /^((full )?name,)?email( address)?(,tier)?$/.test(
    input
      .split(/[,;\t|]/)
      .map(plainTitle)
      .join(","),
  );
