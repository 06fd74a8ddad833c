import { offlineMessages } from "#shared/account/app-messages.ts";
import type { OpenedDocument } from "#shared/deals/deal-room.ts";
import { documentViewerMessages as messages } from "#shared/deals/deal-room-messages.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { useOnline } from "#web/ui/use-online.ts";

export function OpeningFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isOnline = useOnline();
  return (
    <LoadFailed
      title="The document could not be opened"
      text={isOnline ? error.message : offlineMessages.willLoad}
      onRetry={onRetry}
    />
  );
}

interface OpeningMissingProps {
  isOpening: boolean;
  onReopen: () => void;
  onClose: () => void;
}

export function OpeningMissing({ isOpening, onReopen, onClose }: OpeningMissingProps) {
  return (
    <EmptyState
      isCard
      title="This document cannot be read any more"
      text="It was taken out, a newer file has taken its place, or it has been open for more than a day. Then it can be opened again."
      action={
        <div className="button-row justify-center">
          <Button onClick={onClose}>Close</Button>
          <Button variant="outline" busyLabel={isOpening && messages.opening} onClick={onReopen}>
            Open it again
          </Button>
        </div>
      }
    />
  );
}

/** It has no pages. */
export function SpreadsheetNote({ path, opened }: { path: string; opened: OpenedDocument }) {
  return (
    <div className="card grid justify-items-start gap-3 p-6">
      <p>
        This document is a spreadsheet. It has no pages to read here.{" "}
        {!opened.is_downloadable && "It may not be downloaded."}
      </p>
      {opened.is_downloadable && (
        <DownloadButton
          method="GET"
          path={`${path}/file?opening=${opened.opening_id}`}
          variant="secondary"
          isSmall={false}
          busy="Downloading…"
          failed="Not downloaded"
        >
          Download
        </DownloadButton>
      )}
    </div>
  );
}
