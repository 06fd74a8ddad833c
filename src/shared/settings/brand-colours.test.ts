import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { brandColours } from "./brand-colours.ts";
import { defaultSettings } from "./club.ts";
import { contrastRatio } from "./colour-contrast.ts";
import { brandStyles, darkBrandColours, inBrandColours } from "./dark-brand-colours.ts";
import { settingSchemas } from "./settings.ts";

const { brand } = defaultSettings;

it("Only the shades of a colour that was changed are replaced", () => {
  const dark =
    "--color-ember:#6a8ae5;--color-ember-deep:#9cb1ee;--color-ember-tint:#1f263e;--color-ember-fill:#315edc;--color-ember-fill-hover:#294eb7";
  expect(brandStyles({ ...brand, accent_colour: "#1d4ed8" })).toBe(
    ":root{--color-ember:#3a65dd;--color-ember-deep:#1d4ed8;--color-ember-tint:#e4eafa;--color-amber:#9bb1ed;--color-ember-fill:#1d4ed8;--color-ember-fill-hover:#1841b3}" +
      `@media screen{:root[data-theme=dark]{${dark}}}` +
      `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`,
  );
});

// As pale as the schema lets them be, very dark, and between.
const colours = ["#6f6a60", "#c62828", "#b83a08", "#8f5a00", "#2b762f", "#1d4ed8", "#7b1fa2", "#1f4d3a", "#000000"];
const pairs = colours.flatMap((main_colour) =>
  colours.map((accent_colour) => ({ ...brand, main_colour, accent_colour })),
);

/** Text and what it is on. */
const readable = [
  ["white", "pine"],
  ["white", "pine-deep"],
  ["white", "ember-deep"],
  ["white", "ember-fill-hover"],
  ["mist", "pine"],
  ["mist", "pine-deep"],
  ["sage", "pine"],
  ["sage", "pine-deep"],
  ["amber", "pine"],
  ["amber", "pine-deep"],
  ["pine", "pine-tint"],
  ["ink-3", "pine-tint"],
  ["ember-deep", "ember-tint"],
] as const;

it.each(pairs)("Text of $main_colour and $accent_colour can be read, and marks be seen", (chosen) => {
  const colour = { ...brandColours(chosen), white: "#ffffff", paper: "#fbf8f3", "ink-3": "#655f54" };
  expect(settingSchemas.brand.safeParse(chosen).success).toBe(true);
  for (const [text, ground] of readable)
    expect([text, ground, contrastRatio(colour[text], colour[ground])]).toEqual([
      text,
      ground,
      expect.toSatisfy((ratio) => ratio >= 4.5),
    ]);
  expect(contrastRatio(colour.ember, colour.paper)).toBeGreaterThanOrEqual(3);
});

/** Grounds and text as in src/web/styles/theme.css. */
const darkTheme = { white: "#ffffff", sheet: "#1f1c17", bone: "#2a261f", "ink-3": "#a99f8e" };
const readableInTheDark = [
  ["pine", "bone", 4.5],
  ["pine", "pine-tint", 4.5],
  ["ember-deep", "bone", 4.5],
  ["ember-deep", "ember-tint", 4.5],
  ["ember", "bone", 3],
  ["white", "pine-fill", 4.5],
  ["white", "pine-fill-hover", 4.5],
  ["white", "ember-fill", 4.5],
  ["white", "ember-fill-hover", 4.5],
  ["white", "pine-deep", 4.5],
  ["pine-fill", "sheet", 3],
  ["ember-fill", "sheet", 3],
] as const;

it.each(colours.filter((colour) => colour !== brand.main_colour && colour !== brand.accent_colour))(
  "The colour %s has shades for the dark theme that can be read and seen",
  (colour) => {
    const shades: Record<string, string> = {
      ...darkBrandColours({ main_colour: colour, accent_colour: colour }),
      ...darkTheme,
    };
    for (const [mark, ground, least] of readableInTheDark)
      expect([mark, ground, contrastRatio(shades[mark] ?? "", shades[ground] ?? "")]).toEqual([
        mark,
        ground,
        expect.toSatisfy((ratio) => ratio >= least),
      ]);
  },
);

/** Of each drawing: ink, paper and greys, and the slate that stands for a founder's coat. */
const ofEveryClub = ["#655f54", "#1b1a17", "#e3dacb", "#f4efe6", "#857a69", "#3b362c", "#2c4653", "#fbf8f3", "#908673"];
const drawn = "src/web/ui/pictures/drawn";

it("A club in other colours has no green or orange of the design in a drawing", () => {
  const chosen = { ...brand, main_colour: "#1d4ed8", accent_colour: "#7b1fa2" };
  const coloursOf = (svg: string) => (svg.match(/#[0-9a-f]{6}\b/gi) ?? []).map((colour) => colour.toLowerCase());
  const left = readdirSync(drawn).flatMap((name) => {
    const svg = readFileSync(`${drawn}/${name}`, "utf8");
    expect(coloursOf(inBrandColours(svg, brand))).toEqual(coloursOf(svg));
    const before = new Set(coloursOf(svg).filter((colour) => !ofEveryClub.includes(colour)));
    return coloursOf(inBrandColours(svg, chosen)).flatMap((colour) =>
      before.has(colour) ? [`${name} ${colour}`] : [],
    );
  });
  expect(left).toEqual([]);
});
