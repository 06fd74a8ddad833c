import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "#server/api.ts";
import { buildPerson } from "#server/sample/builders.ts";
import { type Call, createTestApp, type TestApp } from "./support/test-app.ts";

type Audience = "anyone" | "person" | "member" | "admin";

/** Every route, with an id for each path parameter. */
const routes = createApi().openAPIRegistry.definitions.flatMap((definition) => {
  if (definition.type !== "route") return [];
  const { method, path } = definition.route;
  const filled = path.replace(/\{\w+\}/g, "01900000-0000-7000-8000-000000000000");
  const audience = (definition.route as { "x-audience"?: Audience })["x-audience"];
  return [{ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path: `/api${filled}`, audience }];
});
const forAudiences = (...audiences: Audience[]) =>
  routes.filter(({ audience }) => audience !== undefined && audiences.includes(audience));

let club: TestApp;
let rejected: Call;
let member: Call;
beforeAll(async () => {
  club = await createTestApp();
  rejected = await club.as(await buildPerson(club.db, { status: "rejected" }));
  member = await club.as(await buildPerson(club.db));
});
afterAll(() => club.close());

describe("Every route", () => {
  it("declares its audience", () => {
    expect(routes.length).toBeGreaterThan(60);
    expect(routes.filter(({ audience }) => audience === undefined)).toEqual([]);
  });
  it.each(forAudiences("person", "member", "admin"))("$name returns 401 to a visitor", async ({ method, path }) => {
    const { status, body, headers } = await club.visitor(method, path);
    expect([status, body.code, body.detail]).toEqual([401, "session_missing", "Auth session missing!"]);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(headers.get("www-authenticate")).toBe('Bearer realm="club"');
  });
  it.each(forAudiences("member", "admin"))("$name returns 403 to a rejected person", async ({ method, path }) => {
    const { status, body } = await rejected(method, path);
    expect([status, body.code]).toEqual([403, "membership_rejected"]);
  });
  it.each(forAudiences("admin"))("$name returns 403 to a member", async ({ method, path }) => {
    const { status, body } = await member(method, path);
    expect([status, body.code]).toEqual([403, "admin_required"]);
  });
});
