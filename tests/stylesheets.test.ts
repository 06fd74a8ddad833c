import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const files = readdirSync("src/web", { recursive: true, encoding: "utf8" }).map((file) => `src/web/${file}`);
const read = (file: string) => readFileSync(file, "utf8");
const code = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file)).map(read);
const stylesheets = files.filter((file) => file.endsWith(".css"));

/** Icons name themselves `lucide-…`; ProseMirror marks what is chosen in an editor. */
const ofLibraries = /^(lucide-|ProseMirror|selectedCell)/;

it("finds a place in the web part that has each class of a stylesheet", () => {
  const words = new Set(code.flatMap((text) => text.match(/[A-Za-z][\w-]*/g) ?? []));
  const begun = code.flatMap((text) => [...text.matchAll(/(?<=[\s"`])[a-z][\w-]*-(?=\$\{)/g)].map(([start]) => start));
  const isUsed = (name: string) => words.has(name) || begun.some((start) => name.startsWith(start));
  const unused = stylesheets.flatMap((file) => {
    const rules = read(file).replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"|@import[^;]*;|:[^;{}]*;/g, "");
    const names = [...rules.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = ""]) => name);
    return [...new Set(names)]
      .filter((name) => !ofLibraries.test(name) && !isUsed(name))
      .map((name) => `.${name} in ${file}`);
  });
  expect(unused).toEqual([]);
});
