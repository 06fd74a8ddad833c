import { markPieces } from "#web/ui/pictures/mark.tsx";
import { palette } from "./palette.ts";
import { dot, element, svg } from "./svg.ts";

/** @param corner radius in 64ths. */
export function icon(corner: number): string {
  const { paper, sage, ember, amber, pineDeep } = palette;
  return svg(
    { viewBox: "0 0 64 64" },
    element("rect", { width: 64, height: 64, rx: corner, fill: pineDeep }),
    element(
      "g",
      { transform: "translate(4.5 7.3) scale(1.58)", "stroke-width": markPieces.thickness, "stroke-linecap": "round" },
      element("path", { d: markPieces.stem, stroke: paper }),
      element("path", { d: markPieces.leg, stroke: sage }),
      element("path", { d: markPieces.arm, stroke: ember }),
      dot([markPieces.ember.cx, markPieces.ember.cy], markPieces.ember.r, amber),
    ),
  );
}
