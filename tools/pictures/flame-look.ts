import type { FlameLine } from "./line-flame.ts";
import { palette } from "./palette.ts";
import { element, numbers } from "./svg.ts";

export type FlameLook = {
  name: string;
  box: { left: number; width: number; height: number };
  /** Top of the only animated layer. */
  sticksTop: number;
  /** SVG preserveAspectRatio. */
  align: "xMidYMax" | "xMaxYMax";
  on: "paper" | "pine";
  /** Ground line and dots; `dotScale` thins dots and sticks. */
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

/** SVG attributes of the part below `top`. */
export function frame({ box, align }: FlameLook, top: number) {
  return { viewBox: numbers(box.left, top, box.width, box.height - top), preserveAspectRatio: `${align} meet` };
}

/** Each stroke width is one path: a third of the bytes. */
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
