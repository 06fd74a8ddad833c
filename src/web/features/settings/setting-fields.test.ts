import { expect, it } from "vitest";
import { defaultSettings } from "#shared/settings/club.ts";
import {
  type FormValues,
  fieldAt,
  fieldsOf,
  type SettingSection,
  settingSections,
  toFormValues,
  toSettingValue,
} from "#shared/settings/setting-fields.ts";
import { type SettingKey, settingSchemas } from "#shared/settings/settings.ts";
import { settingFormSchema } from "./setting-control.tsx";

it.each(settingSections)("The fields of $label show a setting and give the same one back", (section) => {
  const fields = fieldsOf(section);
  const value = defaultSettings[section.key];
  const shown = toFormValues(fields, value);
  expect(settingFormSchema<unknown>(settingSchemas[section.key], fields, () => value).safeParse(shown).success).toBe(
    true,
  );
  expect(toSettingValue(fields, shown, value)).toEqual(value);
});

it("A place in the value that the server reports belongs to the field that holds it", () => {
  const plans = settingSections.find(({ key }) => key === "plans");
  if (!plans) throw new Error("There are plans.");
  expect(fieldAt(fieldsOf(plans), "value.2.features.1")?.path).toBe("2.features");
  expect(fieldAt(fieldsOf(plans), "value")).toBeUndefined();
});

it("Amounts are typed in pounds, with or without a sign and commas", () => {
  const field = { path: "pence", label: "Price", kind: "pounds" } as const;
  const pence = (text: string) => toSettingValue([field], { pence: text }, { pence: 0 });
  expect([pence("395"), pence("£1,250.50"), pence("19.99")]).toEqual([
    { pence: 395_00 },
    { pence: 1250_50 },
    { pence: 19_99 },
  ]);
});

it("All that is wrong with a form is told at once, each at its field", () => {
  const problems = (key: SettingKey, change: FormValues) => {
    const fields = fieldsOf(settingSections.find((section) => section.key === key) as SettingSection);
    const value = defaultSettings[key];
    const { error } = settingFormSchema<unknown>(settingSchemas[key], fields, () => value).safeParse({
      ...toFormValues(fields, value),
      ...change,
    });
    return error?.issues.map(({ path, message }) => [path.join(), message]);
  };
  const figures = { weeks_to_close: "1.000", cheque_minimum_pence: "300 000", founder_success_fee_percent: "101" };
  expect(problems("figures", figures)).toEqual([
    ["weeks_to_close", "Please enter a whole number like 12 or 1,000"],
    ["founder_success_fee_percent", "Please enter at most 100%"],
  ]);
  expect(problems("figures", { cheque_minimum_pence: "600,000" })).toEqual([
    ["cheque_maximum_pence", "Please enter at least the smallest cheque"],
  ]);
  expect(problems("plans", { "0-is_highlighted": true })).toEqual([
    ["0-is_highlighted", "Please highlight one plan at most"],
    ["2-is_highlighted", "Please highlight one plan at most"],
  ]);
});

it.each([
  ["gb\nim", undefined],
  ["UK", "The two letters of the United Kingdom are GB, not UK"],
  ["XX", "XX is no country’s two letters. Please enter those of ISO 3166, like GB"],
  ["Ireland", "“Ireland” is not two letters. Please enter a country’s two letters, like GB, each on a line of its own"],
  ["gb, ie", undefined],
  ["GB; IM,\nJE", undefined],
  ["GB IM", "“GB IM” is not two letters. Please enter a country’s two letters, like GB, each on a line of its own"],
])("The countries %j are answered with %j", (countries_allowed, message) => {
  const fields = fieldsOf(settingSections.find(({ key }) => key === "deals") as SettingSection);
  const value = defaultSettings.deals;
  const result = settingFormSchema<unknown>(settingSchemas.deals, fields, () => value).safeParse({
    ...toFormValues(fields, value),
    countries_allowed,
  });
  expect(result.error?.issues[0]?.message).toBe(message);
});
