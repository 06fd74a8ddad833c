import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import { partOfShareWords, sharesBecome, splitWords } from "#shared/portfolio/portfolio-messages.ts";
import { ownCompanyMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { useReaderWords } from "../reader-words.ts";
import { OpenEvidence } from "./open-evidence.tsx";

type Split = OwnCompany["splits"][number];

const count = (shares: number) => shares.toLocaleString("en-GB");

const columnsOf = (shares: string, hasDocuments: boolean): RecordColumn<Split>[] => [
  { header: "From", className: "num whitespace-nowrap", cell: ({ effective_on }) => shortDate(effective_on) },
  { header: "What", isBeside: true, className: "num whitespace-nowrap", cell: splitWords },
  {
    header: shares,
    isRight: true,
    className: "num whitespace-nowrap",
    cell: (split) => {
      const part = partOfShareWords([split]);
      return (
        <>
          {sharesBecome(count(split.shares_before), count(split.shares_after))}
          {part && <span className="note block">{part} than the ratio gives</span>}
        </>
      );
    },
  },
  {
    header: "Source",
    className: "wrap-anywhere",
    cell: ({ id, source, has_evidence, effective_on }) => (
      <>
        {source}
        {hasDocuments && has_evidence && (
          <span className="block">
            <OpenEvidence path={`/share-actions/${id}/evidence`} labelEnd={shortDate(effective_on)} />
          </span>
        )}
      </>
    ),
  },
  {
    header: "Confirmed by",
    cell: ({ is_by_two_admins }) => (is_by_two_admins ? ownCompanyMessages.twoAdmins : ownCompanyMessages.oneAdmin),
  },
];

interface ShareChangesProps {
  splits: readonly Split[];
  /** The documents are shown to the member alone. */
  hasDocuments?: boolean;
}

export function ShareChanges({ splits, hasDocuments = true }: ShareChangesProps) {
  const words = useReaderWords();
  return (
    <section className="own-part is-table" aria-labelledby="own-splits">
      <h2 className="d4" id="own-splits">
        Splits and consolidations
      </h2>
      <RecordTable
        caption={words.splits}
        columns={columnsOf(words.splitShares, hasDocuments)}
        rows={splits}
        rowKey={({ id }) => id}
      />
      <p className="note mt-3">{words.splitsNote}</p>
    </section>
  );
}
