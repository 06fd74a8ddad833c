import { paths } from "#shared/paths.ts";
import type { Article } from "#web/content/articles.ts";
import { proseElements } from "#web/content/prose-elements.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { ContentsFold, ContentsRail } from "#web/ui/contents.tsx";
import { ArticleCover } from "../insights/article-cover.tsx";
import { ArticleTitle } from "../insights/article-title.tsx";
import type { ArticleText } from "./article-bodies.tsx";
import { ArticleFacts } from "./article-facts.tsx";
import { ArticleNeighbours } from "./article-neighbours.tsx";
import { JoinInvitation } from "./join-invitation.tsx";
import { RelatedArticles } from "./related-articles.tsx";
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
