import { palette } from "./palette.ts";
import { seededRandom } from "./random.ts";
import { dot, element, type Point, stick, svg } from "./svg.ts";

const { ink, pine, clay, ember, line, stone } = palette;

/** Quiet states, 200 × 130: a few sticks on a line-coloured ground and at most one ember. */
export const spots = {
  empty: empty(),
  "not-found": notFound(),
  "signed-out": signedOut(),
  broken: broken(),
  submitted: submitted(),
};

/** Places kept for sticks, and the first stick lying there. */
function empty(): string {
  const places: [Point, Point][] = [
    [
      [58, 110],
      [88, 44],
    ],
    [
      [142, 110],
      [112, 42],
    ],
    [
      [79, 110],
      [96, 36],
    ],
    [
      [122, 110],
      [104, 34],
    ],
  ];
  const kept = places.map(([from, to]) => stick(from, to, stone, 1.8, { "stroke-dasharray": "4 5" }));
  return spot(118, ...kept, stick([62, 117], [138, 113], clay, 6), dot([147, 112.5], 4.5, ember));
}

/** A row with a gap, into which one stick has fallen. */
function notFound(): string {
  const random = seededRandom(4);
  const colours = [pine, ink, pine, clay];
  const places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14];
  const row = places.map((place) => {
    const x = 16 + place * 12;
    return stick([x, 113], [x, 55 + random.between(-5, 5)], colours[place % 4] ?? pine, 6);
  });
  return spot(119, ...row, stick([135, 113], [178, 58], ember, 7));
}

/** The fire is out: sticks and a thread of smoke. */
function signedOut(): string {
  return spot(
    118,
    stick([54, 112], [88, 46], ink, 7),
    stick([146, 112], [110, 44], pine, 7),
    stick([74, 114], [96, 40], clay, 7),
    stick([126, 114], [103, 38], pine, 7),
    element("path", { d: "M100 28c-8-7 8-9 0-18", stroke: stone, "stroke-width": 2.5 }),
  );
}

/** The fire has been knocked over: one stick still points out of the heap. */
function broken(): string {
  return spot(
    118,
    stick([24, 113], [92, 106], pine, 7),
    stick([110, 113], [176, 105], pine, 7),
    stick([94, 107], [127, 46], ember, 7),
    stick([62, 98], [134, 113], ink, 7),
    stick([84, 113], [150, 92], clay, 7),
  );
}

/** The place that was kept is taken. */
function submitted(): string {
  return spot(
    118,
    stick([58, 112], [87, 44], ink, 7),
    stick([75, 114], [94, 36], clay, 7),
    stick([122, 114], [102, 34], pine, 7),
    stick([143, 112], [113, 44], ember, 7),
  );
}

function spot(ground: number, ...pieces: string[]): string {
  const groundLine = element("path", { d: `M14 ${ground}h172`, stroke: line, "stroke-width": 2 });
  return svg({ viewBox: "0 0 200 130", "stroke-linecap": "round" }, groundLine, ...pieces);
}
