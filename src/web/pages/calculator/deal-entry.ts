import { paths } from "#shared/paths.ts";
import { type FeeSide, incomeTaxPercents, type Scheme, schemes } from "#shared/portfolio/deal-result.ts";
import { type PlanName, planNames } from "#shared/settings/plans.ts";
import { amountParser, parseCount, parseMultiple } from "./typed-numbers.ts";

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
