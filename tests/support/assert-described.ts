import { createApi } from "#server/api.ts";
import { refusalsOf } from "#server/openapi/describe-api.ts";

const operations = [...refusalsOf(createApi())]
  .map(([name, refusals]) => ({ name, refusals, pattern: patternOf(name), parameters: name.split("{").length }))
  .sort((one, other) => one.parameters - other.parameters);

/** @throws for an answer that the API's description does not name, and for a moment that is not UTC with a Z. */
export function assertDescribed(method: string, path: string, status: number, body: unknown): void {
  const call = `${method} ${path.split("?")[0]}`;
  const operation = operations.find(({ pattern }) => pattern.test(call));
  if (!operation) return;
  const code = status >= 400 ? (body as { code?: string } | null)?.code : undefined;
  if (code !== undefined && !operation.refusals.has(`${status} ${code}`))
    throw new Error(`${operation.name} answers ${status} ${code}, which its declaration does not refuse.`);
  const odd = status < 400 && oddMomentIn(body);
  if (odd) throw new Error(`${operation.name} answers the moment ${odd}, which is not UTC with a Z.`);
}

function patternOf(name: string): RegExp {
  const [method = "", path = ""] = name.split(" ");
  return new RegExp(`^${method} /api${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);
}

function oddMomentIn(body: unknown): string | undefined {
  if (typeof body === "string") return undefined;
  const moments = JSON.stringify(body)?.matchAll(/"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^"]*)"/g) ?? [];
  return [...moments].find(([, moment = ""]) => !/^[^ ]{16}:\d\d(\.\d{1,6})?Z$/.test(moment))?.[1];
}
