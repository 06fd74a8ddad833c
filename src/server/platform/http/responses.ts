import { z } from "zod";

export const statusSchema = z.object({ status: z.boolean() }).meta({ id: "Status" });

export const idParameter = z.object({ id: z.uuid() });
/** PostgreSQL takes no NUL in a text. */
export const slugParameter = z.object({
  slug: z
    .string()
    .max(100)
    .refine((slug) => !slug.includes("\0"), "Please use the address of a page."),
});
export const userIdParameter = z.object({ user_id: z.uuid() });
