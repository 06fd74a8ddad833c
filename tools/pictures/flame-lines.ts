import { byWidth, type FlameLook, frame, inks } from "./flame-look.ts";
import { type FlameShape, lineFlame } from "./line-flame.ts";
import { palette } from "./palette.ts";
import { curved, element, svg } from "./svg.ts";

/** Thin lines throughout, full width from the waist up. */
export function drawFlameLines(shape: FlameShape, look: FlameLook): string {
  const lines = lineFlame(shape);
  const thin = byWidth(
    lines,
    (line) => curved(line.dot, line.fan, ...line.tongue),
    (width) => Math.max(0.7, width * 0.55),
  );
  const full = byWidth(
    lines,
    (line) => curved(line.waist, ...line.tongue),
    (width) => width,
  );
  return svg(
    frame(look, 0),
    element("defs", {}, ...gradients(shape, look)),
    element("g", { stroke: `url(#${look.name}-thin)` }, ...thin),
    element("g", { stroke: `url(#${look.name}-full)`, "stroke-linecap": "round" }, ...full),
  );
}

/** The lines share one gradient; a second one fades in for the full width. */
function gradients({ base, waist, flame: { top } }: FlameShape, { name, on }: FlameLook): string[] {
  const { low, waist: hot } = inks[on];
  const waistY = waist.middle[1];
  const at = (y: number) => ((base - y) / (base - top)).toFixed(3);
  const upwards = (id: string, from: number, stops: string[]) =>
    element("linearGradient", { id, gradientUnits: "userSpaceOnUse", x1: 0, y1: from, x2: 0, y2: top }, ...stops);
  const stop = (offset: string, colour: string) => element("stop", { offset, "stop-color": colour });
  return [
    upwards(`${name}-thin`, base, [
      stop(at(waistY + (base - waistY) * 0.34), low),
      stop(at(waistY - (waistY - top) * 0.09), hot),
      stop(at(waistY - (waistY - top) * 0.4), palette.ember),
      stop("1", palette.amber),
    ]),
    upwards(`${name}-full`, waistY, [
      element("stop", { offset: "0", "stop-color": hot, "stop-opacity": "0" }),
      stop(".2", hot),
      stop(".44", palette.ember),
      stop("1", palette.amber),
    ]),
  ];
}
