import { Search } from "lucide-react";
import { useSearchParams } from "react-router";
import { articles, findArticles } from "#web/content/articles.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { ArticleCard } from "./insights/article-card.tsx";
import { CategoryFilter } from "./insights/category-filter.tsx";

/** Words and category stand in the address, so that a filtered list can be shared and come back to. */
export function InsightsPage() {
  usePageMeta(
    "Insights",
    "How start-ups are funded, valued and judged, written by the club for people who invest in them.",
  );
  const [search, setSearch] = useSearchParams();
  const words = search.get("q") ?? "";
  const category = search.get("category");
  const found = findArticles(words, category);

  const filterBy = (changes: { q?: string; category?: string | null }) => {
    const wanted = Object.entries({ q: words, category, ...changes }).filter(([, value]) => value);
    setSearch(new URLSearchParams(wanted as [string, string][]), { replace: true });
  };

  return (
    <div className="page-end">
      <PageHead
        side="Insights"
        title="Worth an evening"
        lead={`${articles.length} articles on how start-ups are funded, valued and judged. General information, not advice.`}
      />
      <div className="wrap mt-14">
        <div className="article-browser">
          <div className="article-filters">
            <Field label="Search">
              <div className="search-box">
                <Input
                  type="search"
                  placeholder="Title, topic or category"
                  value={words}
                  onChange={(event) => filterBy({ q: event.target.value })}
                />
                <Search />
              </div>
            </Field>
            <CategoryFilter current={category} onChoose={(next) => filterBy({ category: next })} />
          </div>
          <section aria-label="Articles">
            <p className="sr-only" role="status">
              {found.length} {found.length === 1 ? "article" : "articles"}
            </p>
            {found.length === 0 ? (
              <EmptyState
                isCard
                heading="h2"
                title="No articles found"
                text="Try adjusting your search or category filter"
              />
            ) : (
              <div className="article-cards">
                {found.map((article) => (
                  <ArticleCard key={article.id} article={article} />
                ))}
              </div>
            )}
          </section>
        </div>
      </div>
    </div>
  );
}
