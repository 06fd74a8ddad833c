import { z } from "zod";
import { momentSchema } from "#shared/lists.ts";

export const closingOf = {
  /** The true end of commitments, and before that the announced one. */
  closes_at: momentSchema,
  /** The end that was announced before, and the reason for the change; null where nothing changed. */
  instead_of: momentSchema.nullable(),
  closing_reason: z.string().nullable(),
};
