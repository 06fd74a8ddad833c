import type { Kysely } from "kysely";
import {
  articleListSchema,
  type ContentOf,
  coFounderListSchema,
  faqListSchema,
  newsListSchema,
  publishedArticleSchema,
  publishedPageSchema,
  publishedSitePageSchema,
} from "#shared/content/content.ts";
import type { ContentKind } from "#shared/content/content-messages.ts";
import type { RichTextDocument } from "#shared/content/rich-text.ts";
import { readingMinutes } from "#shared/content/rich-text-outline.ts";
import { richTextValues } from "#shared/content/rich-text-values.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { slugParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";

const route = routesOf("Published content");

const articles = route("get", "/articles", {
  name: "listArticles",
  summary: "The articles, without their texts",
  audience: "anyone",
  key: "read",
  answer: articleListSchema,
});

const article = route("get", "/articles/{slug}", {
  name: "getArticle",
  summary: "One article",
  audience: "anyone",
  key: "read",
  params: slugParameter,
  answer: publishedArticleSchema,
});

const news = route("get", "/news", {
  name: "listNews",
  summary: "The news",
  audience: "anyone",
  key: "read",
  answer: newsListSchema,
});

const faqs = route("get", "/faqs", {
  name: "listFaqs",
  summary: "The questions and answers of members and of founders, in their order",
  audience: "anyone",
  key: "read",
  answer: faqListSchema,
});

const coFounders = route("get", "/co-founders", {
  name: "listCoFounders",
  summary: "The people who founded the club, in their order",
  audience: "anyone",
  answer: coFounderListSchema,
});

const page = route("get", "/pages/{slug}", {
  name: "getPage",
  summary: "A legal page; its date is `published_at`",
  audience: "anyone",
  params: slugParameter,
  answer: publishedPageSchema,
});

const sitePage = route("get", "/site-pages/{slug}", {
  name: "getSitePage",
  summary: "The words of home, about, membership, founders or calculator, without what is hidden",
  audience: "anyone",
  params: slugParameter,
  answer: publishedSitePageSchema,
});

type Published<Kind extends ContentKind> = ContentOf<Kind> & {
  id: string;
  slug: string;
  is_example: boolean;
  published_at: Date;
};

export async function listPublished<Kind extends ContentKind>(
  reader: Kysely<DB>,
  kind: Kind,
): Promise<Published<Kind>[]> {
  const rows = await published(reader, kind).orderBy("position").orderBy("id").execute();
  return rows.map((row) => flattened<Kind>(row));
}

export async function findPublished<Kind extends ContentKind>(
  reader: Kysely<DB>,
  kind: Kind,
  slug: string,
): Promise<Published<Kind> | undefined> {
  const row = await published(reader, kind).where("slug", "=", slug).executeTakeFirst();
  return row && flattened<Kind>(row);
}

const published = (reader: Kysely<DB>, kind: ContentKind) =>
  reader
    .selectFrom("published_content")
    .select(["id", "slug", "is_example", "published_at", "content"])
    .where("kind", "=", kind);

const flattened = <Kind extends ContentKind>({ content, ...row }: { content: unknown }) =>
  ({ ...(content as ContentOf<Kind>), ...row }) as Published<Kind>;

export const publishedContentRoutes = createRouter()
  .openapi(articles, async (c) => {
    const items = await listPublished(readerOf(c.var), "article");
    const club = await c.var.dependencies.readClub();
    const listed = newestFirst(items).map((item) => {
      const { body: _body, ...rest } = withReadingTime(item, club);
      return rest;
    });
    return c.json({ items: listed, next_cursor: null }, 200);
  })
  .openapi(article, async (c) => {
    const found = await findPublished(readerOf(c.var), "article", c.req.valid("param").slug);
    if (!found) throw notFound("article");
    return c.json(withReadingTime(found, await c.var.dependencies.readClub()), 200);
  })
  .openapi(news, async (c) => {
    const items = await listPublished(readerOf(c.var), "news");
    return c.json({ items: newestFirst(items), next_cursor: null }, 200);
  })
  .openapi(faqs, async (c) => c.json({ items: await listPublished(readerOf(c.var), "faq"), next_cursor: null }, 200))
  .openapi(coFounders, async (c) =>
    c.json({ items: await listPublished(readerOf(c.var), "co_founder"), next_cursor: null }, 200),
  )
  .openapi(page, async (c) => {
    const found = await findPublished(readerOf(c.var), "page", c.req.valid("param").slug);
    if (!found) throw notFound("page");
    return c.json(found, 200);
  })
  .openapi(sitePage, async (c) => {
    const { slug } = c.req.valid("param");
    const found = await findPublished(readerOf(c.var), "site_page", slug);
    if (!found) throw notFound("page");
    return c.json(withoutHidden(found), 200);
  });

/** What is hidden leaves the server for admins alone. */
const withoutHidden = ({ slug, title, description, heading, lead, sections }: Published<"site_page">) => ({
  slug,
  title,
  description,
  heading,
  lead,
  sections: sections
    .filter(({ is_shown }) => is_shown)
    .map(({ is_shown: _isShown, points, ...section }) => ({
      ...section,
      points: points.filter(({ is_shown }) => is_shown).map(({ is_shown: _isPointShown, ...point }) => point),
    })),
});

const readerOf = ({ dependencies, actor }: Caller) => dependencies.readAs(actor);

const withReadingTime = <Article extends { body: RichTextDocument }>(article: Article, club: Club) => ({
  ...article,
  reading_minutes: readingMinutes(article.body, richTextValues(club)),
});

const newestFirst = <Item extends { date: string }>(items: Item[]): Item[] =>
  items.toSorted((one, other) => other.date.localeCompare(one.date));
