import { useState } from "react";

/**
 * A text that survives a reload and a look at another tab of the page, for as long as the browser's tab lives.
 * @param key whose text it is and of what.
 */
export function useSessionStorage(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  const keep = (next: string) => {
    setText(next);
    if (next === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  return [text, keep];
}
