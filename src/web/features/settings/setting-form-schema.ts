import { type ZodType, z } from "zod";
import { settingSchemas } from "#shared/settings/settings.ts";
import { numberKinds } from "#shared/typed-numbers.ts";
import {
  type FormValues,
  fieldAt,
  nameOf,
  numberKindOf,
  type SettingField,
  type SettingSection,
  toSettingValue,
} from "./setting-fields.ts";

type FormSchema = ZodType<FormValues, FormValues>;

export const formSchemaOf = (
  key: SettingSection["key"],
  fields: readonly SettingField[],
  before: unknown,
): FormSchema => schemaOf(settingSchemas[key], fields, before);

/** Of one version of the terms. */
export const termsFormSchema = (fields: readonly SettingField[], latest: unknown): FormSchema =>
  schemaOf(settingSchemas.terms.element, fields, latest);

/** All that is wrong at once: numbers that cannot be read, and what the setting's rules refuse. */
const schemaOf = (rules: ZodType, fields: readonly SettingField[], before: unknown): FormSchema =>
  z.record(z.string(), z.union([z.string(), z.boolean()])).superRefine((values, context) => {
    const refused = new Set<string>();
    const refuse = (field: SettingField, message: string) => {
      const name = nameOf(field);
      if (refused.has(name)) return;
      refused.add(name);
      context.addIssue({ code: "custom", path: [name], message });
    };
    for (const field of fields) {
      const kind = numberKindOf(field);
      if (kind && numberKinds[kind].read(String(values[nameOf(field)])) === null)
        refuse(field, numberKinds[kind].problem);
    }
    const { error } = rules.safeParse(toSettingValue(fields, values, before));
    for (const { path, message } of error?.issues ?? []) {
      const field = fieldAt(fields, path.join("."));
      if (field) refuse(field, message);
    }
  });
