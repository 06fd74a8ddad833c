import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { statuses } from "#shared/errors.ts";
import { exampleOf } from "#tests/support/example-of.ts";
import { createApi } from "../api.ts";
import { declaredIn, nameOfRoute } from "../route.ts";
import type { JsonSchema, OperationObject, ResponseObject } from "./build-schemas.ts";
import { describeApi } from "./describe-api.ts";

const api = createApi();
const description = describeApi(api, { appUrl: "https://club.example" });
const { schemas, responses } = description.components;
const text = JSON.stringify(description);

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const routes = declaredIn(api);
const failing = (isFaulty: (operation: OperationObject, name: string) => boolean) =>
  operations.filter(({ operation, name }) => isFaulty(operation, name)).map(({ name }) => name);

const refused = ({ responses: all }: OperationObject) =>
  Object.entries(all)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => ({ status, response: resolved(response) }));
const resolved = (response: ResponseObject): ResponseObject =>
  response.$ref ? (responses[response.$ref.replace("#/components/responses/", "")] ?? {}) : response;
const codesOf = ({ content }: ResponseObject) => {
  const schema = content?.["application/problem+json"]?.schema as { properties?: { code?: { enum?: string[] } } };
  return schema?.properties?.code?.enum ?? [];
};

/** Every schema in the description, with where it is. */
const schemasIn = (value: unknown, at = ""): [string, JsonSchema][] => {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) =>
    key === "examples" || key === "example" ? [] : schemasIn(part, `${at}/${key}`),
  );
  return Array.isArray(value) ? inner : [[at, value as JsonSchema], ...inner];
};

describe("Every schema of the API's description", () => {
  const all = schemasIn(description);
  it("Every schema that is a list has a schema of its items", () => {
    expect(all.filter(([, { type, items }]) => type === "array" && !items).map(([at]) => at)).toEqual([]);
    expect(schemas.PublicSettings?.properties?.identity?.properties?.taglines).toEqual({
      type: "array",
      items: expect.objectContaining({ type: "string" }),
      minItems: 2,
      maxItems: 2,
    });
  });
  it("Every schema has the fields that it requires", () => {
    const lacking = ([, { required, properties = {} }]: [string, JsonSchema]) =>
      Array.isArray(required) && required.some((name) => !Object.hasOwn(properties, name));
    expect(all.filter(lacking).map(([at]) => at)).toEqual([]);
    expect(schemas.PersonCounts?.properties?.approved).toEqual(expect.objectContaining({ type: "integer" }));
  });
});

describe("Every operation of the API's description", () => {
  it("Every operation is a route, and each route is an operation", () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(routes.map(nameOfRoute).sort());
  });
  it("Every operation has a name of its own, as a function has", () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+)*$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(390);
  });
  it("Every operation has a tag that is described, a summary and a description with its audience", () => {
    const tags = new Set(description.tags.filter((tag) => tag.description.length > 20).map(({ name }) => name));
    expect(failing(({ tags: all }) => all.length !== 1 || !tags.has(all[0] ?? ""))).toEqual([]);
    expect(failing(({ summary }) => summary.length < 5 || summary.endsWith("."))).toEqual([]);
    expect(failing((one) => !/(^|\n\n)For [^\n]+\.$/.test(one.description))).toEqual([]);
  });
  it("Every operation says how to sign in, and where anybody may call that nobody need", () => {
    expect(description.components.securitySchemes).toMatchObject({
      session: { type: "apiKey", in: "cookie", name: "__Host-kindling.session_token" },
      token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    });
    const signedIn = [{ session: [] }, { token: [] }];
    const withKey = new Set(routes.filter(({ key }) => key).map(nameOfRoute));
    const wanted = (operation: OperationObject, name: string) => [
      ...(operation["x-audience"] === "anyone" ? [{}] : []),
      ...signedIn,
      ...(withKey.has(name) ? [{ apiKey: [] }] : []),
    ];
    expect(failing((one, name) => JSON.stringify(one.security) !== JSON.stringify(wanted(one, name)))).toEqual([]);
  });
  it("Every operation has a response for each refusal, as a problem with its codes", () => {
    expect(failing((one) => !["401", "500", "503"].every((status) => status in one.responses))).toEqual([]);
    expect(failing(({ responses: all }) => "default" in all)).toEqual([]);
    const known = new Set(Object.keys(statuses));
    const isFaulty = (response: ResponseObject) =>
      codesOf(response).length === 0 || codesOf(response).some((code) => !known.has(code)) || !response.description;
    expect(failing((one) => refused(one).some(({ response }) => isFaulty(response)))).toEqual([]);
  });
  it("Every operation says with 401 how a program signs in", () => {
    const isFaulty = (response: ResponseObject) => !response.headers?.["WWW-Authenticate"];
    expect(
      failing((one) => refused(one).some(({ status, response }) => status === "401" && isFaulty(response))),
    ).toEqual([]);
  });
  it("Every operation has the refusals of its audience and its input", () => {
    const of = (name: string, status: string) => {
      const found = operations.find((one) => one.name === name)?.operation.responses[status];
      return found && codesOf(resolved(found));
    };
    expect(of("GET /events", "401")).toEqual(["api_key_invalid", "session_missing"]);
    expect(of("GET /events", "403")).toEqual([
      ...["api_key_closed", "forbidden", "membership_ended", "membership_rejected", "membership_suspended"],
    ]);
    expect(of("GET /people", "403")).toEqual(expect.arrayContaining(["admin_required", "two_factor_required"]));
    expect(of("GET /open-deals", "403")).toEqual(expect.arrayContaining(["statement_expired"]));
    expect(of("PUT /events/{id}/answer", "422")).toEqual(["invalid_body"]);
    expect(of("GET /events", "422")).toBeUndefined();
  });
});

