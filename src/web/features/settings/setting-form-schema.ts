import { type ZodType, z } from "zod";
import { numberKinds } from "#shared/typed-numbers.ts";
import { type FormValues, nameOf, numberKindOf, type SettingField } from "./setting-fields.ts";

/** Numbers have to be there; all else is the server's to check. */
export const formSchemaOf = (fields: readonly SettingField[]): ZodType<FormValues, FormValues> =>
  z.object(Object.fromEntries(fields.map((field) => [nameOf(field), schemaOf(field)]))) as unknown as ZodType<
    FormValues,
    FormValues
  >;

function schemaOf(field: SettingField) {
  if (field.kind === "check") return z.boolean();
  const kind = numberKindOf(field);
  if (!kind) return z.string();
  const { read, problem } = numberKinds[kind];
  return z.string().refine((text) => read(text) !== null, problem);
}
