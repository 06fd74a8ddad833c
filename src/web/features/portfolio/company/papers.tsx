import { useQuery } from "@tanstack/react-query";
import { paperLabels } from "#shared/funds-completion-messages.ts";
import { ownPaperMessages } from "#shared/own-funds-messages.ts";
import type { OwnCompany } from "#shared/portfolio.ts";
import { ownCompanyMessages as messages } from "#shared/portfolio-page-messages.ts";
import { SectionFailed } from "#web/features/deals/open/section-failed.tsx";
import { OpenPaper } from "#web/features/funds/completion/open-paper.tsx";
import { type OwnPapers, ownPapersQuery } from "#web/features/funds/own/funds-queries.ts";
import { longDate } from "#web/lib/format.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";

type Lot = OwnCompany["company"]["lots"][number];

/** What was signed for the shares, and what shows that the reader holds them. */
export function Papers({ lots }: { lots: readonly Lot[] }) {
  const { data, isPending, refetch } = useQuery(ownPapersQuery);
  const papers = data?.items
    .filter((paper) => lots.some(({ commitment_id }) => commitment_id === paper.commitment_id))
    .map((paper) => ({ ...paper, label: labelOf(paper) }));
  return (
    <section aria-labelledby="own-papers">
      <h3 id="own-papers">{messages.papers}</h3>
      {isPending && <RowSkeletons label={ownPaperMessages.loading} count={3} />}
      {!isPending && !papers && (
        <SectionFailed text={ownPaperMessages.failed} retry={ownPaperMessages.retry} onRetry={() => void refetch()} />
      )}
      {papers?.length === 0 && <p className="note">{messages.noPapers}</p>}
      {papers && papers.length > 0 && (
        <ul className="own-papers">
          {papers.map(({ id, label, dated_on }) => (
            <li key={id}>
              <span>
                {label}
                <span className="note num block">{longDate(dated_on)}</span>
              </span>
              <OpenPaper id={id} label={ownPaperMessages.open} labelEnd={label} failed={ownPaperMessages.openFailed} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const labelOf = ({ kind, scheme }: OwnPapers["items"][number]): string =>
  kind === "relief_certificate" && scheme !== null ? ownPaperMessages.relief(scheme) : paperLabels[kind];
