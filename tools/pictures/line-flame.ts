import { type Random, seededRandom } from "./random.ts";
import type { Curve, Point } from "./svg.ts";

/** User units, y down. */
export type FlameShape = {
  /** Ground line's y. */
  base: number;
  /** First and last dot's x. */
  ground: readonly [left: number, right: number];
  waist: { middle: Point; half: number };
  flame: { width: number; top: number };
  /** Per tongue: main, right, left, about 11 : 5 : 4. */
  lines: readonly [number, number, number];
  seed: number;
};

export type FlameLine = {
  dot: Point;
  waist: Point;
  fan: Curve;
  tongue: readonly [Curve, Curve];
  width: number;
  /** Position and length in hundredths of the fan's length. */
  stick: { at: number; length: number; shade: number } | undefined;
};

/** Fractions of width (from the waist's centre) and height (up from the waist). */
const tongues = [
  { belly: [-0.54, 0.38], rise: 0.35, tip: [0.26, 1], lean: -0.33, drop: 0.43 },
  { belly: [0.13, 0.62], rise: 0.27, tip: [0.6, 0.67], lean: -0.1, drop: 0.27 },
  { belly: [-0.6, -0.16], rise: 0.22, tip: [-0.5, 0.5], lean: 0.02, drop: 0.22 },
] as const;
const widths = [1, 1, 1.2, 1.4, 1.6, 2, 2.5] as const;

export function lineFlame(shape: FlameShape): FlameLine[] {
  const random = seededRandom(shape.seed);
  const places = interleaved(shape.lines);
  return places.map(({ tongue, share }, index) => {
    const along = index / (places.length - 1);
    const waist: Point = [shape.waist.middle[0] + (2 * along - 1) * shape.waist.half, shape.waist.middle[1]];
    const dot = dotOnGround(shape, along, places.length, random);
    return {
      dot,
      waist,
      fan: fanOf(shape, dot, waist),
      tongue: tongueOf(shape, tongue, share, waist),
      width: random.pick(widths),
      stick: random.chance(0.62) ? stickOn(shape, dot, random) : undefined,
    };
  });
}

/** Tongues alternate along the ground. `share` is 0 to 1 within a tongue. */
function interleaved(lines: FlameShape["lines"]) {
  return lines
    .flatMap((count, tongue) =>
      Array.from({ length: count }, (_, k) => ({ tongue, share: k / (count - 1), order: (k + 0.5) / count })),
    )
    .sort((a, b) => a.order - b.order || a.tongue - b.tongue);
}

function dotOnGround({ ground: [left, right], base }: FlameShape, along: number, count: number, random: Random): Point {
  const unevenness = (0.3 * (right - left)) / count;
  return [left + (right - left) * along + random.between(-unevenness, unevenness), base];
}

/** Outer lines run flatter before the waist. */
function fanOf(shape: FlameShape, [x, base]: Point, waist: Point): Curve {
  const middle = shape.waist.middle[0];
  const furthest = Math.max(...shape.ground.map((end) => Math.abs(end - middle)));
  const distance = Math.abs(x - middle) / furthest;
  const rise = base - waist[1];
  return [[x, base - rise * (0.3 + 0.78 * distance)], [waist[0], waist[1] + rise * (0.96 - 0.56 * distance)], waist];
}

function tongueOf(
  { waist: { middle }, flame }: FlameShape,
  index: number,
  share: number,
  waist: Point,
): [Curve, Curve] {
  const { belly, rise, tip, lean, drop } = tongues[index] ?? tongues[0];
  const height = middle[1] - flame.top;
  const side = share - 0.5;
  const bellyX = middle[0] + (belly[0] + (belly[1] - belly[0]) * share) * flame.width;
  const bellyY = middle[1] - rise * height;
  const tipX = middle[0] + tip[0] * flame.width;
  const tipY = middle[1] - tip[1] * height;
  return [
    [
      [waist[0], middle[1] - rise * height * 0.42],
      [bellyX, bellyY + rise * height * 0.62],
      [bellyX, bellyY],
    ],
    [
      [bellyX, bellyY - (bellyY - tipY) * 0.4],
      [tipX + lean * flame.width + side * 16, tipY + drop * height],
      [tipX + side * 2, tipY + Math.abs(side) * 8],
    ],
  ];
}

function stickOn(shape: FlameShape, [x, base]: Point, random: Random) {
  const [middle, waist] = shape.waist.middle;
  const roughLength = Math.abs(x - middle) * 1.02 + (base - waist) * 0.75;
  return {
    length: (100 * random.between(20, 44)) / roughLength,
    at: random.between(6, 74),
    shade: random.between(0, 1),
  };
}
