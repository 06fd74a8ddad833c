import { STATUS_CODES } from "node:http";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { type ErrorCode, problemSchema, statuses } from "#shared/errors.ts";
import { productName } from "#shared/settings/club.ts";
import { offerGates } from "#shared/statements/signed-statement-messages.ts";
import type { Audience } from "../auth/guard.ts";
import { sessionCookieName } from "../auth/sessions/current-session.ts";
import type { Environment } from "../context.ts";
import { signInHeaders } from "../platform/http/problem.ts";
import { type DeclaredRoute, declaredIn, nameOfRoute, type Refusal } from "../route.ts";
import type { ApiDescription, JsonSchema, OperationObject, ParameterObject, ResponseObject } from "./build-schemas.ts";
import {
  buildSchemas,
  corrections,
  type Schemas,
  type UsedSchema,
  valuesByName,
  wholeExamples,
} from "./build-schemas.ts";
import { tags } from "./tags.ts";

const ofAnyOperation: Refusal[] = [
  "invalid_jwt",
  "api_key_invalid",
  "session_missing",
  "api_key_closed",
  "internal_error",
  "database_unavailable",
  "stopping",
];
const ofMembers: Refusal[] = ["membership_ended", "membership_rejected", "membership_suspended"];
const gateCodes = offerGates.filter((gate) => gate !== "open").map((gate) => `403 ${gate}` as const);
const ofAudience: Record<Audience, Refusal[]> = {
  anyone: [],
  person: ["forbidden"],
  member: ["forbidden", ...ofMembers],
  approved: ["forbidden", ...ofMembers, "membership_required"],
  reader: ["forbidden", ...ofMembers, ...gateCodes],
  investor: ["forbidden", ...ofMembers, ...gateCodes],
  admin: [
    ...["forbidden", ...ofMembers, "admin_required"],
    ...["two_factor_required", "two_factor_setup_required"],
  ] as Refusal[],
};

/** Such as "409 event_full": what follows from an operation's audience and input, and what it adds. */
function refusalsOfRoute(route: DeclaredRoute): string[] {
  const { method, path, audience, key, recordsReading, needsFreshSignIn, body, refuses = [] } = route;
  const isWrite = method !== "get";
  const hasInput = body ?? route.params ?? route.query ?? route.headers;
  return [
    ...ofAnyOperation,
    ...ofAudience[audience],
    ...(isWrite || recordsReading ? (["foreign_origin"] as const) : []),
    ...(isWrite ? (["body_too_large", "rate_limited"] as const) : []),
    ...(needsFreshSignIn ? (["fresh_sign_in_required"] as const) : []),
    ...(key ? (["rate_limited"] as const) : []),
    ...(hasInput ? (["invalid_body"] as const) : []),
    ...(body ? (["400 bad_request", "415 bad_request"] as const) : []),
    ...(path.includes("{") ? (["not_found"] as const) : []),
    ...refuses,
  ].map(withStatus);
}

const withStatus = (refusal: Refusal): string =>
  refusal.includes(" ") ? refusal : `${statuses[refusal as ErrorCode]} ${refusal}`;

