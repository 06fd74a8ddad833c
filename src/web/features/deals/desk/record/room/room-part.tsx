import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import type { DocumentOpening, Room, RoomDocument } from "#shared/deals/deal-room.ts";
import { roomPartMessages as messages } from "#shared/deals/deal-room-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { FilterChoice } from "#web/ui/list/filter-choice.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { pageWords } from "../../../room/page-ranges.ts";
import { deskSearch } from "../../desk-search.ts";
import { AddDocuments } from "./add-documents.tsx";
import type { Upload } from "./document-form.tsx";
import { RoomDocuments } from "./room-documents.tsx";

const checkingMs = 2000;

/** What members can read of a deal besides its page, and who has read it. */
export function RoomPart({ deal: { id, can } }: { deal: DealRecord }) {
  const { linkTo } = useSearchState(deskSearch);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.dealRoom(id),
    queryFn: ({ signal }) => callApi<Room>("GET", `/deals/${id}/room`, undefined, signal),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isBeingChecked) ? checkingMs : false),
  });
  const replace = (document: RoomDocument, file: File) =>
    setUploads((others) => [...others, { key: crypto.randomUUID(), file, replaces: document }]);
  return (
    <div className="grid gap-8">
      <section aria-label="Documents" tabIndex={-1} className="grid gap-4 outline-none">
        <p className="max-w-(--measure)">
          Members read the documents of the offer that is signed. After a change here, freeze the page and sign the
          offer again; until then they read what they read now.{" "}
          <InlineLink to={linkTo({ part: "versions" })}>Versions</InlineLink>
        </p>
        {!data && !isError && <RowSkeletons label="Loading the documents" count={3} />}
        {!data && isError && <LoadFailed title="The documents did not load" onRetry={refetch} />}
        {data && <RoomDocuments dealId={id} documents={data.items} canChange={can.fill_room} onReplace={replace} />}
      </section>
      {can.fill_room && <AddDocuments dealId={id} uploads={uploads} onUploads={setUploads} />}
      {data && data.items.length > 0 && <Openings dealId={id} documents={data.items} />}
      <OpenedDocument dealId={id} />
    </div>
  );
}

interface OpeningsProps {
  dealId: string;
  documents: readonly RoomDocument[];
}

function Openings({ dealId, documents }: OpeningsProps) {
  const [document, setDocument] = useState("");
  const list = useList<DocumentOpening>({
    path: `/deals/${dealId}/openings`,
    parameters: { document_id: document },
  });
  return (
    <section aria-labelledby="document-openings">
      <div className="view-head">
        <h2 id="document-openings" className="d4">
          Who opened what
        </h2>
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
        {full_name ?? "A sealed record"} {is_desk && <span className="muted">as an admin</span>}
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

const viewer = lazyPage(() => import("../../../room/document-viewer.tsx").then((file) => file.DocumentViewer));

/** The document that the address names, over the deal's record. */
function OpenedDocument({ dealId }: { dealId: string }) {
  const { state, change } = useSearchState(deskSearch);
  const client = useQueryClient();
  const { document } = state;
  useEffect(() => {
    if (document) return () => void client.invalidateQueries({ queryKey: ["deals", dealId, "openings"] });
    return undefined;
  }, [client, dealId, document]);
  if (!document) return null;
  return (
    <Suspense>
      <Page
        page={viewer}
        key={document}
        path={`/deals/${dealId}/documents/${document}`}
        onClose={() => change({ document: "" }, { replace: true })}
      >
        <p className="viewer-note">
          Openings by admins are recorded too, and each page carries your name. Members read the warnings of the deal in
          this place.
        </p>
      </Page>
    </Suspense>
  );
}

const isBeingChecked = ({ state, removed_at }: RoomDocument): boolean => state === "checking" && removed_at === null;
