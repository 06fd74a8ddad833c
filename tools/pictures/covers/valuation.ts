import { palette } from "../palette.ts";
import type { Random } from "../random.ts";
import { dot, element, stick } from "../svg.ts";

const kinds = [
  { colour: palette.line, width: 5 },
  { colour: palette.sage, width: 2 },
  { colour: palette.sand, width: 3 },
] as const;

export const valuation = {
  ground: palette.slate,
  draw(random: Random): string[] {
    const [x, y] = [random.between(150, 230), random.between(84, 118)];
    const drift = random.between(1, 4);
    const gap = random.between(14, 20);
    const rings: string[] = [];
    for (let radius = 12, k = 0; radius < 250; k++) {
      const { colour, width } = kinds[k % 3] ?? kinds[0];
      const size = { cx: x - k * drift, cy: y - k * 1.5, rx: radius, ry: radius * 0.92 };
      rings.push(element("ellipse", { ...size, stroke: colour, "stroke-width": width }));
      radius += gap * random.between(0.7, 1.4);
    }
    return [...rings, dot([x, y], 5, palette.ember), stick([x, y], [330, y], palette.ember, 6)];
  },
  mirrors: true,
};
