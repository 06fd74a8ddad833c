import { palette } from "./palette.ts";
import { seededRandom } from "./random.ts";
import { dot, element, numbers, type Point, ring, stick, svg } from "./svg.ts";

const { sage, fern, mist, clay, amber, ember } = palette;

/** 480 × 262, aligned to the lower edge; on pine-deep. */
export const carousel: readonly string[] = [revolution(), equalSticks(), sharedRings(), fewOfMany(), oneAmongElders()];

function revolution(): string {
  const years = [fern, sage, fern, mist, clay, amber];
  const last = years.length - 1;
  const reach = (year: number) => Math.PI * (0.3 + 0.08 * year);
  const arcs = years.map((colour, year) => {
    const radius = 76 + 29 * year;
    const d = `M${numbers(...polar(radius, 0))}A${numbers(radius, radius)} 0 0 1 ${numbers(...polar(radius, reach(year)))}`;
    return element("path", { d, stroke: colour, "stroke-width": 9 });
  });
  return drawing(...arcs, dot(polar(76 + 29 * last, reach(last) + 0.12), 11, ember));
}

function equalSticks(): string {
  const random = seededRandom(9);
  let last = "";
  const sticks = Array.from({ length: 31 }, (_, i) => {
    const colours = [sage, fern, mist, fern, clay, amber].filter((colour) => colour !== last) as [string, ...string[]];
    last = random.pick(colours);
    const angle = (Math.PI * i) / 30;
    return stick(polar(104, angle), polar(226, angle), last, 6.5);
  });
  return drawing(...sticks, dot([240, 262], 80, ember));
}

function sharedRings(): string {
  const people = [
    { x: 100, colour: sage, person: mist, radii: [44, 70, 96] },
    { x: 380, colour: fern, person: mist, radii: [44, 70, 96] },
    { x: 240, colour: clay, person: ember, radii: [58, 96, 134, 172, 210] },
  ];
  const rings = people.flatMap(({ x, colour, radii }) => radii.map((radius) => ring([x, 262], radius, colour, 6.5)));
  return drawing(...rings, ...people.map(({ x, person }) => dot([x, 262], 24, person)));
}

function fewOfMany(): string {
  const rows = [fern, fern, sage, sage, mist, amber, ember];
  const dots = rows.flatMap((colour, row) =>
    Array.from({ length: 13 - 2 * row }, (_, i) => {
      const place = i - (6 - row);
      return dot([240 + 34 * place, 22 + 34 * row], 5.5 + 1.1 * row, colour);
    }),
  );
  return drawing(...dots);
}

function oneAmongElders(): string {
  const colours = [sage, fern, mist, fern, sage, fern, clay];
  const elders = colours.flatMap((colour, i) => {
    const height = 84 + 24 * i;
    return [-1, 1].map((side) => {
      const foot = 240 + side * (58 + 27 * i);
      return stick([foot, 262], [foot - side * height * 0.2, 262 - height], colour, 6.5);
    });
  });
  return drawing(...elders, stick([240, 262], [240, 204], amber, 6.5), dot([240, 180], 11, ember));
}

function drawing(...pieces: string[]): string {
  return svg({ viewBox: "0 0 480 262", preserveAspectRatio: "xMidYMax meet", "stroke-linecap": "round" }, ...pieces);
}

/** Centre of the lower edge; radians, clockwise from the left. */
function polar(radius: number, angle: number): Point {
  return [240 - radius * Math.cos(angle), 262 - radius * Math.sin(angle)];
}
