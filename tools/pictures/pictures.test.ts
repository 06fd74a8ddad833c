import { expect, test } from "vitest";
import { starterArticles } from "#server/features/content/starter/starter-content.ts";
import { articleCover, categoryCover, coverCategories } from "#web/ui/pictures/cover-names.ts";
import { drawings } from "./drawings.ts";
import { icon } from "./icon.ts";

const kept = import.meta.glob<string>("../../src/web/ui/pictures/drawn/*.svg", {
  eager: true,
  query: "?raw",
  import: "default",
});
const keptIcon = import.meta.glob<string>("../../src/web/public/favicon.svg", {
  eager: true,
  query: "?raw",
  import: "default",
});
const drawn = Object.entries(drawings());

test("The same seed draws the same picture, to the byte", () => {
  expect(drawings()).toEqual(Object.fromEntries(drawn));
});

test("The picture files that people are sent match the code (npx tsx tools/pictures/draw-pictures.ts makes them so)", () => {
  expect(kept).toEqual(
    Object.fromEntries(drawn.map(([name, drawing]) => [`../../src/web/ui/pictures/drawn/${name}.svg`, drawing])),
  );
  expect(keptIcon).toEqual({ "../../src/web/public/favicon.svg": icon(9) });
});

test("Every article and every category has a cover", () => {
  const names = drawn.map(([name]) => name);
  for (const { slug } of starterArticles) expect(names).toContain(articleCover(slug));
  for (const category of coverCategories) expect(names).toContain(categoryCover(category));
});

test("No two pictures are the same", () => {
  expect(new Set(drawn.map(([, drawing]) => drawing)).size).toBe(drawn.length);
});

/** Tokens, and the grounds and the carousel's inactive tick which the design gives without a name. */
const colours = [
  ..."#FBF8F3 #FFFFFF #F3EDE2 #E3DACB #857A69 #1B1A17 #4A463E #655F54 #D9480F #B83A08 #FBE7D8 #F4A63C".split(" "),
  ..."#1F4D3A #14352A #E3EDE5 #35594B #A9C4B2 #D5E2D8 #A3162B #FAE6E6 #7A5200 #FAEDCF #B7763A #2C4653".split(" "),
  ..."#EBD9BF #DCE5DA #5E8473".split(" "),
];

test("Every colour of the pictures is one of the design's", () => {
  const used = [...drawn.map(([, drawing]) => drawing), icon(9)].flatMap((drawing) => [
    ...drawing.matchAll(/(?:fill|stroke|stop-color)="([^"]+)"/g),
  ]);
  const flat = used.map(([, colour]) => colour).filter((colour) => colour !== "none" && !colour?.startsWith("url("));
  expect(flat.filter((colour) => !colours.includes(colour ?? ""))).toEqual([]);
});

test("A shape drawn in the ink of the page is drawn in light ink on a dark one", () => {
  const inks = ["#1B1A17", "#1F4D3A"];
  const onPaper = drawn.filter(([name]) => /^(hero|step|spot|about)-/.test(name));
  expect(onPaper).toHaveLength(6 + 6 + 5 + 1);
  for (const [, drawing] of onPaper)
    for (const [, property, colour] of drawing.matchAll(/ (stroke|fill|stop-color)="(#\w{6})"/g))
      if (inks.includes(colour ?? "")) expect(drawing).toMatch(new RegExp(`dark\\).*\\[${property}="${colour}"\\]`));
});

test("An id belongs to one picture, and every reference finds its id", () => {
  const ids = drawn.flatMap(([, drawing]) => [...drawing.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, drawing] of drawn) {
    for (const [, id] of drawing.matchAll(/url\(#([^)]+)\)/g)) expect(drawing).toContain(` id="${id}"`);
  }
});

test("A person who asked for less motion is sent sticks that lie still", () => {
  const moving = drawn.filter(([, drawing]) => drawing.includes("animation"));
  expect(moving.map(([name]) => name)).toEqual(["hero-wide-sticks", "hero-tall-sticks", "banner-sticks"]);
  for (const [name, drawing] of moving) {
    const still = kept[`../../src/web/ui/pictures/drawn/${name.replace("-sticks", "-still")}.svg`];
    expect(drawing.replace(/<style>(?:(?!<\/style>).)*animation.*?<\/style>/, "")).toBe(still);
  }
});

test("No number in a picture has more than one decimal, gradient stops aside", () => {
  for (const [, drawing] of drawn)
    expect(drawing.replaceAll(/offset="[^"]+"|scale\([^)]+\)/g, "")).not.toMatch(/\.\d\d/);
});
