import { type RefObject, useDeferredValue, useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import type { ListedArticle } from "#shared/content/content.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { oneOf, useSearchState } from "#web/lib/search-state.ts";
import { useArticles } from "#web/lib/site-content.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Search } from "#web/ui/icons.generated.ts";
import { Input } from "#web/ui/input.tsx";
import { useScrollToListTop } from "#web/ui/page-focus.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { type CoverCategory, coverCategories } from "#web/ui/pictures/cover-names.ts";
import { ArticleCard } from "./insights/article-card.tsx";
import { findArticles } from "./insights/find-articles.ts";

export function InsightsPage() {
  usePageMeta(
    "Insights",
    "How start-ups are funded, valued and judged, written by the club for people who invest in them.",
  );
  const articles = useArticles();
  return (
    <div className="page-end">
      <PageHead side="Insights" title="Worth an evening" lead={leadOf(articles.length)} />
      <div className="wrap mt-8 md:mt-14">
        {articles.length > 0 ? (
          <ArticleBrowser articles={articles} />
        ) : (
          <EmptyState
            isCard
            heading="h2"
            title="No articles yet"
            text="What the club writes about start-ups and how to judge them will stand here."
          />
        )}
      </div>
    </div>
  );
}

function ArticleBrowser({ articles }: { articles: ListedArticle[] }) {
  const { words, category, changeWords, chooseCategory, clear } = useArticleFilter();
  // Typing comes first: cards render in the background.
  const shownWords = useDeferredValue(words);
  const found = findArticles(articles, shownWords, category);
  const list = useScrollToListTop(`${words} ${category}`);
  const clearFilter = () => {
    clear();
    // The focused button unmounts.
    list.current?.focus({ preventScroll: true });
  };
  return (
    <div className="article-browser">
      <div className="article-filters">
        <Field label="Search">
          <div className="search-box">
            <Input
              type="search"
              placeholder="Title, topic or category"
              value={words}
              onChange={(event) => changeWords(event.target.value)}
            />
            <Search />
          </div>
        </Field>
        <CategoryFilter articles={articles} current={category} onChoose={chooseCategory} />
      </div>
      <section aria-label="Articles" aria-busy={shownWords !== words || undefined} tabIndex={-1} ref={list}>
        <p className="article-count num" role="status">
          {countOf(found.length)}
        </p>
        {found.length === 0 ? (
          <EmptyState
            isCard
            heading="h2"
            title="No articles found"
            text="Try adjusting your search or category filter"
            action={
              <Button variant="outline" onClick={clearFilter}>
                Clear search and filter
              </Button>
            }
          />
        ) : (
          <div className="article-cards">
            {found.map((article, index) => (
              <ArticleCard key={article.id} article={article} isFirst={index === 0} />
            ))}
          </div>
        )}
      </section>
    </div>
  );
}

const leadOf = (count: number): string =>
  count === 0
    ? "How start-ups are funded, valued and judged. General information, not advice."
    : `${countOf(count)} on how start-ups are funded, valued and judged. General information, not advice.`;

const countOf = (count: number): string => (count === 1 ? "1 article" : `${count} articles`);

/** Words as they are typed, blanks included; "" for all categories. */
const articleSearch = { q: (words: string) => words, category: oneOf(coverCategories) };

/** In the address: Back undoes a category, not typing. */
function useArticleFilter() {
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

interface CategoryFilterProps {
  articles: readonly ListedArticle[];
  /** "" for all articles. */
  current: CoverCategory | "";
  onChoose: (category: CoverCategory | "") => void;
}

function CategoryFilter({ articles, current, onChoose }: CategoryFilterProps) {
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
