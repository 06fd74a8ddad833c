import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { starterArticles } from "#server/features/content/starter/starter-content.ts";
import { contentSchemas } from "#shared/content/content.ts";
import { plainTextOf } from "#shared/content/rich-text-outline.ts";
import { richTextValues } from "#shared/content/rich-text-values.ts";
import { paths } from "#shared/paths.ts";
import { defaultClub as club, defaultSettings, toClub } from "#shared/settings/club.ts";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";

const values = richTextValues(club);

const articles = starterArticles.map(({ slug, content }) => {
  const { body: document } = contentSchemas.article.parse(content);
  const shown = createElement(RichText, { document, values });
  const html = renderToStaticMarkup(createElement(StaticRouter, { location: "/" }, shown));
  const { content: blocks } = document;
  const read = plainTextOf({ ...document, content: blocks.filter(({ type }) => type !== "sources") }, values);
  return { slug, html, words: read.match(/[\p{L}\p{N}£%’'.,-]+/gu)?.length ?? 0 };
});

/** First capture group of every match. */
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);

it.each(articles)("$slug has between 900 and 1900 words", ({ words }) => {
  expect(words).toBeGreaterThan(900);
  expect(words).toBeLessThan(1900);
});

it("Pull quotes use only glyphs that their font subset includes", () => {
  const quotes = articles.flatMap(({ html }) => all(html, /<blockquote[^>]*>(?:<p>)?(.*?)(?:<\/p>)?<\/blockquote>/g));
  expect(quotes).toHaveLength(5);
  expect(quotes.filter((quote) => !/^[ %,.\-0-9:?A-PR-WYa-z’]+$/.test(quote))).toEqual([]);
});

it.each(articles)("$slug lists a source for every note and no unused source", ({ html }) => {
  const notes = all(html, /<sup>([\d,]+)<\/sup>/g).flatMap((note) => note.split(",").map(Number));
  const [, list = ""] = html.split('<div class="sources">');
  const sources = all(list, /<li>(.)/g);
  expect([...new Set(notes)].sort((a, b) => a - b)).toEqual(sources.map((_, index) => index + 1));
});

it.each(articles)("Every internal link of $slug leads to an existing page", ({ html }) => {
  const pages = [...Object.values(paths), ...articles.map((article) => paths.article(article.slug))];
  for (const link of all(html, /href="(\/[^"]*)"/g)) expect(pages).toContain(link);
});

describe("A reader of an article's charts", () => {
  const charts = articles.flatMap(({ slug, html }) =>
    all(html, /<figure[^>]*>(.*?)<\/figure>/g).map((chart) => ({ slug, chart })),
  );

  it.each(charts)("A reader sees bars in $slug that are proportional to their figures", ({ chart }) => {
    const figures = all(chart, /<b>(.*?)<\/b>/g).map((label) => Number(label.replace(/[^\d.]/g, "")));
    const widths = all(chart, /width:([\d.]+)%/g).map(Number);
    expect(widths).toHaveLength(figures.length);
    const longest = widths.indexOf(Math.max(...widths));
    for (const [index, width] of widths.entries()) {
      const expected = ((figures[index] ?? 0) / (figures[longest] ?? 1)) * (widths[longest] ?? 0);
      expect(Math.abs(width - expected)).toBeLessThan(1);
    }
  });

  it.each(charts)("A screen reader reads every figure shown in $slug", ({ chart }) => {
    const [heard = ""] = all(chart, /aria-label="([^"]*)"/g);
    for (const figure of all(chart, /<b>(.*?)<\/b>/g)) expect(heard).toContain(figure.replace("×", ""));
  });
});

it("Articles take what the club charges and asks from its settings, and type none of it", () => {
  const own = toClub(
    {
      ...defaultSettings,
      figures: { ...defaultSettings.figures, founder_success_fee_percent: 6 },
      deals: { ...defaultSettings.deals, funds_window_hours: 72 },
    },
    "2026-11-22",
  );
  const textOf = (slug: string) => {
    const article = starterArticles.find((candidate) => candidate.slug === slug);
    return article ? plainTextOf(contentSchemas.article.parse(article.content).body, richTextValues(own)) : "";
  };
  const syndicates = textOf("angel-syndicates");
  expect(syndicates).toContain(
    "the company 6% of total funds raised from members. If they put in £400,000, £24,000 of it",
  );
  expect(syndicates).toContain("In this club members have 72 hours to send it.");
  expect(/this club’s (Premium|Trial)|a year for Premium/.exec(syndicates)).toBeNull();
  const typed = /\b(our|this club’s) (present )?(Trial|Premium|VIP)\b/;
  expect(starterArticles.map(({ slug }) => typed.exec(textOf(slug))?.[0])).toEqual(
    starterArticles.map(() => undefined),
  );
  const beginner = textOf("beginner-angel-investors");
  expect(/Trial|Premium|VIP|this club’s present prices|the least this club takes/.exec(beginner)).toBeNull();
});
