import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Lucide names; run `npm run icons` after a change. */
const names = [
  "arrow-left",
  "arrow-right",
  "arrow-up-right",
  "bell",
  "calendar-plus",
  "check",
  "chevron-down",
  "chevron-left",
  "chevron-right",
  "circle-alert",
  "circle-check",
  "copy",
  "diff",
  "download",
  "info",
  "map-pin",
  "pause",
  "play",
  "plus",
  "search",
  "send",
  "share",
  "trash-2",
  "triangle-alert",
  "user-round",
  "x",
];

const { resolve } = createRequire(import.meta.url);
const target = new URL("../../src/web/ui/icons.generated.ts", import.meta.url);
const { version } = JSON.parse(readFileSync(resolve("lucide-static/package.json"), "utf8"));
const icons = names.map((name) => {
  const drawing = readFileSync(resolve(`lucide-static/icons/${name}.svg`), "utf8");
  const inside = drawing.slice(drawing.indexOf(">", drawing.indexOf("<svg")) + 1, drawing.indexOf("</svg>"));
  const shapes = [...inside.matchAll(/<(\w+)([^>]*?)\/>/g)].map(([, element, attributes = ""]) => {
    const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
    return JSON.stringify([element, Object.fromEntries(pairs)]);
  });
  return `export const ${inPascalCase(name)} = /* @__PURE__ */ createIcon(${shapes.join(", ")});\n`;
});
const head = `/*! Drawings of Lucide ${version}, ISC License, Copyright (c) Lucide Contributors. */\n// Written by \`npm run icons\`.\n`;
writeFileSync(target, `${head}import { createIcon } from "./create-icon.ts";\n\n${icons.join("")}`);

function inPascalCase(name: string): string {
  return name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
}
