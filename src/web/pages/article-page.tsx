import { useParams } from "react-router";
import { NotFoundPage } from "#web/lib/not-found-page.tsx";
import { useArticles } from "#web/lib/site-content.ts";
import { ArticleView } from "./article/article-view.tsx";

export function ArticlePage() {
  const { slug = "" } = useParams();
  const isPublished = useArticles().some((article) => article.slug === slug);
  return isPublished ? <ArticleView key={slug} slug={slug} /> : <NotFoundPage />;
}
