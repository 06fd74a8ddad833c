import {
  type DragEvent,
  lazy,
  memo,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Session } from "#shared/account/session.ts";
import {
  type ImportCandidate,
  isCandidate,
  isHeader,
  type ParsedLine,
  toMember,
} from "#shared/imports/import-lines.ts";
import type { ImportAnswer } from "#shared/imports/imports.ts";
import { importExampleHost, importMessages, importMinimumHeightPx } from "#shared/imports/imports-messages.ts";
import { matchColumnsMessages } from "#shared/tables/messages.ts";
import { useHasNoMailServer } from "#web/features/system/system-query.ts";
import { callApi } from "#web/lib/api.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { detailOf, ImportLines, type ShownLine } from "#web/ui/import-lines.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { ImportResults } from "./import-results.tsx";
import { useImportForm } from "./use-import-form.ts";

const example = `Name, name@${importExampleHost}\nName - name@${importExampleHost}\nname@${importExampleHost}`;

interface ImportBoxProps {
  text: string;
  onChange: (text: string) => void;
  onFile: (file: File) => void;
  error: string | undefined;
  isDisabled: boolean;
  ref: Ref<HTMLTextAreaElement>;
}

function ImportBox({ text, onChange, onFile, error, isDisabled, ref }: ImportBoxProps) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !isDisabled) onFile(file);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <>
      <Field
        label="Members, one per line"
        hint="Name, email. Also with a dash or a tab, or only an email."
        error={error}
      >
        <Textarea
          ref={ref}
          className={classNames("code import-box", isOver && "is-over")}
          minimumHeightPx={importMinimumHeightPx}
          placeholder={example}
          spellCheck={false}
          disabled={isDisabled}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        />
      </Field>
      <FileChoice isDisabled={isDisabled} onFiles={take} />
    </>
  );
}

function FileChoice({ isDisabled, onFiles }: { isDisabled: boolean; onFiles: (files: FileList | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain"
        onChange={(event) => {
          onFiles(event.target.files);
          // Allows choosing the same file again.
          event.target.value = "";
        }}
      />
      <Button variant="outline" isSmall disabled={isDisabled} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <span className="note">CSV or Excel, or drop one on the box</span>
    </div>
  );
}

const name = "Anna Hale";
const email = `anna@${importExampleHost}`;
const formats = [
  { words: "Name and email", example: `${name}, ${email}` },
  { words: "With a dash", example: `${name} - ${email}` },
  { words: "With a tab, as spreadsheets copy", example: `${name}\t${email}` },
  {
    words: "As mail programs write it, also several in a line",
    example: `${name} <${email}>; Ben <ben@${importExampleHost}>`,
  },
  { words: "Only an email; the name is the part before the at-sign", example: email },
  { words: "A name with a comma, in quotes", example: `"Hale, Anna", ${email}` },
  { words: "Any of these with a plan: trial, premium or vip", example: `${name}, ${email}, premium` },
];

function ImportFormats() {
  return (
    <section aria-labelledby="import-formats">
      <h2 id="import-formats" className="d4 mb-3">
        What a line can look like
      </h2>
      <dl className="import-formats">
        {formats.map(({ words, example }) => (
          <div key={words} className="border-b border-line py-3 text-small">
            <dt>{words}</dt>
            <dd className="code">{example}</dd>
          </div>
        ))}
      </dl>
      <p className="note mt-4">
        A header such as name, email or first name, last name, email is recognised. Blank lines are skipped.
      </p>
    </section>
  );
}

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
      <div className="grid grid-cols-1 gap-7 min-[62.5rem]:grid-cols-[minmax(0,4fr)_minmax(0,5fr)]">
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

/** Predicted result per line. */
type Verdict = "new" | "unchecked" | "exists" | "repeat" | "invalid" | "header";

/** @param round changes after an import. */
function useVerdicts(lines: readonly ParsedLine[], round: unknown) {
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
