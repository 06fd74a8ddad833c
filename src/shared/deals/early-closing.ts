import { z } from "zod";
import { momentSchema } from "#shared/lists.ts";

/** By an admin, before the end that the terms announced. Members read the reason. */
export const earlyClosingSchema = z.object({ at: momentSchema, reason: z.string() });
export type EarlyClosing = z.infer<typeof earlyClosingSchema>;
