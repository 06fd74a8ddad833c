import { palette } from "../palette.ts";
import type { Random } from "../random.ts";
import { type Curve, curved, element, type Point } from "../svg.ts";

const widths = [2, 3.2, 2.4, 4];

export const funding = {
  ground: palette.ember,
  /** @param nth of the category: lines that come from above, or fewer and thicker ones from the side. */
  draw(random: Random, nth: number): string[] {
    const isFromSide = nth % 2 === 1;
    const count = isFromSide ? random.whole(9, 11) : random.whole(17, 21);
    const neck = { at: random.between(128, 192), width: random.between(54, 70), from: random.between(70, 86) };
    const offset = random.whole(0, 2);
    return Array.from({ length: count }, (_, i) => {
      const along = i / (count - 1);
      const from = -10 + 340 * along;
      const to = neck.at + (along - 0.5) * neck.width;
      return element("path", {
        d: isFromSide
          ? fromSide(-10 + 220 * along, 100 + (along - 0.5) * neck.width)
          : curved(
              [from, 0],
              [
                [from, neck.from + 14],
                [to, neck.from],
                [to, 210],
              ],
            ),
        stroke: (i + offset) % 3 === 0 ? palette.ink : palette.emberTint,
        "stroke-width": (widths[(i + offset) % 4] ?? 2) * (isFromSide ? 1.8 : 1),
      });
    });
  },
  mirrors: true,
};

function fromSide(from: number, to: number): string {
  const start: Point = [-10, from];
  const curve: Curve = [
    [110, from],
    [130, to],
    [330, to],
  ];
  return curved(start, curve);
}
