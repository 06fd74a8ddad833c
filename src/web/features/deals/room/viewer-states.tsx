import { useMutation } from "@tanstack/react-query";
import { offlineMessages } from "#shared/account/app-messages.ts";
import type { OpenedDocument } from "#shared/deals/deal-room.ts";
import { documentViewerMessages as messages } from "#shared/deals/deal-room-messages.ts";
import { downloadFile } from "#web/lib/use-download.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { toastFailure } from "#web/ui/toast.ts";
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
  const download = useMutation({
    mutationFn: () => downloadFile("GET", `${path}/file?opening=${opened.opening_id}`),
    onError: (error) => toastFailure(messages.downloadFailed, error),
  });
  return (
    <div className="card grid justify-items-start gap-3 p-6">
      <p>
        {messages.isTable} {!opened.is_downloadable && messages.notDownloadable}
      </p>
      {opened.is_downloadable && (
        <Button busyLabel={download.isPending && messages.downloading} onClick={() => download.mutate()}>
          {messages.download}
        </Button>
      )}
    </div>
  );
}
