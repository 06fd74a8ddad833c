import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { brandColours } from "#shared/settings/brand-colours.ts";
import { defaultClub as club } from "#shared/settings/club.ts";
import { brandStyles } from "#shared/settings/dark-brand-colours.ts";

it("The built page begins with the club's name", () => {
  expect(readFileSync("src/web/index.html", "utf8")).toContain(`<title>${club.identity.name}</title>`);
});

it("The styles have the shades of the club's colours, so that its own style sheet replaces none", () => {
  const theme = readFileSync("src/web/styles/theme.css", "utf8");
  for (const [name, colour] of Object.entries(brandColours(club.brand)))
    expect(theme).toContain(`--color-${name}: ${colour};`);
  expect(brandStyles(club.brand)).toBe("");
});

/** The sample club's own texts. */
const ownWords = /starter\/|sample\/|generated|\.test\./;
const figurative =
  /\b(the|an?|your|our|one|each|this|that|its|by|with|where|every|outlined|solid)\s+(sticks?|fires?|flames?|embers?|pines?|kindling|hearth)\b/gi;

it("No screen and no mail of another club speaks of the sample club's sticks, fire and flame", () => {
  const files = ["src/web", "src/shared", "src/server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const found = files
    .filter((file) => /\.tsx?$/.test(file) && !ownWords.test(file))
    .flatMap((file) => {
      const words = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      return (words.match(figurative) ?? []).map((each) => `${file}: ${each}`);
    });
  expect(found).toEqual([]);
  expect("A stick is £50,000, ember where below; bring your stick to the fire".match(figurative)).toHaveLength(3);
});
