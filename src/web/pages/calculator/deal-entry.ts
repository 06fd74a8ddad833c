import { type FeeSide, incomeTaxPercents, type Scheme, schemes } from "#shared/calculator.ts";
import { type MembershipPlan, membershipPlans } from "#shared/club.ts";
import { paths } from "#shared/paths.ts";
import { parseAmount, parseCount, parseMultiple } from "./typed-numbers.ts";

export interface DealEntry {
  investmentPence: number;
  plan: MembershipPlan["name"];
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
  scheme: "EIS",
  incomeTaxPercent: 40,
  side: "on-top",
};

const planNames = membershipPlans.map(({ name }) => name);
const schemeNames = Object.keys(schemes) as Scheme[];
const sides: FeeSide[] = ["on-top", "inside"];

/** The deal that an address describes; what it leaves out or gets wrong is the default's. */
export function readEntry(query: URLSearchParams): DealEntry {
  const among = <Value>(name: string, values: readonly Value[]) =>
    values.find((value) => String(value) === query.get(name));
  const number = (name: string, parse: (text: string) => number | null) => parse(query.get(name) ?? "") ?? undefined;
  return {
    investmentPence: number("amount", parseAmount) ?? defaultEntry.investmentPence,
    plan: among("tier", planNames) ?? defaultEntry.plan,
    dealsPerYear: number("deals", parseCount) ?? defaultEntry.dealsPerYear,
    exitMultiple: number("multiple", parseMultiple) ?? defaultEntry.exitMultiple,
    scheme: among("scheme", schemeNames) ?? defaultEntry.scheme,
    incomeTaxPercent: among("tax", incomeTaxPercents) ?? defaultEntry.incomeTaxPercent,
    side: among("fee", sides) ?? defaultEntry.side,
  };
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
