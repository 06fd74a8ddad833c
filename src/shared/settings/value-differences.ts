import { addDays } from "#shared/add-days.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { planNames } from "./plans.ts";
import { fieldsOf, nameOf, type SettingField, settingSections, toFormValues } from "./setting-fields.ts";
import type { SettingKey, SettingValues } from "./settings.ts";

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

/** Names of the fields in which two values of a setting differ, for the audit, which keeps no values. */
export const changedFields = (key: SettingKey, before: unknown, after: unknown): string =>
  changedLabels(key, before, after).join(", ");

function changedLabels(key: SettingKey, before: unknown, after: unknown): string[] {
  if (key === "terms") return termsDifferences(before as Terms, after as Terms).map(({ label }) => label);
  const fields = settingSections.filter((section) => section.key === key).flatMap(fieldsOf);
  const labels = valueDifferences(fields, before, after).map(({ label }) => label);
  if (key !== "deals") return labels;
  const [was, is] = [before, after].map((value) => (value as SettingValues["deals"]).kill_switch);
  // It has no field: a screen of its own stops all deals.
  return was === is ? labels : [...labels, is ? "All deals stopped" : "Deals go on"];
}

/** Versions that come, change or go: what holds on their day, as far as it differs. */
export const termsDifferences = (before: Terms, after: Terms) =>
  [...before, ...after]
    .filter(
      ({ effective_from }, index, all) => all.findIndex((other) => other.effective_from === effective_from) === index,
    )
    .flatMap(({ effective_from: day }) => {
      const lists = [before, after];
      const [was, is] = lists.map((terms) => wordsOf(terms.find((other) => other.effective_from === day)));
      if (was === is) return [];
      const [held, holds] = lists.map((terms) =>
        linesOf(terms.findLast(({ effective_from: from }) => from === null || (day !== null && from <= day))),
      );
      const changing = held?.map((line, index) => line !== holds?.[index]) ?? [];
      const shown = (lines: string[] = []) =>
        (changing.includes(true) ? lines.filter((_, index) => changing[index]) : lines).join("\n");
      const label = day ? `From ${formatDay(day)}` : "From the beginning";
      return [{ label, before: shown(held), after: shown(holds) }];
    });

/** The first day on which two lists of terms differ: what is saved before it changes nothing until then. */
export function differsFrom(before: unknown, after: unknown): string | undefined {
  const lists = [before, after].map((value) => (value ?? []) as Terms);
  const [first] = lists
    .flat()
    .map(({ effective_from }) => effective_from)
    .filter((day) => day !== null)
    .filter((day) => new Set(lists.map((terms) => wordsOf(terms.find((one) => one.effective_from === day)))).size > 1)
    .toSorted();
  return first;
}

export function appliesFrom(before: unknown, after: unknown): string {
  const first = differsFrom(before, after);
  return first ? `It applies from ${formatDay(first)}.` : "";
}

/** A change that a second admin confirms is saved a day later. */
export const settingWaitingMs = 24 * 60 * 60 * 1000;

/** The first day that begins after what is confirmed now is saved. */
export const firstTermsDay = (now: Date): string => addDays(londonDate(new Date(now.getTime() + settingWaitingMs)), 1);

/** By when a second admin confirms terms, so that they are saved before their day. */
export const termsConfirmedBy = (day: string): string => formatDay(addDays(day, -2));

const wordsOf = (version: Version | undefined): string => linesOf(version).join("\n");
const linesOf = (version: Version | undefined): string[] =>
  version
    ? [
        `Minimum ${formatPounds(version.minimum_investment_pence)}`,
        ...planNames.flatMap((name) => [
          `${name} ${formatPounds(version.plans[name].annual_price_pence)} a year`,
          `${name} fee ${version.plans[name].investment_fee_percent}%`,
        ]),
      ]
    : [];
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
  const rest = key === "terms" && differences.length > 0 ? ["The rest stays as it is."] : [];
  const lines = differences.flatMap(({ path, label, before: was, after: is }) =>
    path === "sort_code" || path === "account_number"
      ? [`${label}: another one, which the page shows`]
      : [`${label}, now: ${flat(was)}`, `${label}, then: ${flat(is)}`],
  );
  return [...lines, ...rest];
}
