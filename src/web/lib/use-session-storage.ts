import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** All that read a key see what one of them keeps. @param key includes the person, for a browser that several use. */
export function useSessionStorage(key: string): [string, (text: string) => void] {
  const read = () => sessionStorage.getItem(key) ?? "";
  const text = useSyncExternalStore(subscribe, read, read);
  const keep = (next: string) => {
    if (next === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
    for (const listener of listeners) listener();
  };
  return [text, keep];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
