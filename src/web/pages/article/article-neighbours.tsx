import type { ListedArticle } from "#shared/content/content.ts";
import { paths } from "#shared/paths.ts";
import { useArticles } from "#web/lib/site-content.ts";
import { ArrowLeft, ArrowRight } from "#web/ui/icons.generated.ts";
import { RouteLink } from "#web/ui/route-link.tsx";
import { ArticleTitle } from "../insights/article-card.tsx";
import { neighboursOf } from "../insights/find-articles.ts";

/** The articles before and after this one, in the order of the list. */
export function ArticleNeighbours({ article }: { article: Pick<ListedArticle, "slug" | "category"> }) {
  const { previous, next } = neighboursOf(useArticles(), article);
  return (
    <nav className="neighbours" aria-label="Previous and next article">
      {previous && (
        <RouteLink to={paths.article(previous.slug)} rel="prev">
          <span className="note">
            <ArrowLeft />
            Previous article
          </span>
          <span className="d4">
            <ArticleTitle title={previous.title} />
          </span>
        </RouteLink>
      )}
      {next && (
        <RouteLink className="is-next" to={paths.article(next.slug)} rel="next">
          <span className="note">
            Next article
            <ArrowRight />
          </span>
          <span className="d4">
            <ArticleTitle title={next.title} />
          </span>
        </RouteLink>
      )}
    </nav>
  );
}
