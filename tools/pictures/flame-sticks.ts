import { byWidth, type FlameLook, frame, inks } from "./flame-look.ts";
import { type FlameLine, type FlameShape, lineFlame } from "./line-flame.ts";
import { palette } from "./palette.ts";
import { curved, element, numbers, svg } from "./svg.ts";

/** Every stick goes once round its line in 26 s, adding to the place it starts from. */
const drift =
  ".stk{animation:drift 26s linear infinite;animation-composition:add}@keyframes drift{to{stroke-dashoffset:-100px}}" +
  "@media(prefers-reduced-motion:reduce){.stk{animation:none}}";

/**
 * The sticks on the lines, and over them the ground with its dots. A file apart from the lines, so that a browser
 * repaints only this one while it moves; and one that stands still, because not every browser tells an image that
 * its reader wants less motion.
 */
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

/** The ground runs far past the drawing, so that it meets both edges of any screen. A dot is a stick of no length. */
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
