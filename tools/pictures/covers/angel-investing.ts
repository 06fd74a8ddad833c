import { palette } from "../palette.ts";
import type { Random } from "../random.ts";
import { dot, element, numbers, type Point } from "../svg.ts";

export const angelInvesting = {
  ground: palette.ink,
  draw(random: Random): string[] {
    const ember: Point = [34 + 28 * random.whole(6, 7), random.pick([88, 112])];
    const field = Array.from({ length: 60 }, (_, i): Point => [34 + (i % 10) * 28, 40 + Math.floor(i / 10) * 24]);
    const free = field.filter(([x, y]) => Math.hypot(x - ember[0], y - ember[1]) > 22);
    const offAxis = free.filter(([x, y]) => x !== ember[0] && y !== ember[1]) as [Point, ...Point[]];
    const lit = new Set<Point>();
    const count = random.whole(8, 11);
    while (lit.size < count) lit.add(random.pick(offAxis));
    const ties = [...lit].map((point) => `M${numbers(...point)}L${numbers(...ember)}`);
    return [
      element("path", { d: ties.join(""), stroke: palette.clay, "stroke-width": 1.6 }),
      ...free.map((point) => (lit.has(point) ? dot(point, 5, palette.amber) : dot(point, 2.6, palette.ink3))),
      dot(ember, 15, palette.ember),
    ];
  },
  mirrors: true,
};
