export type Point = readonly [x: number, y: number];
/** A cubic Bézier from wherever the pen is: two control points and the end. */
export type Curve = readonly [Point, Point, Point];
type Attributes = Record<string, string | number | undefined>;

/**
 * A whole SVG document. `viewBox` is in user units; whatever lies outside it shows when the box is wider or higher.
 * The file itself has no text alternative: the page that shows it provides one.
 */
export function svg(attributes: Attributes & { viewBox: string }, ...children: string[]): string {
  const root = { xmlns: "http://www.w3.org/2000/svg", "aria-hidden": "true", fill: "none", ...attributes };
  return `${element("svg", root, ...children)}\n`;
}

export function element(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? round(value) : value}"`)
    .join("");
  return children.length > 0 ? `<${name}${written}>${children.join("")}</${name}>` : `<${name}${written}/>`;
}

/** The smallest unit of every picture: a straight line, round at both ends when its group says so. */
export function stick([x1, y1]: Point, [x2, y2]: Point, stroke: string, width: number, more: Attributes = {}): string {
  return element("path", { d: `M${numbers(x1, y1)}L${numbers(x2, y2)}`, stroke, "stroke-width": width, ...more });
}

export function dot([cx, cy]: Point, r: number, fill: string): string {
  return element("circle", { cx, cy, r, fill });
}

export function ring([cx, cy]: Point, r: number, stroke: string, width: number, more: Attributes = {}): string {
  return element("circle", { cx, cy, r, stroke, "stroke-width": width, ...more });
}

/** Path data in relative coordinates, a third shorter than absolute ones; rounding errors do not add up. */
export function curved(start: Point, ...curves: Curve[]): string {
  let [x, y] = start.map(tenths) as [number, number];
  const from = `M${numbers(x, y)}`;
  const steps = curves.map((curve) => {
    const offsets = curve.flatMap(([px, py]) => [tenths(px) - x, tenths(py) - y]);
    [x, y] = curve[2].map(tenths) as [number, number];
    return `c${numbers(...offsets)}`;
  });
  return from + steps.join("");
}

/** Numbers for path data: one decimal, and no space before a minus. */
export function numbers(...values: number[]): string {
  return values.map(round).join(" ").replaceAll(" -", "-");
}

/** The first decimal is finer than a screen's pixel at every size the drawings are shown. */
function round(value: number): string {
  return String(tenths(value)).replace(/^(-?)0\./, "$1.");
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10 || 0;
}
