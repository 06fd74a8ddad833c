import { createRoute, type OpenAPIHono, type z } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import type { ApiKeyScope } from "#shared/api-keys/api-keys.ts";
import type { ErrorCode } from "#shared/errors.ts";
import { type Audience, guardFor } from "./auth/guard.ts";
import type { Environment } from "./context.ts";
import type { Tag } from "./openapi/tags.ts";
import { HttpError } from "./platform/http/http-error.ts";

/** A code, with the status that it has always, or with another one: "below_minimum", "409 below_minimum". */
export type Refusal = ErrorCode | `${number} ${ErrorCode}`;

/** Media types of what is not JSON. */
type MediaTypes = string | readonly string[];

/** All that is said of a route: its guard, limit, description, names and the tests of audiences follow from it. */
export interface Declaration {
  /** operationId, unique. */
  name: string;
  summary: string;
  description?: string;
  audience: Audience;
  /** The scope that an API key needs to call it; without one, keys may not. */
  key?: ApiKeyScope;
  /**
   * A GET that records that its caller was shown something, where the content must not be had without the record (decision
   * 032). It refuses other sites, and its handler records nothing for HEAD. Every other GET and HEAD runs in transactions that
   * PostgreSQL refuses to write in.
   */
  recordsReading?: true;
  /** Changes rights, accounts or settings of money, confirms money or shares as the second person, or hands out a secret: its caller signed in or confirmed it in the last minutes. */
  needsFreshSignIn?: true;
  /** The answer has codes or links that open something, and is not compressed: its length would tell of them. */
  carriesCodes?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  /** JSON. */
  body?: z.ZodType;
  isBodyOptional?: true;
  /** A file as the body, of one of these media types. */
  upload?: MediaTypes;
  /** The limit applies to the body; 256 KiB without it. */
  limit?: { bytes: number; message?: string };
  /** Of the answer, or each that it can have; 200 without it. */
  status?: number | readonly number[];
  /** JSON. */
  answer?: z.ZodType;
  /** A file as the answer, of one of these media types. */
  file?: MediaTypes;
  /** Refusals that neither its audience nor its input imply. */
  refuses?: readonly Refusal[];
}

/** A declaration that is registered, as the API's description and the tests of all routes read it. */
export interface DeclaredRoute extends Declaration {
  tag: Tag;
  method: Method;
  path: string;
}

type Method = "get" | "post" | "put" | "delete";
type Json<Schema extends z.ZodType> = { "application/json": { schema: Schema } };
type StatusOf<Declared> = Declared extends { status: infer Status extends number | readonly number[] }
  ? Status extends readonly number[]
    ? Status[number]
    : Extract<Status, number>
  : 200;
type BodyOf<Declared> = Declared extends { body: infer Body extends z.ZodType }
  ? { body: { required: Declared extends { isBodyOptional: true } ? false : true; content: Json<Body> } }
  : unknown;

/** Hono reads the types of a handler from it. */
type RouteOf<M extends Method, Path extends string, Declared extends Declaration> = {
  method: M;
  path: Path;
  request: {
    [Part in "params" | "query" | "headers" as Declared[Part] extends z.ZodType ? Part : never]: Declared[Part];
  } & BodyOf<Declared>;
  responses: {
    [Status in StatusOf<Declared>]: Declared extends { answer: infer Answer extends z.ZodType }
      ? { description: string; content: Json<Answer> }
      : { description: string };
  };
};

/** @param tag of the API's description, with which the routes of a file are listed. */
export const routesOf =
  (tag: Tag) =>
  <M extends Method, Path extends string, const Declared extends Declaration>(
    method: M,
    path: Path,
    declared: Declared,
  ) => {
    const { params, query, headers, body, isBodyOptional = false } = declared;
    const guard = guardFor(declared);
    const config = {
      method,
      path,
      middleware: method === "get" ? guard : [guard, limitBody(declared.limit)],
      request: {
        ...(params && { params }),
        ...(query && { query }),
        ...(headers && { headers }),
        ...(body && { body: { required: !isBodyOptional, content: { "application/json": { schema: body } } } }),
      },
      responses: {},
      "x-declared": { ...declared, tag, method, path } satisfies DeclaredRoute,
    };
    return createRoute(config as never) as unknown as RouteOf<M, Path, Declared> &
      (M extends "get" ? { middleware: typeof guard } : unknown) & { getRoutingPath(): Path };
  };

const kibibyte = 1024;
const usualLimit = { bytes: 256 * kibibyte };

function limitBody({ bytes, message }: NonNullable<Declaration["limit"]> = usualLimit) {
  const words = message ?? `Please send at most ${Math.floor(bytes / kibibyte)} KiB.`;
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new HttpError("body_too_large", words);
    },
  });
}

/** Everything that routes declare, in the order in which they are registered. */
export const declaredIn = (api: OpenAPIHono<Environment>): DeclaredRoute[] =>
  api.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== "route") return [];
    const { "x-declared": declared, path } = definition.route as { "x-declared"?: DeclaredRoute; path: string };
    // A route that is not made by `routesOf` has no guard.
    if (!declared) throw new Error(`${path} does not say whom it is for`);
    return [declared];
  });

export const nameOfRoute = ({ method, path }: DeclaredRoute): string => `${method.toUpperCase()} ${path}`;
