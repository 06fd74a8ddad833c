import { byWidth, type FlameLook, frame, inks } from "./flame-look.ts";
import { type FlameLine, type FlameShape, lineFlame } from "./line-flame.ts";
import { palette } from "./palette.ts";
import { curved, element, numbers, svg } from "./svg.ts";

/** 26 s per round, offset by the start position. */
const drift =
  ".stk{animation:drift 26s linear infinite;animation-composition:add}@keyframes drift{to{stroke-dashoffset:-100px}}" +
  "@media(prefers-reduced-motion:reduce){.stk{animation:none}}";

/** A separate file, so only it is repainted; the still one is for reduced motion. */
export function drawFlameSticks(shape: FlameShape, look: FlameLook, motion: "drifting" | "still"): string {
  const lines = lineFlame(shape);
  return svg(
    frame(look, look.sticksTop),
    ...(motion === "drifting" ? [element("style", {}, drift)] : []),
    element("g", { "stroke-linecap": "round" }, ...sticks(lines, look)),
    ...(look.ground ? groundLine(lines, shape.base, look.dotScale) : []),
  );
}

function sticks(lines: FlameLine[], look: FlameLook): string[] {
  const colours = inks[look.on].sticks;
  return lines.flatMap(({ dot, fan, stick, width }) => {
    if (!stick) return [];
    return element("path", {
      class: "stk",
      d: curved(dot, fan),
      pathLength: 100,
      stroke: colours[Math.floor(stick.shade * colours.length)],
      "stroke-width": (3.2 + width * 0.7) * (0.6 + 0.4 * look.dotScale),
      "stroke-dasharray": numbers(stick.length, 100 - stick.length),
      "stroke-dashoffset": -stick.at,
    });
  });
}

/** Extends beyond the drawing to both screen edges. A dot is a zero-length stick. */
function groundLine(lines: FlameLine[], base: number, dotScale: number): string[] {
  const dots = byWidth(
    lines,
    ({ dot }) => `M${numbers(...dot)}h0`,
    (width) => 2 * (2 + width) * dotScale,
  );
  return [
    element("path", { d: `M-3000 ${base}H5000`, stroke: palette.ink, "stroke-width": 1.5 }),
    element("g", { stroke: palette.ink, "stroke-linecap": "round" }, ...dots),
  ];
}
