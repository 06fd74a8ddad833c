import { useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { oneOf, useSearchState } from "#web/lib/search-state.ts";
import { type CoverCategory, coverCategories } from "#web/ui/pictures/cover-names.ts";

/** Words as they are typed, blanks included; "" for all categories. */
const articleSearch = { q: (words: string) => words, category: oneOf(coverCategories) };

/** The filter of the list, which stands in the address. A choice of category is a step that Back undoes; typing is not. */
export function useArticleFilter() {
  const { state, change } = useSearchState(articleSearch);
  const { q, category } = state;
  const location = useLocation();
  const isOwnTyping = useNavigationType() === "REPLACE";
  const [words, setWords] = useState(q);
  const [seen, setSeen] = useState(location);

  // The address follows the box a moment later, so that its own words would undo newer keys; those of Back or a link go in.
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
