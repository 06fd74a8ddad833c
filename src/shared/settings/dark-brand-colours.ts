import { type Brand, type BrandColours, brandColours, designedColours } from "./brand-colours.ts";
import { contrastRatio, mixColours } from "./colour-contrast.ts";

const white = "#ffffff";
const black = "#000000";
/** Grounds of the dark theme, as in src/web/styles/theme.css. */
const sheet = "#1f1c17";
const bone = "#2a261f";

/** The shades of the club's own colours in the dark theme, by the name of their design token; the design's are in the style sheet. */
export function darkBrandColours({ main_colour: main, accent_colour: accent }: Brand): Record<string, string> {
  return {
    ...(main !== designedColours.pine && darkShadesOfMain(main)),
    ...(accent !== designedColours["ember-deep"] && darkShadesOfAccent(accent)),
  };
}

function darkShadesOfMain(main: string) {
  const tint = mixColours(sheet, main, 0.45);
  const fill = fillOf(main);
  return {
    pine: lightenedUntil(main, (pine) => contrastRatio(pine, bone) >= 7 && contrastRatio(pine, tint) >= 4.5),
    "pine-tint": tint,
    "pine-fill": fill,
    "pine-fill-hover": mixColours(fill, black, 0.13),
    "pine-deep": mixColours(main, black, 0.45),
  };
}

function darkShadesOfAccent(accent: string) {
  const tint = mixColours(sheet, accent, 0.2);
  const fill = fillOf(accent);
  return {
    ember: lightenedUntil(accent, (ember) => contrastRatio(ember, bone) >= 4.5),
    "ember-deep": lightenedUntil(accent, (deep) => contrastRatio(deep, bone) >= 7 && contrastRatio(deep, tint) >= 4.5),
    "ember-tint": tint,
    "ember-fill": fill,
    "ember-fill-hover": mixColours(fill, black, 0.17),
  };
}

/** A button is seen on its ground from 3; white is read on it well beyond. */
const fillOf = (colour: string): string => lightenedUntil(colour, (fill) => contrastRatio(fill, sheet) >= 3);

function lightenedUntil(colour: string, isEnough: (lightened: string) => boolean): string {
  const shares = Array.from({ length: 101 }, (_, index) => index / 100);
  return shares.map((share) => mixColours(colour, white, share)).find(isEnough) ?? white;
}

/** A style sheet that replaces the tokens that differ from the design's; empty if none does. */
export function brandStyles(brand: Brand): string {
  const changed = Object.entries(brandColours(brand)).filter(
    ([name, colour]) => colour !== designedColours[name as keyof BrandColours],
  );
  if (changed.length === 0) return "";
  const dark = tokens(Object.entries(darkBrandColours(brand)));
  return (
    `:root{${tokens(changed)}}` +
    `@media screen{:root[data-theme=dark]{${dark}}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`
  );
}

/** Further shades that drawings have: of the main colour, and of the accent. */
const drawnShades = {
  main: { "#dce5da": 0.84 },
  accent: { "#b7763a": 0.35, "#c98b50": 0.45, "#ebd9bf": 0.8 },
};
/** The design's shades in the dark theme, as in src/web/styles/theme.css, that drawings have. */
const drawnInTheDark = { "#86c5a5": "pine", "#ee6c36": "ember", "#f79a6b": "ember-deep" };

/** @param drawing SVG in the design's colours. @returns it in the club's. */
export function inBrandColours(drawing: string, brand: Brand): string {
  const light = brandColours(brand);
  const dark = darkBrandColours(brand);
  const { main_colour: main, accent_colour: accent } = brand;
  const shades = (from: string, of: Record<string, number>): [string, string][] =>
    Object.entries(of).map(([drawn, share]) => [drawn, mixColours(from, white, share)]);
  const painted = new Map([
    ...Object.entries(designedColours).map(([name, drawn]): [string, string] => [
      drawn,
      light[name as keyof BrandColours],
    ]),
    ...Object.entries(drawnInTheDark).map(([drawn, name]): [string, string] => [drawn, dark[name] ?? drawn]),
    ...(main === designedColours.pine ? [] : shades(main, drawnShades.main)),
    ...(accent === designedColours["ember-deep"] ? [] : shades(accent, drawnShades.accent)),
  ]);
  return drawing.replace(/#[0-9a-f]{6}\b/gi, (drawn) => painted.get(drawn.toLowerCase()) ?? drawn);
}

const tokens = (colours: [string, string][]): string =>
  colours.map(([name, colour]) => `--color-${name}:${colour}`).join(";");
