import { palette } from "./palette.ts";
import { smallFlame } from "./small-flame.ts";
import { dot, stick, svg } from "./svg.ts";

const { ink, pine, clay, ember, line } = palette;

const people = [
  { foot: 40, height: 92, colour: pine },
  { foot: 92, height: 128, colour: clay },
  { foot: 142, height: 104, colour: ink },
  { foot: 186, height: 140, colour: pine },
  { foot: 294, height: 136, colour: clay },
  { foot: 338, height: 112, colour: pine },
  { foot: 388, height: 132, colour: ink },
  { foot: 440, height: 96, colour: clay },
];

/** 480 × 262, on paper: people, each a stick with a head, lean towards the flame that they share. */
export const aroundTheFire: string = svg(
  { viewBox: "0 0 480 262", preserveAspectRatio: "xMidYMax meet", "stroke-linecap": "round" },
  stick([8, 250], [472, 250], line, 3),
  smallFlame({ foot: [240, 240], height: 168, width: 74, lines: 17, strokeWidth: 2 }),
  stick([212, 243], [268, 231], ink, 8),
  stick([268, 243], [212, 231], pine, 8),
  ...people.flatMap(({ foot, height, colour }) => {
    const lean = (240 - foot) * 0.16;
    const [x, y] = [foot + lean, 241 - height];
    return [stick([foot, 241], [x, y], colour, 9), dot([x + lean * 0.17, y - 19], 9.5, colour)];
  }),
  dot([240, 40], 6, ember),
);
