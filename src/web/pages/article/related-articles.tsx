import { paths } from "#shared/paths.ts";
import { type Article, relatedArticles } from "#web/content/articles.ts";
import { TextLink } from "#web/ui/link.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { ArticleCard } from "../insights/article-card.tsx";

export function RelatedArticles({ article }: { article: Article }) {
  return (
    <section className="related-articles">
      <Rail side="Related articles" className="mb-8">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <h2 className="d2">What to read next</h2>
          <TextLink to={paths.insights}>View All Insights</TextLink>
        </div>
      </Rail>
      <div className="article-cards">
        {relatedArticles(article).map((related) => (
          <ArticleCard key={related.id} article={related} />
        ))}
      </div>
    </section>
  );
}
