import type { Schema } from "./schema-values.ts";

interface Parameter {
  in: string;
  name: string;
  schema?: Schema;
}
export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
}
export interface Description {
  paths: Record<
    string,
    Record<string, { parameters?: Parameter[]; requestBody?: { content: { "application/json"?: { schema: Schema } } } }>
  >;
  components: { schemas: Record<string, Schema> };
}

const deepest = 8;

/** Returns the schema with its references resolved; a text of the editor refers to itself. */
function whole(schema: Schema | undefined, named: Record<string, Schema>, depth = 0): Schema | undefined {
  if (!schema) return undefined;
  const text = JSON.stringify(schema, (_key, part) =>
    typeof part?.$ref === "string" && depth < deepest
      ? whole(named[part.$ref.split("/").at(-1)], named, depth + 1)
      : part,
  );
  return JSON.parse(text);
}

/** Documented operations, plus pages, files and Better Auth's routes. */
export function operationsOf({ paths, components }: Description): Operation[] {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path: `/api${path}`,
      parameters,
      body: whole(requestBody?.content["application/json"]?.schema, components.schemas),
    })),
  );
  const undescribed = undescribedPaths.map((path) => ({ method: "GET", path, parameters: [], body: undefined }));
  const closed = closedPaths.map((path) => ({ method: "POST", path, parameters: [], body: {} }));
  return [...described, ...undescribed, ...closed];
}

const undescribedPaths = [
  ...["/", "/about", "/insights", "/insights/angel-syndicates", "/members", "/members/investments/loxa", "/login"],
  ...["/robots.txt", "/sitemap.xml", "/feed.xml", "/favicon.svg", "/assets/missing.js", "/nowhere", "/not-found"],
  ...["/healthz", "/readyz", "/api/openapi.json", "/api/docs", "/api/docs/none.js", "/api/nothing", "/api"],
  ...[
    "/api/auth/get-session",
    "/api/auth/callback/google",
    "/api/auth/list-sessions",
    "/api/auth/ok",
    "/api/auth/error",
  ],
];
const closedPaths = [
  ...["/api/auth/sign-up/email", "/api/auth/update-user", "/api/auth/delete-user", "/api/auth/change-email"],
  ...["/api/auth/sign-out", "/api/auth/set-password", "/api/auth/revoke-sessions", "/api/auth/token"],
];
