import { paths } from "#shared/paths.ts";
import type { Article } from "#web/content/articles.ts";
import { longDate } from "#web/lib/format.ts";
import { RouteLink } from "#web/ui/route-link.tsx";
import { ArticleCover } from "./article-cover.tsx";
import { ArticleTitle } from "./article-title.tsx";

export function ArticleCard({ article, isFirst }: { article: Article; isFirst?: boolean }) {
  return (
    <RouteLink className="article-card" to={paths.article(article.slug)}>
      <ArticleCover article={article} isInView={isFirst} />
      <p className="article-facts num">
        <b>{article.category}</b>
        <time dateTime={article.date}>{longDate(article.date)}</time>
        <span>{article.readingMinutes} min read</span>
      </p>
      <h3 className="d3">
        <ArticleTitle title={article.title} />
      </h3>
      <p>{article.excerpt}</p>
    </RouteLink>
  );
}
