import { palette } from "../palette.ts";
import type { Random } from "../random.ts";
import { ring } from "../svg.ts";

export const founderEvaluation = {
  ground: palette.sand,
  draw(random: Random): string[] {
    const gap = random.between(20.5, 24);
    const count = Math.ceil(150 / gap);
    const ours = [random.between(94, 112), random.between(92, 112)] as const;
    const theirs = [random.between(210, 228), random.between(82, 108)] as const;
    const lit = random.whole(0, 2);
    return Array.from({ length: count }, (_, k) => [
      ring(ours, 14 + k * gap, palette.pine, 6.5),
      ring(theirs, 14 + k * gap, k === lit ? palette.ember : palette.emberDeep, 6.5),
    ]).flat();
  },
  mirrors: true,
};
