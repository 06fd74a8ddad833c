import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, it } from "vitest";

const root = "src/web/features";

/** Imports from one feature into another: the file, and what it imports below the features. */
const imports = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) =>
    [...readFileSync(`${root}/${path}`, "utf8").matchAll(/(?:from|import|import\()\s*"([^"]+)"/g)].map(
      ([, name = ""]) => ({ path, target: targetOf(path, name) }),
    ),
  )
  .filter(({ path, target }) => target !== undefined && featureOf(target) !== featureOf(path));

it("A feature imports another feature's top folder only", () => {
  expect(imports.filter(({ target }) => target?.split("/").length !== 2)).toEqual([]);
});

it("No features import each other, directly or by way of others", () => {
  const needs = (feature: string, seen = new Set<string>()): Set<string> => {
    for (const { path, target = "" } of imports) {
      const next = featureOf(target);
      if (featureOf(path) === feature && !seen.has(next)) needs(next, seen.add(next));
    }
    return seen;
  };
  const features = new Set(imports.map(({ path }) => featureOf(path)));
  expect([...features].filter((feature) => needs(feature).has(feature))).toEqual([]);
});

it("The test finds the imports that it looks for", () => {
  expect(imports.length).toBeGreaterThan(30);
});

function targetOf(path: string, name: string): string | undefined {
  if (name.startsWith(".")) return posix.join(posix.dirname(path), name).replace(/^\.\.\/.*/s, "") || undefined;
  return name.startsWith("#web/features/") ? name.slice("#web/features/".length) : undefined;
}

function featureOf(path: string): string {
  return path.split("/")[0] ?? "";
}
