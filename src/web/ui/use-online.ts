import { useSyncExternalStore } from "react";

/** Returns true on the server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    onLineChange,
    () => navigator.onLine,
    () => true,
  );

function onLineChange(listener: () => void): () => void {
  const ended = new AbortController();
  for (const sign of ["online", "offline"]) window.addEventListener(sign, listener, { signal: ended.signal });
  return () => ended.abort();
}
