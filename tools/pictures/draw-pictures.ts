import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { drawings } from "./drawings.ts";
import { icon } from "./icon.ts";

/**
 * Writes every drawing to src/web/ui/pictures/drawn and the icon to src/web/public; run it after changing how something is drawn.
 * apple-touch-icon.png is `icon(0)` photographed by a browser at 180 × 180: take it again when the mark changes.
 */
const drawn = new URL("../../src/web/ui/pictures/drawn/", import.meta.url);
const pages = new URL("../../src/web/public/", import.meta.url);

rmSync(drawn, { recursive: true, force: true });
mkdirSync(drawn, { recursive: true });
mkdirSync(pages, { recursive: true });
for (const [name, drawing] of Object.entries(drawings())) writeFileSync(new URL(`${name}.svg`, drawn), drawing);
writeFileSync(new URL("favicon.svg", pages), icon(9));
