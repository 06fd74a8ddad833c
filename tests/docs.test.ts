import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const docs = readdirSync("docs", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
const pages = ["README.md", "CONTRIBUTING.md", "STYLE.md", "CHANGELOG.md", ...docs];

it.each(pages)("%s shows every command whole: the line that opens a block names its language alone", (page) => {
  const fences = readFileSync(page, "utf8")
    .split("\n")
    .filter((line) => /^\s*```/.test(line));
  expect(fences.filter((line) => !/^\s*```[\w-]*$/.test(line))).toEqual([]);
  expect(fences.length % 2).toBe(0);
});
