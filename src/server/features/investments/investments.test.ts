import { afterAll, beforeAll, expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { ladder } from "#tests/support/ladder.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let club: TestClub;
beforeAll(async () => {
  club = await createTestClub();
});
afterAll(() => club.close());

ladder(
  "GET /investments",
  "member",
  () => club,
  { path: "/investments" },
  () => {
    it("shows a member the portfolio", async () => {
      const { body } = await (await club.as(await buildPerson(club.db)))("GET", "/api/investments");
      expect(body.items.map(({ slug, status }: { slug: string; status: string }) => [slug, status])).toEqual([
        ["propane", "Active"],
        ["loxa", "Active"],
        ["pandektes", "Active"],
      ]);
    });
  },
);

ladder(
  "GET /investments/{slug}",
  "member",
  () => club,
  { path: "/investments/propane" },
  () => {
    it("finds no investment that is not there", async () => {
      const answer = await (await club.as(await buildPerson(club.db)))("GET", "/api/investments/none");
      expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
    });
    it("shows a member one investment", async () => {
      const { body } = await (await club.as(await buildPerson(club.db)))("GET", "/api/investments/loxa");
      expect(body).toMatchObject({ slug: "loxa", name: "Loxa", website: "https://loxa.example", status: "Active" });
      expect(body).toMatchObject({ what_it_does: null, invested_on: null, updates: [], documents: [] });
    });
  },
);
