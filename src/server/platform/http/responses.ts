import { z } from "@hono/zod-openapi";
import { problemSchema } from "#shared/errors.ts";

/** The `responses` of a route: what it answers when all is well, and a problem for everything else. */
export const responses = <Status extends number, Schema extends z.ZodType>(
  status: Status,
  schema: Schema,
  description: string,
) => ({
  ...({ [status]: { description, content: { "application/json": { schema } } } } as {
    [Key in Status]: { description: string; content: { "application/json": { schema: Schema } } };
  }),
  default: { description: "A problem (RFC 9457)", content: { "application/problem+json": { schema: problemSchema } } },
});

/** The `request.body` of a route that takes JSON and nothing else. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { "application/json": { schema } },
});

/** The response body of a call that returns no record. */
export const statusSchema = z.object({ status: z.boolean() });
