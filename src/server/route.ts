import { STATUS_CODES } from "node:http";
import { createRoute, type z } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { ApiKeyScope } from "#shared/api-keys.ts";
import { type ErrorCode, problemSchema } from "#shared/errors.ts";
import { type Audience, guardFor } from "./auth/guard.ts";
import type { Environment } from "./context.ts";
import type { Tag } from "./openapi/tags.ts";
import { HttpError } from "./platform/http/http-error.ts";

/** A code, with the status that it has always, or with another one: "below_minimum", "409 below_minimum". */
export type Refusal = ErrorCode | `${number} ${ErrorCode}`;

type Content = Record<string, { schema: z.ZodType }>;

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
  /** The answer has codes or links that open something, and is not compressed: its length would tell of them. */
  carriesCodes?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  /** JSON. */
  body?: z.ZodType;
  isBodyOptional?: true;
  /** A body of another kind, by media type. */
  upload?: { required: boolean; content: Content };
  /** Of the body; 256 KiB without it. */
  limit?: { bytes: number; message?: string };
  /** Of the answer; 200 without it. */
  status?: number;
  /** JSON. */
  answer?: z.ZodType;
  /** Answers that are not JSON, by status. */
  responses?: Record<number, { description: string; content?: Content }>;
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
type StatusOf<Declared> = Declared extends { status: infer Status extends number } ? Status : 200;
type AnswersOf<Declared> = Declared extends { answer: infer Answer extends z.ZodType }
  ? { [Status in StatusOf<Declared>]: { description: string; content: Json<Answer> } }
  : unknown;
type BodyOf<Declared> = Declared extends { body: infer Body extends z.ZodType }
  ? { required: Declared extends { isBodyOptional: true } ? false : true; content: Json<Body> }
  : Declared extends { upload: infer Upload }
    ? Upload
    : undefined;

/** What Hono reads the types of a handler from. */
type RouteOf<M extends Method, Path extends string, Declared extends Declaration> = {
  method: M;
  path: Path;
  request: {
    [Part in "params" | "query" | "headers" as Declared[Part] extends z.ZodType ? Part : never]: Declared[Part];
  } & (BodyOf<Declared> extends undefined ? unknown : { body: BodyOf<Declared> });
  responses: AnswersOf<Declared> &
    (Declared extends { responses: infer Others } ? Others : unknown) & {
      default: { description: string; content: { "application/problem+json": { schema: typeof problemSchema } } };
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
    const { params, query, headers, body, upload, answer, status = 200 } = declared;
    const guard = guardFor(declared);
    const config = {
      method,
      path,
      middleware: method === "get" ? guard : [guard, limitBody(declared.limit)],
      request: {
        ...(params && { params }),
        ...(query && { query }),
        ...(headers && { headers }),
        ...(body && { body: { required: !declared.isBodyOptional, content: { "application/json": { schema: body } } } }),
        ...(upload && { body: upload }),
      },
      responses: {
        ...declared.responses,
        ...(answer && {
          [status]: { description: STATUS_CODES[status] ?? "", content: { "application/json": { schema: answer } } },
        }),
        default: {
          description: "A problem (RFC 9457)",
          content: { "application/problem+json": { schema: problemSchema } },
        },
      },
      "x-declared": { ...declared, tag, method, path } satisfies DeclaredRoute,
    };
    return createRoute(config as never) as unknown as RouteOf<M, Path, Declared> & { getRoutingPath(): Path };
  };

const kibibyte = 1024;
const usualLimit = { bytes: 256 * kibibyte };

function limitBody({ bytes, message }: NonNullable<Declaration["limit"]> = usualLimit) {
  const words = message ?? `Please send at most ${Math.floor(bytes / kibibyte)} KiB.`;
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new HttpError(413, "body_too_large", words);
    },
  });
}
