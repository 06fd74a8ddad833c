import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { starterCompanies } from "../content/starter/starter-content.ts";

const club = await openTestApp();

describe("GET /investments", () => {
  it("refers only to logos that the build contains", () => {
    const logos = starterCompanies.map(({ content }) => ("logo" in content ? content.logo : ""));
    expect(logos.filter((logo) => !existsSync(`src/web/public${logo}`))).toEqual([]);
  });
  it("shows a member the portfolio", async () => {
    const { body } = await (await club.as(await buildPerson(club.db)))("GET", "/api/investments");
    expect(body.items).toMatchObject([
      { slug: "propane", logo: "/logos/propane.svg", status: "Active" },
      { slug: "loxa", logo: "/logos/loxa.svg", status: "Active" },
      { slug: "pandektes", logo: "/logos/pandektes.svg", status: "Active" },
    ]);
  });
});

describe("GET /investments/{slug}", () => {
  it("returns 422 with the field for a slug that holds NUL", async () => {
    const answer = await (await club.as(await buildPerson(club.db)))("GET", "/api/investments/a%00b");
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, "slug"]);
  });
  it("shows a member one investment", async () => {
    const { body } = await (await club.as(await buildPerson(club.db)))("GET", "/api/investments/loxa");
    expect(body).toMatchObject({ slug: "loxa", name: "Loxa", website: "https://loxa.example", status: "Active" });
    expect(body.logo).toBe("/logos/loxa.svg");
    expect(body).toMatchObject({ what_it_does: null, invested_on: null, updates: [], documents: [] });
  });
});
