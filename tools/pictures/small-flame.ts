import { palette } from "./palette.ts";
import { curved, element, type Point } from "./svg.ts";

/** The line-flame for a drawing the size of a stamp: no fan, one colour per tongue. Shares as in the large one. */
const tongues = [
  { belly: [-0.52, 0.36], rise: 0.34, tip: [0.24, 1], lean: -0.32, drop: 0.42, colour: palette.ember },
  { belly: [0.1, 0.6], rise: 0.26, tip: [0.6, 0.66], lean: -0.1, drop: 0.26, colour: palette.emberDeep },
  { belly: [-0.3, 0.2], rise: 0.22, tip: [0.06, 0.58], lean: -0.12, drop: 0.22, colour: palette.amber },
] as const;

type SmallFlame = { foot: Point; height: number; width: number; lines: number; strokeWidth: number };

export function smallFlame({ foot: [x, y], height, width, lines, strokeWidth }: SmallFlame): string {
  const paths = tongues.map(({ belly, rise, tip, lean, drop, colour }, index) => {
    const count = index === 0 ? lines : Math.max(4, Math.floor(lines / 2));
    const d = Array.from({ length: count }, (_, k) => {
      const share = k / (count - 1);
      const footX = x + (share - 0.5) * width * 0.44;
      const bellyX = x + (belly[0] + (belly[1] - belly[0]) * share) * width;
      const bellyY = y - height * rise;
      const [tipX, tipY] = [x + tip[0] * width, y - tip[1] * height];
      return curved(
        [footX, y],
        [
          [footX, y - height * rise * 0.4],
          [bellyX, bellyY + height * rise * 0.6],
          [bellyX, bellyY],
        ],
        [
          [bellyX, bellyY - (bellyY - tipY) * 0.4],
          [tipX + lean * width, tipY + drop * height],
          [tipX, tipY],
        ],
      );
    });
    return element("path", { d: d.join(""), stroke: colour, "stroke-width": strokeWidth });
  });
  return paths.join("");
}
