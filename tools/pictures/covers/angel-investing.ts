import { palette } from "../palette.ts";
import type { Random } from "../random.ts";
import { dot, element, numbers, type Point } from "../svg.ts";

interface Field {
  ember: Point;
  emberRadius: number;
  dots: Point[];
  lit: number;
  dotRadius: number;
}

export const angelInvesting = {
  ground: palette.ink,
  /** @param nth of the category: on a grid, in circles, or few and large with the ember at the side. */
  draw(random: Random, nth: number): string[] {
    const fields = [onGrid, inCircles, fewAndLarge] as const;
    const { ember, emberRadius, dots, lit, dotRadius } = (fields[nth % fields.length] ?? onGrid)(random);
    const free = dots.filter(([x, y]) => Math.hypot(x - ember[0], y - ember[1]) > emberRadius + 7);
    const offAxis = free.filter(([x, y]) => x !== ember[0] && y !== ember[1]) as [Point, ...Point[]];
    const joined = new Set<Point>();
    while (joined.size < lit) joined.add(random.pick(offAxis));
    const ties = [...joined].map((point) => `M${numbers(...point)}L${numbers(...ember)}`);
    return [
      element("path", { d: ties.join(""), stroke: palette.clay, "stroke-width": 1.6 }),
      ...free.map((point) =>
        joined.has(point) ? dot(point, dotRadius * 1.9, palette.amber) : dot(point, dotRadius, palette.ink3),
      ),
      dot(ember, emberRadius, palette.ember),
    ];
  },
  mirrors: true,
};

function onGrid(random: Random): Field {
  return {
    ember: [34 + 28 * random.whole(6, 7), random.pick([88, 112])],
    emberRadius: 15,
    dots: Array.from({ length: 60 }, (_, i): Point => [34 + (i % 10) * 28, 40 + Math.floor(i / 10) * 24]),
    lit: random.whole(8, 11),
    dotRadius: 2.6,
  };
}

function inCircles(random: Random): Field {
  const ember: Point = [160, 100];
  const turn = random.between(0.1, 0.3);
  const dots = [34, 58, 82, 106, 130, 154].flatMap((radius, circle) => {
    const count = 8 + 5 * circle;
    return Array.from({ length: count }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / count + turn * (circle + 1);
      return [ember[0] + radius * Math.cos(angle), ember[1] + radius * Math.sin(angle)];
    });
  });
  return {
    ember,
    emberRadius: 20,
    dots: dots.filter(([, y]) => y > 12 && y < 188),
    lit: random.whole(13, 16),
    dotRadius: 2.4,
  };
}

function fewAndLarge(random: Random): Field {
  return {
    ember: [262, random.pick([78, 122])],
    emberRadius: 28,
    dots: Array.from({ length: 15 }, (_, i): Point => [42 + (i % 5) * 46, 44 + Math.floor(i / 5) * 56]),
    lit: random.whole(5, 6),
    dotRadius: 5,
  };
}
