import { darkPalette } from "./palette.ts";

/** Drawn on the page's ground, which is dark in the dark theme; the others bring a ground of their own. */
const onPaper = /^(hero|step|spot|about)-/;

/** An image asks for the scheme of the element that shows it, so the visitor's choice reaches it. */
export function forBothThemes(name: string, drawing: string): string {
  if (!onPaper.test(name)) return drawing;
  const rules = ["stroke", "fill", "stop-color"].flatMap((property) =>
    Object.entries(darkPalette)
      .filter(([light]) => drawing.includes(`${property}="${light}"`))
      .map(([light, dark]) => `[${property}="${light}"]{${property}:${dark}}`),
  );
  return drawing.replace("</svg>", `<style>@media (prefers-color-scheme:dark){${rules.join("")}}</style></svg>`);
}
