import { Button, type ButtonProps } from "#web/ui/button.tsx";
import { downloadFile, useDownload } from "./use-download.ts";

interface DownloadButtonProps extends ButtonProps {
  method?: "GET" | "POST";
  path: string;
  busy?: string;
  failed: string;
}

/** Saves a file of the API; POST where the audit says who took it. */
export function DownloadButton({ method = "POST", path, busy, failed, ...button }: DownloadButtonProps) {
  const { download, isPending } = useDownload(() => downloadFile(method, path), failed);
  return <Button variant="outline" isSmall {...button} busyLabel={isPending && busy} onClick={() => download()} />;
}
