import { paths } from "#shared/paths.ts";
import {
  calculatorLimits,
  type FeeSide,
  incomeTaxPercents,
  type Scheme,
  schemes,
} from "#shared/portfolio/deal-result.ts";
import { type PlanName, planNames } from "#shared/settings/plans.ts";
import { readCount, readMultiple, readPounds, typedProblem } from "#shared/typed-numbers.ts";
import { times } from "#web/lib/format.ts";
import { money } from "./figures.ts";

export interface DealEntry {
  investmentPence: number;
  plan: PlanName;
  dealsPerYear: number;
  exitMultiple: number;
  scheme: Scheme;
  incomeTaxPercent: number;
  side: FeeSide;
}

export const defaultEntry: DealEntry = {
  investmentPence: 10_000_00,
  plan: "Premium",
  dealsPerYear: 4,
  exitMultiple: 3,
  scheme: "none",
  incomeTaxPercent: 40,
  side: "on-top",
};

const schemeNames = Object.keys(schemes) as Scheme[];
const sides: FeeSide[] = ["on-top", "inside"];

const { investmentPence, dealsPerYear, exitMultiple } = calculatorLimits;

type ParseNumber = (text: string) => number | null;

/** Returns pence; null unless it can be invested. */
export const amountParser =
  (minimumPence: number): ParseNumber =>
  (text) =>
    within({ least: minimumPence, most: investmentPence.most }, readPounds(text));

export const parseCount: ParseNumber = (text) => within(dealsPerYear, readCount(text));

export const parseMultiple: ParseNumber = (text) => within(exitMultiple, readMultiple(text));

/** The fields that are typed into: which figure of the deal each holds, and how it is written out. */
export const numberFields = {
  amount: { key: "investmentPence", kind: "pounds", write: money },
  deals: { key: "dealsPerYear", kind: "count", write: String },
  multiple: { key: "exitMultiple", kind: "multiple", write: times },
} as const;

export type NumberField = keyof typeof numberFields;

interface TypedNumber {
  parse: ParseNumber;
  hint: string;
  /** Returns the field's message for text that cannot be used. */
  problemOf: (text: string) => string;
}

/** @param minimumPence the least that can be invested. */
export const typedNumbers = (minimumPence: number): Record<NumberField, TypedNumber> => ({
  amount: {
    parse: amountParser(minimumPence),
    hint: `${money(minimumPence)} to ${money(investmentPence.most)} a deal`,
    // Who types "10k" or "1,75" is within the range, as they see it.
    problemOf: (text) =>
      typedProblem("pounds", text) ?? `Enter an amount from ${money(minimumPence)} to ${money(investmentPence.most)}.`,
  },
  deals: {
    parse: parseCount,
    hint: `${dealsPerYear.least} to ${dealsPerYear.most}`,
    problemOf: () => `Enter a whole number from ${dealsPerYear.least} to ${dealsPerYear.most}.`,
  },
  multiple: {
    parse: parseMultiple,
    hint: `${exitMultiple.least} to ${exitMultiple.most}; ${exitMultiple.least} is a total loss`,
    problemOf: () => `Enter a number from ${exitMultiple.least} to ${exitMultiple.most}, such as 2.5.`,
  },
});

const within = ({ least, most }: { least: number; most: number }, value: number | null): number | null =>
  value !== null && value >= least && value <= most ? value : null;

/** The deal that an address describes; what it leaves out or gets wrong is the default's. */
export const readEntry = (query: URLSearchParams, minimumPence: number): DealEntry => ({
  ...defaultEntry,
  ...usableParts(query, minimumPence),
});

/** Checks whether an address says something of a deal that cannot be used. */
export function isMistaken(query: URLSearchParams, minimumPence: number): boolean {
  const names = [...new URLSearchParams(writeEntry(defaultEntry)).keys()];
  return names.filter((name) => query.has(name)).length > Object.keys(usableParts(query, minimumPence)).length;
}

function usableParts(query: URLSearchParams, minimumPence: number): Partial<DealEntry> {
  const among = <Value>(name: string, values: readonly Value[]) =>
    values.find((value) => String(value) === query.get(name));
  const number = (name: string, parse: (text: string) => number | null) => parse(query.get(name) ?? "") ?? undefined;
  const parts = {
    investmentPence: number("amount", amountParser(minimumPence)),
    plan: among("tier", planNames),
    dealsPerYear: number("deals", parseCount),
    exitMultiple: number("multiple", parseMultiple),
    scheme: among("scheme", schemeNames),
    incomeTaxPercent: among("tax", incomeTaxPercents),
    side: among("fee", sides),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/** The query that says everything, so that a link still shows the same deal once the defaults are others. */
export const writeEntry = (entry: DealEntry): string =>
  new URLSearchParams({
    amount: String(entry.investmentPence / 100),
    tier: entry.plan,
    deals: String(entry.dealsPerYear),
    multiple: String(entry.exitMultiple),
    scheme: entry.scheme,
    tax: String(entry.incomeTaxPercent),
    fee: entry.side,
  }).toString();

export const entryPath = (entry: DealEntry): string => `${paths.calculator}?${writeEntry(entry)}`;
