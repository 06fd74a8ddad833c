import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrastRatio } from "#shared/settings/colour-contrast.ts";

const themeFile = "src/web/styles/theme.css";
const theme = readFileSync(themeFile, "utf8");
const [lightBlock = "", darkBlock = ""] = theme.split("@variant dark");

const tokensOf = (css: string) =>
  Object.fromEntries([...css.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour]));
const light = tokensOf(lightBlock);
const dark = { ...light, ...tokensOf(darkBlock) };

const files = readdirSync("src/web", { recursive: true, encoding: "utf8" }).map((file) => `src/web/${file}`);
const stylesheets = files.filter((file) => file.endsWith(".css") && file !== themeFile);
const components = files.filter((file) => file.endsWith(".tsx"));

/** Comments may say what they like. */
const read = (file: string) => readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");

it.each(stylesheets)("%s takes its colours from the theme, so that each has a dark one", (file) => {
  const css = read(file);
  expect(
    css.match(/#[0-9a-f]{3,8}\b(?=[;,)\s])|\b(?:rgba?|hsla?|oklch)\(|[:\s,](?:white|black)(?=[;,)])/gi) ?? [],
  ).toEqual([]);
  const used = [...css.matchAll(/var\(--color-([\w-]+)/g)].map(([, name]) => name);
  expect(used.filter((name) => !theme.includes(`--color-${name}:`))).toEqual([]);
});

it("No class of a component names a colour that the theme lacks", () => {
  const raw = components.filter((file) =>
    /(?:bg|text|from|to|via|border|fill|stroke)-(?:\[#|white\b|black\b)/.test(read(file)),
  );
  expect(raw).toEqual([]);
});

/** Text or mark, what it is on, and the ratio of WCAG 2.2: 4.5 for text, 3 for marks and borders of controls. */
const grounds = ["paper", "sheet", "bone"];
const text = ["ink", "ink-prose", "ink-2", "ink-3", "pine", "ember-deep", "crimson", "ochre"];
const pairs: [string, string, number][] = [
  ...text.flatMap((name) => grounds.map((ground): [string, string, number] => [name, ground, 4.5])),
  ...["ember", "stone"].flatMap((name) => grounds.map((ground): [string, string, number] => [name, ground, 3])),
  ["pine", "pine-tint", 4.5],
  ["ember-deep", "ember-tint", 4.5],
  ["crimson", "crimson-tint", 4.5],
  ["ochre", "ochre-tint", 4.5],
  ["ink", "ochre-tint", 4.5],
  ["ink-2", "ochre-tint", 4.5],
  ["on-fill", "pine-fill", 4.5],
  ["on-fill", "pine-fill-hover", 4.5],
  ["on-fill", "ember-fill", 4.5],
  ["on-fill", "ember-fill-hover", 4.5],
  ["on-fill", "crimson-fill", 4.5],
  ["on-deep", "pine-deep", 4.5],
  ["deep-ink", "on-deep", 4.5],
  ["mist", "pine-deep", 4.5],
  ["sage", "pine-deep", 4.5],
  ["amber", "pine-deep", 3],
  ["fern", "pine-deep", 3],
  ["pine-fill", "sheet", 3],
  ["paper", "ink", 4.5],
  ...[1, 2, 3, 4, 5].map((n): [string, string, number] => [`avatar-${n}`, `avatar-${n}-ground`, 4.5]),
];

describe.each([
  ["light", light],
  ["dark", dark],
])("Colours in the %s theme", (_name, tokens) => {
  it.each(pairs)("The colour %s is legible on %s", (name, ground, least) => {
    expect(contrastRatio(tokens[name] ?? "", tokens[ground] ?? "")).toBeGreaterThanOrEqual(least);
  });
});
