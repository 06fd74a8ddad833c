import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { RoomDocument } from "#shared/deals/deal-room.ts";
import { roomPartMessages as messages, roomFileTypes } from "#shared/deals/deal-room-messages.ts";
import { adminName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { useDownload } from "#web/lib/download-button.tsx";
import { shortDate } from "#web/lib/format.ts";
import { formatBytes } from "#web/lib/format-bytes.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { downloadDocument } from "../../../room/document-queries.ts";
import { deskSearch } from "../../desk-search.ts";

interface RoomDocumentsProps {
  dealId: string;
  documents: readonly RoomDocument[];
  canChange: boolean;
  onReplace: (document: RoomDocument, file: File) => void;
}

/** What the next version takes along or has to wait for, and below it what is no longer there. */
export function RoomDocuments({ dealId, documents, canChange, onReplace }: RoomDocumentsProps) {
  const current = documents.filter(isListed);
  const earlier = documents.filter((document) => !isListed(document));
  const actions: RecordColumn<RoomDocument> = {
    header: "Actions",
    isActions: true,
    cell: (document) => (
      <>
        <Opening dealId={dealId} document={document} />
        {canChange && isListed(document) && <Changes dealId={dealId} document={document} onReplace={onReplace} />}
      </>
    ),
  };
  const table = (caption: string, rows: readonly RoomDocument[]) => (
    <RecordTable caption={caption} columns={[...columns, actions]} rows={rows} rowKey={({ id }) => id} />
  );
  return (
    <>
      {current.length > 0 ? (
        table("Documents that the next version takes along", current)
      ) : (
        <p className="note">No document yet.</p>
      )}
      {earlier.length > 0 && (
        <details className="room-earlier">
          <summary className="small">
            Earlier files <span className="muted num">{earlier.length}</span>
          </summary>
          {table("Files that were replaced, refused or removed", earlier)}
        </details>
      )}
    </>
  );
}

/** A refused file until somebody has taken it away. */
const isListed = ({ is_current, state, removed_at }: RoomDocument): boolean =>
  is_current || (state === "refused" && removed_at === null);

const columns: RecordColumn<RoomDocument>[] = [
  { header: messages.document, className: "w-full", cell: (document) => <Description document={document} /> },
  {
    header: "State",
    isBeside: true,
    className: "whitespace-nowrap",
    cell: (document) => <State document={document} />,
  },
  {
    header: "Opened",
    isRight: true,
    className: "num",
    cell: ({ openings }) => (openings === 0 ? "Never" : `${openings.toLocaleString("en-GB")}×`),
  },
];

function Description({ document }: { document: RoomDocument }) {
  const { title, file_name, number, pages, bytes, author_name, created_at, is_downloadable } = document;
  const note = noteOf(document);
  return (
    <div className="room-document">
      <p>{title}</p>
      <p className="note num">
        {[`Version ${number}`, pages && (pages === 1 ? "1 page" : `${pages} pages`), formatBytes(bytes)]
          .filter(Boolean)
          .join(", ")}
      </p>
      <p className="note num">
        {file_name}, {adminName(author_name)}, {shortDate(created_at)}
      </p>
      {is_downloadable && <p className="note">Members can download it</p>}
      {note && <p className="small">{note}</p>}
    </div>
  );
}

/** What its state means, and what to do about it. */
function noteOf(document: RoomDocument): string | null {
  const { state, refusal, damaged_pages, pages, is_downloadable } = document;
  if (isOver(document)) return null;
  if (state === "checking")
    return "The club checks it. Members do not see it yet, and the offer cannot be signed until it is done.";
  if (refusal) return messages.refusals[refusal];
  if (damaged_pages.length > 0) return messages.damaged(damaged_pages);
  return pages === null && !is_downloadable
    ? "Members cannot read it: a spreadsheet has no pages to show, and its download is not allowed."
    : null;
}

const tones: Record<RoomDocument["state"], BadgeTone> = { checking: "waiting", ready: "live", refused: "refused" };

function State({ document }: { document: RoomDocument }) {
  const { state, removed_at } = document;
  if (!isOver(document)) return <Badge tone={tones[state]}>{messages.states[state]}</Badge>;
  return <Badge tone="over">{removed_at ? "Removed" : "Replaced"}</Badge>;
}

/** Removed, or replaced by a newer file. */
const isOver = ({ state, removed_at, is_current }: RoomDocument): boolean =>
  removed_at !== null || (state === "ready" && !is_current);

function Opening({ dealId, document: { id, title, state, pages } }: { dealId: string; document: RoomDocument }) {
  const { linkTo } = useSearchState(deskSearch);
  const { download } = useDownload(
    () => downloadDocument(`/deals/${dealId}/documents/${id}`),
    messages.download,
    title,
  );
  if (state !== "ready") return null;
  if (pages === null)
    return (
      <RowAction labelEnd={title} onClick={() => download()}>
        {messages.download}
      </RowAction>
    );
  return (
    <RouteLink className="row-action no-underline" to={linkTo({ document: id })}>
      Open
      <span className="sr-only"> {title}</span>
    </RouteLink>
  );
}

interface ChangesProps {
  dealId: string;
  document: RoomDocument;
  onReplace: RoomDocumentsProps["onReplace"];
}

function Changes({ dealId, document, onReplace }: ChangesProps) {
  const { id, title, state } = document;
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const remove = useMutation({
    mutationFn: () => callApi("POST", `/deals/${dealId}/documents/${id}/remove`),
    onSuccess: () => toast({ title: "Removed from the next version", description: title }),
    onError: (error) => toastFailure("Not removed", error, title),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.dealRoom(dealId) }),
  });
  const choose = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onReplace(document, file);
  };
  return (
    <>
      {state === "ready" && (
        <>
          <RowAction labelEnd={title} onClick={() => input.current?.click()}>
            New file
          </RowAction>
          <input
            ref={input}
            type="file"
            accept={roomFileTypes.join(",")}
            hidden
            onChange={({ currentTarget }) => {
              choose(currentTarget.files);
              // Allows choosing the same file again.
              currentTarget.value = "";
            }}
          />
        </>
      )}
      <ConfirmButton
        label="Remove"
        labelEnd={title}
        title={`Remove ${title}?`}
        text={
          state === "ready"
            ? "The next version goes without it. If the present version has it, members read it until the next is approved. What they opened stays recorded."
            : "No version has it, and no member could read it."
        }
        busyLabel={remove.isPending && "Removing…"}
        variant="danger"
        onConfirm={(close) => remove.mutate(undefined, { onSettled: close })}
      />
    </>
  );
}
