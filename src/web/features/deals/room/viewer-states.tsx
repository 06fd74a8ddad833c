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
    <LoadFailed title={messages.failed} text={isOnline ? error.message : offlineMessages.willLoad} onRetry={onRetry} />
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
      title={messages.missing}
      text={messages.missingText}
      action={
        <div className="button-row justify-center">
          <Button onClick={onClose}>{messages.closeMissing}</Button>
          <Button variant="outline" busyLabel={isOpening && messages.opening} onClick={onReopen}>
            {messages.reopen}
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
        {messages.isTable} {!opened.is_downloadable && messages.notDownloadable}
      </p>
      {opened.is_downloadable && (
        <DownloadButton
          method="GET"
          path={`${path}/file?opening=${opened.opening_id}`}
          variant="secondary"
          isSmall={false}
          busy={messages.downloading}
          failed={messages.downloadFailed}
        >
          {messages.download}
        </DownloadButton>
      )}
    </div>
  );
}
