import { useMutation } from "@tanstack/react-query";
import { toastFailure } from "#web/ui/toast.ts";
import { fetchFile } from "./api.ts";
import { saveFile } from "./save-file.ts";

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
