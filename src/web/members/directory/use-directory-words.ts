import { useSearchParams } from "react-router";
import { parameters } from "../member-tabs.ts";

/** The words that are searched for; they stand in the address, so that a search can be shared and come back to. */
export function useDirectoryWords(): [string, (words: string) => void] {
  const [search, setSearch] = useSearchParams();
  const changeWords = (words: string) =>
    setSearch(
      (now) => {
        now.delete(parameters.member);
        if (words) now.set(parameters.words, words);
        else now.delete(parameters.words);
        return now;
      },
      { replace: true },
    );
  return [search.get(parameters.words) ?? "", changeWords];
}
