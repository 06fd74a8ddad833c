import { useState } from "react";
import type { DocumentOpening, RoomDocument } from "#shared/deals/deal-room.ts";
import { roomPartMessages as messages } from "#shared/deals/deal-room-messages.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { FilterChoice } from "#web/ui/list/filter-choice.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { pageWords } from "../../../room/page-ranges.ts";

interface OpeningsProps {
  dealId: string;
  documents: readonly RoomDocument[];
}

export function Openings({ dealId, documents }: OpeningsProps) {
  const [document, setDocument] = useState("");
  const list = useList<DocumentOpening>({
    path: `/deals/${dealId}/openings`,
    parameters: { document_id: document },
  });
  return (
    <section aria-labelledby="document-openings">
      <div className="view-head">
        <h3 id="document-openings" className="d4">
          Who opened what
        </h3>
        <div className="view-tools">
          <FilterChoice
            label="Document"
            all="All documents"
            value={document}
            options={documents.map(({ id, title, number }) => ({ value: id, label: messages.named(title, number) }))}
            onChange={setDocument}
          />
        </div>
      </div>
      <ListView
        list={list}
        noun="openings"
        loading="Loading the openings"
        empty={{ title: "Nothing was opened yet", text: "Each opening is listed here with its pages." }}
      >
        {(openings) => (
          <RecordTable
            caption="Openings, newest first"
            columns={columns}
            rows={openings}
            rowKey={({ id }) => id}
            isDense
          />
        )}
      </ListView>
    </section>
  );
}

const columns: RecordColumn<DocumentOpening>[] = [
  {
    header: "Who",
    className: "wrap-anywhere",
    cell: ({ full_name, is_desk }) => (
      <>
        {full_name ?? "A sealed record"} {is_desk && <span className="muted">at the desk</span>}
      </>
    ),
  },
  { header: messages.document, className: "wrap-anywhere", cell: ({ title, number }) => messages.named(title, number) },
  { header: "Read", className: "num wrap-anywhere", cell: readWords },
  {
    header: "When",
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: ({ opened_at }) => (
      <time dateTime={opened_at}>
        <Moment text={formatDateTime(opened_at)} />
      </time>
    ),
  },
];

function readWords({ pages, downloaded_at }: DocumentOpening): string {
  const downloaded = downloaded_at && `downloaded ${formatDateTime(downloaded_at)}`;
  return [pageWords(pages), downloaded].filter(Boolean).join(", ") || "No page";
}
