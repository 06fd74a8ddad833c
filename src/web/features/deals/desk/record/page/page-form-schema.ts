import { z } from "zod";
import { dealUpdateSchema } from "#shared/deals/deals.ts";
import { type PageValues, pageFieldOf, toPageInput } from "./page-values.ts";

const inputSchema = dealUpdateSchema.pick({ name: true, page: true });

/** The rules of the API, for what the controls hold. */
export const pageFormSchema = z.custom<PageValues>().superRefine((values, context) => {
  for (const { path, message } of inputSchema.safeParse(toPageInput(values)).error?.issues ?? [])
    context.addIssue({ code: "custom", path: pageFieldOf(path.join(".")).split("."), message });
});
