import { forBothThemes } from "./both-themes.ts";
import { carousel } from "./carousel.ts";
import { covers } from "./covers.ts";
import { flames } from "./flames.ts";
import { aroundTheFire } from "./people.ts";
import { spots } from "./spots.ts";
import { steps } from "./steps.ts";

export function drawings(): Record<string, string> {
  const drawn: Record<string, string> = {
    ...flames(),
    ...numbered("step", steps),
    ...numbered("carousel", carousel),
    ...Object.fromEntries(Object.entries(spots).map(([name, drawing]) => [`spot-${name}`, drawing])),
    "about-people": aroundTheFire,
    ...covers(),
  };
  return Object.fromEntries(Object.entries(drawn).map(([name, drawing]) => [name, forBothThemes(name, drawing)]));
}

function numbered(name: string, list: readonly string[]): Record<string, string> {
  return Object.fromEntries(list.map((drawing, index) => [`${name}-${index + 1}`, drawing]));
}
