import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { drawings } from "./drawings.ts";
import { icon } from "./icon.ts";

/** Run after changing a drawing. apple-touch-icon.png, icon-192.png and icon-512.png are `icon(0)` rendered at 180, 192 and 512. */
const drawn = new URL("../../src/web/ui/pictures/drawn/", import.meta.url);
const pages = new URL("../../src/web/public/", import.meta.url);

rmSync(drawn, { recursive: true, force: true });
mkdirSync(drawn, { recursive: true });
mkdirSync(pages, { recursive: true });
for (const [name, drawing] of Object.entries(drawings())) writeFileSync(new URL(`${name}.svg`, drawn), drawing);
writeFileSync(new URL("favicon.svg", pages), icon(9));
