export const coverCategories = [
  "Startup Growth",
  "Founder Evaluation",
  "Funding",
  "Angel Investing",
  "Tax Relief",
  "Valuation",
  "Metrics",
] as const;
export type CoverCategory = (typeof coverCategories)[number];

/** 'Tax Relief' → 'category-tax-relief' */
export const categoryCover = (category: CoverCategory): string =>
  `category-${category.toLowerCase().replaceAll(" ", "-")}`;

export const articleCover = (slug: string): string => `article-${slug}`;
