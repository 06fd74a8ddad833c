import { paths } from "#shared/paths.ts";
import { type Article, relatedArticles } from "#web/content/articles.ts";
import { proseElements } from "#web/content/prose-elements.tsx";
import { longDate } from "#web/lib/format.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useClub } from "#web/lib/use-club.ts";
import { ContentsFold, ContentsRail } from "#web/ui/contents.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { ArticleCard, ArticleCover, ArticleTitle } from "../insights/article-card.tsx";
import type { ArticleText } from "./article-bodies.tsx";
import { ArticleNeighbours } from "./article-neighbours.tsx";
import { JoinInvitation } from "./join-invitation.tsx";
import { ShareLink } from "./share-link.tsx";

interface ArticleViewProps {
  article: Article;
  text: ArticleText;
}

export function ArticleView({ article, text: { default: Text, tableOfContents } }: ArticleViewProps) {
  usePageMeta(article.title, article.excerpt);
  const path = paths.article(article.slug);
  return (
    <div className="page">
      <div className="wrap">
        <article className="rail article">
          <div className="side">
            <div className="article-side">
              <ArticleFacts article={article} />
              <ContentsRail path={path} headings={tableOfContents} />
              <ShareLink article={article} />
            </div>
          </div>
          <div className="main">
            <h1 className="d1 max-w-[44rem]">
              <ArticleTitle title={article.title} />
            </h1>
            <div className="article-picture">
              <ArticleCover article={article} wide />
            </div>
            <ContentsFold path={path} headings={tableOfContents} />
            <div className="prose">
              <p className="lead">{article.excerpt}</p>
              <Text components={proseElements} />
            </div>
            <ArticleNeighbours article={article} />
          </div>
        </article>
        <RelatedArticles article={article} />
      </div>
      <JoinInvitation />
    </div>
  );
}

/** What it is about, who wrote it, when, and how long it takes. */
function ArticleFacts({ article }: { article: Article }) {
  const club = useClub();
  return (
    <div>
      <RouteLink
        className="article-category"
        to={`${paths.insights}?${new URLSearchParams({ category: article.category })}`}
      >
        {article.category}
      </RouteLink>
      <p className="by num">
        <span>By the {club.identity.name} team</span>
        <time dateTime={article.date}>{longDate(article.date)}</time>
        <span>{article.readingMinutes} min read</span>
      </p>
    </div>
  );
}

function RelatedArticles({ article }: { article: Article }) {
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
