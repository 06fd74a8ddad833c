import { z } from "@hono/zod-openapi";

export const idParameter = z.object({ id: z.uuid() });
export const userIdParameter = z.object({ user_id: z.uuid() });
