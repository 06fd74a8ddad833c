import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defaultClub as club } from "#shared/club.ts";
import { paths } from "#shared/paths.ts";
import { articles } from "#web/content/articles.ts";

const folder = "src/web/content/articles";
const wordsPerMinute = 220;

const textOf = (slug: string): string => readFileSync(`${folder}/${slug}.mdx`, "utf8");

/** Without markup, URLs and sources. */
function wordsOf(slug: string): number {
  const [text = ""] = textOf(slug).split('<div className="sources">');
  const read = text.replace(/<[^>]+>/g, " ").replace(/\]\([^)]*\)/g, " ");
  return read.match(/[\p{L}\p{N}£%’'.,-]+/gu)?.length ?? 0;
}

/** First capture group of every match. */
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);

it("Every listed article has a text file, and every text file is listed", () => {
  const slugs = readdirSync(folder).map((file) => file.replace(".mdx", ""));
  expect(articles.map(({ slug }) => slug).sort()).toEqual(slugs.sort());
  expect(slugs).toHaveLength(11);
});

it.each(articles)(
  "$slug states its correct reading time and has between 900 and 1900 words",
  ({ slug, readingMinutes }) => {
    const words = wordsOf(slug);
    expect(words).toBeGreaterThan(900);
    expect(words).toBeLessThan(1900);
    expect(Math.round(words / wordsPerMinute)).toBe(readingMinutes);
  },
);

it("Pull quotes use only glyphs that their font subset includes", () => {
  const quotes = articles.flatMap(({ slug }) => all(textOf(slug), /^> (.*)$/gm));
  expect(quotes).toHaveLength(5);
  expect(quotes.filter((quote) => !/^[ %,.\-0-9:?A-PR-WYa-z’]+$/.test(quote))).toEqual([]);
});

it.each(articles)("$slug lists a source for every note and no unused source", ({ slug }) => {
  const notes = all(textOf(slug), /<sup>([\d,]+)<\/sup>/g).flatMap((note) => note.split(",").map(Number));
  const sources = all(textOf(slug), /<li><span>(.)/g);
  expect([...new Set(notes)].sort((a, b) => a - b)).toEqual(sources.map((_, index) => index + 1));
});

it.each(articles)("Every internal link of $slug leads to an existing page", ({ slug }) => {
  const pages = [...Object.values(paths), ...articles.map((article) => paths.article(article.slug))];
  for (const link of all(textOf(slug), /\]\((\/[^)]*)\)/g)) expect(pages).toContain(link);
});

describe("A reader of an article's charts", () => {
  const charts = articles.flatMap(({ slug }) =>
    all(textOf(slug), /<figure>(.*?)<\/figure>/g).map((chart) => ({ slug, chart })),
  );

  it.each(charts)("sees bars in $slug that are proportional to their figures", ({ chart }) => {
    const figures = all(chart, /<b>(.*?)<\/b>/g).map((label) => Number(label.replace(/[^\d.]/g, "")));
    const widths = all(chart, /width: "([\d.]+)%"/g).map(Number);
    expect(widths).toHaveLength(figures.length);
    const longest = widths.indexOf(Math.max(...widths));
    for (const [index, width] of widths.entries()) {
      const expected = ((figures[index] ?? 0) / (figures[longest] ?? 1)) * (widths[longest] ?? 0);
      expect(Math.abs(width - expected)).toBeLessThan(1);
    }
  });

  it.each(charts)("with a screen reader hears every figure shown in $slug", ({ chart }) => {
    const [heard = ""] = all(chart, /aria-label="([^"]*)"/g);
    for (const figure of all(chart, /<b>(.*?)<\/b>/g)) expect(heard).toContain(figure.replace("×", ""));
  });
});

it("Worked examples in articles use the club's current prices", () => {
  const beginner = textOf("beginner-angel-investors");
  const syndicates = textOf("angel-syndicates");
  for (const { name, price, investment_fee_percent } of club.plans) {
    expect(beginner).toContain(`${name}, ${investment_fee_percent}%`);
    if (investment_fee_percent > 0) expect(syndicates).toContain(`${investment_fee_percent}% fee`);
    if (name === "Premium") expect(syndicates).toContain(`${price} a year for Premium`);
  }
  expect(beginner).toContain(`invest £${club.minimum_investment_pence / 100}, the least this club takes`);
  expect(syndicates).toContain(`the company ${club.figures.founder_success_fee_percent}% of total funds raised`);
  expect(syndicates).toContain(`members have ${club.figures.transfer_window_hours} hours`);
});
