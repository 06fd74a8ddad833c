import { describe, expect, it } from "vitest";
import { buildEvent } from "#server/sample/build-event.ts";
import { buildAdmin, buildInvitation, buildMember, buildPerson } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();
const admin = await club.as(await buildAdmin(club.db));

const names = {
  jose: "José Ignacio Figueroa",
  maria: "María José García-Márquez",
  siobhan: "O'Brien, Siobhán",
  lukasz: "Łukasz Groß",
};
const people = Object.fromEntries(
  await Promise.all(
    Object.entries(names).map(async ([key, full_name]) => [key, await buildMember(club.db, { full_name })] as const),
  ),
);
const guests = Object.entries(names).map(([key, full_name]) => ({ email: `${key}@guest.example`, full_name }));
for (const { email, full_name } of guests) {
  await buildInvitation(club.db, { email });
  await club.db.insertInto("pending_members").values({ email, full_name }).execute();
}
const event = await buildEvent(club.db, { date: "2100-06-05" });
for (const person of Object.values(people))
  await (await club.as(person))("PUT", `/api/events/${event.slug}/answer`, { going: true });
for (const name of Object.values(names)) {
  const enquiry = {
    name: `Company of ${name.length}`,
    founders: [{ name }],
    round_name: "Seed",
    enquired_on: "2026-11-20",
  };
  expect((await admin("POST", "/api/deals/enquiries", enquiry)).status).toBe(201);
}

const itemsOf = async (path: string, q: string) => {
  const { status, body } = await admin("GET", `/api${path}${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body.items;
};
const namesOf = (items: { full_name: string }[]) => items.map(({ full_name }) => full_name);

const lists: Record<string, (q: string) => Promise<string[]>> = {
  "the people desk": async (q) => namesOf(await itemsOf("/people?status=approved", q)),
  invitations: async (q) => namesOf(await itemsOf("/people?status=invited", q)),
  "candidates for admin": async (q) => namesOf(await itemsOf("/user-roles/admin-candidates", q)),
  "the audit's people": async (q) => namesOf(await itemsOf("/audit-events/people", q)),
  "the directory": async (q) => namesOf(await itemsOf("/member-profiles", q)),
  "attendees of an event": async (q) => namesOf(await itemsOf(`/event-places/${event.id}/attendees`, q)),
  "founders of companies": async (q) =>
    (await itemsOf("/companies", q)).flatMap(({ founders }: { founders: { name: string }[] }) =>
      founders.map(({ name }) => name),
    ),
  "founders of deals": async (q) =>
    (await itemsOf("/deals", q)).map(({ company_name }: { company_name: string }) =>
      Object.values(names).find((name) => company_name === `Company of ${name.length}`),
    ),
};

describe.each(Object.entries(lists))("A search of %s", (_, find) => {
  it.each([
    [["Jose Ig", "jose figueroa", "Figueroa, José", "FIGUEROA"], names.jose],
    [["Marquez", "garcia marquez", "Márquez", "García-Márquez".normalize("NFD")], names.maria],
    [["o’brien", "siobhan o'brien", "Siobhán O‘Brien"], names.siobhan],
    [["lukasz", "gross"], names.lukasz],
  ])("A search by %j finds %s alone", async (queries, name) => {
    for (const q of queries) expect(await find(q), q).toEqual([name]);
  });
});

it.each(["/people", "/member-profiles"])("A search of %s forgives one wrong letter of a name", async (path) => {
  // People invited have the names of members.
  const find = async (q: string) => [...new Set(namesOf(await itemsOf(path, q)))];
  for (const q of ["Figeroa", "figuerroa", "fihueroa", "figueora", "jsoe figueroa"])
    expect(await find(q), q).toEqual([names.jose]);
  expect([await find("figroa"), await find("jo figueroaa"), await find("gro")]).toEqual([[], [], [names.lukasz]]);
});

it("The words of a search are all of the name, or all of the e-mail", async () => {
  await buildPerson(club.db, { full_name: "Rosa Vale", email: "rv@work.example" });
  const find = lists["the people desk"];
  expect([await find?.("vale rosa"), await find?.("example rv@"), await find?.("rv@ rosa")]).toEqual([
    ["Rosa Vale"],
    ["Rosa Vale"],
    [],
  ]);
});
