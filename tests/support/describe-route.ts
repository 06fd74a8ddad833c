import { beforeAll, describe, expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import type { Call, TestApp } from "./test-app.ts";

type Audience = "person" | "member" | "approved" | "investor" | "admin";

interface Example {
  path: string;
  body?: unknown;
}

/** Adds the 401 and 403 tests of the audience before the route's own cases. */
export function describeRoute(
  route: `${"GET" | "POST" | "PUT" | "DELETE"} ${string}`,
  audience: Audience,
  club: () => TestApp,
  example: Example,
  cases: () => void,
): void {
  const method = route.split(" ")[0] ?? "";
  describe(route, () => {
    let rejected: Call;
    let member: Call;
    beforeAll(async () => {
      rejected = await club().as(await buildPerson(club().db, { status: "rejected" }));
      member = await club().as(await buildPerson(club().db));
    });

    it("returns 401 to a visitor", async () => {
      const answer = await club().visitor(method, `/api${example.path}`, example.body);
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ code: "session_missing", detail: "Auth session missing!" });
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
    });
    if (audience !== "person")
      it("returns 403 to a person whose membership was rejected", async () => {
        const answer = await rejected(method, `/api${example.path}`, example.body);
        expect([answer.status, answer.body.code]).toEqual([403, "membership_rejected"]);
      });
    if (audience === "approved" || audience === "investor")
      it("returns 403 to a person whose membership was not approved yet", async () => {
        const pending = await club().as(await buildPerson(club().db, { status: "pending" }));
        const answer = await pending(method, `/api${example.path}`, example.body);
        expect([answer.status, answer.body.code]).toEqual([403, "membership_required"]);
      });
    if (audience === "investor")
      it("returns 403 to a member without a statement", async () => {
        const answer = await member(method, `/api${example.path}`, example.body);
        expect([answer.status, answer.body.code]).toEqual([403, "statement_required"]);
      });
    if (audience === "admin")
      it("returns 403 to a member without the admin role", async () => {
        const answer = await member(method, `/api${example.path}`, example.body);
        expect([answer.status, answer.body.code]).toEqual([403, "admin_required"]);
      });
    cases();
  });
}
