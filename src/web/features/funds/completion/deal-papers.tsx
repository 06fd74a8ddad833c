import type { Completion } from "#shared/funds-completion.ts";
import { completionPartMessages as messages } from "#shared/funds-completion-desk-messages.ts";
import { type PaperKind, paperLabels, signedPaperKinds } from "#shared/funds-completion-messages.ts";
import { longDate } from "#web/lib/format.ts";
import { OpenPaper } from "./open-paper.tsx";
import { UploadPaper } from "./upload-paper.tsx";

const kinds: readonly PaperKind[] = ["company_certificate", "ledger", "success_fee_invoice", ...signedPaperKinds];

/** What belongs to the deal as a whole. The company's certificate comes after completion. */
export function DealPapers({ completion: { deal_id, papers } }: { completion: Completion }) {
  const rows = kinds.flatMap((kind) => {
    const paper = papers.find((other) => other.kind === kind);
    return paper || kind === "company_certificate" ? { kind, paper } : [];
  });
  return (
    <section aria-labelledby="deal-papers" className="completion-facts grid gap-3">
      <h3 id="deal-papers" className="d4">
        {messages.dealPapers}
      </h3>
      <ul className="paper-list is-alone">
        {rows.map(({ kind, paper }) => (
          <li key={kind}>
            <span>
              {paperLabels[kind]}
              <span className="note num block wrap-anywhere">
                {paper ? filedAs(paper) : messages.notFiled}
                {kind === "company_certificate" && `. ${messages.certificateText}`}
              </span>
            </span>
            <span className="paper-actions">
              {paper && (
                <OpenPaper
                  id={paper.id}
                  label={messages.open}
                  labelEnd={paperLabels[kind]}
                  failed={messages.openFailed}
                />
              )}
              {kind === "company_certificate" && (
                <UploadPaper dealId={deal_id} kind={kind} isFiled={paper !== undefined} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const drawn: readonly PaperKind[] = ["ledger", "success_fee_invoice"];

function filedAs({ kind, file_name, created_at, author_name }: Completion["papers"][number]): string {
  const day = longDate(created_at);
  return drawn.includes(kind) ? messages.made(day) : `${file_name}. ${messages.filed(day, author_name)}`;
}
