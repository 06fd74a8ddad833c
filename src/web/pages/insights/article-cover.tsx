import { useState } from "react";
import type { Article } from "#web/content/articles.ts";
import { Cover } from "#web/ui/pictures/cover.tsx";

interface ArticleCoverProps {
  article: Article;
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
