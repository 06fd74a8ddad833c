import { useDeferredValue } from "react";
import type { ListedArticle } from "#shared/content/content.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useArticles } from "#web/lib/site-content.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Search } from "#web/ui/icons.generated.ts";
import { Input } from "#web/ui/input.tsx";
import { useScrollToListTop } from "#web/ui/page-focus.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { ArticleCard } from "./insights/article-card.tsx";
import { CategoryFilter } from "./insights/category-filter.tsx";
import { findArticles } from "./insights/find-articles.ts";
import { useArticleFilter } from "./insights/use-article-filter.ts";

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
