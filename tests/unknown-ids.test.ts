import { expect, it } from "vitest";
import { createApi } from "#server/api.ts";
import type { OperationObject } from "#server/openapi/build-schemas.ts";
import { describeApi } from "#server/openapi/describe-api.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { exampleOf } from "./support/example-of.ts";
import { setDeals } from "./support/set-deals.ts";
import { openTestApp } from "./support/test-app.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";

/** Operations that answer something else for an id that no record has. This list may only shrink. */
const otherwise: Readonly<Record<string, string>> = {
  // Lifting a block that is not there leaves what was wanted.
  "DELETE /introduction-blocks/{id}": "200",
  // The token in the body is checked first.
  "POST /adviser-links/papers/{id}": "400 invalid_token",
  // The file is read first.
  "POST /deals/{id}/bank-files": "422 invalid_body",
  // These say the same of a deal that is not open and of one that is not there.
  "POST /open-deals/{id}/questions": "409 deal_not_open",
  "PUT /open-deals/{id}/commitment": "409 deal_not_open",
  "PUT /open-deals/{id}/interest": "409 deal_not_open",
};

const description = describeApi(createApi(), { appUrl: "https://club.example" });
const { schemas } = description.components;
const operations = Object.entries(description.paths)
  .filter(([path]) => path.includes("{") && !path.startsWith("/settings/{key}"))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathValue(name, operation));
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: `/api${filled}${queryOf(operation)}`,
        ...contentOf(operation),
      };
    }),
  );

const club = await openTestApp();
await setDeals(club.db);

it("Every operation on a record answers 404 to an admin with a current statement when no record has that id", async () => {
  const call = await club.as(await buildInvestor(club.db, { is_admin: true }));
  const others: Record<string, string> = {};
  for (const { name, method, path, body, headers } of operations) {
    const answer = await call(method, path, body, headers);
    if (answer.status !== 404) others[name] = [answer.status, answer.body.code].filter(Boolean).join(" ");
  }
  expect(operations.length).toBeGreaterThan(100);
  expect(others).toEqual(otherwise);
});

/** An id that no record has, or for other parameters a value that fits. */
function pathValue(name: string, { parameters = [] }: OperationObject): string {
  const parameter = parameters.find((one) => one.in === "path" && one.name === name);
  return !parameter || parameter.schema.format === "uuid" ? unknownId : String(exampleOf(parameter.schema, schemas));
}

function queryOf({ parameters = [] }: OperationObject): string {
  const needed = parameters.filter((one) => one.in === "query" && one.required);
  const query = new URLSearchParams(
    needed.map(({ name, schema }) => [name, String(exampleOf(schema, schemas))]),
  ).toString();
  return query && `?${query}`;
}

/** The example of the API's description, or a file of the first type that is accepted. */
function contentOf({ requestBody }: OperationObject): { body?: unknown; headers?: Record<string, string> } {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!type || !media) return {};
  if (type !== "application/json") return { body: Buffer.from("content"), headers: { "content-type": type } };
  return { body: exampleOf(media.schema, schemas) };
}
