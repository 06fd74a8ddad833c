import "./own-funds.css";
import { useQuery } from "@tanstack/react-query";
import type { OwnCommitment } from "#shared/commitments.ts";
import { paperLabels } from "#shared/funds-completion-messages.ts";
import { ownPaperMessages as messages } from "#shared/own-funds-messages.ts";
import { SectionFailed } from "#web/features/deals/open/section-failed.tsx";
import { longDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { OpenPaper } from "../completion/open-paper.tsx";
import { ownPapersQuery } from "./funds-queries.ts";
import { areBeingMade, type PaperRow, paperRows } from "./paper-rows.ts";

/** What shows that one holds the shares, what one signed for them, and what is still to come. */
export function Papers({ commitment: { id, terms } }: { commitment: OwnCommitment }) {
  const { data, isPending, refetch } = useQuery({
    ...ownPapersQuery,
    refetchInterval: ({ state }) =>
      state.data !== undefined && areBeingMade(paperRows(state.data, id)) && state.dataUpdateCount < 60 && 2000,
  });
  return (
    <section aria-labelledby="own-papers" className="funds-papers">
      <h3 id="own-papers" className="small font-text font-semibold">
        {messages.heading}
      </h3>
      {isPending && <RowSkeletons label={messages.loading} count={3} />}
      {!isPending && !data && (
        <SectionFailed text={messages.failed} retry={messages.retry} onRetry={() => void refetch()} />
      )}
      {data && (
        <ul>
          {paperRows(data, id).map((row) => (
            <li key={row.kind}>
              <Paper row={row} scheme={terms.scheme} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Paper({ row: { kind, paper, waits }, scheme }: { row: PaperRow; scheme: string }) {
  const label = kind === "relief_certificate" ? messages.relief(scheme) : paperLabels[kind];
  return (
    <>
      <span>
        {label}
        <span className="note num block">{paper ? longDate(paper.dated_on) : waits}</span>
      </span>
      {paper ? (
        <OpenPaper id={paper.id} label={messages.open} labelEnd={label} failed={messages.openFailed} />
      ) : (
        <span className="small">
          <Badge tone="waiting" isPlain>
            {messages.waiting}
          </Badge>
        </span>
      )}
    </>
  );
}
