import { expect, it } from "vitest";
import { starterContent } from "#server/features/content/starter/starter-content.ts";
import type { ListedArticle } from "#shared/content/content.ts";
import { findArticles, neighboursOf, relatedArticles } from "#web/pages/insights/find-articles.ts";

const articles = starterContent(new Date()).flatMap((item): ListedArticle[] => {
  if (item.kind !== "article") return [];
  const { body: _body, ...content } = item.content;
  return [{ ...content, id: item.slug, slug: item.slug, is_example: false, published_at: "", reading_minutes: 5 }];
});

const slugs = (found: ListedArticle[]) => found.map(({ slug }) => slug);

function article(slug: string): ListedArticle {
  const found = articles.find((each) => each.slug === slug);
  if (!found) throw new Error(`There is no article ${slug}.`);
  return found;
}

it("A reader without a search or a category sees all articles, newest first", () => {
  const all = findArticles(articles, "", null);
  expect(all).toHaveLength(11);
  expect(all[0]?.slug).toBe("zero-to-one-million-saas-journey");
  expect(all[10]?.slug).toBe("angel-syndicates");
  expect(findArticles(articles, "   ", null)).toHaveLength(11);
});

it("A search covers title, excerpt and category, in any letter case", () => {
  expect(slugs(findArticles(articles, "MULTIPLES", null))).toEqual(["understanding-multiples"]);
  expect(slugs(findArticles(articles, "longstop", null))).toEqual(["convertible-loan-notes"]);
  expect(slugs(findArticles(articles, "founder eval", null))).toEqual(["what-to-look-for-in-founders"]);
  expect(slugs(findArticles(articles, "  seis ", null))).toEqual(["eis-seis-tax-schemes"]);
});

it("A search finds a word in either form of quotation marks", () => {
  expect(slugs(findArticles(articles, "“longstop” ", null))).toEqual(["convertible-loan-notes"]);
  expect(slugs(findArticles(articles, '"longstop"', null))).toEqual(["convertible-loan-notes"]);
});

it("A search finds either form of an apostrophe", () => {
  expect(slugs(findArticles(articles, "company's first", null))).toEqual(["zero-to-one-million-saas-journey"]);
  expect(slugs(findArticles(articles, "company’s first", null))).toEqual(["zero-to-one-million-saas-journey"]);
});

it("A category has to match exactly, and narrows the search", () => {
  expect(slugs(findArticles(articles, "", "Angel Investing"))).toEqual([
    "lessons-from-483-investments",
    "beginner-angel-investors",
    "angel-syndicates",
  ]);
  expect(slugs(findArticles(articles, "first", "Angel Investing"))).toEqual(["beginner-angel-investors"]);
  expect(findArticles(articles, "", "angel investing")).toEqual([]);
  expect(findArticles(articles, "multiples", "Tax Relief")).toEqual([]);
});

it("The previous and next links follow the list, and stop at its ends", () => {
  const first = neighboursOf(articles, article("zero-to-one-million-saas-journey"));
  expect([first.previous?.slug, first.next?.slug]).toEqual([undefined, "what-to-look-for-in-founders"]);
  const middle = neighboursOf(articles, article("beginner-angel-investors"));
  expect([middle.previous?.slug, middle.next?.slug]).toEqual(["saas-funding-agreements", "eis-seis-tax-schemes"]);
  const last = neighboursOf(articles, article("angel-syndicates"));
  expect([last.previous?.slug, last.next?.slug]).toEqual(["startup-valuations", undefined]);
});

it("Related articles are those of the same category, then the closest in date", () => {
  expect(slugs(relatedArticles(articles, article("angel-syndicates")))).toEqual([
    "lessons-from-483-investments",
    "beginner-angel-investors",
    "eis-seis-tax-schemes",
  ]);
  expect(slugs(relatedArticles(articles, article("convertible-loan-notes")))).toEqual([
    "saas-funding-agreements",
    "eis-seis-tax-schemes",
    "understanding-multiples",
  ]);
  expect(slugs(relatedArticles(articles, article("saas-metrics-evaluation")))).toEqual([
    "zero-to-one-million-saas-journey",
    "understanding-multiples",
    "startup-valuations",
  ]);
});

it("Every article has three related ones", () => {
  for (const each of articles) {
    const related = slugs(relatedArticles(articles, each));
    expect(new Set(related).size).toBe(3);
    expect(related).not.toContain(each.slug);
  }
});
