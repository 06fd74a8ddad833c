import { useCallback, useEffect, useMemo, useState } from "react";
import {
  type ImportCandidate,
  isCandidate,
  isHeader,
  type ParsedLine,
  toMember,
} from "#shared/imports/import-lines.ts";
import type { ImportAnswer } from "#shared/imports/imports.ts";
import { callApi } from "#web/lib/api.ts";

/** Predicted result per line. */
export type Verdict = "new" | "unchecked" | "exists" | "repeat" | "invalid" | "header";

/** @param round changes after an import. */
export function useVerdicts(lines: readonly ParsedLine[], round: unknown) {
  const { isKnown, isFailed } = useKnownPeople(lines, round);
  const verdicts = useMemo(() => judge(lines, isKnown), [lines, isKnown]);
  return { verdicts, isFailed };
}

function judge(lines: readonly ParsedLine[], isKnown: ReturnType<typeof useKnownPeople>["isKnown"]): Verdict[] {
  return lines.map((line) => {
    if (!isCandidate(line)) return isHeader(line) ? "header" : line.repeats ? "repeat" : "invalid";
    const known = isKnown(line);
    if (known) return "exists";
    return known === undefined ? "unchecked" : "new";
  });
}

const settleMs = 500;

/** Debounced; asks only about unknown people. @param round changes after an import, to drop cached answers. */
function useKnownPeople(lines: readonly ParsedLine[], round: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was answered before an import does not count after it
  const answers = useMemo(() => new Map<string, boolean>(), [round]);
  const [answered, setAnswered] = useState(0);
  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    const unknown = new Map<string, ImportCandidate>();
    for (const line of lines) if (isCandidate(line) && !answers.has(keyOf(line))) unknown.set(keyOf(line), line);
    if (unknown.size === 0) {
      setFailed(false);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        await ask([...unknown.values()], answers, abort.signal);
        setFailed(false);
      } catch {
        if (abort.signal.aborted) return;
        setFailed(true);
      }
      setAnswered((count) => count + 1);
    }, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [lines, answers]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer it knows more
  const isKnown = useCallback((person: ImportCandidate) => answers.get(keyOf(person)), [answers, answered]);
  return { isKnown, isFailed };
}

const keyOf = ({ full_name, email }: Pick<ImportCandidate, "full_name" | "email">): string => `${email}\n${full_name}`;

/** Distinct e-mails per request: the server would report a duplicate as existing. */
async function ask(people: ImportCandidate[], answers: Map<string, boolean>, signal: AbortSignal): Promise<void> {
  const first = new Map<string, ImportCandidate>();
  const later: ImportCandidate[] = [];
  for (const person of people) {
    if (first.has(person.email)) later.push(person);
    else first.set(person.email, person);
  }
  const members = [...first.values()].map(toMember);
  const { items } = await callApi<ImportAnswer>("POST", "/member-imports/preview", { members }, signal);
  for (const outcome of items) answers.set(keyOf(outcome), outcome.result === "exists");
  if (later.length > 0) await ask(later, answers, signal);
}
