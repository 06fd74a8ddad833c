import { useParams } from "react-router";
import { articleBySlug } from "#web/content/articles.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { NotFoundPage } from "#web/lib/not-found-page.tsx";
import { articleBody } from "./article/article-bodies.tsx";
import { ArticleView } from "./article/article-view.tsx";

export function ArticlePage() {
  const { slug = "" } = useParams();
  const article = articleBySlug(slug);
  const body = articleBody(slug);
  if (!article || !body) return <NotFoundPage />;
  return (
    <Page key={slug} page={body}>
      {(text) => <ArticleView article={article} text={text} />}
    </Page>
  );
}
