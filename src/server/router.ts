import { OpenAPIHono, type z } from "@hono/zod-openapi";
import type { Environment } from "./context.ts";
import { HttpError } from "./platform/http/http-error.ts";

/** 422 with an error per field. */
export const createRouter = () => new OpenAPIHono<Environment>({ defaultHook: refuseBadInput });

/** @throws HttpError 422 */
export function refuseBadInput(result: { success: true } | { success: false; error: z.ZodError }): void {
  if (result.success) return;
  const errors = result.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  const fields = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  throw new HttpError("invalid_body", fields.join("; "), { errors });
}
