import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { parameters } from "../member-tabs.ts";

const settleMs = 250;

/** The words that are searched for stand in the address; what is being typed goes there once the typing rests. */
export function useDirectorySearch() {
  const [search, setSearch] = useSearchParams();
  const words = search.get(parameters.words) ?? "";
  const [typed, setTyped] = useState(words);
  const sent = useRef(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back, Forward and the sub-tab change the words without the box; what the box itself sent must not overwrite it.
  useEffect(() => {
    if (words === sent.current) return;
    sent.current = words;
    clearTimeout(timer.current);
    setTyped(words);
  }, [words]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (text: string) => {
    sent.current = text.trim();
    setSearch(
      (now) => {
        now.delete(parameters.member);
        if (sent.current) now.set(parameters.words, sent.current);
        else now.delete(parameters.words);
        return now;
      },
      { replace: true },
    );
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(text), settleMs);
  };
  return { words, typed, type };
}
