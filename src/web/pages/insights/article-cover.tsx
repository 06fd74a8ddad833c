import { useState } from "react";
import type { Article } from "#web/content/articles.ts";
import { Cover } from "#web/pictures/cover.tsx";

/** The article's own cover; if it cannot be shown, its category's. */
export function ArticleCover({ article, wide = false }: { article: Article; wide?: boolean }) {
  const [brokenSlug, setBrokenSlug] = useState<string>();
  const slug = brokenSlug === article.slug ? {} : { slug: article.slug };
  return (
    <div onErrorCapture={() => setBrokenSlug(article.slug)}>
      <Cover category={article.category} wide={wide} {...slug} />
    </div>
  );
}
