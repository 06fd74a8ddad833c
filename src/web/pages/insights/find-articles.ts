import type { ListedArticle } from "#shared/content/content.ts";
import { hasEveryWord } from "#shared/match-words.ts";
import type { CoverCategory } from "#web/ui/pictures/cover-names.ts";

/** Every word is in title, excerpt or category. */
export function findArticles(
  articles: readonly ListedArticle[],
  words: string,
  category: string | null,
): ListedArticle[] {
  return articles.filter(
    (article) =>
      (!category || article.category === category) &&
      hasEveryWord(`${article.title} ${article.excerpt} ${article.category}`, words),
  );
}

export function neighboursOf(articles: readonly ListedArticle[], article: Named) {
  const place = articles.findIndex(({ slug }) => slug === article.slug);
  return { previous: articles[place - 1], next: articles[place + 1] };
}

type Named = Pick<ListedArticle, "slug" | "category">;

const relatedCount = 3;

/** Same category first, then related categories. */
export function relatedArticles(articles: readonly ListedArticle[], article: Named): ListedArticle[] {
  const nearest = [article.category, ...nearestCategories[article.category]];
  return nearest
    .flatMap((category) => articles.filter((other) => other.category === category && other.slug !== article.slug))
    .slice(0, relatedCount);
}

const nearestCategories: Record<CoverCategory, readonly CoverCategory[]> = {
  "Startup Growth": ["Metrics", "Founder Evaluation", "Valuation"],
  "Founder Evaluation": ["Startup Growth", "Metrics", "Angel Investing"],
  Funding: ["Tax Relief", "Valuation"],
  "Angel Investing": ["Tax Relief", "Founder Evaluation"],
  "Tax Relief": ["Funding", "Angel Investing"],
  Valuation: ["Metrics", "Funding"],
  Metrics: ["Startup Growth", "Valuation"],
};
