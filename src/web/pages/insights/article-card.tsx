import { useState } from "react";
import type { ListedArticle } from "#shared/content/content.ts";
import { formatDay } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import { ExampleMark } from "#web/ui/badge.tsx";
import { Cover } from "#web/ui/pictures/cover.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";

export function ArticleCard({ article, isFirst }: { article: ListedArticle; isFirst?: boolean }) {
  return (
    <RouteLink className="article-card" to={paths.article(article.slug)}>
      <ArticleCover article={article} isInView={isFirst} />
      <p className="article-facts num">
        <b>{article.category}</b>
        {article.is_example && <ExampleMark />}
        <time dateTime={article.date}>{formatDay(article.date)}</time>
        <span>{article.reading_minutes} min read</span>
      </p>
      <h3 className="d3">
        <ArticleTitle title={article.title} />
      </h3>
      <p>{article.excerpt}</p>
    </RouteLink>
  );
}

interface ArticleCoverProps {
  article: Pick<ListedArticle, "slug" | "category">;
  wide?: boolean;
  /** On a phone, before anything is scrolled. */
  isInView?: boolean | undefined;
}

/** The article's own cover; if it cannot be shown, its category's. */
export function ArticleCover({ article, wide = false, isInView = wide }: ArticleCoverProps) {
  const [brokenSlug, setBrokenSlug] = useState<string>();
  const slug = brokenSlug === article.slug ? {} : { slug: article.slug };
  return (
    <div onErrorCapture={() => setBrokenSlug(article.slug)}>
      <Cover category={article.category} wide={wide} isInView={isInView} {...slug} />
    </div>
  );
}

/** Keeps hyphenated words whole in balanced headings. */
export function ArticleTitle({ title }: { title: string }) {
  return title.split(/(\S+-\S+)/).map((part) =>
    part.includes("-") ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
