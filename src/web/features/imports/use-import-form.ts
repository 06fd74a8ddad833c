import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { counted } from "#shared/counted.ts";
import { isCandidate, markRepeats, type ParsedLine } from "#shared/imports/import-lines.ts";
import { importLineLimit, importMessages } from "#shared/imports/imports-messages.ts";
import type { PeopleHeader, ReadPerson } from "#shared/imports/read-people.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { loadSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";
import { createImportStore, type ImportRun, type ImportStore, type Kept } from "./import-store.ts";
import type { MemberLines, MemberTable } from "./read-member-file.ts";

export function useImportForm(userId: string) {
  const { start, ...member } = useMemberImport(userId);
  const lines = useParsedLines(member.text);
  const [problem, setProblem] = useState<string>();
  const [leftOut, setLeftOut] = useState("");
  const [toMatch, setToMatch] = useState<ToMatch>();
  const [inPart, setInPart] = useState<ToMatch>();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (problem) box.current?.focus();
  }, [problem]);

  const change = (text: string) => {
    setProblem(undefined);
    setLeftOut("");
    setInPart(undefined);
    setToMatch(undefined);
    member.setText(text);
  };
  /** @param above what stays of the box. */
  const add = (read: MemberLines, above: string, file?: string) => {
    change([above.trimEnd(), read.lines].filter(Boolean).join("\n"));
    setLeftOut(read.leftOut);
    if (read.inPart) setInPart({ ...read.inPart, above, ...(file && { file }) });
    if (file) toast({ title: `The members of ${file} are in the box.` });
  };
  const addFile = async (file: File) => {
    setProblem(undefined);
    setToMatch(undefined);
    const { readMemberFile } = await loadReader();
    try {
      const read = await readMemberFile(file);
      if ("lines" in read) add(read, member.text, file.name);
      else setToMatch({ ...read, above: member.text, file: file.name });
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  /** What was read in part, or was pasted with columns that are not known. */
  const matchText = async () => {
    if (inPart) return setToMatch(inPart);
    const { readMembers } = await loadReader();
    try {
      const read = readMembers(member.text);
      if (!("lines" in read)) setToMatch({ ...read, above: "" });
      else if (read.inPart) setToMatch({ ...read.inPart, above: "" });
      else change(read.lines);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const takeMatch = async (match: MemberTable["match"]) => {
    if (!toMatch) return;
    const { toMemberLines } = await loadReader();
    const read = toMemberLines({ table: toMatch.table, match });
    add(read, toMatch.above, toMatch.file);
  };
  const submit = async (sendsInvitations: boolean) => {
    const { parseImport } = await loadPeople();
    const parsed = markRepeats(parseImport(member.text));
    const refusal = refusalOf(parsed);
    setProblem(refusal);
    if (!refusal) setInPart(undefined);
    if (!refusal) void start(parsed, sendsInvitations);
    else if (refusal === importMessages.noValidText) {
      toast({ title: "No valid members found", description: refusal, variant: "destructive" });
    }
  };
  return {
    ...member,
    lines,
    refusal: problem ?? tooMany(lines),
    box,
    change,
    addFile,
    submit,
    leftOut,
    toMatch,
    takeMatch,
    leaveMatch: () => setToMatch(undefined),
    matchText,
    canMatch:
      inPart !== undefined ||
      lines.some((line) => !isCandidate(line) && line.isInPart === true) ||
      looksLikeTable(lines),
  };
}

/** @see MatchColumns */
interface ToMatch extends MemberTable {
  /** The text of the box that stays. */
  above: string;
  /** The name is undefined for the text of the box. */
  file?: string;
}

const loadReader = () => import("./read-member-file.ts");

/** Of most lines nobody can say who they are, and they have columns. */
const looksLikeTable = (lines: readonly ParsedLine[]): boolean =>
  lines.length > 1 &&
  lines.filter(isCandidate).length * 2 < lines.length &&
  lines.filter(({ input }) => /[,;\t|]/.test(input)).length * 2 > lines.length;

function refusalOf(lines: readonly ParsedLine[]): string | undefined {
  if (!lines.some(isCandidate)) return importMessages.noValidText;
  return tooMany(lines);
}

function tooMany(lines: readonly ParsedLine[]): string | undefined {
  const count = lines.filter(isCandidate).length;
  return count > importLineLimit ? importMessages.tooMany(count) : undefined;
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

type PeopleReader = typeof import("#shared/imports/read-people.ts");
const loadPeople = (): Promise<PeopleReader> => import("#shared/imports/read-people.ts");
const none: ParsedLine[] = [];

/** Deferred; only changed lines are parsed again. The reader is loaded when there is something to read. */
function useParsedLines(text: string): ParsedLine[] {
  const settled = useDeferredValue(text);
  const [people, setPeople] = useState<PeopleReader>();
  const isNeeded = settled !== "" && !people;
  useEffect(() => {
    if (isNeeded) void loadPeople().then((loaded) => setPeople(loaded));
  }, [isNeeded]);
  return useMemo(() => (people ? markRepeats(people.parseImport(settled, readOnce(people))) : none), [people, settled]);
}

const rememberedLines = 20_000;
const read = new Map<string, ReadPerson[]>();

const readOnce =
  ({ readPeople }: PeopleReader) =>
  (input: string, header?: PeopleHeader): ReadPerson[] => {
    const key = `${header?.key ?? ""}\n${input}`;
    const known = read.get(key);
    if (known) return known;
    if (read.size >= rememberedLines) read.clear();
    const people = readPeople(input, header);
    read.set(key, people);
    return people;
  };

const stores = new Map<string, ImportStore>();

/** Per admin; outlives the page. */
function memberImportOf(userId: string): ImportStore {
  const key = `member-import:${userId}`;
  const store = stores.get(key) ?? createImportStore({ callApi, storage: keptUnder(key), onEnd: sayEnd });
  stores.set(key, store);
  return store;
}

function sayEnd({ end, created, total }: ImportRun, error?: Error): void {
  const description = `${counted(created, "member")} imported successfully out of ${total.toLocaleString("en-GB")} total.`;
  if (end === "completed") toast({ title: importMessages.completedTitle, description });
  else if (end === "stopped") toast({ title: importMessages.stoppedTitle, description });
  else if (end === "signed-out")
    toast({ title: "You must be logged in as an admin to import members.", variant: "destructive" });
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
