import { drawFlameLines } from "./flame-lines.ts";
import type { FlameLook } from "./flame-look.ts";
import { drawFlameSticks } from "./flame-sticks.ts";
import type { FlameShape } from "./line-flame.ts";

type Flame = { shape: FlameShape; look: FlameLook };

const heroWide: Flame = {
  shape: {
    base: 664,
    ground: [-380, 1660],
    waist: { middle: [926, 534], half: 54 },
    flame: { width: 270, top: 12 },
    lines: [58, 28, 20],
    seed: 88,
  },
  look: {
    name: "hero-wide",
    box: { left: 0, width: 1280, height: 680 },
    sticksTop: 520,
    align: "xMidYMax",
    on: "paper",
    ground: true,
    dotScale: 1,
  },
};

const heroTall: Flame = {
  shape: {
    base: 416,
    ground: [-10, 385],
    waist: { middle: [184, 334], half: 30 },
    flame: { width: 166, top: 10 },
    lines: [28, 14, 10],
    seed: 19,
  },
  look: {
    name: "hero-tall",
    box: { left: 0, width: 375, height: 430 },
    sticksTop: 320,
    align: "xMidYMax",
    on: "paper",
    ground: true,
    dotScale: 0.68,
  },
};

/** Composed at 720 × 440; the box includes overflowing lines. */
const banner: Flame = {
  shape: {
    base: 440,
    ground: [-420, 960],
    waist: { middle: [430, 348], half: 38 },
    flame: { width: 184, top: 8 },
    lines: [36, 18, 13],
    seed: 5,
  },
  look: {
    name: "banner",
    box: { left: -440, width: 1420, height: 440 },
    sticksTop: 330,
    align: "xMaxYMax",
    on: "pine",
    ground: false,
    dotScale: 1,
  },
};

/** Three files per flame. */
export function flames(): Record<string, string> {
  const drawn = [heroWide, heroTall, banner].flatMap(({ shape, look }) => [
    [`${look.name}-lines`, drawFlameLines(shape, look)],
    [`${look.name}-sticks`, drawFlameSticks(shape, look, "drifting")],
    [`${look.name}-still`, drawFlameSticks(shape, look, "still")],
  ]);
  return Object.fromEntries(drawn);
}
