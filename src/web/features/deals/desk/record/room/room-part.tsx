import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Room, RoomDocument } from "#shared/deals/deal-room.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { deskSearch } from "../../desk-search.ts";
import { AddDocuments } from "./add-documents.tsx";
import type { Upload } from "./document-form.tsx";
import { OpenedDocument } from "./opened-document.tsx";
import { Openings } from "./openings.tsx";
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
      <section aria-label="Room" tabIndex={-1} className="grid gap-4 outline-none">
        <p className="max-w-(--measure)">
          Members read the documents of the version that is approved. After a change here, sign the offer again and have
          it approved; until then they read what they read now.{" "}
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

const isBeingChecked = ({ state, removed_at }: RoomDocument): boolean => state === "checking" && removed_at === null;
