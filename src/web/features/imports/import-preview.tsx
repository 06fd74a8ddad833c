import { memo } from "react";
import { isCandidate, type ParsedLine } from "#shared/imports/import-lines.ts";
import { importMessages } from "#shared/imports/imports-messages.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { detailOf, ImportLines, type ShownLine } from "#web/ui/import-lines.tsx";
import type { Verdict } from "./use-verdicts.ts";

const badges: Record<Verdict, { tone: BadgeTone; label: string }> = {
  new: { tone: "live", label: "New" },
  unchecked: { tone: "over", label: "Not checked yet" },
  exists: { tone: "over", label: importMessages.exists },
  invalid: { tone: "waiting", label: "Not valid" },
  header: { tone: "over", label: "Header" },
};

interface ImportPreviewProps {
  lines: readonly ParsedLine[];
  /** One per line. */
  verdicts: readonly Verdict[];
  isFailed: boolean;
}

/** Memoised: typing would re-render it. */
export const ImportPreview = memo(function ImportPreview({ lines, verdicts, isFailed }: ImportPreviewProps) {
  const shown = lines.map((line, index) => toShown(line, verdicts[index] ?? "unchecked"));
  return (
    <ImportLines
      title="Preview"
      summary={summaryOf(verdicts)}
      note={`${isFailed ? "Whom the club knows already could not be checked just now. " : ""}Lines are numbered as in the box, not as in a file that was added to it.`}
      lines={shown}
      onlyLabel="Show only lines that are not new"
    />
  );
});

function toShown(line: ParsedLine, verdict: Verdict): ShownLine {
  const isPerson = isCandidate(line);
  return {
    line: line.line,
    name: isPerson ? line.full_name : line.input,
    detail: isPerson ? detailOf(line) : line.message,
    note: isPerson && line.tier && verdict === "exists" ? importMessages.tierKept : undefined,
    badge: badges[verdict],
    isPlain: verdict === "new" || verdict === "unchecked",
  };
}

function summaryOf(verdicts: readonly Verdict[]): string {
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
