import { contentSchemas } from "#shared/content/content.ts";
import type { ContentKind } from "#shared/content/content-messages.ts";
import { toLondonTime } from "#shared/london-time.ts";
import coFounders from "./co-founders.json" with { type: "json" };
import { starterCompanies } from "./companies.ts";
import { starterEvents } from "./events.ts";
import faq from "./faq.json" with { type: "json" };
import news from "./news.json" with { type: "json" };
import investorTypes from "./page-hnwi-si.json" with { type: "json" };
import privacy from "./page-privacy.json" with { type: "json" };
import terms from "./page-terms.json" with { type: "json" };
import { starterArticles } from "./starter-articles.ts";
import type { StarterItem } from "./starter-item.ts";

const written = [...starterArticles, ...news, ...faq, ...coFounders, privacy, terms, investorTypes];

/** In the order of the site. */
export const starterContent = (now: Date): StarterItem[] => [
  ...written.map(toItem),
  ...starterEvents(toLondonTime(now).date),
  ...starterCompanies,
];

function toItem({ kind, slug, content, ...dates }: { kind: string; slug: string; content: unknown }): StarterItem {
  const schema = contentSchemas[kind as ContentKind];
  return { kind, slug, content: schema.parse(content), ...dates } as StarterItem;
}
