import { formatPence } from "#shared/pence.ts";
import type { HoldingImport } from "#shared/portfolio/holding-imports.ts";
import { holdingImportDeskMessages as messages } from "#shared/portfolio/holding-imports-desk-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { AnnouncedNote } from "#web/lib/second-person-note.tsx";
import { useList } from "#web/lib/use-list.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { BlockHead } from "#web/ui/block-head.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ImportFile } from "./import-file.tsx";
import { ImportStateBadge } from "./import-state-badge.tsx";

interface ImportsPageProps {
  backTo: string;
  linkTo: (id: string) => string;
}

/** A file to import, and those before it. */
export function ImportsPage({ backTo, linkTo }: ImportsPageProps) {
  const list = useList<HoldingImport>({ path: "/holding-imports" });
  useOpenedTitle("Earlier holdings");
  return (
    <div className="grid gap-10">
      <div className="grid max-w-3xl gap-6">
        <div className="grid gap-1.5 pt-2">
          <BackLink to={backTo}>Companies</BackLink>
          <h1 className="d3">Import earlier holdings</h1>
        </div>
        <ImportFile linkTo={linkTo} />
      </div>
      <section aria-labelledby="holding-imports">
        <BlockHead id="holding-imports" title="Imports" />
        <ListView
          list={list}
          noun="imports"
          loading={messages.loading}
          empty={<p className="note">Nothing was imported yet.</p>}
        >
          {(imports) => (
            <RecordTable
              caption="Files of earlier holdings, the newest first"
              columns={columnsOf(linkTo)}
              rows={imports}
              rowKey={({ id }) => id}
              isDense
              isMarked={({ state, undo, undone_at }) => state === "proposed" || (undo !== null && undone_at === null)}
            />
          )}
        </ListView>
      </section>
    </div>
  );
}

const columnsOf = (linkTo: (id: string) => string): RecordColumn<HoldingImport>[] => [
  {
    header: "File",
    className: "wrap-anywhere",
    cell: ({ id, file_name }) => (
      <InlineLink to={linkTo(id)} isQuiet>
        {file_name}
      </InlineLink>
    ),
  },
  { header: "Proposed", className: "num whitespace-nowrap", cell: ({ proposed_at }) => shortDate(proposed_at) },
  {
    header: "What",
    isPlain: true,
    cell: ({ members, lots, distributions }) => messages.about(members, lots, distributions),
  },
  {
    header: messages.cost,
    isBeside: true,
    isRight: true,
    className: "num",
    cell: ({ cost_pence }) => formatPence(cost_pence),
  },
  {
    header: "State",
    cell: (given) => (
      <>
        <ImportStateBadge given={given} />
        <AnnouncedNote record={given} end={given.state === "proposed" ? "refuses" : "keeps"} />
      </>
    ),
  },
];
