import type { Completion } from "#shared/funds/funds-completion.ts";
import { completionPartMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import { articleWords, type PaperKind, signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { formatLondonTime, longDate, percent } from "#web/lib/format.ts";
import { FiledPaper } from "./filed-paper.tsx";
import { MemberPapers } from "./member-papers.tsx";

interface ResultProps {
  completion: Completion;
  proposal: NonNullable<Completion["proposal"]>;
}

/** What came of the completion: who, when, how much, and the papers. */
export function CompletionResult({ completion, proposal }: ResultProps) {
  return (
    <>
      <section aria-labelledby="completion-result" className="grid gap-3">
        <h3 id="completion-result" className="d4 block-heading">
          The result
        </h3>
        <dl className="closing-facts-list completion-facts">
          {factsOf(completion, proposal).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <DealPapers completion={completion} />
      <MemberPapers papers={completion.papers} />
    </>
  );
}

function factsOf(
  { members, shares, cost_pence, success_fee, success_fee_bp, success_fee_pence }: Completion,
  { confirmed_at, confirmed_by_name, proposed_by_name, issued_on, ledger_sha256 }: ResultProps["proposal"],
): [name: string, value: string][] {
  const fee = success_fee?.waived_because
    ? `None, waived: ${success_fee.waived_because}`
    : success_fee?.article && success_fee_pence
      ? `${formatPence(success_fee_pence)}: ${percent((success_fee_bp ?? 0) / 10_000)}, allowed by ${articleWords(success_fee.article)}. Download the invoice and send it to the founder, with the account to pay to.`
      : "None";
  return [
    ["Completed", confirmed_at ? formatLondonTime(confirmed_at) : ""],
    ["Signed second by", messages.admin(confirmed_by_name)],
    ["Day of issue typed by", messages.admin(proposed_by_name)],
    ["Shares issued on", longDate(issued_on)],
    ["Held for members", messages.heldBy(members, shares, formatPence(cost_pence))],
    ["Invoice to the company", fee],
    ["SHA-256 of the ledger", ledger_sha256 ?? ""],
  ];
}

const kinds: readonly PaperKind[] = ["company_certificate", "ledger", "success_fee_invoice", ...signedPaperKinds];

/** What belongs to the deal as a whole. The company's certificate comes after completion. */
function DealPapers({ completion }: { completion: Completion }) {
  const isListed = (kind: PaperKind) =>
    kind === "company_certificate" || completion.papers.some((paper) => paper.kind === kind);
  return (
    <section aria-labelledby="deal-papers" className="completion-facts grid gap-3">
      <h3 id="deal-papers" className="d4">
        Documents of the deal
      </h3>
      <ul className="paper-list is-alone">
        {kinds.filter(isListed).map((kind) => (
          <FiledPaper
            key={kind}
            kind={kind}
            completion={completion}
            note={kind === "company_certificate" && ". Every member of the deal gets it among their documents at once."}
            upload={kind === "company_certificate" ? kind : null}
          />
        ))}
      </ul>
    </section>
  );
}
