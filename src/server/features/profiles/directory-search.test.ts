import { describe, expect, it } from "vitest";
import { buildMember, buildPerson } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();
const call = await club.as(await buildPerson(club.db));
await buildMember(club.db, {
  full_name: "José Ignacio Figueroa",
  profile: {
    company: "Ørsted & Søn",
    position: "Chief Product Officer",
    location: "Málaga",
    bio: "I sold a bakery's till software.",
    services_offered: "Reading a data room together.",
    expertise: ["Pricing", "B2B SaaS"],
  },
});
await buildMember(club.db, {
  full_name: "Conor O’Brien",
  profile: { location: "malaga", bio: "Grew 40% a year; snake_case everywhere.", expertise: ["pricing"] },
});
await buildMember(club.db, { full_name: "Pricing Hidden", profile: { is_visible: false, expertise: ["Pricing"] } });

const jose = "José Ignacio Figueroa";
const conor = "Conor O’Brien";

async function namesFor(query: Record<string, string>): Promise<string[]> {
  const { body } = await call("GET", `/api/member-profiles?${new URLSearchParams(query)}`);
  return body.items.map((item: { full_name: string }) => item.full_name);
}

describe("A directory search", () => {
  it.each([
    ["the name", "figueroa", [jose]],
    ["the company", "orsted", [jose]],
    ["the position", "product officer", [jose]],
    ["the location", "MALAGA", [conor, jose]],
    ["the bio", "bakery", [jose]],
    ["the services offered", "data room", [jose]],
    ["the expertise", "b2b", [jose]],
    ["a straight apostrophe", "o'brien", [conor]],
    ["a combining accent", "Jose\u0301", [jose]],
    ["two letters", "co", [conor]],
    ["only spaces", "  ", [conor, jose]],
    ["words that nobody has together", "figueroa bicycle", []],
  ])("A directory search finds people by %s: %s", async (_what, q, expected) => {
    expect(await namesFor({ q })).toEqual(expected);
  });
  it("A directory search matches words in any order and from different fields", async () => {
    expect(await namesFor({ q: "saas FIGUEROA malaga jose" })).toEqual([jose]);
  });
  it("A directory search matches the wildcards and quotes of SQL literally", async () => {
    expect(await namesFor({ q: "%" })).toEqual([conor]);
    expect(await namesFor({ q: "snake_case" })).toEqual([conor]);
    expect(await namesFor({ q: "snake-case" })).toEqual([]);
    expect(await namesFor({ q: "_______________________________________________________________" })).toEqual([]);
    for (const q of ["\\", "'", "' or true --", "%s %L", "$1"]) {
      expect((await call("GET", `/api/member-profiles?${new URLSearchParams({ q })}`)).status).toBe(200);
    }
    expect(await namesFor({ q: "' or true --" })).toEqual([]);
  });
});

describe("A directory filter", () => {
  it("A directory filter matches a whole skill, in any letter case", async () => {
    expect(await namesFor({ expertise: "PRICING" })).toEqual([conor, jose]);
    expect(await namesFor({ expertise: "pric" })).toEqual([]);
  });
  it("A directory filter matches a whole place, in any letter case", async () => {
    expect(await namesFor({ location: "MÁLAGA" })).toEqual([jose]);
    expect(await namesFor({ location: "Mala" })).toEqual([]);
  });
  it("A directory filter can be combined with the other filter and with a search", async () => {
    expect(await namesFor({ expertise: "pricing", location: "Málaga", q: "till" })).toEqual([jose]);
    expect(await namesFor({ expertise: "pricing", location: "malaga", q: "till" })).toEqual([]);
  });
});

it("Search results are paginated", async () => {
  const first = await call("GET", "/api/member-profiles?expertise=pricing&limit=1");
  const query = new URLSearchParams({ expertise: "pricing", limit: "1", cursor: first.body.next_cursor });
  const second = await call("GET", `/api/member-profiles?${query}`);
  expect([first, second].map(({ body }) => body.items[0].full_name)).toEqual([conor, jose]);
  expect(second.body.next_cursor).toBeNull();
});

it("A search finds a profile by its current text, and no longer by its old text", async () => {
  const member = await buildMember(club.db, {
    full_name: "Edith Vance",
    profile: { bio: "Lighthouses", location: "Fair Isle", expertise: ["Optics"] },
  });
  const own = await club.as(member);
  await own("PUT", "/api/member-profiles/me", { full_name: "Edith Vance", bio: "Windmills", expertise: ["Gears"] });
  expect(await namesFor({ q: "lighthouses" })).toEqual([]);
  expect(await namesFor({ q: "windmills" })).toEqual(["Edith Vance"]);
  expect(await namesFor({ expertise: "gears" })).toEqual(["Edith Vance"]);
  const { body } = await call("GET", "/api/member-profiles/filters");
  const values = [...body.expertise, ...body.locations].map(({ value }: { value: string }) => value);
  expect(values).toContain("Gears");
  expect(values).not.toContain("Optics");
  expect(values).not.toContain("Fair Isle");

  await club.db.deleteFrom("auth.users").where("id", "=", member.id).execute();
  expect(await club.db.selectFrom("directory_terms").select("id").where("term", "=", "Gears").execute()).toEqual([]);
});
