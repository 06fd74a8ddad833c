import { carousel } from "#web/pictures/carousel.ts";
import { covers } from "#web/pictures/covers.ts";
import { flames } from "#web/pictures/flames.ts";
import { spots } from "#web/pictures/spots.ts";
import { steps } from "#web/pictures/steps.ts";

/** Every drawing that is kept as a file in `drawn/`, by file name without its ending. */
export function drawings(): Record<string, string> {
  return {
    ...flames(),
    ...numbered("step", steps),
    ...numbered("carousel", carousel),
    ...Object.fromEntries(Object.entries(spots).map(([name, drawing]) => [`spot-${name}`, drawing])),
    ...covers(),
  };
}

/** 'step' → 'step-1', 'step-2' … */
function numbered(name: string, list: readonly string[]): Record<string, string> {
  return Object.fromEntries(list.map((drawing, index) => [`${name}-${index + 1}`, drawing]));
}
