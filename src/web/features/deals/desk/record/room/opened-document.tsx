import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useSearchState } from "#web/lib/search-state.ts";
import { deskSearch } from "../../desk-search.ts";

const viewer = lazyPage(() => import("../../../room/document-viewer.tsx").then((file) => file.DocumentViewer));

/** The document that the address names, over the deal's record. */
export function OpenedDocument({ dealId }: { dealId: string }) {
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
