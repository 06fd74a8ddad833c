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

const tokens = (colours: [string, string][]): string =>
  colours.map(([name, colour]) => `--color-${name}:${colour}`).join(";");
