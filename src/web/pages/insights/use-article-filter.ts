import { useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { oneOf, useSearchState } from "#web/lib/search-state.ts";
import { type CoverCategory, coverCategories } from "#web/ui/pictures/cover-names.ts";

/** Words as they are typed, blanks included; "" for all categories. */
const articleSearch = { q: (words: string) => words, category: oneOf(coverCategories) };

/** In the address: Back undoes a category, not typing. */
export function useArticleFilter() {
  const { state, change } = useSearchState(articleSearch);
  const { q, category } = state;
  const location = useLocation();
  const isOwnTyping = useNavigationType() === "REPLACE";
  const [words, setWords] = useState(q);
  const [seen, setSeen] = useState(location);

  // Only words of Back or a link: the box's own, debounced, would undo newer keys.
  if (location !== seen) {
    setSeen(location);
    if (!isOwnTyping) setWords(q);
  }

  return {
    words,
    category,
    changeWords: (next: string) => {
      setWords(next);
      change({ q: next }, { replace: true });
    },
    chooseCategory: (next: CoverCategory | "") => {
      if (next !== category) change({ q: words, category: next });
    },
    clear: () => change({ q: "", category: "" }),
  };
}
