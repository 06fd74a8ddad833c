import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { expect, it } from "vitest";
import { loadRenderer } from "#server/platform/documents/load-renderer.ts";
import { defaultClub } from "#shared/club.ts";
import { paths } from "#shared/paths.ts";
import { richTextSchema } from "#shared/rich-text.ts";
import { fillValues, plainTextOf, readingMinutes } from "#shared/rich-text-outline.ts";
import { richTextValues } from "#shared/rich-text-values.ts";
import { readDefaults } from "#tests/support/default-club.ts";
import { articles } from "#web/content/articles.ts";
import { newsItems } from "#web/content/news.ts";
import { founderQuestions } from "#web/pages/founders/founder-texts.ts";
import { memberQuestions } from "#web/pages/membership/member-questions.ts";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";

const { find } = await loadRenderer("dist", "https://site.invalid");
const values = richTextValues(defaultClub);

const starterBody = (name: string) => {
  const item = JSON.parse(readFileSync(`src/server/features/content/starter/${name}.json`, "utf8"));
  return richTextSchema.parse(item.content.body);
};

const rendered = (name: string): string =>
  renderToStaticMarkup(
    createElement(StaticRouter, { location: "/" }, createElement(RichText, { document: starterBody(name), values })),
  );

/** What the page shows today, from its MDX file. */
async function shownAt(path: string): Promise<string> {
  const page = (await find(path)?.(readDefaults))?.content ?? "";
  const [, prose = ""] =
    page.match(/<div class="prose">(.*?)<\/div>(<nav class="neighbours"|<\/div><\/div><\/div><p class="sr-only")/s) ??
    [];
  return prose.replace(/^<p class="lead">.*?<\/p>/s, "");
}

const normalised = (html: string): string =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/\s+/g, " ")
    .replace(/> </g, "><")
    .replace(/ ?(<\/?(p|h2|h3|ul|ol|li|table|blockquote|div|address|figure)\b[^>]*>) ?/g, "$1")
    .replaceAll("><", ">\n<");

it.each(articles)("the starter text of $slug is shown as its article is", async ({ slug }) => {
  const expected = normalised(await shownAt(paths.article(slug)));
  expect(expected.length).toBeGreaterThan(5000);
  expect(normalised(rendered(`article-${slug}`))).toBe(expected);
});

it.each([
  [paths.privacy, "page-privacy"],
  [paths.terms, "page-terms"],
  [paths.hnwiSi, "page-hnwi-si"],
])("the starter text of %s is shown as its page is", async (path, name) => {
  const expected = normalised(await shownAt(path));
  expect(expected.length).toBeGreaterThan(5000);
  expect(normalised(rendered(name))).toBe(expected);
});

it.each(articles)("the reading time of $slug is that of its text", ({ slug, readingMinutes: minutes }) => {
  expect(readingMinutes(starterBody(`article-${slug}`), values)).toBe(minutes);
});

const starterList = (name: string): { content: Record<string, string> & { body: unknown; answer: unknown } }[] =>
  JSON.parse(readFileSync(`src/server/features/content/starter/${name}.json`, "utf8"));

it("the starter questions and answers are those of the pages", () => {
  const inJson = starterList("faq").map(({ content }) => ({
    question: fillValues(content.question ?? "", values),
    answer: plainTextOf(richTextSchema.parse(content.answer), values).split("\n\n"),
  }));
  const onPages = [
    ...memberQuestions(defaultClub).flatMap(({ questions }) => questions),
    ...founderQuestions(defaultClub),
  ];
  expect(inJson).toEqual(onPages);
});

it("the starter news are those of the page", () => {
  const inJson = starterList("news").map(({ content }) => [
    content.title,
    content.date,
    plainTextOf(richTextSchema.parse(content.body), values),
    content.source_url,
  ]);
  expect(inJson).toEqual(newsItems.map(({ title, date, text, source }) => [title, date, text, source.url]));
});
