import { articles } from "#web/content/articles.ts";
import { type CoverCategory, coverCategories } from "#web/pictures/cover-names.ts";

interface CategoryFilterProps {
  /** None stands for all articles. */
  current: CoverCategory | null;
  onChoose: (category: CoverCategory | null) => void;
}

export function CategoryFilter({ current, onChoose }: CategoryFilterProps) {
  return (
    <div>
      <h2 className="field-label mb-2">Categories</h2>
      <ul className="filter-list">
        <Choice label="All Articles" count={articles.length} isCurrent={!current} onChoose={() => onChoose(null)} />
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
