import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { clock } from "../clock.ts";
import "#web/styles/file-drop.css";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { bankColumns } from "#shared/funds/bank-columns.ts";
import { bankFormatName } from "#shared/funds/bank-files-messages.ts";
import type { BankFilePreview, BankLine, BankMappingList, ImportedFile } from "#shared/funds/funds.ts";
import { bankPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { Table } from "#shared/tables/read-table.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import type { TableFile } from "#web/lib/read-table-file.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { useList, withQuery } from "#web/lib/use-list.ts";
import { Button, Spinner } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { sumBothWays } from "../signed-pence.ts";
import { findSaved, type SavedMapping } from "./match-values.ts";

const MappingForm = lazy(() => import("./mapping-form.tsx").then((file) => ({ default: file.MappingForm })));
const loadTables = () => import("#web/lib/open-table.ts");

type State =
  | { is: "ready"; imported?: ImportedFile }
  | { is: "opening" }
  | { is: "previewed"; chosen: TableFile; preview: BankFilePreview; leftOut: string }
  | { is: "reading"; lines: number; share: number; startedAt: Date }
  | { is: "refused"; retry?: (() => void) | undefined; error: Error; change?: (() => void) | undefined }
  | { is: "unknown"; chosen: TableFile; table: Table; saved?: SavedMapping | undefined };

interface ImportFileProps {
  dealId: string;
  isFirst: boolean;
  /** The import's result is not said of a file that was taken back. */
  newestId: string | undefined;
}

/** All of a file, or nothing of it, once an admin has seen which days and sums it has. */
export function ImportFile({ dealId, isFirst, newestId }: ImportFileProps) {
  const [state, setState] = useState<State>({ is: "ready" });
  const stopping = useRef<AbortController>(null);
  const place = useRef<HTMLDivElement>(null);
  const changed = useInvalidate(dealMoneyKeys);
  useEffect(() => () => stopping.current?.abort(), []);
  const become = (next: State) => {
    setState(next);
    place.current?.focus();
  };
  const send = <Answer,>(path: string, file: File, onProgress: (share: number) => void) => {
    stopping.current = new AbortController();
    return uploadFile<Answer>(path, file, { onProgress, signal: stopping.current.signal });
  };
  const path = `/deals/${dealId}/bank-files`;

  const open = (given: File) =>
    tryLook(async () => {
      const { readTableFile } = await import("#web/lib/read-table-file.ts");
      return readTableFile(given, bankColumns);
    });

  const tryLook = async (choose: () => Promise<TableFile>) => {
    setState({ is: "opening" });
    try {
      await look(await choose());
    } catch (error) {
      if (!stopping.current?.signal.aborted)
        become({ is: "refused", retry: () => void tryLook(choose), error: error as Error });
    }
  };

  const look = async (chosen: TableFile) => {
    const { file, otherSheets } = chosen;
    const { leftOutWords } = await loadTables();
    try {
      const preview = await send<BankFilePreview>(`${path}/preview`, file, () => {});
      const { left_out_columns, lines_above_header, lines_without_payment: others, zero_lines } = preview;
      const words = [
        leftOutWords(left_out_columns, lines_above_header, { otherSheets }),
        others > 0 && messages.withoutPayment(others),
        zero_lines > 0 && messages.zeroLines(zero_lines),
      ];
      const leftOut = words.filter(Boolean).join(" ");
      become({ is: "previewed", chosen, preview, leftOut });
    } catch (error) {
      const code = error instanceof ApiError ? error.problem.code : undefined;
      if (code === "unknown_bank_format") return setState(await toMatch(chosen));
      const unmatched = code === "invalid_body" || code === "balance_gap" ? await findColumns(chosen) : undefined;
      if (!unmatched) throw error;
      const change = () => become(unmatched);
      become({ is: "refused", retry: () => void tryLook(async () => chosen), error: error as Error, change });
    }
  };

  const toMatch = async (chosen: TableFile) => {
    const { readText } = await loadTables();
    const { table } = readText(new Uint8Array(await chosen.file.arrayBuffer()), bankColumns);
    return { is: "unknown" as const, chosen, table: { ...table, otherSheets: chosen.otherSheets } };
  };

  /** The columns that were saved for it, to be corrected. */
  const findColumns = async (chosen: TableFile) => {
    const unknown = await toMatch(chosen).catch(() => undefined);
    if (!unknown) return undefined;
    const { items } = await callApi<BankMappingList>("GET", "/bank-mappings");
    const saved = findSaved(items, unknown.table.titles);
    return saved && { ...unknown, saved };
  };

  const change = async (chosen: TableFile) => {
    try {
      become((await findColumns(chosen)) ?? { is: "ready" });
    } catch (error) {
      become({ is: "refused", retry: () => void change(chosen), error: error as Error });
    }
  };

  const read = async (file: File, preview: BankFilePreview, same: readonly number[]) => {
    const { lines, undecided_lines } = preview;
    const startedAt = new Date();
    const onProgress = (share: number) => setState({ is: "reading", lines, share, startedAt });
    onProgress(0);
    const name = file.name.slice(0, 200);
    const plain = withQuery(path, { name });
    const address = undecided_lines.length > 0 ? `${plain}&same=${same.join(",")}` : plain;
    try {
      const imported = await send<ImportedFile>(address, file, onProgress);
      await changed();
      become({ is: "ready", imported });
    } catch (error) {
      if (stopping.current?.signal.aborted) return;
      const isKnown = error instanceof ApiError && error.problem.code === "file_already_imported";
      const retry = isKnown ? undefined : () => void read(file, preview, same);
      become({ is: "refused", retry, error: error as Error });
    }
  };

  return (
    <div ref={place} tabIndex={-1} className="grid max-w-3xl gap-4 outline-none">
      {state.is === "ready" && state.imported?.id === newestId && state.imported && (
        <Result imported={state.imported} dealId={dealId} />
      )}
      {state.is === "opening" && (
        <p className="flex items-center gap-2" role="status">
          <Spinner />
          Reading the file
        </p>
      )}
      {state.is === "reading" && <Reading {...state} />}
      {state.is === "previewed" && (
        <Preview
          {...state}
          file={state.chosen.file}
          onImport={(same) => void read(state.chosen.file, state.preview, same)}
          onChange={state.preview.format === "mapping" ? () => void change(state.chosen) : undefined}
          onClose={() => setState({ is: "ready" })}
        />
      )}
      {state.is === "refused" && (
        <div role="alert">
          <Notice tone="error" title={titleOf(state.error)}>
            {textOf(state.error)}
            {(state.retry || state.change) && (
              <p className="button-row mt-3">
                {state.retry && (
                  <Button variant="outline" isSmall onClick={state.retry}>
                    Try again
                  </Button>
                )}
                {state.change && (
                  <Button variant="ghost" isSmall onClick={state.change}>
                    {messages.mappingChange}
                  </Button>
                )}
              </p>
            )}
          </Notice>
        </div>
      )}
      {state.is === "unknown" && (
        <Suspense>
          <MappingForm
            table={state.table}
            saved={state.saved}
            onSaved={() => tryLook(async () => state.chosen)}
            onClose={() => setState({ is: "ready" })}
          />
        </Suspense>
      )}
      {(state.is === "ready" || state.is === "refused") && (
        <FileDrop accept=".csv,.txt,.xlsx,.ofx,.qfx,.xml,.sta,.940,.mt940,text/csv" onFile={(file) => void open(file)}>
          {(choose) => (
            <>
              <Button variant="outline" isSmall onClick={choose}>
                Choose a file
              </Button>
              <span className="note">
                <span className="if-dropped">Or drop it here:</span> CSV, OFX, CAMT.053, MT940 or Excel, at most 2 MB
                and 5,000 lines.{" "}
                {isFirst
                  ? "The first file has to begin at a balance of £0.00: choose the days from the account’s first one."
                  : "It begins on the last day that is here, or before: lines that are here already are left out."}
              </span>
            </>
          )}
        </FileDrop>
      )}
    </div>
  );
}

/** What an import left to be booked is said until it is booked. */
function Result({ imported, dealId }: { imported: ImportedFile; dealId: string }) {
  const { items } = useList<BankLine>({ path: `/deals/${dealId}/bank-lines`, parameters: { show: "open" } });
  const { paid_in_pence, paid_out_pence } = imported.booked;
  const isBooked = items?.every(({ can }) => !can.book) === true;
  const left = isBooked ? { ...imported.to_book, lines: 0 } : imported.to_book;
  return (
    <p className="num font-semibold" role="status">
      {messages.imported({ ...imported, to_book: left }, sumBothWays([paid_in_pence, -paid_out_pence]))}
    </p>
  );
}

interface PreviewProps {
  file: File;
  preview: BankFilePreview;
  leftOut: string;
  /** With the lines that are here already, of those that are asked about. */
  onImport: (same: readonly number[]) => void;
  /** The preview has it where an admin named the columns. */
  onChange: (() => void) | undefined;
  onClose: () => void;
}

type Answer = "" | "same" | "other";
const answerOptions: { value: Answer; label: string }[] = [
  { value: "same", label: "Yes, it is here" },
  { value: "other", label: "No, it is another payment" },
];

function Preview({ file, preview, leftOut, onImport, onChange, onClose }: PreviewProps) {
  const { format, lines, new_lines, first_on, last_on, paid_in_pence, paid_out_pence, left_out_lines } = preview;
  const { opening_balance_pence: opening, closing_balance_pence: closing } = preview;
  const { undecided_lines: asked } = preview;
  const [answers, setAnswers] = useState<ReadonlyMap<number, Answer>>(new Map());
  const same = asked.flatMap(({ ordinal }) => (answers.get(ordinal) === "same" ? [ordinal] : []));
  return (
    <section aria-label={messages.previewTitle(file.name)} className="grid gap-2">
      <h3 className="d4 wrap-anywhere">{messages.previewTitle(file.name)}</h3>
      <p className="num font-semibold">
        {messages.span(lines, formatDay(first_on), formatDay(last_on))}{" "}
        {messages.counted(new_lines, lines - new_lines - asked.length, asked.length)}
      </p>
      <p className="num">
        {formatPence(paid_in_pence)} paid in, {formatPence(paid_out_pence)} paid out.{" "}
        {opening === null || closing === null
          ? messages.noBalance
          : messages.balance(formatPence(opening), formatPence(closing))}{" "}
        Read as {bankFormatName(format)}.
      </p>
      {left_out_lines.length > 0 && <p className="wrap-anywhere">{messages.notCompleted(left_out_lines)}</p>}
      {leftOut && <p className="note wrap-anywhere">{leftOut}</p>}
      {asked.map((line) => (
        <Segments
          key={line.ordinal}
          label={messages.undecided(line)}
          value={answers.get(line.ordinal) ?? ""}
          options={answerOptions}
          onChange={(answer) => setAnswers(new Map(answers).set(line.ordinal, answer))}
        />
      ))}
      <div className="button-row">
        <Button isSmall disabled={asked.some(({ ordinal }) => !answers.get(ordinal))} onClick={() => onImport(same)}>
          {messages.importLines(lines)}
        </Button>
        {onChange && (
          <Button variant="ghost" isSmall onClick={onChange}>
            {messages.mappingChange}
          </Button>
        )}
        <Button variant="ghost" isSmall onClick={onClose}>
          Choose another file
        </Button>
      </div>
    </section>
  );
}

function Reading({ lines, share, startedAt }: { lines: number; share: number; startedAt: Date }) {
  const done = Math.floor(share * lines);
  const words = `${done.toLocaleString("en-GB")} of ${lines.toLocaleString("en-GB")}`;
  return (
    <div className="grid gap-2" aria-busy="true">
      <p className="flex items-center gap-2 font-semibold" role="status">
        <Spinner />
        {messages.reading(lines)}
      </p>
      <div
        className="progress"
        role="progressbar"
        aria-label={messages.reading(lines)}
        aria-valuemin={0}
        aria-valuemax={lines}
        aria-valuenow={done}
        aria-valuetext={words}
      >
        <div className="progress-fill" style={{ width: `${100 * share}%` }} />
      </div>
      <p className="note num flex flex-wrap justify-between gap-x-4">
        <span>{words}</span>
        <span>Started {clock().format(startedAt)} by you</span>
      </p>
    </div>
  );
}

/** The first sentence says what is wrong. */
function titleOf({ message }: Error): string {
  return /^.+?[.](?= )/.exec(message)?.[0] ?? "This file was not imported";
}

function textOf(error: Error): string {
  const title = titleOf(error);
  const text = error.message.startsWith(title) ? error.message.slice(title.length).trim() : error.message;
  return text.includes(messages.nothingImported) ? text : `${text} ${messages.nothingImported}`;
}
