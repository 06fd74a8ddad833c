import { contrastRatio, mixColours } from "./colour-contrast.ts";

export interface Brand {
  main_colour: string;
  accent_colour: string;
}

const white = "#ffffff";
const black = "#000000";

/** The design's own shades, as in src/web/styles/theme.css. */
export const designedColours = {
  pine: "#1f4d3a",
  "pine-deep": "#14352a",
  "pine-line": "#35594b",
  "pine-tint": "#e3ede5",
  fern: "#5e8473",
  sage: "#a9c4b2",
  mist: "#d5e2d8",
  ember: "#d9480f",
  "ember-deep": "#b83a08",
  "ember-tint": "#fbe7d8",
  amber: "#f4a63c",
  "pine-fill": "#1f4d3a",
  "pine-fill-hover": "#14352a",
  "ember-fill": "#b83a08",
  "ember-fill-hover": "#9a2f05",
};
export type BrandColours = typeof designedColours;

/** Every shade of the club's two colours, by the name of its design token. */
export function brandColours({ main_colour: main, accent_colour: accent }: Brand): BrandColours {
  const isOwnAccent = accent !== designedColours["ember-deep"];
  return {
    ...designedColours,
    ...(main !== designedColours.pine && shadesOfMain(main)),
    ...(isOwnAccent && shadesOfAccent(accent)),
    amber: readableOn(main, isOwnAccent ? mixColours(accent, white, 0.55) : designedColours.amber),
  };
}

/** `sage` and `mist` are text on `pine` and `pine-deep`. */
function shadesOfMain(main: string) {
  const deep = mixColours(main, black, 0.31);
  return {
    pine: main,
    "pine-fill": main,
    "pine-fill-hover": deep,
    "pine-deep": deep,
    "pine-line": mixColours(main, white, 0.09),
    "pine-tint": readableOn(main, mixColours(main, white, 0.88)),
    fern: readableOn(main, mixColours(main, white, 0.28)),
    sage: readableOn(main, mixColours(main, white, 0.62)),
    mist: readableOn(main, mixColours(main, white, 0.82)),
  };
}

const shadesOfAccent = (accent: string) => ({
  ember: mixColours(accent, white, 0.13),
  "ember-deep": accent,
  "ember-fill": accent,
  "ember-fill-hover": mixColours(accent, black, 0.17),
  "ember-tint": readableOn(accent, mixColours(accent, white, 0.88)),
});

/** Lightened until there is contrast enough between it and a dark colour, which white has. */
function readableOn(dark: string, colour: string): string {
  const shares = Array.from({ length: 51 }, (_, index) => index / 50);
  const lightened = shares.map((share) => mixColours(colour, white, share));
  return lightened.find((candidate) => contrastRatio(candidate, dark) >= 4.5) ?? white;
}
