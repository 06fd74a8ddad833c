import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import type { OpenDeal } from "#shared/deals/deals.ts";
import { openRoomMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { closeDeal } from "#web/lib/gated-queries.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { isNotFound } from "../room/document-queries.ts";
import { DealWarnings } from "./deal-warnings.tsx";
import { openDealsSearch } from "./deals-search.ts";

const viewer = lazyPage(() => import("../room/document-viewer.tsx").then((file) => file.DocumentViewer));

/** The document that the address names, over the deal's page. */
export function OpenedDocument({ deal }: { deal: OpenDeal }) {
  const { document } = useSearchState(openDealsSearch).state;
  return document ? <Viewer key={document} deal={deal} documentId={document} /> : null;
}

function Viewer({ deal, documentId }: { deal: OpenDeal; documentId: string }) {
  const { change } = useSearchState(openDealsSearch);
  const client = useQueryClient();
  const { id } = deal;
  // Closed by whatever: the page below says what was read.
  useEffect(() => () => void client.invalidateQueries({ queryKey: queryKeys.ownOpenings(id) }), [client, id]);
  const refuse = (error: unknown) => {
    if (closeDeal(client, id, error)) return;
    if (isNotFound(error)) void client.invalidateQueries({ queryKey: queryKeys.openDeal(id) });
  };
  return (
    <Suspense>
      <Page
        page={viewer}
        path={`/open-deals/${id}/documents/${documentId}`}
        onClose={() => change({ document: "" }, { replace: true })}
        onRefused={refuse}
      >
        <DealWarnings deal={deal} />
        <p className="viewer-note">{messages.recorded}</p>
      </Page>
    </Suspense>
  );
}
