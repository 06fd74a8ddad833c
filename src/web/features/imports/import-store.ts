import { type ImportAnswer, type ImportInput, type ImportLine, isCandidate, type ParsedLine } from "#shared/imports.ts";
import { ApiError, type callApi, NetworkError } from "#web/lib/api.ts";
import { batchesOf, restOf, resultsOf } from "./import-batches.ts";

/** How a run ended: to its end, by the admin, with a page that was left, without an admin's session, or by a failure. */
export type ImportEnd = "completed" | "stopped" | "left" | "signed-out" | "failed";

export interface ImportRun {
  /** In the order of the text, as far as there are answers. */
  items: ImportLine[];
  created: number;
  /** Members that have a result, and all of them. */
  done: number;
  total: number;
  /** Undefined while it is under way. */
  end?: ImportEnd;
  /** Whether the answer to the last call was lost, so that its lines may have been imported all the same. */
  isUncertain?: boolean;
  /** What it left in the box. */
  rest?: string;
}

export interface ImportState {
  text: string;
  run: ImportRun | null;
  isStopping: boolean;
}

/** Where text and run are kept for as long as the browser's tab lives. */
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

/**
 * The box of the import and the run that imports what is in it, batch by batch. It goes on while another page of the app
 * is looked at. However a run ends, only the lines that are not imported are left in the box.
 */
export function createImportStore({ callApi, storage, onEnd }: Surroundings) {
  const listeners = new Set<() => void>();
  let state = restore(storage);

  function become(next: Partial<ImportState>): void {
    state = { ...state, ...next };
    // Each by itself: the results of thousands of lines are too much to write at every key that is pressed.
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
    /** @returns the function that ends the subscription. */
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setText: (text: string) => become({ text }),
    /** The run ends after the batch under way. */
    stop: () => become({ isStopping: true }),
    /** @param lines what the text says. */
    start: async (lines: readonly ParsedLine[], sendsInvitations: boolean): Promise<void> => {
      if (state.run && !state.run.end) return;
      let run: ImportRun = { items: [], created: 0, done: 0, total: lines.filter(isCandidate).length };
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

  async function importBatch(batch: readonly ParsedLine[], send_invitations: boolean): Promise<ImportLine[]> {
    const members = batch.filter(isCandidate);
    if (members.length === 0) return [];
    const input: ImportInput = { text: members.map((member) => member.input).join("\n"), send_invitations };
    return (await callApi<ImportAnswer>("POST", "/member-imports", input)).items;
  }
}

/** A page that was left while its run was under way cannot know what became of the last batch. */
function restore({ read }: Kept): ImportState {
  const text = read("text") ?? "";
  const run = JSON.parse(read("run") ?? "null") as ImportRun | null;
  if (!run || run.end) return { text, run, isStopping: false };
  const rest = restOf(text, run.items);
  return { text: rest, run: { ...run, end: "left", isUncertain: true, rest }, isStopping: false };
}

function added(run: ImportRun, batch: readonly ParsedLine[], answered: readonly ImportLine[]): ImportRun {
  const created = answered.filter(({ result }) => result === "created").length;
  return {
    ...run,
    items: [...run.items, ...resultsOf(batch, answered)],
    created: run.created + created,
    done: run.done + answered.length,
  };
}

function endBy(error: unknown): Pick<ImportRun, "end" | "isUncertain"> {
  const status = error instanceof ApiError ? error.problem.status : undefined;
  if (status === 401 || status === 403) return { end: "signed-out" };
  return { end: "failed", isUncertain: error instanceof NetworkError || (status !== undefined && status >= 500) };
}
