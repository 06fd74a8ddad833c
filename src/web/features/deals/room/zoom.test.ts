import { expect, it } from "vitest";
import { pageWidth, stepZoom } from "./document-viewer.tsx";

/** The number is the width of a page of A4 as it is drawn. */
const pixels = 1131;

it("Paper is shown at its true size, or fitted to the width that there is", () => {
  expect(pageWidth(pixels, "1")).toBe(794);
  expect(pageWidth(pixels, "2")).toBe(1588);
  expect(pageWidth(pixels, "fit")).toBeUndefined();
});

it("Zooming from the fitted width goes to the next size that is larger or smaller than it", () => {
  expect(stepZoom("fit", 1, pixels, 1024)).toBe("1.5");
  expect(stepZoom("fit", -1, pixels, 1024)).toBe("1");
  expect(stepZoom("fit", 1, pixels, 340)).toBe("1");
  expect(stepZoom("fit", -1, pixels, 340)).toBe("fit");
});

it("Zooming in stays at the largest size, and zooming out ends at the fitted width", () => {
  expect(stepZoom("1.5", 1, pixels, 1191)).toBe("2");
  expect(stepZoom("2", 1, pixels, 1588)).toBe("2");
  expect(stepZoom("1", -1, pixels, 794)).toBe("fit");
});
