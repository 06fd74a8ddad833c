import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createApi } from "#server/api.ts";

const routes = createApi().openAPIRegistry.definitions.flatMap((definition) =>
  definition.type === "route"
    ? [
        {
          name: `${definition.route.method.toUpperCase()} ${definition.route.path}`,
          audience: (definition.route as { "x-audience"?: string })["x-audience"],
        },
      ]
    : [],
);

const testFiles = execSync("git ls-files --cached --others --exclude-standard 'src/*.test.ts' 'src/**/*.test.ts'", {
  encoding: "utf8",
});
const tests = testFiles
  .split("\n")
  .filter(Boolean)
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

describe("Every route", () => {
  it("is known here", () => {
    expect(routes.length).toBeGreaterThan(25);
  });
  it.each(routes)("$name has tests that begin with whom it turns away", ({ name, audience }) => {
    const start = audience === "anyone" ? `describe("${name}"` : `ladder("${name}", "${audience}"`;
    expect(tests.replace(/\(\s+"/g, '("').replace(/",\s+"/g, '", "')).toContain(start);
  });
});
