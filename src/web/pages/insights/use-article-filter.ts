import { useState } from "react";
import { useLocation, useNavigate, useNavigationType, useSearchParams } from "react-router";
import { type CoverCategory, coverCategories } from "#web/ui/pictures/cover-names.ts";
import { insightsPath, parameters } from "./insights-path.ts";

interface UsedFilter {
  words: string;
  /** None stands for all articles, as does a category in the address that does not exist. */
  category: CoverCategory | null;
  changeWords: (words: string) => void;
  chooseCategory: (category: CoverCategory | null) => void;
  clear: () => void;
}

/** The filter of the list, which stands in the address. A choice of category is a step that Back undoes; typing is not. */
export function useArticleFilter(): UsedFilter {
  const [search] = useSearchParams();
  const location = useLocation();
  const isOwnTyping = useNavigationType() === "REPLACE";
  const navigate = useNavigate();
  const wordsInAddress = search.get(parameters.words) ?? "";
  const [words, setWords] = useState(wordsInAddress);
  const [seen, setSeen] = useState(location);

  // The address follows the box a moment later, so that its own words would undo newer keys; those of Back or a link go in.
  if (location !== seen) {
    setSeen(location);
    if (!isOwnTyping) setWords(wordsInAddress);
  }

  const category = coverCategories.find((known) => known === search.get(parameters.category)) ?? null;
  return {
    words,
    category,
    changeWords: (next) => {
      setWords(next);
      void navigate(insightsPath({ words: next, category }), { replace: true });
    },
    chooseCategory: (next) => {
      if (next !== category) void navigate(insightsPath({ words, category: next }));
    },
    clear: () => void navigate(insightsPath({})),
  };
}
