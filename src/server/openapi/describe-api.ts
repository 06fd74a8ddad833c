import type { OpenAPIHono } from "@hono/zod-openapi";
import type { z } from "zod";
import { productName } from "#shared/club.ts";
import { problemSchema } from "#shared/errors.ts";
import { keyOperations } from "../auth/api-keys/key-operations.ts";
import type { Audience } from "../auth/guard.ts";
import { sessionCookieName } from "../auth/sessions/current-session.ts";
import type { Environment } from "../context.ts";
import { buildSchemas, type Schemas, type UsedSchema } from "./build-schemas.ts";
import type { ApiDescription, JsonSchema, OperationObject, ParameterObject } from "./document.ts";
import { exampleOf, exampleOfComponent } from "./example-of.ts";
import { capital, nameSchemas } from "./name-schemas.ts";
import { describeRefusals, impliedRefusals, refusalsOfKeys, sharedRefusals } from "./refusals.ts";
import type { Refusal } from "./section.ts";
import { type NamedOperation, operations, sections } from "./sections.ts";
import { apiWords, audienceWords, keyWords } from "./words.ts";

/** A route as declared, of which every body is a schema of our own. */
interface Route {
  method: string;
  path: string;
  summary?: string;
  description?: string;
  "x-audience": Audience;
  request?: { params?: z.ZodType; query?: z.ZodType; headers?: z.ZodType; body?: { content: Content } };
  responses: Record<string, { description: string; content?: Content }>;
}
type Content = Record<string, { schema: z.ZodType }>;
const jsonType = "application/json";

interface DescribedRoute extends NamedOperation {
  route: Route;
}

/** The OpenAPI document of all routes. */
export function describeApi(api: OpenAPIHono<Environment>, { appUrl }: { appUrl: string }): ApiDescription {
  const routes = routesOf(api);
  const names = nameSchemas();
  const used = routes.flatMap((route) => usedBy(route, names));
  const schemas = buildSchemas([...used, { schema: problemSchema, direction: "output" }], names);
  const paths: ApiDescription["paths"] = {};
  for (const route of routes) {
    const { path, method } = route.route;
    paths[path] = { ...paths[path], [method]: describeOperation(route, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${productName} API`, version: "1", description: apiWords },
    servers: [{ url: "/api" }],
    tags: sections.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: withExamples(schemas.components, used, schemas),
      responses: sharedRefusals,
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

/** Every refusal that an operation may answer, by method and path; of those that are in a section. */
export const refusalsOf = (api: OpenAPIHono<Environment>): Map<string, ReadonlySet<string>> =>
  new Map(
    declaredIn(api).flatMap((route) => {
      const operation = operations.get(keyOf(route));
      return operation ? [[keyOf(route), new Set(allRefusals({ ...operation, route }))]] : [];
    }),
  );

const keyOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;

function allRefusals({ route, refusals }: DescribedRoute): Refusal[] {
  const { method, path, request = {} } = route;
  const hasJsonBody = Boolean(request.body?.content[jsonType]);
  const hasInput = hasJsonBody || Boolean(request.params ?? request.query ?? request.headers);
  const implied = impliedRefusals({ method, path, audience: route["x-audience"], hasInput, hasJsonBody });
  return [...implied, ...(keyOperations[keyOf(route)] ? refusalsOfKeys : []), ...refusals];
}

const declaredIn = (api: OpenAPIHono<Environment>): Route[] =>
  api.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === "route" ? [definition.route as unknown as Route] : [],
  );

const routesOf = (api: OpenAPIHono<Environment>): DescribedRoute[] =>
  declaredIn(api).map((route) => {
    const operation = operations.get(keyOf(route));
    if (!operation) throw new Error(`${keyOf(route)} is in no section of the API's description`);
    return { ...operation, route };
  });

/** Names what has none by its operation. */
function usedBy({ id, route }: DescribedRoute, names: Map<z.ZodType, string>): UsedSchema[] {
  const use = (schema: z.ZodType, direction: UsedSchema["direction"], suffix: string, isInline = false): UsedSchema => {
    if (!names.has(schema)) names.set(schema, `${capital(id)}${suffix}`);
    return { schema, direction, isInline };
  };
  const { params, query, headers } = route.request ?? {};
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

const successesOf = ({ responses }: Route) =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => /^[23]/.test(status)));

function describeOperation(described: DescribedRoute, schemas: Schemas): OperationObject {
  const { id, tag, route } = described;
  const audience = route["x-audience"];
  const { request = {}, summary = "" } = route;
  const content = request.body?.content;
  const keyScope = keyOperations[keyOf(route)];
  const parameters = [
    ...parametersOf("path", request.params, schemas),
    ...parametersOf("query", request.query, schemas),
    ...parametersOf("header", request.headers, schemas),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [route.description, keyScope && keyWords[keyScope], audienceWords[audience]]
      .filter(Boolean)
      .join("\n\n"),
    "x-audience": audience,
    security: [
      ...(audience === "anyone" ? [{}] : []),
      ...[{ session: [] }, { token: [] }],
      ...(keyScope ? [{ apiKey: [] }] : []),
    ],
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content: mediaOf(content, "input", schemas) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(successesOf(route)).map(([status, { description, content: answered }]) => [
          status,
          { description, ...(answered && { content: mediaOf(answered, "output", schemas) }) },
        ]),
      ),
      ...describeRefusals(allRefusals(described)),
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
