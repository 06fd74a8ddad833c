import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { defaultClub as club } from "#shared/club.ts";

it("The two static files contain the club's name", () => {
  const page = readFileSync("src/web/index.html", "utf8");
  const manifest = JSON.parse(readFileSync("src/web/public/site.webmanifest", "utf8"));
  expect(page).toContain(`<title>${club.identity.name}</title>`);
  expect([manifest.name, manifest.short_name]).toEqual([club.identity.name, club.identity.name]);
});
