import type {
  ListedArticle,
  PublishedArticle,
  PublishedCoFounder,
  PublishedFaq,
  PublishedNews,
  PublishedPage,
} from "#shared/content/content.ts";
import type { RichTextValues } from "#shared/content/rich-text-rules.ts";
import { richTextValues } from "#shared/content/rich-text-values.ts";
import type { List } from "#shared/lists.ts";
import { useSiteData } from "./site-data.tsx";
import { useClub } from "./use-club.ts";

/** Newest first. */
export const useArticles = (): ListedArticle[] => useSiteData<List<ListedArticle>>("/articles").items;
export const useArticle = (slug: string): PublishedArticle => useSiteData(`/articles/${slug}`);
export const useNews = (): PublishedNews[] => useSiteData<List<PublishedNews>>("/news").items;
export const useFaqs = (group: PublishedFaq["group"]): PublishedFaq[] =>
  useSiteData<List<PublishedFaq>>("/faqs").items.filter((faq) => faq.group === group);
export const useCoFounders = (): PublishedCoFounder[] => useSiteData<List<PublishedCoFounder>>("/co-founders").items;
export const usePublishedPage = (slug: string): PublishedPage => useSiteData(`/pages/${slug}`);

export const useRichTextValues = (): RichTextValues => richTextValues(useClub());
