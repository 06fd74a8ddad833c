import { z } from "@hono/zod-openapi";
import { problemSchema } from "#shared/errors.ts";

/** One success response; all others are problems. */
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

/** A streamed file, which hono's types take for no response of the route. */
export const csvResponses = {
  ...responses(200, z.string(), "The file"),
  200: { description: "The file", content: { "text/csv": { schema: z.string() } } },
};

/** JSON only. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { "application/json": { schema } },
});

export const statusSchema = z.object({ status: z.boolean() });

export const idParameter = z.object({ id: z.uuid() });
/** PostgreSQL takes no NUL in a text. */
export const slugParameter = z.object({
  slug: z
    .string()
    .max(100)
    .refine((slug) => !slug.includes("\0"), "Please use the address of a page."),
});
export const userIdParameter = z.object({ user_id: z.uuid() });
