import { useMutation } from "@tanstack/react-query";
import { fetchFile } from "./api.ts";

/** Saves a file of the server under the name that it gives. */
export const useDownload = (path: string, onError: (error: Error) => void) =>
  useMutation({
    mutationFn: async () => {
      const response = await fetchFile(path);
      const file = await response.blob();
      saveFile(fileNameIn(response.headers), file.type, file);
    },
    onError,
  });

const fileNameIn = (headers: Headers) => /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "";

/** @param type such as "text/csv". */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
