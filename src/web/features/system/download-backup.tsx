import { systemMessages as messages } from "#shared/system/system-messages.ts";
import { downloadFile, useDownload } from "#web/lib/download-button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

interface DownloadBackupProps {
  name: string;
  isOpen: boolean;
  onClose: () => void;
}

export function DownloadBackup({ name, isOpen, onClose }: DownloadBackupProps) {
  const { download, isPending } = useDownload(async () => {
    await downloadFile("POST", `/system/backups/${name}/download`);
    onClose();
  }, "Failed to download the backup");
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Download this backup?"
      text="The file holds everything: names, addresses, profiles, invitation codes, uploaded files. Keep it encrypted. The download is recorded in the audit."
      confirmLabel={messages.download}
      busyLabel={isPending && "Downloading"}
      variant="secondary"
      onConfirm={() => download()}
    />
  );
}
