import { paths } from "#shared/paths.ts";
import { articles } from "#web/content/articles.ts";
import { TextLink } from "#web/ui/link.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { ArticleCard } from "../insights/article-card.tsx";

const shownCount = 4;

export function LatestInsights() {
  return (
    <section className="wrap section">
      <Rail side="Latest insights" className="mb-9">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <h2 className="d1">Read before you invest</h2>
          <TextLink to={paths.insights}>View All Insights</TextLink>
        </div>
      </Rail>
      <div className="article-cards article-cards-4">
        {articles.slice(0, shownCount).map((article) => (
          <ArticleCard key={article.id} article={article} />
        ))}
      </div>
    </section>
  );
}
