import type { Completion } from "#shared/funds/funds-completion.ts";
import { type PaperKind, signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { FiledPaper } from "./filed-paper.tsx";

const kinds: readonly PaperKind[] = ["company_certificate", "ledger", "success_fee_invoice", ...signedPaperKinds];

/** What belongs to the deal as a whole. The company's certificate comes after completion. */
export function DealPapers({ completion }: { completion: Completion }) {
  const isListed = (kind: PaperKind) =>
    kind === "company_certificate" || completion.papers.some((paper) => paper.kind === kind);
  return (
    <section aria-labelledby="deal-papers" className="completion-facts grid gap-3">
      <h3 id="deal-papers" className="d4">
        Papers of the deal
      </h3>
      <ul className="paper-list is-alone">
        {kinds.filter(isListed).map((kind) => (
          <FiledPaper
            key={kind}
            kind={kind}
            completion={completion}
            note={kind === "company_certificate" && ". Every member of the deal gets it among their papers at once."}
            upload={kind === "company_certificate" ? kind : null}
          />
        ))}
      </ul>
    </section>
  );
}
