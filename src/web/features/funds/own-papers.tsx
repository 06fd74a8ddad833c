import "./own/own-funds.css";
import { useQuery } from "@tanstack/react-query";
import { type PaperKind, paperLabels } from "#shared/funds/funds-completion-messages.ts";
import { ownPaperMessages as messages } from "#shared/funds/own-funds-messages.ts";
import { longDate, monthOf } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { OpenPaper } from "./completion/open-paper.tsx";
import { type OwnPapers, ownPapersQuery } from "./own-funds-queries.ts";

interface Commitment {
  id: string;
  scheme: string | null;
  deal_name: string;
  /** Some of its shares are left; undefined where the page does not know. */
  isHeld?: boolean;
}

interface PapersProps {
  heading: string;
  /** Of one company; with several, each paper says of which round it is. */
  commitments: readonly Commitment[];
  className?: string;
}

/** What shows that one holds the shares, what one signed for them, and what is still to come. */
export function Papers({ heading, commitments, className }: PapersProps) {
  const rowsOf = (papers: OwnPapers) =>
    commitments.flatMap((commitment) =>
      paperRows(papers, commitment.id, commitment.isHeld).map((row) => ({ ...row, commitment })),
    );
  const { data, isPending, refetch } = useQuery({
    ...ownPapersQuery,
    refetchInterval: ({ state }) =>
      state.data !== undefined && areBeingMade(rowsOf(state.data)) && state.dataUpdateCount < 60 && 2000,
  });
  return (
    <section aria-labelledby="own-papers" className="funds-papers">
      <h2 id="own-papers" className={className}>
        {heading}
      </h2>
      {isPending && <RowSkeletons label="Loading your documents" count={3} />}
      {!isPending && !data && <SectionFailed text="Your documents could not be loaded." onRetry={refetch} />}
      {data && (
        <ul>
          {rowsOf(data).map(({ commitment, ...row }) => (
            <li key={`${commitment.id} ${row.kind} ${row.paper?.id}`}>
              <Paper row={row} commitment={commitment} isOfSeveral={commitments.length > 1} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface PaperProps {
  row: PaperRow;
  commitment: Commitment;
  isOfSeveral: boolean;
}

function Paper({ row: { kind, paper, waits, isOver }, commitment: { scheme, deal_name }, isOfSeveral }: PaperProps) {
  const label = kind === "relief_certificate" && scheme !== null ? messages.relief(scheme) : paperLabels[kind];
  const when = paper ? longDate(paper.dated_on) : waits;
  return (
    <>
      <span>
        {label}
        <span className="note num block">{isOfSeveral ? `${deal_name}. ${when}` : when}</span>
      </span>
      {paper ? (
        <OpenPaper
          id={paper.id}
          label="PDF"
          labelEnd={isOfSeveral ? `${label}, ${deal_name}` : label}
          failed="The document was not opened"
        />
      ) : (
        <span className="small">
          <Badge tone={isOver ? "over" : "waiting"} isPlain>
            {isOver ? "Not sent" : "Waiting"}
          </Badge>
        </span>
      )}
    </>
  );
}

interface PaperRow {
  kind: PaperKind;
  /** `null` means that it is still to come; `waits` says what for. */
  paper: OwnPapers["items"][number] | null;
  waits: string;
  /** Nothing is held any more that it would be about. */
  isOver: boolean;
}

const kinds = [
  "beneficial_certificate",
  "company_certificate",
  "relief_certificate",
  "signed_commitment",
  "ledger",
] as const satisfies readonly PaperKind[];

/** Of one commitment, in their order, what came of it later behind them; without one for relief where none is due. */
export function paperRows({ items, awaited }: OwnPapers, commitmentId: string, isHeld = true): PaperRow[] {
  const expected = awaited.find(({ commitment_id }) => commitment_id === commitmentId);
  const others = items.filter(
    ({ kind, commitment_id }) => commitment_id === commitmentId && !(kinds as readonly PaperKind[]).includes(kind),
  );
  const known = kinds.flatMap((kind): PaperRow[] => {
    const paper = items.find((item) => item.kind === kind && item.commitment_id === commitmentId) ?? null;
    if (kind !== "relief_certificate") {
      if (kind !== "company_certificate") return [{ kind, paper, waits: messages.making, isOver: false }];
      const waits = isHeld ? "The company is still to send it." : "It did not come while you held the shares.";
      return [{ kind, paper, waits, isOver: !isHeld }];
    }
    if (!paper && !expected) return [];
    const withdrawn = expected?.withdrawn;
    const waits = withdrawn
      ? `The club withdrew the certificate on ${longDate(withdrawn.withdrawn_at)}. The reason: ${withdrawn.reason}`
      : expected
        ? `Expected from ${monthOf(`${expected.expected_from}-01`)}`
        : "";
    return [{ kind, paper, waits, isOver: false }];
  });
  return [...known, ...others.map((paper) => ({ kind: paper.kind, paper, waits: "", isOver: false }))];
}

/** Shortly after the deal is completed. */
export const areBeingMade = (rows: readonly PaperRow[]): boolean =>
  rows.some(({ paper, waits }) => paper === null && waits === messages.making);
