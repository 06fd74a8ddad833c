export const zooms = ["fit", "1", "1.5", "2"] as const;
/** Of a page's true size, or the width that there is. */
export type Zoom = (typeof zooms)[number];

/** Paper of A4 is 1,123 CSS pixels high, and is drawn 1,600 pixels high. */
const trueSize = 1123 / 1600;

/** In CSS pixels. @param pixels as it is drawn. */
export const pageWidth = (pixels: number, zoom: Zoom): number | undefined =>
  zoom === "fit" ? undefined : Math.round(pixels * trueSize * Number(zoom));

/** To the next size that is larger or smaller than what is seen. @param shownWidth of the page, in CSS pixels. */
export function stepZoom(zoom: Zoom, step: 1 | -1, pixels: number, shownWidth: number): Zoom {
  const shown = zoom === "fit" ? shownWidth / (pixels * trueSize) : Number(zoom);
  const sizes = zooms.filter((size) => size !== "fit");
  if (step === 1) return sizes.find((size) => Number(size) > shown + tolerance) ?? zoom;
  return sizes.findLast((size) => Number(size) < shown - tolerance) ?? "fit";
}

const tolerance = 0.01;
