import { lazy, memo, Suspense, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { isCandidate, type ParsedLine } from "#shared/imports/import-lines.ts";
import { importMessages } from "#shared/imports/imports-messages.ts";
import { matchColumnsMessages } from "#shared/tables/messages.ts";
import { useHasNoMailServer } from "#web/features/system/system-query.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { detailOf, ImportLines, type ShownLine } from "#web/ui/import-lines.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { ImportBox, ImportFormats } from "./import-box.tsx";
import { ImportResults } from "./import-results.tsx";
import { useImportForm } from "./use-import-form.ts";
import { useVerdicts, type Verdict } from "./use-verdicts.ts";

const MatchPeople = lazy(() => import("./match-people.tsx").then((file) => ({ default: file.MatchPeople })));

/** Stable reference: finished lines are in the results. */
const none: ParsedLine[] = [];

export function BulkImport({ session }: { session: Session }) {
  const userId = session.user.id;
  const [sendsInvitations, setSendsInvitations] = useState(true);
  const hasNoServer = useHasNoMailServer();
  const { text, lines, run, isRunning, isStopping, refusal, box, change, addFile, submit, stop, ...matching } =
    useImportForm(userId);
  const { toMatch, takeMatch, leaveMatch, matchText, canMatch, leftOut } = matching;
  const previewed = isRunning || text === run?.rest ? none : lines;
  const { verdicts, isFailed } = useVerdicts(previewed, run);
  const count =
    previewed === none
      ? lines.filter(isCandidate).length
      : verdicts.filter((verdict) => verdict === "new" || verdict === "unchecked").length;
  return (
    <ViewRail heading="Bulk Import Members">
      <div className="import-columns">
        <div className="grid content-start gap-4">
          <ImportBox ref={box} text={text} onChange={change} onFile={addFile} error={refusal} isDisabled={isRunning} />
          {leftOut && <p className="note wrap-anywhere">{leftOut}</p>}
          {canMatch && !isRunning && (
            <p>
              <Button variant="outline" isSmall onClick={matchText}>
                {matchColumnsMessages.change}
              </Button>
            </p>
          )}
          <Checkbox
            label="Create and send invitations"
            disabled={isRunning}
            checked={sendsInvitations}
            onChange={(event) => setSendsInvitations(event.target.checked)}
          />
          <p className="note">Whoever is imported becomes an approved member as soon as they register.</p>
          {sendsInvitations && hasNoServer && <p className="note">{importMessages.noMailServer}</p>}
          <div className="flex flex-wrap gap-3">
            <Button busyLabel={isRunning && "Importing..."} onClick={() => submit(sendsInvitations)}>
              {labelOf(count)}
            </Button>
            {isRunning && (
              <Button variant="outline" busyLabel={isStopping && "Stopping..."} onClick={stop}>
                Stop import
              </Button>
            )}
          </div>
          {run && isRunning && <ImportProgress done={run.done} total={run.total} />}
        </div>
        <div className="grid content-start gap-10">
          {toMatch && (
            <Suspense>
              <MatchPeople {...toMatch} onMatched={takeMatch} onClose={leaveMatch} />
            </Suspense>
          )}
          {previewed.length > 0 && <ImportPreview lines={previewed} verdicts={verdicts} isFailed={isFailed} />}
          {run && previewed.length === 0 && <ImportResults run={run} />}
          {!run && lines.length === 0 && <ImportFormats />}
        </div>
      </div>
    </ViewRail>
  );
}

function labelOf(count: number): string {
  if (count === 0) return "Import members";
  return count === 1 ? "Import 1 member" : `Import ${count.toLocaleString("en-GB")} members`;
}

/** Announces each quarter to screen readers. */
function ImportProgress({ done, total }: { done: number; total: number }) {
  const share = total === 0 ? 0 : done / total;
  const words = `${done.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")} members`;
  const quarters = Math.floor(share * 4) * 25;
  return (
    <div className="grid gap-1.5">
      <div
        className="progress"
        role="progressbar"
        aria-label="Import progress"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={words}
      >
        <div className="progress-fill" style={{ width: `${100 * share}%` }} />
      </div>
      <p className="note num">{words}</p>
      <p className="sr-only" role="status">
        {quarters > 0 && `${quarters}% of the members are imported`}
      </p>
    </div>
  );
}

const badges: Record<Verdict, { tone: BadgeTone; label: string }> = {
  new: { tone: "live", label: "New" },
  unchecked: { tone: "over", label: "Not checked yet" },
  exists: { tone: "over", label: importMessages.exists },
  repeat: { tone: "over", label: importMessages.twice },
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
const ImportPreview = memo(function ImportPreview({ lines, verdicts, isFailed }: ImportPreviewProps) {
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
    [count("repeat"), "twice in this list"],
    [count("invalid"), "not valid"],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number.toLocaleString("en-GB")} ${words}`)
    .join(", ");
}
