import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import {
  importLineLimit,
  importMessages,
  isCandidate,
  type ParsedLine,
  parseImport,
  parseLine,
} from "#shared/imports.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { loadSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";
import { createImportStore, type ImportRun, type ImportStore, type Kept } from "./import-store.ts";

export function useImportForm(userId: string) {
  const { start, ...member } = useMemberImport(userId);
  const lines = useParsedLines(member.text);
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (problem) box.current?.focus();
  }, [problem]);

  const change = (text: string) => {
    setProblem(undefined);
    member.setText(text);
  };
  const addFile = async (file: File) => {
    const { readMemberFile } = await import("./read-member-file.ts");
    const read = await readMemberFile(file);
    if ("problem" in read) {
      setProblem(read.problem);
      return;
    }
    change([member.text.trimEnd(), read.lines].filter(Boolean).join("\n"));
    toast({ title: importMessages.fileAdded(file.name) });
  };
  const submit = (sendsInvitations: boolean) => {
    const parsed = parseImport(member.text);
    const refusal = refusalOf(parsed);
    setProblem(refusal);
    if (!refusal) void start(parsed, sendsInvitations);
    else if (refusal === importMessages.noValidText) {
      toast({ title: importMessages.noValidTitle, description: refusal, variant: "destructive" });
    }
  };
  const tooMany = lines.length > importLineLimit ? importMessages.tooManyLines : undefined;
  return { ...member, lines, refusal: problem ?? tooMany, box, change, addFile, submit };
}

function refusalOf(lines: readonly ParsedLine[]): string | undefined {
  if (!lines.some(isCandidate)) return importMessages.noValidText;
  return lines.length > importLineLimit ? importMessages.tooManyLines : undefined;
}

function useMemberImport(userId: string) {
  const client = useQueryClient();
  const store = memberImportOf(userId);
  const state = useSyncExternalStore(store.onChange, store.current);
  return {
    ...state,
    isRunning: state.run !== null && !state.run.end,
    setText: store.setText,
    stop: store.stop,
    start: async (lines: readonly ParsedLine[], sendsInvitations: boolean) => {
      await store.start(lines, sendsInvitations);
      await client.invalidateQueries({ queryKey: queryKeys.invitations });
    },
  };
}

const rememberedLines = 20_000;
const read = new Map<string, ReturnType<typeof parseLine>>();

/** Deferred; only changed lines are parsed again. */
function useParsedLines(text: string): ParsedLine[] {
  const settled = useDeferredValue(text);
  return useMemo(() => parseImport(settled, readOnce), [settled]);
}

function readOnce(input: string) {
  const known = read.get(input);
  if (known) return known;
  if (read.size >= rememberedLines) read.clear();
  const line = parseLine(input);
  read.set(input, line);
  return line;
}

const stores = new Map<string, ImportStore>();

/** Per admin; outlives the page. */
function memberImportOf(userId: string): ImportStore {
  const key = `member-import:${userId}`;
  const store = stores.get(key) ?? createImportStore({ callApi, storage: keptUnder(key), onEnd: sayEnd });
  stores.set(key, store);
  return store;
}

function sayEnd({ end, created, total }: ImportRun, error?: Error): void {
  const description = importMessages.completedText(created, total);
  if (end === "completed") toast({ title: importMessages.completedTitle, description });
  else if (end === "stopped") toast({ title: importMessages.stoppedTitle, description });
  else if (end === "signed-out") toast({ title: importMessages.signedOut, variant: "destructive" });
  else toast({ title: importMessages.failedTitle, description: error?.message, variant: "destructive" });
  if (end === "signed-out") void loadSession("USER_UPDATED").catch(() => {});
}

const keptUnder = (key: string): Kept => ({
  read: (part) => sessionStorage.getItem(`${key}:${part}`),
  write: (part, value) => {
    try {
      sessionStorage.setItem(`${key}:${part}`, value);
    } catch {
      console.info("This list is too long to be kept for a reload.");
    }
  },
});
