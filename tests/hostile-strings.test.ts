import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "#server/api.ts";
import type { OperationObject } from "#server/openapi/build-schemas.ts";
import { describeApi } from "#server/openapi/describe-api.ts";
import { createLog } from "#server/ops/start/create-log.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { exampleOf } from "./support/example-of.ts";
import { setDeals } from "./support/set-deals.ts";
import { type Call, createTestApp, type TestApp } from "./support/test-app.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";

const description = describeApi(createApi(), { appUrl: "https://club.example" });
const { schemas } = description.components;
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** Reached as the server's error log. */
const troubles: string[] = [];
let club: TestApp;
let admin: Call;
beforeAll(async () => {
  club = await createTestApp({ log: createLog("error", { write: (line) => troubles.push(line) }) });
  await setDeals(club.db);
  admin = await club.as(await buildInvestor(club.db, { is_admin: true }));
});
afterAll(() => club.close());

describe("Every operation", () => {
  it("Every operation answers without a server error when one of its strings holds U+0000", async () => {
    const failed: string[] = [];
    let tried = 0;
    for (const { method, path, operation } of operations) {
      for (const { where, query, body } of withNul(operation)) {
        tried++;
        const filled = path.replaceAll(/\{\w+\}/g, unknownId);
        const { status } = await admin(method, `/api${filled}${query}`, body);
        if (status >= 500) failed.push(`${status} ${method} ${path} ${where}`);
        // A setup, a deletion or a sign-out that went through would change who asks.
        if ((await admin("GET", "/api/session")).body.session === null)
          return expect(`${method} ${path}`).toBe("no sign-out");
      }
    }
    expect(failed).toEqual([]);
    expect(troubles).toEqual([]);
    expect(tried).toBeGreaterThan(300);
  });

  it("Every operation answers without a server error to the example of its own description", async () => {
    const failed: string[] = [];
    let tried = 0;
    for (const { method, path, operation } of operations) {
      const body = exampleBody(operation);
      if (body === undefined) continue;
      tried++;
      const required = (operation.parameters ?? []).filter(({ in: place, required }) => place === "query" && required);
      const query = new URLSearchParams(required.map((one) => [one.name, String(exampleOf(one.schema, schemas))]));
      const { status } = await admin(method, `/api${path.replaceAll(/\{\w+\}/g, unknownId)}?${query}`, body);
      if (status === 500 || (status > 500 && !operation.responses[status])) failed.push(`${status} ${method} ${path}`);
      // A call that goes through can end the session or the membership of the admin.
      const { body: after } = await admin("GET", "/api/session");
      if (!after.session) admin = await club.as(await buildInvestor(club.db, { is_admin: true }));
    }
    expect(failed).toEqual([]);
    expect(troubles).toEqual([]);
    expect(tried).toBeGreaterThan(150);
  });
});

const exampleBody = ({ requestBody }: OperationObject): unknown => {
  const sent = requestBody?.content["application/json"];
  return sent && exampleOf(sent.schema, schemas);
};

/** The operation's example with U+0000 at the end of each of its strings in turn, and in each parameter of its query. */
function* withNul(operation: OperationObject): Generator<{ where: string; query: string; body?: unknown }> {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const example = exampleBody(operation);
  for (const { name } of parameters) {
    const query = new URLSearchParams(
      parameters
        .filter((one) => one.required || one.name === name)
        .map((one) => [one.name, String(exampleOf(one.schema, schemas))]),
    );
    query.set(name, `${query.get(name)}\0`);
    yield { where: `?${name}`, query: `?${query}`, ...(example !== undefined && { body: example }) };
  }
  for (const { where, body } of spoiltStrings(example, "")) yield { where, query: "", body };
}

function* spoiltStrings(value: unknown, where: string): Generator<{ where: string; body: unknown }> {
  if (typeof value === "string") yield { where, body: `${value}\0` };
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const spoilt of spoiltStrings(part, `${where} ${key}`)) {
      const body = Array.isArray(value)
        ? value.map((one, index) => (String(index) === key ? spoilt.body : one))
        : { ...value, [key]: spoilt.body };
      yield { where: spoilt.where, body };
    }
  }
}
