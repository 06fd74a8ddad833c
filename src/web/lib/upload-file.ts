import { NetworkError, readResponse, unreachableMessage } from "./api.ts";

interface UploadOptions {
  /** The share is from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** `fetch` reports no progress. @throws ApiError, or NetworkError without an answer or when aborted. */
export async function uploadFile<Answer>(path: string, file: File, { onProgress, signal }: UploadOptions) {
  const request = new XMLHttpRequest();
  await new Promise<void>((resolve, reject) => {
    request.open("POST", `/api${path}`);
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => resolve();
    request.onerror = request.onabort = () => reject(new NetworkError(unreachableMessage));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
  return readResponse<Answer>(request, request.responseText);
}