describe("Schemas of the API's description", () => {
  it("Schemas are named, for every body and every answer in JSON", () => {
    const isInline = (content: Record<string, { schema: JsonSchema }> = {}) =>
      Object.entries(content).some(([type, { schema }]) => type === "application/json" && !schema.$ref);
    const isFaulty = ({ requestBody, responses: all }: OperationObject) =>
      isInline(requestBody?.content) || Object.values(all).some(({ content }) => isInline(content));
    expect(failing(isFaulty)).toEqual([]);
  });
  it("Schemas that are referred to are all defined, and all used", () => {
    const referred = new Set([...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, name]) => name));
    const defined = Object.entries(description.components)
      .filter(([kind]) => kind !== "securitySchemes")
      .flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`));
    expect([...referred].sort()).toEqual(defined.sort());
  });
  it("Schemas have names of whole words", () => {
    expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
    // Schemas that are not exported are named by their operation.
    expect(Object.keys(schemas).filter((name) => /Answer$|InputInput$/.test(name)).length).toBeLessThan(15);
  });
  it("Schemas have one format for moments and one for days", () => {
    const fields = [...fieldsOf(description)];
    const formatOf = (field: JsonSchema) => /"format":"([^"]+)"/.exec(JSON.stringify(field))?.[1];
    const isText = (field: JsonSchema) => JSON.stringify(field).includes('"string"');
    const faulty = (suffix: string, format: string) =>
      fields.filter(([name, field]) => name.endsWith(suffix) && isText(field) && formatOf(field) !== format);
    expect(faulty("_at", "date-time")).toEqual([]);
    expect(faulty("_on", "date")).toEqual([]);
    const formats = JSON.stringify(description, (key, value) => (key.startsWith("example") ? undefined : value));
    expect([...new Set([...formats.matchAll(/"format":"([^"]+)"/g)].map(([, format]) => format))].sort()).toEqual([
      ...["date", "date-time", "email", "uri", "uuid"],
    ]);
    expect([...text.matchAll(/\d{4}-\d\d-\d\dT[^"`]*/g)].filter(([moment]) => !moment.endsWith("Z"))).toEqual([]);
  });
});

it("Every read whose answer has a code, or an address that opens something, is marked as not to be compressed", () => {
  const textOf = (schema: JsonSchema, seen = new Set<string>()): string => {
    const own = JSON.stringify(schema, (key, value) => (key === "examples" ? undefined : value));
    const refs = [...own.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name);
    const inner = refs
      .filter((name) => !seen.has(name) && seen.add(name))
      .map((name) => textOf(schemas[name] ?? {}, seen));
    return [own, ...inner].join("");
  };
  const open = routes.filter((route) => {
    const answer = description.paths[route.path]?.get?.responses[200]?.content?.["application/json"];
    const hasCodes = /"(code|token|\w+_token|join_url|totp_uri|recovery_codes)":\{/.test(textOf(answer?.schema ?? {}));
    return route.method === "get" && hasCodes && !route.carriesCodes;
  });
  expect(open.map(nameOfRoute)).toEqual([]);
  expect(routes.find(({ name }) => name === "listInvitations")).toHaveProperty("carriesCodes", true);
});

it("The API's description is sent in at most 55 kB", () => {
  expect(brotliCompressSync(text).length).toBeLessThan(55_000);
});

describe("Examples of the API's description", () => {
  const issuesOf = (schema: z.ZodType, example: unknown, where: string) =>
    schema.safeParse(example).error?.issues.map(({ path, message }) => `${where}: ${path.join(".")} ${message}`) ?? [];

  it("Examples of bodies are accepted by their routes", () => {
    const faults = routes.flatMap((route) => {
      const described = description.paths[route.path]?.[route.method]?.requestBody?.content["application/json"];
      return route.body ? issuesOf(route.body, exampleOf(described?.schema ?? {}, schemas), nameOfRoute(route)) : [];
    });
    expect(faults).toEqual([]);
  });
  it("Examples of answers are valid answers of their routes", () => {
    const faults = routes.flatMap((route) => {
      const { answer, status = 200 } = route;
      if (!answer) return [];
      return [status].flat().flatMap((one) => {
        const described = description.paths[route.path]?.[route.method]?.responses[one]?.content?.["application/json"];
        return issuesOf(answer, exampleOf(described?.schema ?? {}, schemas), nameOfRoute(route));
      });
    });
    expect(faults).toEqual([]);
  });
  it.each(["params", "query"] as const)("Examples are accepted by their routes as %s", (kind) => {
    const place = kind === "params" ? "path" : "query";
    const faults = routes.flatMap((route) => {
      const schema = route[kind];
      if (!schema) return [];
      const parameters = description.paths[route.path]?.[route.method]?.parameters ?? [];
      const filled = parameters
        .filter((one) => one.in === place)
        .map((one) => [one.name, String(exampleOf(one.schema, schemas))]);
      return issuesOf(schema, Object.fromEntries(filled), nameOfRoute(route));
    });
    expect(faults).toEqual([]);
  });
});

function* fieldsOf(part: unknown): Generator<[string, JsonSchema]> {
  if (typeof part !== "object" || part === null) return;
  const { properties } = part as { properties?: Record<string, JsonSchema> };
  for (const field of Object.entries(properties ?? {})) yield field;
  for (const inner of Object.values(part)) yield* fieldsOf(inner);
}