/** A response for each status, with the codes that it can have: a component for each set of codes. */
function describeRefusals(
  refusals: readonly string[],
  components: Record<string, ResponseObject>,
): Record<string, ResponseObject> {
  const codes = new Map<string, string[]>();
  for (const refusal of [...new Set(refusals)].sort()) {
    const [status = "", code = ""] = refusal.split(" ");
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return Object.fromEntries([...codes].map(([status, all]) => [status, refTo(problem(status, all), components)]));
}

/** Under the words of its status and a number, as "Conflict3": names of all its codes would be a tenth of the description. */
function refTo(response: ResponseObject, components: Record<string, ResponseObject>): ResponseObject {
  const words = response.description?.replace(/\W/g, "") ?? "";
  const alike = Object.entries(components).filter(([, { description }]) => description === response.description);
  const found = alike.find(([, other]) => JSON.stringify(other) === JSON.stringify(response));
  const name = found?.[0] ?? `${words}${alike.length + 1}`;
  components[name] ??= response;
  return { $ref: `#/components/responses/${name}` };
}

const problem = (status: string, codes: string[]): ResponseObject => ({
  description: STATUS_CODES[status] ?? "",
  ...(headersOf[status] && { headers: headersOf[status] }),
  content: {
    "application/problem+json": {
      schema: { $ref: "#/components/schemas/Problem", properties: { code: { enum: codes } } },
    },
  },
});

const headersOf: Record<string, ResponseObject["headers"]> = {
  401: {
    "WWW-Authenticate": {
      description: "How a program signs in.",
      schema: { type: "string" },
      example: signInHeaders["www-authenticate"],
    },
  },
  429: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" }, example: 60 } },
  503: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" }, example: 2 } },
};

/** The OpenAPI document of all routes. */
export function describeApi(api: OpenAPIHono<Environment>, { appUrl }: { appUrl: string }): ApiDescription {
  const routes = declaredIn(api);
  const names = namedSchemas();
  const used = routes.flatMap((route) => usedBy(route, names));
  const schemas = buildSchemas([...used, { schema: problemSchema, direction: "output" }], names);
  const paths: ApiDescription["paths"] = {};
  const responses: Record<string, ResponseObject> = {};
  for (const route of routes) {
    const { path, method } = route;
    paths[path] = { ...paths[path], [method]: describeOperation(route, schemas, responses) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${productName} API`, version: "1", description: apiWords },
    servers: [{ url: "/api" }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: withExamples(schemas.componentsFor({ paths, responses })),
      responses,
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookieName(appUrl),
          description: "The cookie of a signed-in browser. Writes also need the club's own Origin.",
        },
        token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The access token of a program, from `POST /api/tokens`. It lasts ten minutes.",
        },
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "A key that an admin made, which acts for that admin as far as its scope goes.",
        },
      },
    },
  };
}

/** Every refusal that an operation may answer, such as "409 event_full", by method and path. */
export const refusalsOf = (api: OpenAPIHono<Environment>): Map<string, ReadonlySet<string>> =>
  new Map(declaredIn(api).map((route) => [nameOfRoute(route), new Set(refusalsOfRoute(route))]));

/** Schemas that say their name with `.meta({ id })`. */
const namedSchemas = () => new Map([...z.globalRegistry._idmap].map(([name, schema]) => [schema as z.ZodType, name]));

const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

/** Names what has none by its operation. */
function usedBy({ name, params, query, headers, body, answer }: DeclaredRoute, names: Map<z.ZodType, string>) {
  const use = (schema: z.ZodType, direction: UsedSchema["direction"], suffix: string, isInline = false): UsedSchema => {
    if (!names.has(schema)) names.set(schema, `${capital(name)}${suffix}`);
    return { schema, direction, isInline };
  };
  return [
    ...(params ? [use(params, "input", "Path", true)] : []),
    ...(query ? [use(query, "input", "Query", true)] : []),
    ...(headers ? [use(headers, "input", "Headers", true)] : []),
    ...(body ? [use(body, "input", "Input")] : []),
    ...(answer ? [use(answer, "output", "Answer")] : []),
  ];
}

function describeOperation(
  route: DeclaredRoute,
  schemas: Schemas,
  refusals: Record<string, ResponseObject>,
): OperationObject {
  const {
    name,
    tag,
    summary,
    description,
    audience,
    key,
    needsFreshSignIn,
    params,
    query,
    headers,
    status = 200,
  } = route;
  const parameters = [
    ...parametersOf("path", params, schemas),
    ...parametersOf("query", query, schemas),
    ...parametersOf("header", headers, schemas),
  ];
  const sent = mediaOf(route.body && schemas.refTo(route.body, "input"), route.upload);
  const answered = mediaOf(route.answer && schemas.refTo(route.answer, "output"), route.file);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [description, key && keyWords[key], needsFreshSignIn && freshWords, audienceWords[audience]]
      .filter(Boolean)
      .join("\n\n"),
    "x-audience": audience,
    security: [
      ...(audience === "anyone" ? [{}] : []),
      ...[{ session: [] }, { token: [] }],
      ...(key ? [{ apiKey: [] }] : []),
    ],
    ...(parameters.length > 0 && { parameters }),
    ...(sent && { requestBody: { required: true, content: sent } }),
    responses: {
      ...Object.fromEntries(
        [status].flat().map((one) => [one, { description: STATUS_CODES[one], ...(answered && { content: answered }) }]),
      ),
      ...describeRefusals(refusalsOfRoute(route), refusals),
    },
  };
}

function mediaOf(json: JsonSchema | undefined, files: DeclaredRoute["file"] = []) {
  if (json) return { "application/json": { schema: json } };
  const types = [files].flat();
  return types.length > 0 ? Object.fromEntries(types.map((type) => [type, { schema: fileOf(type) }])) : undefined;
}

const fileOf = (type: string): JsonSchema =>
  type.startsWith("text/") ? { type: "string" } : { contentMediaType: type };

function parametersOf(
  place: ParameterObject["in"],
  schema: z.ZodType | undefined,
  schemas: Schemas,
): ParameterObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = addExamples(schemas.fieldsOf(schema));
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: field,
  }));
}

const audienceWords: Record<Audience, string> = {
  anyone: "For anybody; signing in is not asked for.",
  person: "For everybody who is signed in.",
  member: "For members, and for those whose membership is still to be approved.",
  approved: "For approved members.",
  reader: "For approved members who may be shown offers, and for those who bought shares in the deal.",
  investor: "For approved members who may be shown offers.",
  admin: "For admins.",
};

const keyWords = {
  read: "API keys may call it.",
  write: "API keys with the scope to write may call it.",
} as const;

const freshWords = "Needs a sign-in of the last ten minutes.";

/** Introduction of the API's description; Markdown. */
const apiWords = `
What the club's own pages use, for programs too: they can do what their person can do, and nothing else.

**Signing in.** A browser has the session's cookie. A program sends its access token from \`POST /api/tokens\` as
\`Authorization: Bearer …\`, a tool of the club an API key that an admin made. It can do what its owner can do at the
operations that name it, and never move money, decide what needs two people, or open sealed records.

**Errors** are \`application/problem+json\` (RFC 9457). Programs go by \`code\`; \`detail\` is for people and may change. With
\`invalid_body\`, \`errors\` names each field. After a conflict, \`record\` is the record as it is now.

**Moments** are UTC as in \`2026-11-23T18:30:00.000Z\`, days are \`2026-11-23\`. **Money** is in whole pence, share prices are
decimal strings of pounds.

**Lists** have \`items\` and \`next_cursor\`, which is null on the last page; send it as \`cursor\` for the next one.

New fields and new values may be added at any time; programs ignore those they do not know. Existing ones do not change.
`.trim();

function withExamples(components: Record<string, JsonSchema>): Record<string, JsonSchema> {
  for (const [name, schema] of Object.entries(components)) {
    addExamples(schema);
    if (wholeExamples[name]) schema.examples = [wholeExamples[name]];
    for (const [field, example] of Object.entries(corrections[name] ?? {}))
      Object.assign(schema.properties?.[field] ?? {}, { examples: [example] });
  }
  return components;
}

/**
 * Gives each field an example that fits it, in words of the trade, where its name or its pattern asks for one. One whose values are listed
 * says enough, and one that can be null needs none.
 */
function addExamples(schema: JsonSchema, name = ""): JsonSchema {
  const { properties = {}, items, additionalProperties: more } = schema;
  for (const choice of (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]) addExamples(choice, name);
  for (const [field, part] of Object.entries(properties)) addExamples(part, field);
  if (items) addExamples(items, name);
  if (typeof more === "object") addExamples(more as JsonSchema, "name");
  const example = fieldExample(name, schema);
  if (example !== undefined) schema.examples = [example];
  return schema;
}

function fieldExample(name: string, schema: JsonSchema): unknown {
  const { $ref, const: only, default: usual, enum: choices, anyOf, oneOf, type } = schema;
  const known = valuesByName[name];
  if ([$ref, only, usual, choices, anyOf, oneOf].some((given) => given !== undefined)) return undefined;
  if (isNullable(schema)) return known === null ? null : undefined;
  switch ([type ?? []].flat().find((one) => one !== "null")) {
    case "integer":
    case "number":
      return numberExample(name, schema);
    case "string":
      return textExample(name, schema);
    case undefined:
      return typeof known === "object" ? (known ?? undefined) : undefined;
    default:
      return undefined;
  }
}

function numberExample(name: string, { minimum, maximum }: JsonSchema): number | undefined {
  const known = valuesByName[name] ?? (name.endsWith("_pence") ? 250_000 : undefined);
  return known === undefined
    ? undefined
    : Math.min(Math.max(Number(known), Number(minimum ?? known)), Number(maximum ?? known));
}

function textExample(name: string, schema: JsonSchema): string | undefined {
  const known = valuesByName[name];
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as Record<string, unknown>;
  const like = formats.get(String(format));
  if (like) return typeof known === "string" && like.test(known) ? known : undefined;
  const fits = (text: string) => pattern === undefined || new RegExp(String(pattern)).test(text);
  const text = [...(known ? [String(known)] : []), ...(pattern ? byPattern : [])].find(fits);
  return text?.padEnd(Number(minLength), "0").slice(0, Number(maxLength));
}

const isNullable = ({ type }: JsonSchema) => Array.isArray(type) && type.includes("null");

const formats = new Map([
  ["uuid", /^[\da-f-]{36}$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["date-time", /^\d{4}-\d\d-\d\dT.*Z$/],
  ["email", /@/],
  ["uri", /:\/\//],
]);

/** Tried in turn where a field has a pattern. */
const byPattern = [
  "club-2026-11-23.backup",
  "1.25",
  "12",
  "2026-Q3",
  "2026-11-23",
  "2026-11-23T18:30:00.000Z",
  "GB",
  "income",
  "ledgerlight",
  "email:0,company:3",
];
