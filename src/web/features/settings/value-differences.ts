import { nameOf, type SettingField, toFormValues } from "./setting-fields.ts";

/** The fields in which two values of a setting differ, as they would be shown. */
export function valueDifferences(fields: readonly SettingField[], before: unknown, after: unknown) {
  const [old, present] = [toFormValues(fields, before), toFormValues(fields, after)];
  return fields.flatMap((field) => {
    const [was, is] = [old[nameOf(field)], present[nameOf(field)]];
    return was === is ? [] : [{ label: field.label, before: shown(was), after: shown(is) }];
  });
}

const shown = (value: string | boolean | undefined): string =>
  typeof value === "boolean" ? (value ? "Yes" : "No") : (value ?? "");
