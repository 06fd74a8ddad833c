import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FrozenDocument, OwnOpenings } from "#shared/deals/deal-room.ts";
import { documentTypeLabels } from "#shared/deals/deal-room-messages.ts";
import type { OpenDeal } from "#shared/deals/deals.ts";
import { openRoomMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { closeDeal, ownOpeningsQuery } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { downloadDocument } from "../room/document-queries.ts";
import { pageWords } from "../room/page-ranges.ts";
import { DealFold } from "./deal-section.tsx";
import { openDealsSearch } from "./deals-search.ts";

interface DealRoomProps {
  deal: OpenDeal;
  isChanged: boolean;
}

/** The documents of the version that is shown, with what the reader has opened. */
export function DealRoom({ deal: { id, content, seen }, isChanged }: DealRoomProps) {
  const { linkTo } = useSearchState(openDealsSearch);
  const { data } = useQuery({ ...ownOpeningsQuery(id), enabled: content.documents.length > 0 });
  const openings = data?.gate === "open" ? data.answer.items : undefined;
  const isNew = (document: FrozenDocument) => seen !== null && !seen.documents.some(({ id }) => id === document.id);
  const opened = content.documents.filter((document) =>
    openings?.some(({ document_id }) => document_id === document.id),
  ).length;
  const columns: RecordColumn<FrozenDocument>[] = [
    {
      header: "Document",
      className: "@min-[40rem]:w-2/5 wrap-anywhere",
      cell: (document) => (
        <>
          {document.pages === null ? (
            <>
              {document.title} <span className="note block">{tableWords(document)}</span>
            </>
          ) : (
            <InlineLink to={linkTo({ document: document.id })} isQuiet>
              {document.title}
            </InlineLink>
          )}
        </>
      ),
    },
    { header: "Pages", isRight: true, className: "num", cell: ({ pages }) => pages ?? "–" },
    {
      header: "Version",
      className: "num @min-[56rem]:whitespace-nowrap",
      cell: (document) => (
        <>
          v{document.number}, {shortDate(document.created_at)} {isNew(document) && <Badge tone="upcoming">New</Badge>}
        </>
      ),
    },
    {
      header: "You",
      className: "@min-[40rem]:w-1/3 num",
      cell: (document) => openings && openingWords(openings, document.id),
    },
    {
      header: messages.read,
      isActions: true,
      cell: (document) => <Action dealId={id} document={document} to={linkTo({ document: document.id })} />,
    },
  ];
  return (
    <DealFold name="room" line={messages.summary(content.documents.length, opened)} isChanged={isChanged}>
      {content.documents.length > 0 ? (
        <div className="grid gap-3">
          <RecordTable
            caption="Documents of this deal"
            columns={columns}
            rows={content.documents}
            rowKey={({ id }) => id}
          />
          <p className="note">{messages.recorded}</p>
        </div>
      ) : (
        <p className="muted">No documents yet. A document is listed here as soon as a version of this page has it.</p>
      )}
    </DealFold>
  );
}

interface ActionProps {
  dealId: string;
  document: FrozenDocument;
  to: string;
}

function Action({ dealId, document: { id, title, pages, is_downloadable }, to }: ActionProps) {
  const client = useQueryClient();
  const download = useMutation({
    mutationFn: () => downloadDocument(`/open-deals/${dealId}/documents/${id}`),
    onError: (error) => closeDeal(client, dealId, error) || toastFailure("Not downloaded", error, title),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.ownOpenings(dealId) }),
  });
  if (pages !== null)
    return (
      <RouteLink className="row-action no-underline" to={to}>
        {messages.read}
        <span className="sr-only"> {title}</span>
      </RouteLink>
    );
  if (!is_downloadable) return null;
  return (
    <RowAction
      labelEnd={title}
      aria-disabled={download.isPending}
      onClick={() => download.isPending || download.mutate()}
    >
      {download.isPending ? "Downloading…" : "Download"}
    </RowAction>
  );
}

function tableWords({ media_type, is_downloadable }: FrozenDocument): string {
  const type = documentTypeLabels[media_type] ?? media_type;
  return is_downloadable ? `${type}, download allowed` : `${type}, not to be downloaded`;
}

function openingWords(openings: OwnOpenings["items"], id: string): string {
  const own = openings.filter(({ document_id }) => document_id === id);
  const last = own
    .map(({ opened_at }) => opened_at)
    .toSorted()
    .at(-1);
  if (!last) return "Not opened";
  const downloaded = own
    .flatMap(({ downloaded_at }) => downloaded_at ?? [])
    .toSorted()
    .at(-1);
  if (downloaded) return `Downloaded ${dayOf(downloaded)}`;
  const pages = [...new Set(own.flatMap(({ pages }) => pages))].toSorted((a, b) => a - b);
  return messages.opened(dayOf(last), pageWords(pages));
}

/** "12 Jan": a round is open for weeks. */
const dayOf = (moment: string): string => shortDate(moment).replace(/ \d+$/, "");
