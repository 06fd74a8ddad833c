import { Controller, useWatch } from "react-hook-form";
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
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { CheckboxField } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { typedColour } from "./typed-colour.ts";

const brandPicture = lazyPage(() => import("./brand-picture.tsx").then((file) => file.BrandPicture));

interface SettingControlProps {
  form: ServerForm<FormValues>;
  field: SettingField;
}

export function SettingControl({ form, field }: SettingControlProps) {
  const { label, hint, kind, isOptional = false } = field;
  const name = nameOf(field);
  if (kind === "check") {
    return (
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange, ...rest }, fieldState: { error } }) => (
          <CheckboxField
            {...rest}
            label={label}
            hint={hint}
            error={error?.message}
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
        )}
      />
    );
  }
  if (kind === "picture" && field.role) {
    return <Page page={brandPicture} form={form} field={{ ...field, role: field.role }} />;
  }
  const numberKind = numberKindOf(field);
  if (numberKind) return <NumberField form={form} name={name} kind={numberKind} label={label} hint={hint} />;
  const isLong = kind === "text" || kind === "lines";
  return (
    <FormField
      form={form}
      name={name}
      label={label}
      hint={hint}
      isOptional={isOptional && kind !== "choice"}
      className={isLong ? "is-wide" : ""}
    >
      {kind === "colour" ? <ColourControl form={form} field={field} /> : control(field)}
    </FormField>
  );
}

function control({ kind, options = [] }: SettingField) {
  if (kind === "text" || kind === "lines") return <Textarea className="field-sizing-content" rows={3} />;
  if (kind === "choice") {
    return (
      <Select>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    );
  }
  return <Input />;
}

/** The code as it is typed, and the browser's own way to choose a colour. */
function ColourControl({ form, field }: SettingControlProps) {
  const name = nameOf(field);
  const colour = typedColour(useWatch({ control: form.control, name })) ?? "#000000";
  return (
    <div className="colour-field">
      <Input spellCheck={false} />
      <input
        type="color"
        className="input"
        aria-label={`Choose: ${field.label}`}
        value={colour}
        onChange={({ target }) => form.setValue(name, target.value, { shouldDirty: true, shouldValidate: true })}
      />
    </div>
  );
}

/** From what the fields hold to the setting's value, or all that is wrong at once: numbers that cannot be read, and what `rules` refuse. */
export const settingFormSchema = <Value,>(
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
