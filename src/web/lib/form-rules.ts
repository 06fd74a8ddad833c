import { type ZodType, z } from "zod";

/** The rules of the API, for what the controls hold: their entries stay as typed. */
export const rulesOf = <Values extends object>(
  schema: ZodType,
  toInput: (values: Values) => unknown,
  fieldOf: (path: string) => string = (path) => path,
) =>
  z.custom<Values>().superRefine((values, context) => {
    for (const { path, message } of schema.safeParse(toInput(values)).error?.issues ?? [])
      context.addIssue({ code: "custom", path: fieldOf(path.join(".")).split("."), message });
  });
