import { describe, expect, it } from "vitest";
import { buildEnquiry } from "#server/sample/build-deal.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();
const admin = await buildAdmin(club.db);
const call = await club.as(admin);

const company = {
  name: "Alder Analytics",
  company_number: "00000000",
  website: "https://alder.example",
  sector: "Health",
  one_line: "Forecasts how many vets a practice needs.",
  place: "Leeds",
  founded_year: 2024,
  country: "GB",
  founders: [{ name: "Ada Finch", role: "Chief executive", email: "ada@alder.example", phone: null }],
};
const auditOf = (id: string) => club.auditOf(id, "kind", "actor_id");

describe("POST /companies", () => {
  it("adds a company, and audits it by its name", async () => {
    const { status, body } = await call("POST", "/api/companies", company);
    const { id, created_at, updated_at, ...added } = body;
    expect([status, added]).toEqual([201, { ...company, logo: null }]);
    expect([created_at, updated_at]).toEqual([expect.stringMatching(/Z$/), expect.stringMatching(/Z$/)]);
    expect(await auditOf(id)).toEqual([{ kind: "company_added", actor_id: admin.id }]);
    const [event] = (await call("GET", "/api/audit-events?kind=company_added&limit=1")).body.items;
    expect(event.subject).toEqual({ type: "company", id, full_name: "Alder Analytics", email: null });
  });
  it("adds a company with nothing but a name", async () => {
    const { status, body } = await call("POST", "/api/companies", { name: "Bare" });
    expect([status, body.country, body.founders, body.website]).toEqual([201, "GB", [], null]);
  });
  it("stores a company number as Companies House writes it, and one from abroad as it is given", async () => {
    const add = async (given: object) => (await call("POST", "/api/companies", { ...company, ...given })).body;
    expect((await add({ company_number: " 123 4567 " })).company_number).toBe("01234567");
    const abroad = await add({ company_number: "HRB 12345 B", country: "DE" });
    expect(abroad.company_number).toBe("HRB 12345 B");
    const { id, updated_at } = abroad;
    const change = { ...company, company_number: "oc301234", expected_version: updated_at };
    expect((await call("PUT", `/api/companies/${id}`, change)).body.company_number).toBe("OC301234");
  });
  it.each([
    [{ name: " " }, { path: "name", message: "Please fill this in" }],
    [{ name: "A \ud800" }, { path: "name", message: "Please remove invisible control characters" }],
    [{ founders: [{ name: "" }] }, { path: "founders.0.name", message: "Please fill this in" }],
    [{ founders: [{ name: "Ada", role: "\ud800" }] }, expect.objectContaining({ path: "founders.0.role" })],
    [{ founded_year: 12 }, { path: "founded_year", message: "Please enter a date" }],
    [
      { company_number: "12 34" },
      { path: "company_number", message: "Please enter a company number like 01234567 or SC123456" },
    ],
  ])("refuses %j", async (given, error) => {
    const { status, body } = await call("POST", "/api/companies", { ...company, ...given });
    expect([status, body.errors]).toEqual([422, [error]]);
  });
});

describe("GET /companies", () => {
  it("lists companies, newest first, with their deals, by a part of the name", async () => {
    const { company_id } = await buildEnquiry(club.db, {
      company: { name: "Birch 100% Robotics" },
      name: "Seed",
      state: "declined",
    });
    const input = { company_id, name: "Series A", enquired_on: "2026-11-20" };
    const { body: next } = await call("POST", "/api/deals", input);
    await call("POST", "/api/companies", { name: "Newest" });
    const [newest, second] = (await call("GET", "/api/companies?limit=2")).body.items;
    expect([newest.name, newest.deals, second.name]).toEqual(["Newest", [], "Birch 100% Robotics"]);
    expect(second.deals).toEqual([
      { id: next.id, name: "Series A", state: "enquiry" },
      { id: expect.any(String), name: "Seed", state: "declined" },
    ]);
    const found = (await call("GET", "/api/companies?q=0%25%20rob")).body.items;
    expect(found.map(({ id }: { id: string }) => id)).toEqual([company_id]);
  });
  it("reads on from a cursor", async () => {
    const first = (await call("GET", "/api/companies?limit=1")).body;
    const { items } = (await call("GET", `/api/companies?limit=1&cursor=${first.next_cursor}`)).body;
    expect([first.items[0].name, items[0].name]).toEqual(["Newest", "Birch 100% Robotics"]);
  });
});

describe("PUT /companies/{id}", () => {
  it("changes a company once; the version that was read before is refused with the present one", async () => {
    const { id, updated_at } = (await call("POST", "/api/companies", company)).body;
    const change = { ...company, place: "York", expected_version: updated_at };
    const saved = await call("PUT", `/api/companies/${id}`, change);
    expect([saved.status, saved.body.place, saved.body.updated_at > updated_at]).toEqual([200, "York", true]);
    const again = await call("PUT", `/api/companies/${id}`, { ...change, place: "Hull" });
    expect([again.status, again.body.code, again.body.record]).toEqual([409, "revision_conflict", saved.body]);
    expect((await auditOf(id)).map(({ kind }) => kind)).toEqual(["company_added", "company_changed"]);
  });
  it("refuses an expected version that is none", async () => {
    const { id } = (await call("POST", "/api/companies", company)).body;
    const bad = await call("PUT", `/api/companies/${id}`, { ...company, expected_version: "yesterday" });
    expect([bad.status, bad.body.errors[0].path]).toEqual([422, "expected_version"]);
  });
});
