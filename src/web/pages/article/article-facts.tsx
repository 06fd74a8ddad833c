import { paths } from "#shared/paths.ts";
import type { Article } from "#web/content/articles.ts";
import { longDate } from "#web/lib/dates.ts";
import { RouteLink } from "#web/ui/route-link.tsx";

/** What it is about, who wrote it, when, and how long it takes. */
export function ArticleFacts({ article }: { article: Article }) {
  return (
    <div>
      <RouteLink
        className="article-category"
        to={`${paths.insights}?${new URLSearchParams({ category: article.category })}`}
      >
        {article.category}
      </RouteLink>
      <p className="by num">
        <span>By {article.author}</span>
        <time dateTime={article.date}>{longDate(article.date)}</time>
        <span>{article.readingMinutes} min read</span>
      </p>
    </div>
  );
}
