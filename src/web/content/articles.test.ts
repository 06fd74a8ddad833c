import { expect, it } from "vitest";
import { type Article, articleBySlug, articles, findArticles, neighboursOf, relatedArticles } from "./articles.ts";

const slugs = (found: Article[]) => found.map(({ slug }) => slug);

function article(slug: string): Article {
  const found = articleBySlug(slug);
  if (!found) throw new Error(`There is no article ${slug}.`);
  return found;
}

it("A reader without a search or a category sees all articles, newest first", () => {
  const all = findArticles("", null);
  expect(all).toHaveLength(11);
  expect(all[0]?.slug).toBe("zero-to-one-million-saas-journey");
  expect(all[10]?.slug).toBe("angel-syndicates");
  expect(findArticles("   ", null)).toHaveLength(11);
});

it("A search covers title, excerpt and category, in any letter case", () => {
  expect(slugs(findArticles("MULTIPLES", null))).toEqual(["understanding-multiples"]);
  expect(slugs(findArticles("longstop", null))).toEqual(["convertible-loan-notes"]);
  expect(slugs(findArticles("founder eval", null))).toEqual(["what-to-look-for-in-founders"]);
  expect(slugs(findArticles("  seis ", null))).toEqual(["eis-seis-tax-schemes"]);
});

it("A search finds either form of an apostrophe", () => {
  expect(slugs(findArticles("company's first", null))).toEqual(["zero-to-one-million-saas-journey"]);
  expect(slugs(findArticles("company’s first", null))).toEqual(["zero-to-one-million-saas-journey"]);
});

it("A category has to match exactly, and narrows the search", () => {
  expect(slugs(findArticles("", "Angel Investing"))).toEqual([
    "lessons-from-483-investments",
    "beginner-angel-investors",
    "angel-syndicates",
  ]);
  expect(slugs(findArticles("first", "Angel Investing"))).toEqual(["beginner-angel-investors"]);
  expect(findArticles("", "angel investing")).toEqual([]);
  expect(findArticles("multiples", "Tax Relief")).toEqual([]);
});

it("The previous and next links follow the list, and stop at its ends", () => {
  const first = neighboursOf(article("zero-to-one-million-saas-journey"));
  expect([first.previous?.slug, first.next?.slug]).toEqual([undefined, "what-to-look-for-in-founders"]);
  const middle = neighboursOf(article("beginner-angel-investors"));
  expect([middle.previous?.slug, middle.next?.slug]).toEqual(["saas-funding-agreements", "eis-seis-tax-schemes"]);
  const last = neighboursOf(article("angel-syndicates"));
  expect([last.previous?.slug, last.next?.slug]).toEqual(["startup-valuations", undefined]);
});

it("Related articles are those of the same category, then the closest in date", () => {
  expect(slugs(relatedArticles(article("angel-syndicates")))).toEqual([
    "lessons-from-483-investments",
    "beginner-angel-investors",
    "eis-seis-tax-schemes",
  ]);
  expect(slugs(relatedArticles(article("convertible-loan-notes")))).toEqual([
    "saas-funding-agreements",
    "eis-seis-tax-schemes",
    "understanding-multiples",
  ]);
  expect(slugs(relatedArticles(article("saas-metrics-evaluation")))).toEqual([
    "zero-to-one-million-saas-journey",
    "understanding-multiples",
    "startup-valuations",
  ]);
});

it("Every article has three related ones", () => {
  for (const each of articles) {
    const related = slugs(relatedArticles(each));
    expect(new Set(related).size).toBe(3);
    expect(related).not.toContain(each.slug);
  }
});
