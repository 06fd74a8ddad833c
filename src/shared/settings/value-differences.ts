import { formatPounds } from "#shared/format-pounds.ts";
import { formatDay } from "#shared/london-time.ts";
import { planNames } from "./plans.ts";
import { fieldsOf, nameOf, type SettingField, settingSections, toFormValues } from "./setting-fields.ts";
import type { SettingValues } from "./settings.ts";

type Terms = SettingValues["terms"];
type Version = Terms[number];

/** The fields in which two values of a setting differ, as they would be shown. */
export function valueDifferences(fields: readonly SettingField[], before: unknown, after: unknown) {
  const [old, present] = [toFormValues(fields, before), toFormValues(fields, after)];
  return fields.flatMap((field) => {
    const [was, is] = [old[nameOf(field)], present[nameOf(field)]];
    return was === is ? [] : [{ path: field.path, label: field.label, before: shown(was), after: shown(is) }];
  });
}

const shown = (value: string | boolean | undefined): string =>
  typeof value === "boolean" ? (value ? "Yes" : "No") : (value ?? "");

/** Versions that come or go, as a line each. */
export const termsDifferences = (before: Terms, after: Terms) =>
  [...before, ...after]
    .filter(
      ({ effective_from }, index, all) => all.findIndex((other) => other.effective_from === effective_from) === index,
    )
    .flatMap(({ effective_from }) => {
      const [was, is] = [before, after].map((terms) =>
        wordsOf(terms.find((other) => other.effective_from === effective_from)),
      );
      const label = effective_from ? `From ${formatDay(effective_from)}` : "From the beginning";
      return was === is ? [] : [{ label, before: was ?? "", after: is ?? "" }];
    });

const wordsOf = (version: Version | undefined): string =>
  version
    ? [
        `Minimum ${formatPounds(version.minimum_investment_pence)}`,
        ...planNames.map((name) => `${name} ${planWords(version.plans[name])}`),
      ].join("\n")
    : "";
export const planWords = ({ annual_price_pence, investment_fee_percent }: Version["plans"]["Trial"]): string =>
  `${formatPounds(annual_price_pence)} a year, ${investment_fee_percent}%`;

/** As a mail tells them, without the digits of an account. */
export function proposalLines(key: "deals" | "fee_account" | "terms", before: unknown, after: unknown): string[] {
  const section = settingSections.find((one) => one.key === key);
  const differences =
    key === "terms"
      ? termsDifferences((before ?? []) as Terms, after as Terms).map((one) => ({ ...one, path: "" }))
      : valueDifferences(section ? fieldsOf(section) : [], before, after);
  const flat = (value: string) => value.replaceAll("\n", "; ") || "nothing";
  return differences.flatMap(({ path, label, before: was, after: is }) =>
    path === "sort_code" || path === "account_number"
      ? [`${label}: another one, which the page shows`]
      : [`${label}, now: ${flat(was)}`, `${label}, then: ${flat(is)}`],
  );
}
