import { z } from "zod";
import { listOf } from "./lists.ts";

export const investmentSchema = z.object({
  slug: z.string(),
  name: z.string(),
  website: z.string(),
  status: z.literal("Active"),
});
export type Investment = z.infer<typeof investmentSchema>;
export const investmentListSchema = listOf(investmentSchema);
