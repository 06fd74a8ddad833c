import { type ZodType, z } from "zod";
import { settingsMessages as messages } from "#shared/settings-messages.ts";
import { type FormValues, nameOf, type SettingField } from "./setting-fields.ts";

/** Numbers as people type them; all else is the server's to check. */
export const formSchemaOf = (fields: readonly SettingField[]): ZodType<FormValues, FormValues> =>
  z.object(Object.fromEntries(fields.map((field) => [nameOf(field), schemaOf(field)]))) as unknown as ZodType<
    FormValues,
    FormValues
  >;

function schemaOf({ kind }: SettingField) {
  if (kind === "check") return z.boolean();
  if (kind === "pounds") return z.string().regex(/^\s*£?\s*\d{1,3}(,?\d{3})*(\.\d{1,2})?\s*$/, messages.pounds);
  if (kind === "percent") return z.string().regex(/^\s*\d{1,3}(\.\d{1,2})?\s*$/, messages.percent);
  if (kind === "number") return z.string().regex(/^\s*\d{1,6}\s*$/, messages.wholeNumber);
  return z.string();
}
