import { type RefObject, useEffect, useRef } from "react";
import type { ListedArticle } from "#shared/content/content.ts";
import { type CoverCategory, coverCategories } from "#web/ui/pictures/cover-names.ts";

interface CategoryFilterProps {
  articles: readonly ListedArticle[];
  /** "" for all articles. */
  current: CoverCategory | "";
  onChoose: (category: CoverCategory | "") => void;
}

export function CategoryFilter({ articles, current, onChoose }: CategoryFilterProps) {
  const list = useCurrentInView(current);
  return (
    <div className="min-w-0">
      <h2 className="field-label mb-2 max-lg:sr-only">Categories</h2>
      <ul className="filter-list" ref={list}>
        <Choice label="All Articles" count={articles.length} isCurrent={!current} onChoose={() => onChoose("")} />
        {coverCategories.map((category) => (
          <Choice
            key={category}
            label={category}
            count={articles.filter((article) => article.category === category).length}
            isCurrent={category === current}
            onChoose={() => onChoose(category)}
          />
        ))}
      </ul>
    </div>
  );
}

/** Where the choices are one row wider than the screen, the current one is scrolled into view. */
function useCurrentInView(current: CoverCategory | ""): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another pressed button
  useEffect(() => {
    const row = list.current;
    const pressed = row?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (row && pressed) row.scrollLeft = pressed.offsetLeft - (row.clientWidth - pressed.offsetWidth) / 2;
  }, [current]);
  return list;
}

interface ChoiceProps {
  label: string;
  count: number;
  isCurrent: boolean;
  onChoose: () => void;
}

function Choice({ label, count, isCurrent, onChoose }: ChoiceProps) {
  return (
    <li>
      <button type="button" aria-pressed={isCurrent} onClick={onChoose}>
        {label}
        <span className="note num">{count}</span>
      </button>
    </li>
  );
}
