import { useMemo } from "react";
import { isCandidate, isHeader, type ParsedLine } from "#shared/imports.ts";
import { useKnownPeople } from "./use-known-people.ts";

/** Predicted result per line. */
export type Verdict = "new" | "unchecked" | "exists" | "invalid" | "header";

/** @param round changes after an import. */
export function useVerdicts(lines: readonly ParsedLine[], round: unknown) {
  const { isKnown, isFailed } = useKnownPeople(lines, round);
  const verdicts = useMemo(() => judge(lines, isKnown), [lines, isKnown]);
  return { verdicts, isFailed };
}

/** The first line of a duplicate e-mail wins. */
function judge(lines: readonly ParsedLine[], isKnown: ReturnType<typeof useKnownPeople>["isKnown"]): Verdict[] {
  const taken = new Set<string>();
  return lines.map((line) => {
    if (!isCandidate(line)) return isHeader(line) ? "header" : "invalid";
    const known = isKnown(line);
    if (known || taken.has(line.email)) return "exists";
    taken.add(line.email);
    return known === undefined ? "unchecked" : "new";
  });
}
