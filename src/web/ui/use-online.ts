import { useSyncExternalStore } from "react";

/** Whether this machine has a network at all, as far as the browser knows; taken as given in a page rendered beforehand. */
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
