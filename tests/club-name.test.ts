import { readFileSync } from "node:fs";
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
