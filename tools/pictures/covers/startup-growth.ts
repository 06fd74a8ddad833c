import { palette } from "../palette.ts";
import type { Random } from "../random.ts";
import { dot, stick } from "../svg.ts";

/** Never mirrored: it would show a fall. */
export const startupGrowth = {
  ground: palette.pineDeep,
  draw(random: Random): string[] {
    const count = random.whole(9, 13);
    const steepness = random.between(1.5, 2.6);
    const bright = random.whole(3, 4);
    const [first, last] = [40, 280];
    const heights = Array.from({ length: count }, (_, i) => 22 + 98 * (i / (count - 1)) ** steepness);
    const sticks = heights.map((height, i) => {
      const x = first + ((last - first) * i) / (count - 1);
      const colour = i === count - 1 ? palette.amber : i > count - 2 - bright ? palette.sage : palette.fern;
      return stick([x, 200], [x, 178 - height], colour, 9);
    });
    return [...sticks, dot([last, 44], 7, palette.ember)];
  },
};
