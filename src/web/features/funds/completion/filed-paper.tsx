import type { ComponentProps, ReactNode } from "react";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { completionPartMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import { type PaperKind, paperLabels, type uploadedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { longDate } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { UploadPdf } from "#web/lib/upload-pdf.tsx";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { OpenPaper } from "./open-paper.tsx";

interface FiledPaperProps {
  kind: PaperKind;
  completion: Completion;
  /** Behind what is said of it. */
  note?: ReactNode;
  /** Null where nothing is to be filed. */
  upload: ComponentProps<typeof UploadPaper>["kind"] | null;
}

/** A row of papers of a deal: when it was filed or that it was not, to open and to file. */
export function FiledPaper({ kind, completion: { deal_id, papers }, note, upload }: FiledPaperProps) {
  const paper = papers.find((other) => other.kind === kind);
  return (
    <li>
      <span>
        {paperLabels[kind]}
        <span className="note num block wrap-anywhere">
          {paper ? filedAs(paper) : "Not filed"}
          {note}
        </span>
      </span>
      <span className="paper-actions">
        {paper && (
          <OpenPaper id={paper.id} label={messages.open} labelEnd={paperLabels[kind]} failed={messages.openFailed} />
        )}
        {upload !== null && <UploadPaper dealId={deal_id} kind={upload} isFiled={paper !== undefined} />}
      </span>
    </li>
  );
}

const drawn: readonly PaperKind[] = ["ledger", "success_fee_invoice"];

function filedAs({ kind, file_name, created_at, author_name }: Completion["papers"][number]): string {
  const day = longDate(created_at);
  return drawn.includes(kind) ? `Made on ${day}` : `${file_name}. ${messages.filed(day, author_name)}`;
}

interface UploadPaperProps {
  dealId: string;
  kind: (typeof uploadedPaperKinds)[number];
  isFiled: boolean;
}

/** Files what is chosen at once, in place of another of its kind. */
function UploadPaper({ dealId, kind, isFiled }: UploadPaperProps) {
  const changed = useInvalidate(dealMoneyKeys);
  const label = paperLabels[kind];
  return (
    <UploadPdf
      path={(file_name) => withQuery(`/deals/${dealId}/papers`, { kind, file_name })}
      name={label}
      words={{
        upload: isFiled ? "Replace" : "Choose a file",
        uploading: (percent: number) => `Uploading ${percent}%`,
        stop: "Stop",
        done: `${label} filed`,
      }}
      onUploaded={changed}
    />
  );
}
