import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const docs = readdirSync("docs", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
const decisions = new Set(readdirSync("docs/decisions").map((name) => name.slice(0, 3)));
const pages = ["README.md", "CONTRIBUTING.md", "STYLE.md", "CHANGELOG.md", ...docs];

it.each(pages)("%s shows every command whole: the line that opens a block names its language alone", (page) => {
  const fences = readFileSync(page, "utf8")
    .split("\n")
    .filter((line) => /^\s*```/.test(line));
  expect(fences.filter((line) => !/^\s*```[\w-]*$/.test(line))).toEqual([]);
  expect(fences.length % 2).toBe(0);
});

it.each(pages)("The links of %s lead to files that exist, and its decisions are there", (page) => {
  const text = readFileSync(page, "utf8");
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, link = ""]) => join(dirname(page), link));
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
  const named = [...text.matchAll(/\bdecisions?\s+\[?(\d{3})\b/gi)].map(([, number = ""]) => number);
  expect(named.filter((number) => !decisions.has(number))).toEqual([]);
});
