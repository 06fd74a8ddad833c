import { type StarterItem, sampleSitePages, starterContent } from "#server/features/content/starter/starter-content.ts";
import type { ContentKind } from "#shared/content/content-messages.ts";
import { readingMinutes } from "#shared/content/rich-text-outline.ts";
import { richTextValues } from "#shared/content/rich-text-values.ts";
import type { ReadApi } from "#shared/document-renderer.ts";
import { defaultClub } from "#shared/settings/club.ts";

export const readDefaults: ReadApi = async (path) => {
  const answer = defaults.get(path);
  if (answer === undefined) throw new Error(`There is no default for ${path}.`);
  return answer;
};

const now = new Date("2026-11-20T12:00:00Z");
const items = starterContent(now);

const shown = (item: StarterItem) => ({
  ...item.content,
  id: item.slug,
  slug: item.slug,
  is_example: false,
  published_at: `${item.published_at ?? "2026-11-20"}T09:00:00.000Z`,
  ...(item.kind === "article" && { reading_minutes: readingMinutes(item.content.body, richTextValues(defaultClub)) }),
});

/** The list has no texts. */
const listed = (item: StarterItem) => ({ ...shown(item), body: undefined });

const of = (kind: ContentKind) => items.filter((item) => item.kind === kind);
const listOf = (kind: ContentKind) => ({ items: of(kind).map(shown), next_cursor: null });

const defaults = new Map<string, unknown>([
  ["/settings", defaultClub],
  ["/articles", { items: of("article").map(listed), next_cursor: null }],
  ["/news", listOf("news")],
  ["/faqs", listOf("faq")],
  ["/co-founders", listOf("co_founder")],
  ...of("article").map((item) => [`/articles/${item.slug}`, shown(item)] as const),
  ...sampleSitePages().map(({ slug, content }) => [`/site-pages/${slug}`, { slug, ...content }] as const),
  ...of("page").map((item) => [`/pages/${item.slug}`, shown(item)] as const),
]);
