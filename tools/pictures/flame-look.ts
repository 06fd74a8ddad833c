import type { FlameLine } from "./line-flame.ts";
import { palette } from "./palette.ts";
import { element, numbers } from "./svg.ts";

export type FlameLook = {
  name: string;
  box: { left: number; width: number; height: number };
  /** Where the sticks' layer begins: they never rise above it, and it is the only part that moves. */
  sticksTop: number;
  /** How the drawing sits in an image of another shape, as SVG's preserveAspectRatio says it. */
  align: "xMidYMax" | "xMaxYMax";
  on: "paper" | "pine";
  /** The ground line and its dots; `dotScale` thins dots and sticks on a small drawing. */
  ground: boolean;
  dotScale: number;
};

export const inks = {
  paper: {
    low: palette.pine,
    waist: palette.emberDeep,
    sticks: [palette.ink, palette.pine, palette.clay, palette.clay, palette.ember],
  },
  pine: { low: palette.sage, waist: palette.ember, sticks: [palette.mist, palette.clay, palette.amber, palette.ember] },
};

/** The part of the drawing from `top` down, as attributes of its svg element. */
export function frame({ box, align }: FlameLook, top: number) {
  return { viewBox: numbers(box.left, top, box.width, box.height - top), preserveAspectRatio: `${align} meet` };
}

/** One path element for all lines of a width: the same picture, a third of the bytes. */
export function byWidth(
  lines: FlameLine[],
  data: (line: FlameLine) => string,
  drawnWidth: (width: number) => number,
): string[] {
  const widths = [...new Set(lines.map((line) => line.width))].sort((a, b) => a - b);
  return widths.map((width) => {
    const ofWidth = lines.filter((line) => line.width === width);
    return element("path", { d: ofWidth.map(data).join(""), "stroke-width": drawnWidth(width) });
  });
}
