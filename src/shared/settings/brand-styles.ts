import { type Brand, type BrandColours, brandColours, designedColours } from "./brand-colours.ts";
import { darkBrandColours } from "./dark-brand-colours.ts";

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
