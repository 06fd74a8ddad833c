import { expect, it } from "vitest";
import { defaultSettings } from "#shared/club.ts";
import { fieldAt, fieldsOf, settingSections, toFormValues, toSettingValue } from "./setting-fields.ts";
import { formSchemaOf } from "./setting-form-schema.ts";

it.each(settingSections)("the fields of $label show a setting and give the same one back", (section) => {
  const fields = fieldsOf(section);
  const value = defaultSettings[section.key];
  const shown = toFormValues(fields, value);
  expect(formSchemaOf(fields).safeParse(shown).success).toBe(true);
  expect(toSettingValue(fields, shown, value)).toEqual(value);
});

it("a place in the value that the server names belongs to the field that holds it", () => {
  const plans = settingSections.find(({ key }) => key === "plans");
  if (!plans) throw new Error("There are plans.");
  expect(fieldAt(fieldsOf(plans), "value.2.features.1")?.path).toBe("2.features");
  expect(fieldAt(fieldsOf(plans), "value")).toBeUndefined();
});

it("amounts are typed in pounds, with or without a sign and commas", () => {
  const field = { path: "pence", label: "Price", kind: "pounds" } as const;
  const pence = (text: string) => toSettingValue([field], { pence: text }, { pence: 0 });
  expect([pence("395"), pence("£1,250.50"), pence("19.99")]).toEqual([
    { pence: 395_00 },
    { pence: 1250_50 },
    { pence: 19_99 },
  ]);
  expect(formSchemaOf([field]).safeParse({ pence: "12,5" }).success).toBe(false);
});
