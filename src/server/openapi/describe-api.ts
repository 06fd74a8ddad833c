import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { productName } from "#shared/club.ts";
import { problemSchema } from "#shared/errors.ts";
import { sessionCookieName } from "../auth/sessions/current-session.ts";
import type { Environment } from "../context.ts";
import type { DeclaredRoute } from "../route.ts";
import { buildSchemas, type Schemas, type UsedSchema } from "./build-schemas.ts";
import type { ApiDescription, JsonSchema, OperationObject, ParameterObject, ResponseObject } from "./document.ts";
import { exampleOf, exampleOfComponent } from "./example-of.ts";
import { describeRefusals, impliedRefusals, refusalsOfKeys, withStatus } from "./refusals.ts";
import { tags } from "./tags.ts";
import { apiWords, audienceWords, keyWords } from "./words.ts";

type Content = Record<string, { schema: z.ZodType }>;
const jsonType = "application/json";

/** A route as it is registered. */
interface Route {
  request?: { body?: { content: Content } };
  responses: Record<string, { description: string; content?: Content }>;
  "x-declared": DeclaredRoute;
}

/** The OpenAPI document of all routes. */
export function describeApi(api: OpenAPIHono<Environment>, { appUrl }: { appUrl: string }): ApiDescription {
  const routes = declaredIn(api);
  const names = namedSchemas();
  const used = routes.flatMap((route) => usedBy(route, names));
  const schemas = buildSchemas([...used, { schema: problemSchema, direction: "output" }], names);
  const paths: ApiDescription["paths"] = {};
  const responses: Record<string, ResponseObject> = {};
  for (const route of routes) {
    const { path, method } = route["x-declared"];
    paths[path] = { ...paths[path], [method]: describeOperation(route, schemas, responses) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${productName} API`, version: "1", description: apiWords },
    servers: [{ url: "/api" }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: withExamples(schemas.components, used, schemas),
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
  new Map(declaredIn(api).map(({ "x-declared": route }) => [keyOf(route), new Set(allRefusals(route))]));

const keyOf = ({ method, path }: DeclaredRoute) => `${method.toUpperCase()} ${path}`;

function allRefusals({ method, path, audience, key, refuses = [], ...input }: DeclaredRoute): string[] {
  const hasJsonBody = Boolean(input.body);
  const hasInput = hasJsonBody || Boolean(input.params ?? input.query ?? input.headers);
  const implied = impliedRefusals({ method, path, audience, hasInput, hasJsonBody });
  return [...implied, ...(key ? refusalsOfKeys : []), ...refuses].map(withStatus);
}

/** Everything that routes declare, in the order in which they are registered. */
export const declaredIn = (api: OpenAPIHono<Environment>): Route[] =>
  api.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === "route" ? [definition.route as unknown as Route] : [],
  );

/** Schemas that say their name with `.meta({ id })`. */
const namedSchemas = () => new Map([...z.globalRegistry._idmap].map(([name, schema]) => [schema as z.ZodType, name]));

const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

/** Names what has none by its operation. */
function usedBy({ "x-declared": declared, ...route }: Route, names: Map<z.ZodType, string>): UsedSchema[] {
  const use = (schema: z.ZodType, direction: UsedSchema["direction"], suffix: string, isInline = false): UsedSchema => {
    if (!names.has(schema)) names.set(schema, `${capital(declared.name)}${suffix}`);
    return { schema, direction, isInline };
  };
  const { params, query, headers } = declared;
  const json = (content: Content = {}) => (content[jsonType] ? [content[jsonType].schema] : []);
  return [
    ...(params ? [use(params, "input", "Path", true)] : []),
    ...(query ? [use(query, "input", "Query", true)] : []),
    ...(headers ? [use(headers, "input", "Headers", true)] : []),
    ...json(route.request?.body?.content).map((schema) => use(schema, "input", "Input")),
    ...Object.values(successesOf(route))
      .flatMap(({ content }) => json(content))
      .map((schema) => use(schema, "output", "Answer")),
  ];
}

const successesOf = ({ responses }: Pick<Route, "responses">) =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => /^[23]/.test(status)));

function describeOperation(
  route: Route,
  schemas: Schemas,
  refusals: Record<string, ResponseObject>,
): OperationObject {
  const { name, tag, summary, description, audience, key, params, query, headers } = route["x-declared"];
  const content = route.request?.body?.content;
  const parameters = [
    ...parametersOf("path", params, schemas),
    ...parametersOf("query", query, schemas),
    ...parametersOf("header", headers, schemas),
  ];
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [description, key && keyWords[key], audienceWords[audience]].filter(Boolean).join("\n\n"),
    "x-audience": audience,
    security: [
      ...(audience === "anyone" ? [{}] : []),
      ...[{ session: [] }, { token: [] }],
      ...(key ? [{ apiKey: [] }] : []),
    ],
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content: mediaOf(content, "input", schemas) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(successesOf(route)).map(([status, answer]) => [
          status,
          {
            description: answer.description,
            ...(answer.content && { content: mediaOf(answer.content, "output", schemas) }),
          },
        ]),
      ),
      ...describeRefusals(allRefusals(route["x-declared"]), refusals),
    },
  };
}

function mediaOf(content: Content, direction: UsedSchema["direction"], schemas: Schemas) {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      { schema: type === jsonType ? schemas.refTo(schema, direction) : fileOf(type) },
    ]),
  );
}

const fileOf = (type: string): JsonSchema =>
  type.startsWith("text/") ? { type: "string" } : { contentMediaType: type };

function parametersOf(
  place: ParameterObject["in"],
  schema: z.ZodType | undefined,
  schemas: Schemas,
): ParameterObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.fieldsOf(schema);
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: field,
    example: exampleOf(field, schemas.components, { name }),
  }));
}

/** What operations take and answer has an example; what these consist of is in them. */
function withExamples(components: Record<string, JsonSchema>, used: UsedSchema[], { refTo }: Schemas) {
  const described = { ...components };
  for (const { schema, direction, isInline } of used) {
    if (isInline) continue;
    const name = refTo(schema, direction).$ref?.split("/").at(-1) ?? "";
    described[name] = { ...components[name], examples: [exampleOfComponent(name, components)] };
  }
  return described;
}
