import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { directoryQuerySchema } from "#shared/profiles/profiles.ts";
import { buildManyMembers } from "#tests/support/many-members.ts";
import { mostRows, watchPlans } from "#tests/support/nested-plans.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { buildPerson } from "../../sample/builders.ts";
import { directoryPage, getProfile } from "./queries.ts";

/** 5,000 rows, with a member's rights. */
let database: TestDatabase;
let watched: Awaited<ReturnType<typeof watchPlans>>;
let member: { userId: string };

beforeAll(async () => {
  database = await createTestDatabase();
  await buildManyMembers(database.db, 5000);
  member = { userId: (await buildPerson(database.db)).id };
  watched = await watchPlans(database);
});
afterAll(async () => {
  await watched.close();
  await database.close();
});

/** Plans of the statements on profiles. */
async function plansOf(work: Parameters<typeof watched.plansOf>[1]): Promise<string> {
  const plans = await watched.plansOf(member, work);
  return plans.filter((plan) => plan.includes("member_profiles")).join("\n");
}

const pageOf = (query: object) => plansOf((tx) => directoryPage(tx, directoryQuerySchema.parse(query)));

describe("The directory among 5,000 profiles", () => {
  it.each([
    ["the first page", {}, "member_profiles_directory_idx"],
    ["a skill that many have", { expertise: "saas" }, "member_profiles_directory_idx"],
    ["a skill that few have", { expertise: "skill 200" }, "member_profiles_expertise_idx"],
    ["a location", { location: "town 7" }, "member_profiles_location_idx"],
    ["words that many profiles hold", { q: "founders pricing" }, "member_profiles_directory_idx"],
    ["words that few profiles hold", { q: "company 731 partner" }, "member_profiles_search_idx"],
    ["words that nobody has", { q: "bicycle" }, "member_profiles_search_idx"],
    ["two letters that many have", { q: "jo" }, "member_profiles_directory_idx"],
    ["two letters that nobody has", { q: "7z" }, "member_profiles_short_idx"],
    ["a symbol that nobody has", { q: "§" }, "member_profiles_short_idx"],
    ["letters that pg_trgm makes no trigrams of", { q: "иван" }, "member_profiles_short_idx"],
    ["two frequent names that nobody has both of", { q: "amara gareth" }, "member_profiles_search_idx"],
    ["a word and a skill that nobody has both of", { q: "zoe", expertise: "skill 8" }, "member_profiles_expertise_idx"],
    [
      "a word, a skill and a location",
      { q: "company", expertise: "skill 200", location: "london" },
      "member_profiles_expertise_idx",
    ],
  ])("No sequential scan of 5,000 profiles is needed for %s", async (_what, query, index) => {
    const plan = await pageOf(query);
    expect(plan).not.toContain("Seq Scan on member_profiles");
    expect(plan).toContain(index);
    expect(mostRows(plan), plan).toBeLessThan(700);
  });
  it("No sequential scan of 5,000 profiles is needed for a later page", async () => {
    const cursor = Buffer.from(JSON.stringify(["2026-01-01T00:00:00.000Z", member.userId])).toString("base64url");
    const plan = await pageOf({ cursor });
    expect(plan).not.toContain("Seq Scan on member_profiles");
    expect(plan).toMatch(/Index Cond: \(ROW\(created_at, id\) < /);
  });
  it("No sequential scan of 5,000 profiles is needed for one profile", async () => {
    const profile = await database.db.selectFrom("member_profiles").select("id").limit(1).executeTakeFirstOrThrow();
    const plan = await plansOf((tx) => getProfile(tx, profile.id));
    expect(plan).not.toContain("Seq Scan on member_profiles");
    expect(plan).toContain("member_profiles_pkey");
  });
});
