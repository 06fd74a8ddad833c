import { groupBy } from "#shared/group-by.ts";
import {
  type ImportLine,
  isCandidate,
  isHeader,
  type ParsedLine,
  toInvalidLine,
  toMember,
} from "#shared/imports/import-lines.ts";
import type { ImportAnswer, ImportInput, ImportOutcome } from "#shared/imports/imports.ts";
import { importBatchSize, importMessages } from "#shared/imports/imports-messages.ts";
import { plainTitle } from "#shared/tables/titles.ts";
import { ApiError, type callApi, NetworkError } from "#web/lib/api.ts";

type ImportEnd = "completed" | "stopped" | "left" | "signed-out" | "failed";

export interface ImportRun {
  /** In text order, as answered so far. */
  items: ImportLine[];
  created: number;
  /** Lines and members with a result, and in total: refused ones count, a header does not. */
  done: number;
  total: number;
  end?: ImportEnd;
  /** Last response lost: its lines may be imported. */
  isUncertain?: boolean;
  /** Text left in the box. */
  rest?: string;
}

interface ImportState {
  text: string;
  run: ImportRun | null;
  isStopping: boolean;
}

/** sessionStorage. */
export interface Kept {
  read: (part: "text" | "run") => string | null;
  write: (part: "text" | "run", value: string) => void;
}

interface Surroundings {
  callApi: typeof callApi;
  storage: Kept;
  onEnd: (run: ImportRun, error?: Error) => void;
}

export type ImportStore = ReturnType<typeof createImportStore>;

/** Runs in batches while other pages are shown; afterwards only failed lines remain in the box. */
export function createImportStore({ callApi, storage, onEnd }: Surroundings) {
  const listeners = new Set<() => void>();
  let state = restore(storage);

  function become(next: Partial<ImportState>): void {
    state = { ...state, ...next };
    // Separate keys: results of thousands of lines are slow to write per keystroke.
    if (next.text !== undefined) storage.write("text", next.text);
    if (next.run) storage.write("run", JSON.stringify(next.run));
    for (const listener of listeners) listener();
  }

  function finish(run: ImportRun, error?: Error): void {
    const rest = restOf(state.text, run.items);
    become({ text: rest, run: { ...run, rest }, isStopping: false });
    onEnd(run, error);
  }

  return {
    current: () => state,
    /** @returns unsubscribe. */
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setText: (text: string) => become({ text }),
    /** The import stops after the current batch. */
    stop: () => become({ isStopping: true }),
    start: async (lines: readonly ParsedLine[], sendsInvitations: boolean): Promise<void> => {
      if (state.run && !state.run.end) return;
      let run: ImportRun = { items: [], created: 0, done: 0, total: countOf(lines) };
      become({ run, isStopping: false });
      for (const batch of batchesOf(lines)) {
        if (state.isStopping) return finish({ ...run, end: "stopped" });
        try {
          run = added(run, batch, await importBatch(batch, sendsInvitations));
        } catch (error) {
          return finish({ ...run, ...endBy(error) }, error as Error);
        }
        become({ run });
      }
      finish({ ...run, end: "completed" });
    },
  };

  async function importBatch(batch: readonly ParsedLine[], send_invitations: boolean): Promise<ImportOutcome[]> {
    const members = batch.filter(isCandidate).map(toMember);
    if (members.length === 0) return [];
    const input: ImportInput = { members, send_invitations };
    return (await callApi<ImportAnswer>("POST", "/member-imports", input)).items;
  }
}

/** The last batch's outcome is unknown after a reload. */
function restore({ read }: Kept): ImportState {
  const text = read("text") ?? "";
  const run = JSON.parse(read("run") ?? "null") as ImportRun | null;
  if (!run || run.end) return { text, run, isStopping: false };
  const rest = restOf(text, run.items);
  return { text: rest, run: { ...run, end: "left", isUncertain: true, rest }, isStopping: false };
}

const countOf = (lines: readonly ParsedLine[]): number => lines.filter((line) => !isHeader(line)).length;

function added(run: ImportRun, batch: readonly ParsedLine[], answered: readonly ImportOutcome[]): ImportRun {
  const created = answered.filter(({ result }) => result === "created").length;
  return {
    ...run,
    items: [...run.items, ...resultsOf(batch, answered)],
    created: run.created + created,
    done: run.done + countOf(batch),
  };
}

function endBy(error: unknown): Pick<ImportRun, "end" | "isUncertain"> {
  const status = error instanceof ApiError ? error.problem.status : undefined;
  if (status === 401 || status === 403) return { end: "signed-out" };
  return { end: "failed", isUncertain: error instanceof NetworkError || (status !== undefined && status >= 500) };
}

/** At most one batch of members each; invalid lines go along, and all members of a line. */
function batchesOf(lines: readonly ParsedLine[]): ParsedLine[][] {
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
function resultsOf(batch: readonly ParsedLine[], outcomes: readonly ImportOutcome[]): ImportLine[] {
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
function restOf(text: string, results: readonly ImportLine[]): string {
  const ofLine = groupBy(results, ({ line }) => line);
  const lines = text.split(/\r\n|\r|\n/).map((input, index) => ({ input, results: ofLine.get(index + 1) ?? [] }));
  const left = lines.filter(({ results }) => results.length === 0 || !results.every(isSettled));
  const isOver = left.every(({ input, results }) => input.trim() === "" || results.some(isHeaderLine));
  const needed = left.filter(({ input, results }) => !(results.some(isHeaderLine) && isPlainHeader(input)));
  return isOver
    ? ""
    : needed
        .map(({ input }) => input)
        .join("\n")
        .trim();
}

const isSettled = ({ result }: ImportLine): boolean => result === "created" || result === "exists";
const isHeaderLine = ({ message }: ImportLine): boolean => message === importMessages.header;

/** Says nothing that its lines do not say by themselves. */
const isPlainHeader = (input: string): boolean =>
  /^((full )?name,)?email( address)?(,tier)?$/.test(
    input
      .split(/[,;\t|]/)
      .map(plainTitle)
      .join(","),
  );
