import { useMutation } from "@tanstack/react-query";
import { fetchFile } from "./api.ts";
import { saveFile } from "./save-file.ts";

/** Saved under the server's name. */
export const useDownload = (path: string, onError: (error: Error) => void) =>
  useMutation({
    mutationFn: () => downloadFile("POST", path),
    onError,
  });

/** @throws like `fetchFile`. */
export async function downloadFile(method: string, path: string, body?: unknown): Promise<void> {
  const response = await fetchFile(method, path, body);
  const file = await response.blob();
  saveFile(fileNameIn(response.headers), file.type, file);
}

const fileNameIn = (headers: Headers) => /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "";
