/** WCAG 2.2, 1.4.3: text needs 4.5. */
const required = 4.5;

const grounds = [
  { name: "White text on it", colour: "#ffffff" },
  { name: "This colour on the page", colour: "#fbf8f3" },
  { name: "This colour on a shaded band", colour: "#f3ede2" },
] as const;

export interface ContrastProblem {
  ratio: number;
  required: number;
  /** Name of the ground. */
  on: string;
  /** The nearest colour of the same hue that passes. */
  nearest: string;
}

/** @param colour "#1f4d3a" @returns its least contrast, where text would be too pale. */
export function contrastProblem(colour: string): ContrastProblem | undefined {
  const { name: on, ratio } = leastContrast(colour);
  return ratio >= required ? undefined : { ratio, required, on, nearest: nearestPassing(colour) };
}

export const contrastChecks = (colour: string): { on: string; ratio: number; passes: boolean }[] =>
  grounds.map(({ name, colour: ground }) => {
    const ratio = contrastRatio(colour, ground);
    return { on: name, ratio, passes: ratio >= required };
  });

const leastContrast = (colour: string): { name: string; ratio: number } =>
  grounds
    .map((ground) => ({ name: ground.name, ratio: contrastRatio(colour, ground.colour) }))
    .reduce((least, next) => (next.ratio < least.ratio ? next : least));

/** Every ground is light, so a darker colour has more contrast. */
function nearestPassing(colour: string): string {
  for (let percent = 99; percent > 0; percent--) {
    const darker = toHex(channelsOf(colour).map((channel) => Math.round((channel * percent) / 100)));
    if (leastContrast(darker).ratio >= required) return darker;
  }
  return "#000000";
}

/** 1 to 21, by https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. */
export function contrastRatio(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

/** @param share of the other, from 0 to 1. */
export function mixColours(one: string, other: string, share: number): string {
  const others = channelsOf(other);
  return toHex(channelsOf(one).map((channel, index) => Math.round(channel + ((others[index] ?? 0) - channel) * share)));
}

const toHex = (channels: number[]): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
