import { expect, it } from "vitest";
import { brandColours, brandStyles } from "./brand-colours.ts";
import { defaultSettings } from "./club.ts";
import { contrastRatio } from "./colour-contrast.ts";
import { settingSchemas } from "./settings.ts";

const { brand } = defaultSettings;

it("replaces only the shades of a colour that was changed", () => {
  expect(brandStyles({ ...brand, accent_colour: "#1d4ed8" })).toBe(
    ":root{--color-ember:#3a65dd;--color-ember-deep:#1d4ed8;--color-ember-tint:#e4eafa;--color-amber:#9bb1ed;--color-ember-fill:#1d4ed8;--color-ember-fill-hover:#1841b3}",
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

it.each(pairs)("text of $main_colour and $accent_colour can be read, and marks be seen", (chosen) => {
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
