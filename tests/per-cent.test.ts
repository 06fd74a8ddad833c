import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(tsx?|md|json)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(`src/${path}`, "utf8") }));

/** A figure, or the brace that ends one, then any kind of space or its entity, then the sign. */
const apart = /[\d}](?:[\s\u00a0\u2009\u202f]|&nbsp;|\\u(?:00a0|2009|202f))%/g;
/** It says what people may type. */
const quotedAsTyped = "shared/typed-numbers.ts";

it("A per cent is written without a space, as 12.5%", () => {
  const found = sources.flatMap(({ path, text }) => [...text.matchAll(apart)].map(([words]) => `${path}: ${words}`));
  expect(found.filter((place) => !place.startsWith(quotedAsTyped))).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});
