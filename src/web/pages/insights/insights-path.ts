import { paths } from "#shared/paths.ts";

/** What the list of articles is filtered by; what is left out does not filter. */
export interface ArticleFilter {
  words?: string;
  category?: string | null;
}

/** The address of the list with its filter in it, so that a filtered list can be shared and come back to. */
export function insightsPath({ words, category }: ArticleFilter): string {
  const query = new URLSearchParams();
  if (words) query.set(parameters.words, words);
  if (category) query.set(parameters.category, category);
  return query.size > 0 ? `${paths.insights}?${query}` : paths.insights;
}

export const parameters = { words: "q", category: "category" } as const;
