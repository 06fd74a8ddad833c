import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { articles } from "#web/content/articles.ts";

const folder = "src/web/content/articles";
const wordsPerMinute = 220;

/** Words that a reader reads: without markup, addresses and the list of sources. */
function wordsOf(slug: string): number {
  const [text = ""] = readFileSync(`${folder}/${slug}.mdx`, "utf8").split('<div className="sources">');
  const read = text.replace(/<[^>]+>/g, " ").replace(/\]\([^)]*\)/g, " ");
  return read.match(/[\p{L}\p{N}£%’'.,-]+/gu)?.length ?? 0;
}

it("Every article of the list has its text, and every text stands in the list", () => {
  const slugs = readdirSync(folder).map((file) => file.replace(".mdx", ""));
  expect(articles.map(({ slug }) => slug).sort()).toEqual(slugs.sort());
  expect(slugs).toHaveLength(11);
});

it.each(articles)(
  "$slug takes as long to read as it says, and is long enough to be worth it",
  ({ slug, readingMinutes }) => {
    const words = wordsOf(slug);
    expect(words).toBeGreaterThan(900);
    expect(words).toBeLessThan(1900);
    expect(Math.round(words / wordsPerMinute)).toBe(readingMinutes);
  },
);
