import { existsSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";

const foldersOf = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const features = foldersOf("src/server/features");
/** Implemented in src/server/auth, or on public pages. */
const authFeatures = ["account", "api-keys"];

it("Every feature has the same name on the server and in the browser", () => {
  expect(foldersOf("src/web/features").toSorted()).toEqual([...features, ...authFeatures].toSorted());
});

it.each([...features, ...authFeatures])("The schemas of %s are in a folder and a file of that name", (feature) => {
  expect(existsSync(`src/shared/${feature}/${feature}.ts`)).toBe(true);
});

it("Every end-to-end test file is named after its feature", () => {
  const journeys = readdirSync("tests/e2e").filter((name) => name.endsWith(".spec.ts"));
  /** Rendered within another feature's screen. */
  const withoutScreen = ["companies", "membership-requests", "pictures", "waiting-counts"];
  const isAbout = (feature: string) => (journey: string) =>
    journey === `${feature}.spec.ts` || journey.startsWith(`${feature}-`);
  const missing = [...features, ...authFeatures].filter((feature) => !journeys.some(isAbout(feature)));
  expect(missing.toSorted()).toEqual(withoutScreen.toSorted());
});
