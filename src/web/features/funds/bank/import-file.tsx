import { clock } from "../clock.ts";
import "#web/styles/file-drop.css";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { decodeText } from "#shared/decode-text.ts";
import type { BankFile } from "#shared/funds.ts";
import { bankPartMessages as messages } from "#shared/funds-desk-messages.ts";
import { ApiError } from "#web/lib/api.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { Button, Spinner } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { useClosingChanged } from "../closing-queries.ts";

const MappingForm = lazy(() => import("./mapping-form.tsx").then((file) => ({ default: file.MappingForm })));

type State =
  | { is: "ready" }
  | { is: "reading"; lines: number; share: number; startedAt: Date }
  | { is: "refused"; file: File; error: Error }
  | { is: "unknown"; file: File; header: string[] };

/** All of a file, or nothing of it. */
export function ImportFile({ dealId }: { dealId: string }) {
  const [state, setState] = useState<State>({ is: "ready" });
  const stopping = useRef<AbortController>(null);
  const place = useRef<HTMLDivElement>(null);
  const changed = useClosingChanged();
  useEffect(() => () => stopping.current?.abort(), []);

  const read = async (file: File) => {
    const { readHeader, countLines } = await import("./read-header.ts");
    const text = decodeText(new Uint8Array(await file.arrayBuffer())) ?? "";
    const startedAt = new Date();
    const lines = countLines(text);
    setState({ is: "reading", lines, share: 0, startedAt });
    stopping.current = new AbortController();
    try {
      // Spreadsheet programs have types of their own for it.
      const imported = await uploadFile<BankFile>(
        withQuery(`/deals/${dealId}/bank-files`, { name: file.name.slice(0, 200) }),
        new File([file], file.name, { type: "text/csv" }),
        {
          onProgress: (share) => setState({ is: "reading", lines, share, startedAt }),
          signal: stopping.current.signal,
        },
      );
      await changed();
      setState({ is: "ready" });
      toast({ title: messages.imported(imported.new_lines) });
    } catch (error) {
      if (stopping.current.signal.aborted) return;
      const isUnknown = error instanceof ApiError && error.problem.code === "unknown_bank_format";
      setState(
        isUnknown ? { is: "unknown", file, header: readHeader(text) } : { is: "refused", file, error: error as Error },
      );
      place.current?.focus();
    }
  };

  return (
    <div ref={place} tabIndex={-1} className="grid max-w-3xl gap-4 outline-none">
      {state.is === "reading" && <Reading {...state} />}
      {state.is === "refused" && (
        <div role="alert">
          <Notice tone="error" title={titleOf(state.error)}>
            {textOf(state.error)}
            <p className="mt-3">
              <Button variant="outline" isSmall onClick={() => void read(state.file)}>
                {messages.retry}
              </Button>
            </p>
          </Notice>
        </div>
      )}
      {state.is === "unknown" && (
        <Suspense>
          <MappingForm
            header={state.header}
            onSaved={() => read(state.file)}
            onClose={() => setState({ is: "ready" })}
          />
        </Suspense>
      )}
      {state.is !== "reading" && state.is !== "unknown" && (
        <FileDrop accept=".csv,text/csv" onFile={(file) => void read(file)}>
          {(choose) => (
            <>
              <Button variant="outline" isSmall onClick={choose}>
                {messages.choose}
              </Button>
              <span className="note">{messages.drop}</span>
            </>
          )}
        </FileDrop>
      )}
    </div>
  );
}

function Reading({ lines, share, startedAt }: { lines: number; share: number; startedAt: Date }) {
  const done = Math.floor(share * lines);
  const words = messages.of(done, lines);
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
        <span>{messages.started(clock().format(startedAt))}</span>
      </p>
    </div>
  );
}

/** The first sentence says what is wrong. */
function titleOf({ message }: Error): string {
  return /^.+?[.](?= )/.exec(message)?.[0] ?? messages.refused;
}

function textOf(error: Error): string {
  const title = titleOf(error);
  const text = error.message.startsWith(title) ? error.message.slice(title.length).trim() : error.message;
  return text.includes(messages.nothingImported) ? text : `${text} ${messages.nothingImported}`;
}
