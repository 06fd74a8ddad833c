import type { PublishedArticle } from "#shared/content/content.ts";
import { fillValues, headingsOf } from "#shared/content/rich-text-outline.ts";
import { formatDay } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useArticle, useArticles, useRichTextValues } from "#web/lib/site-content.ts";
import { ExampleMark } from "#web/ui/badge.tsx";
import { ContentsFold, ContentsRail } from "#web/ui/contents.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { ArticleCard, ArticleCover, ArticleTitle } from "../insights/article-card.tsx";
import { relatedArticles } from "../insights/find-articles.ts";
import { ArticleNeighbours } from "./article-neighbours.tsx";
import { JoinInvitation } from "./join-invitation.tsx";
import { ShareLink } from "./share-link.tsx";

export function ArticleView({ slug }: { slug: string }) {
  return <Shown article={useArticle(slug)} />;
}

/** An article as visitors see it. */
export function Shown({ article }: { article: PublishedArticle }) {
  const values = useRichTextValues();
  const headings = headingsOf(article.body, values).filter(({ level }) => level === 2);
  usePageMeta(article.title, article.excerpt);
  const path = paths.article(article.slug);
  return (
    <div className="page">
      <div className="wrap">
        <article className="rail article">
          <div className="side">
            <div className="article-side">
              <ArticleFacts article={article} />
              <ContentsRail path={path} headings={headings} />
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
            <ContentsFold path={path} headings={headings} />
            <div className="prose">
              <p className="lead">{article.excerpt}</p>
              <RichText document={article.body} values={values} />
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
function ArticleFacts({ article }: { article: PublishedArticle }) {
  const values = useRichTextValues();
  return (
    <div>
      <RouteLink
        className="article-category"
        to={`${paths.insights}?${new URLSearchParams({ category: article.category })}`}
      >
        {article.category}
      </RouteLink>
      {article.is_example && <ExampleMark />}
      <p className="by num">
        <span>By {fillValues(article.author, values)}</span>
        <time dateTime={article.date}>{formatDay(article.date)}</time>
        <span>{article.reading_minutes} min read</span>
      </p>
    </div>
  );
}

function RelatedArticles({ article }: { article: PublishedArticle }) {
  const related = relatedArticles(useArticles(), article);
  if (related.length === 0) return null;
  return (
    <section className="related-articles">
      <Rail side="Related articles" className="mb-8">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <h2 className="d2">What to read next</h2>
          <TextLink to={paths.insights}>View All Insights</TextLink>
        </div>
      </Rail>
      <div className="article-cards">
        {related.map((other) => (
          <ArticleCard key={other.id} article={other} />
        ))}
      </div>
    </section>
  );
}
