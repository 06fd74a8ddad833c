import { describe, expect, it } from "vitest";
import { createApi } from "#server/api.ts";
import { type Audience, audiences, type Requirement } from "#server/auth/guard.ts";
import { buildPerson } from "#server/sample/builders.ts";
import { setDeals } from "./support/set-deals.ts";
import { type Call, openTestApp } from "./support/test-app.ts";

/** Every operation, with an id for each path parameter. */
const operations = createApi().openAPIRegistry.definitions.flatMap((definition) => {
  if (definition.type !== "route") return [];
  const method = definition.route.method.toUpperCase();
  const { path } = definition.route;
  const filled = path.replace(/\{\w+\}/g, "01900000-0000-7000-8000-000000000000");
  const audience = (definition.route as { "x-audience"?: Audience })["x-audience"];
  return [{ name: `${method} ${path}`, method, path: `/api${filled}`, audience }];
});
/** Whom each requirement refuses, and the answer. A requirement that is not listed here does not compile. */
const lacking: Record<Requirement, { who: string; answer: string; call: () => Promise<Call> }> = {
  session: { who: "a visitor", answer: "401 session_missing", call: async () => club.visitor },
  membership: {
    who: "a rejected person",
    answer: "403 membership_rejected",
    call: async () => club.as(await buildPerson(club.db, { status: "rejected" })),
  },
  approval: {
    who: "a person who waits for approval",
    answer: "403 membership_required",
    call: async () => club.as(await buildPerson(club.db, { status: "pending" })),
  },
  open_gate: {
    who: "a member without a statement",
    answer: "403 statement_required",
    call: async () => club.as(await buildPerson(club.db)),
  },
  admin_role: {
    who: "a member",
    answer: "403 admin_required",
    call: async () => club.as(await buildPerson(club.db)),
  },
};
const refusals = (Object.keys(audiences) as Audience[]).flatMap((audience) =>
  audiences[audience].map((requirement: Requirement) => ({ audience, requirement, ...lacking[requirement] })),
);

const club = await openTestApp();
await setDeals(club.db);

describe("Every operation", () => {
  it("has the audience that was reviewed", async () => {
    const lines = operations.map(({ audience, name }) => `${audience} ${name}`).sort();
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("rights/operations.txt");
  });
  it.each(refusals)("for $audience answers $answer to $who", async ({ audience, answer: expected, call }) => {
    const ask = await call();
    const meant = operations.filter((operation) => operation.audience === audience);
    const others: string[] = [];
    for (const { name, method, path } of meant) {
      const { status, body, headers } = await ask(method, path);
      const given = `${status} ${body.code}`;
      const isProblem = headers.get("content-type") === "application/problem+json";
      const isChallenged = status !== 401 || headers.get("www-authenticate") === 'Bearer realm="club"';
      if (given !== expected || !isProblem || !isChallenged) others.push(`${name}: ${given}`);
    }
    expect(meant.length).toBeGreaterThan(0);
    expect(others).toEqual([]);
  });
});
