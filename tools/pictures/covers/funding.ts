import { palette } from "../palette.ts";
import type { Random } from "../random.ts";
import { curved, element } from "../svg.ts";

const widths = [2, 3.2, 2.4, 4];

export const funding = {
  ground: palette.ember,
  draw(random: Random): string[] {
    const count = random.whole(17, 21);
    const neck = { x: random.between(128, 192), width: random.between(54, 70), top: random.between(70, 86) };
    const offset = random.whole(0, 2);
    return Array.from({ length: count }, (_, i) => {
      const along = i / (count - 1);
      const from = -10 + 340 * along;
      const to = neck.x + (along - 0.5) * neck.width;
      return element("path", {
        d: curved(
          [from, 0],
          [
            [from, neck.top + 14],
            [to, neck.top],
            [to, 210],
          ],
        ),
        stroke: (i + offset) % 3 === 0 ? palette.ink : palette.emberTint,
        "stroke-width": widths[(i + offset) % 4],
      });
    });
  },
  mirrors: true,
};
