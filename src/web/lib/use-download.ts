import { useMutation } from "@tanstack/react-query";
import { fetchFile } from "./api.ts";
import { saveFile } from "./save-file.ts";

/** Saved under the server's name. */
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
