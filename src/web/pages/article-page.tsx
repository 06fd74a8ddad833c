import { type ComponentType, lazy, Suspense } from "react";
import { useParams } from "react-router";
import { paths } from "#shared/paths.ts";
import { articleBySlug } from "#web/content/articles.ts";
import { proseElements } from "#web/content/prose-elements.tsx";
import { longDate } from "#web/lib/dates.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { TextLink } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ArticleCover } from "./insights/article-cover.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

type Body = ComponentType<{ components?: object }>;

const files = import.meta.glob<{ default: Body }>("../content/articles/*.mdx");
const bodies = new Map(Object.entries(files).map(([file, load]) => [file.replace(/^.*\/|\.mdx$/g, ""), lazy(load)]));

export function ArticlePage() {
  const { slug = "" } = useParams();
  const article = articleBySlug(slug);
  const Body = bodies.get(slug);
  usePageMeta(article?.title ?? "Page not found", article?.excerpt ?? "There is no article at this address.");
  if (!article || !Body) return <NotFoundPage />;
  return (
    <div className="wrap page page-end">
      <article className="rail">
        <div className="side">
          <p className="text-ember-deep">{article.category}</p>
          <p className="by num">
            <span>By {article.author}</span>
            <time dateTime={article.date}>{longDate(article.date)}</time>
            <span>{article.readingMinutes} min read</span>
          </p>
        </div>
        <div className="main">
          <h1 className="d1 max-w-[44rem]">{article.title}</h1>
          <div className="mt-8 mb-10 max-w-4xl">
            <ArticleCover article={article} wide />
          </div>
          <div className="prose">
            <p className="lead">{article.excerpt}</p>
            <Suspense fallback={<Skeleton className="h-80" />}>
              <Body components={proseElements} />
            </Suspense>
          </div>
          <TextLink to={paths.insights} className="mt-12">
            View All Insights
          </TextLink>
        </div>
      </article>
    </div>
  );
}
