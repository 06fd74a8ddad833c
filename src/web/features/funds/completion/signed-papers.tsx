import type { Completion } from "#shared/funds-completion.ts";
import { completionPartMessages as messages } from "#shared/funds-completion-desk-messages.ts";
import { paperLabels, signedPaperKinds } from "#shared/funds-completion-messages.ts";
import { longDate } from "#web/lib/format.ts";
import { OpenPaper } from "./open-paper.tsx";
import { UploadPaper } from "./upload-paper.tsx";

/** The four that are signed before a round completes. */
export function SignedPapers({ completion: { deal_id, papers, can } }: { completion: Completion }) {
  return (
    <>
      <ul className="paper-list">
        {signedPaperKinds.map((kind) => {
          const paper = papers.find((other) => other.kind === kind);
          return (
            <li key={kind}>
              <span>
                {paperLabels[kind]}
                <span className="note num block wrap-anywhere">
                  {paper
                    ? `${paper.file_name}. ${messages.filed(longDate(paper.created_at), paper.author_name)}`
                    : messages.notFiled}
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
                {can.prepare && <UploadPaper dealId={deal_id} kind={kind} isFiled={paper !== undefined} />}
              </span>
            </li>
          );
        })}
      </ul>
      {can.prepare && <p className="note">{messages.uploadHint}</p>}
    </>
  );
}
