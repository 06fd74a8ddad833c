import { palette } from "../palette.ts";
import type { Random } from "../random.ts";
import { dot, element, type Point, stick } from "../svg.ts";

const kinds = [
  { colour: palette.line, width: 5 },
  { colour: palette.sage, width: 2 },
  { colour: palette.sand, width: 3 },
] as const;

export const valuation = {
  ground: palette.slate,
  /** @param nth of the category: rings around the middle, or few and thick ones around a corner. */
  draw(random: Random, nth: number): string[] {
    const isCorner = nth % 2 === 1;
    const [x, y]: Point = isCorner
      ? [random.between(48, 70), random.between(140, 152)]
      : [random.between(150, 230), random.between(84, 118)];
    const drift = random.between(1, 4);
    const gap = isCorner ? random.between(30, 36) : random.between(14, 20);
    const rings: string[] = [];
    for (let radius = isCorner ? 24 : 12, k = 0; radius < (isCorner ? 330 : 250); k++) {
      const { colour, width } = kinds[k % 3] ?? kinds[0];
      const size = { cx: x - k * drift, cy: y - k * 1.5, rx: radius, ry: radius * 0.92 };
      rings.push(element("ellipse", { ...size, stroke: colour, "stroke-width": isCorner ? width * 2 : width }));
      radius += gap * random.between(0.7, 1.4);
    }
    const end: Point = isCorner ? [x + 190, y - 108] : [330, y];
    return [
      ...rings,
      dot([x, y], isCorner ? 9 : 5, palette.ember),
      stick([x, y], end, palette.ember, isCorner ? 8 : 6),
    ];
  },
  mirrors: true,
};
