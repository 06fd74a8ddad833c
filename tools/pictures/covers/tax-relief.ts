import { palette } from "../palette.ts";
import type { Random } from "../random.ts";
import { dot, element, numbers } from "../svg.ts";

export const taxRelief = {
  ground: palette.amber,
  draw(random: Random): string[] {
    const angle = -random.between(28, 44);
    const slide = random.between(32, 46);
    const [upper, lower] = random.pick([
      [palette.paper, palette.ink],
      [palette.ink, palette.paper],
    ] as const);
    return [
      element(
        "g",
        { transform: `translate(160 100) rotate(${numbers(angle)})` },
        half(slide, -3, 1, upper),
        half(-slide, 3, 0, lower),
        dot([slide + 24, 74], 13, palette.ember),
      ),
    ];
  },
  mirrors: true,
};

/** Radius 84; `sweep` 1 is the upper half. */
function half(middle: number, y: number, sweep: 0 | 1, fill: string): string {
  return element("path", { d: `M${numbers(middle - 84, y)}a84 84 0 0 ${sweep} 168 0Z`, fill });
}
