import { memo } from "react";
import { importMessages, isCandidate, isHeader, type ParsedLine } from "#shared/member-imports.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { ImportLines, type ShownLine } from "./import-lines.tsx";
import { useKnownPeople } from "./use-known-people.ts";

type Verdict = "new" | "unchecked" | "exists" | "invalid" | "header";

const badges: Record<Verdict, { tone: BadgeTone; label: string }> = {
  new: { tone: "live", label: "New" },
  unchecked: { tone: "over", label: "Not checked yet" },
  exists: { tone: "over", label: importMessages.exists },
  invalid: { tone: "waiting", label: "Not valid" },
  header: { tone: "over", label: "Header" },
};

/** What an import would do with each line. @param round changes when an import may have changed that. Not drawn anew at every key. */
export const ImportPreview = memo(function ImportPreview({
  lines,
  round,
}: {
  lines: readonly ParsedLine[];
  round: unknown;
}) {
  const { isKnown, isFailed } = useKnownPeople(lines, round);
  const verdicts = judge(lines, isKnown);
  const shown = lines.map((line, index) => toShown(line, verdicts[index] ?? "unchecked"));
  return (
    <ImportLines
      title="Preview"
      summary={summaryOf(verdicts)}
      note={isFailed ? "Whom the club knows already could not be checked just now." : undefined}
      lines={shown}
      onlyLabel="Show only lines that are not new"
    />
  );
});

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

function toShown(line: ParsedLine, verdict: Verdict): ShownLine {
  const isPerson = isCandidate(line);
  return {
    line: line.line,
    name: isPerson ? line.full_name : line.input,
    detail: isPerson ? line.email : line.message,
    badge: badges[verdict],
    isPlain: verdict === "new" || verdict === "unchecked",
  };
}

function summaryOf(verdicts: Verdict[]): string {
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
  const parts: [number, string][] = [
    [count("new"), "new"],
    [count("unchecked"), "not checked yet"],
    [count("exists"), "already there"],
    [count("invalid"), "not valid"],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number.toLocaleString("en-GB")} ${words}`)
    .join(", ");
}
