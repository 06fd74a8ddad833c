import { palette } from "../palette.ts";
import type { Random } from "../random.ts";
import { stick } from "../svg.ts";

/** Never mirrored: it would show a fall. */
export const metrics = {
  ground: palette.dew,
  draw(random: Random): string[] {
    const sideways = random.between(0.55, 0.8);
    const lit = random.whole(11, 12);
    const dark = random.whole(0, 3);
    return Array.from({ length: 60 }, (_, i) => {
      const [column, row] = [i % 10, Math.floor(i / 10)];
      const trend = (column / 9) * sideways + ((5 - row) / 5) * (1 - sideways);
      const degrees = 8 + 74 * trend + random.between(-7, 7);
      const [dx, dy] = [10 * Math.cos((degrees * Math.PI) / 180), 10 * Math.sin((degrees * Math.PI) / 180)];
      const [x, y] = [34 + column * 28, 30 + row * 28];
      const plain = (column + row + dark) % 4 === 0 ? palette.ink : palette.pine;
      return stick([x - dx, y + dy], [x + dx, y - dy], column + 5 - row >= lit ? palette.ember : plain, 6);
    });
  },
};
