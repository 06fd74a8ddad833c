import { useMutation } from "@tanstack/react-query";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { fetchFile } from "./api.ts";
import { saveFile } from "./save-file.ts";

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

/** A second call is ignored while the first one runs. @param failed title of the toast of a failure. */
export function useDownload<What = void>(save: (what: What) => Promise<unknown>, failed: string, whom?: string) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: save,
    onError: (error) => toastFailure(failed, error, whom),
  });
  return { download: (what: What) => isPending || mutate(what), isPending, variables };
}

/** Saved under the server's name. @throws like `fetchFile`. */
export async function downloadFile(method: string, path: string, body?: unknown): Promise<void> {
  const response = await fetchFile(method, path, body);
  const file = await response.blob();
  saveFile(fileNameIn(response.headers), file.type, file);
}

const fileNameIn = (headers: Headers) => /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "";
