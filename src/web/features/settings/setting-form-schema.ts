import { type ZodType, z } from "zod";
import {
  type FormValues,
  fieldAt,
  nameOf,
  numberKindOf,
  type SettingField,
  toSettingValue,
} from "#shared/settings/setting-fields.ts";
import { numberKinds, typedProblem } from "#shared/typed-numbers.ts";

/** From what the fields hold to the setting's value, or all that is wrong at once: numbers that cannot be read, and what `rules` refuse. */
export const settingFormSchema = <Value>(
  rules: ZodType<Value>,
  fields: readonly SettingField[],
  before: () => unknown,
): ZodType<Value, FormValues> =>
  z.record(z.string(), z.union([z.string(), z.boolean()])).transform((values, context) => {
    const problems: Record<string, string> = {};
    for (const field of fields) {
      const kind = numberKindOf(field);
      const text = String(values[nameOf(field)]);
      if (kind && numberKinds[kind].read(text) === null)
        problems[nameOf(field)] = typedProblem(kind, text) ?? numberKinds[kind].problem;
    }
    const { data, error } = rules.safeParse(toSettingValue(fields, values, before()));
    for (const { path, message } of error?.issues ?? []) {
      const field = fieldAt(fields, path.join("."));
      if (field) problems[nameOf(field)] ??= message;
    }
    for (const [name, message] of Object.entries(problems)) context.addIssue({ code: "custom", path: [name], message });
    return data ?? z.NEVER;
  });
