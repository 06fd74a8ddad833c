import { palette } from "./palette.ts";
import { smallFlame } from "./small-flame.ts";
import { dot, element, ring, stick, svg } from "./svg.ts";

const { ink, pine, clay, ember, line } = palette;

const leaning = [
  stick([44, 104], [70, 40], ink, 7),
  stick([116, 104], [88, 38], pine, 7),
  stick([60, 106], [76, 34], clay, 7),
];

/** 'How it works': six drawings, 160 × 112, that build one fire on one ground line. */
export const steps: readonly string[] = [
  drawing(stick([40, 105], [116, 101], clay, 7), dot([126, 100.5], 4.5, ember)),
  drawing(
    stick([63, 105], [41.9, 60], ink, 7),
    stick([71, 105], [59.8, 44], pine, 7),
    stick([80, 105], [80, 36], clay, 7),
    stick([89, 105], [100.2, 48], pine, 7),
    stick([97, 105], [118.1, 64], ink, 7),
    element("path", { d: "M63 84q17 7 34 0", stroke: ember, "stroke-width": 4 }),
  ),
  drawing(
    stick([50, 105], [90, 48], pine, 7),
    stick([112, 105], [72, 48], clay, 7),
    dot([96.5, 38], 6.5, pine),
    dot([65.5, 38], 6.5, clay),
  ),
  drawing(...leaning, placeKept()),
  drawing(
    dial(),
    smallFlame({ foot: [80, 104], height: 40, width: 21, lines: 8, strokeWidth: 1.6 }),
    ...leaning,
    stick([101, 106], [82, 32], pine, 7),
  ),
  drawing(
    smallFlame({ foot: [76, 97], height: 95, width: 44, lines: 17, strokeWidth: 1.7 }),
    stick([44, 105], [104, 92], ink, 7),
    stick([116, 105], [56, 92], pine, 7),
    stick([60, 107], [100, 103], clay, 6),
  ),
];

function drawing(...pieces: string[]): string {
  return svg({ viewBox: "0 0 160 112", "stroke-linecap": "round" }, ...pieces);
}

/** The outline of the stick that is still to come. */
function placeKept(): string {
  return element("path", {
    d: "M131 101.5 104 41.5a3.8 3.8 0 0 1 6.9-3.1L138 98.4a3.8 3.8 0 0 1-7 3.1Z",
    stroke: ember,
    "stroke-width": 1.8,
    "stroke-dasharray": "3.5 4",
  });
}

/** Forty-eight hours, of which the first eight are gone. */
function dial(): string {
  return (
    ring([80, 68], 52, line, 1.5, { pathLength: 48, "stroke-dasharray": "1 1" }) +
    element("path", { d: "M80 16a52 52 0 0 1 45 26", stroke: ember, "stroke-width": 3 })
  );
}
