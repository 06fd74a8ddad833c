import { useMemo } from "react";
import { isCandidate, isHeader, type ParsedLine } from "#shared/imports.ts";
import { useKnownPeople } from "./use-known-people.ts";

/** What an import would do with a line, as far as the server has said. */
export type Verdict = "new" | "unchecked" | "exists" | "invalid" | "header";

/** @param round changes when an import may have changed the verdicts. */
export function useVerdicts(lines: readonly ParsedLine[], round: unknown) {
  const { isKnown, isFailed } = useKnownPeople(lines, round);
  const verdicts = useMemo(() => judge(lines, isKnown), [lines, isKnown]);
  return { verdicts, isFailed };
}

/** The first of two lines with one e-mail is the one that creates. */
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
